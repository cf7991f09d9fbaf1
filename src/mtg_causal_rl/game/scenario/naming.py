"""Which legal action a name, handle or number means, and what a thing is called. Applies nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import MANA, SIDES, split_name
from mtg_causal_rl.game.view import LegalRow, StateView
from mtg_causal_rl.game.words import ItemKind, Method, Question, Verb

ABOUT_OBJECTS = (
    Verb.BOTTOM,
    Verb.DISCARD,
    Verb.PLAY_LAND,
    Verb.CAST,
    Verb.ACTIVATE,
    Verb.ATTACK,
    Verb.BLOCK_ATTACKER,
    Verb.BLOCKER,
    Verb.SOURCE,
    Verb.TARGET_OBJECT,
    Verb.OBJECT,
)
ABOUT_PLAYERS = (Verb.TARGET_PLAYER, Verb.PLAYER)
YES_OR_NO = (Question.YES_NO, Question.PAY_LIFE)
_PLAIN_WORDS = {Verb.TOP: "top", Verb.BOTTOMMOST: "bottom", Verb.KEEP: "keep", Verb.MULLIGAN: "mulligan"}
_METHODS = {
    Method.CAST: "cast",
    Method.PLOT: "plot",
    Method.FLASHBACK: "flashback",
    Method.PLOTTED: "plotted",
}


@runtime_checkable
class Handle(Protocol):
    """What knows exactly which permanent, or spell on the stack, it stands for."""

    def is_object(self, session: Session, number: int) -> bool: ...
    def is_item(self, session: Session, serial: int) -> bool: ...


Answer = object
"""A name, a handle or a number, as a caller gives it."""


def face_name(session: Session, number: int) -> str:
    return session.faces.names[session.view.objects[number].face]


def place_of(view: StateView, number: int) -> tuple[int, int]:
    """The side an object is on, and its place in the order of its zone."""
    zone = view.objects[number].zone
    side = view.controller(number)
    return side, _position(view.zone(side, Zone(zone)), number)


def _position(numbers: list[int], number: int) -> int:
    return numbers.index(number) if number in numbers else len(numbers)


def ordinal_of(session: Session, number: int) -> int:
    """The how-manieth of its name on its side of its zone, from 1."""
    view, name = session.view, face_name(session, number)
    side, place = place_of(view, number)
    zone = view.zone(side, Zone(view.objects[number].zone))
    return sum(1 for other in zone[:place] if face_name(session, other) == name) + 1


def item_name(session: Session, serial: int) -> str:
    item = session.view.item(serial)
    return "" if item is None else session.faces.names[item.face]


def item_place(session: Session, serial: int) -> tuple[int, int]:
    """Controller of a spell on the stack, and the how-manieth of its name it is there, oldest first."""
    item = session.view.item(serial)
    if item is None:
        return 0, 1
    same = [row for row in session.view.stack if row.face == item.face and row.controller == item.controller]
    spells = [row.serial for row in same if row.kind in (ItemKind.SPELL, ItemKind.COPY)]
    return item.controller, _position(spells, serial) + 1


def names_object(session: Session, answer: Answer, number: int) -> bool:
    """Whether the answer means this object. Equal cards of a hand are one choice, so any of them will do."""
    if isinstance(answer, Handle):
        return answer.is_object(session, number)
    if not isinstance(answer, str):
        return False
    side, name, ordinal = split_name(answer)
    if name != face_name(session, number) or side not in (None, session.view.controller(number)):
        return False
    on_battlefield = session.view.objects[number].zone == Zone.BATTLEFIELD
    return "#" not in answer or not on_battlefield or ordinal == ordinal_of(session, number)


def names_item(session: Session, answer: Answer, serial: int) -> bool:
    """Whether the answer means this spell on the stack."""
    if isinstance(answer, Handle):
        return answer.is_item(session, serial)
    if not isinstance(answer, str):
        return False
    side, name, ordinal = split_name(answer)
    controller, place = item_place(session, serial)
    right_side = side in (None, controller)
    return right_side and name == item_name(session, serial) and ("#" not in answer or ordinal == place)


def names_trigger(session: Session, answer: Answer, position: int) -> bool:
    """Whether the answer means this waiting trigger: by its source, "Name/2" for the second of one source."""
    waiting = session.view.waiting
    row = waiting[position]
    if isinstance(answer, Handle):
        return answer.is_object(session, row.source)
    if not isinstance(answer, str):
        return False
    source, mark, number = answer.partition("/")
    same = sorted(other.ability for other in waiting if other.source == row.source)
    printed = same.index(row.ability) + 1
    right = not mark or len(same) == 1 or number == str(printed)
    return right and _names_source(session, source, row.source, row.face)


def _names_source(session: Session, answer: str, number: int, face: int) -> bool:
    """A source that has left is named by the face its ability came from."""
    side, name, ordinal = split_name(answer)
    if name != session.faces.names[face] or side not in (None, session.view.controller(number)):
        return False
    return "#" not in answer or ordinal == ordinal_of(session, number)


def means(session: Session, answer: Answer, row: LegalRow) -> bool:
    """Whether this legal action is what the answer says."""
    if row.verb in ABOUT_OBJECTS:
        return names_object(session, answer, row.object)
    if row.verb in ABOUT_PLAYERS:
        return answer == SIDES[row.number]
    if row.verb == Verb.TARGET_SPELL:
        return names_item(session, answer, row.number)
    if row.verb == Verb.TRIGGER:
        return names_trigger(session, answer, row.number)
    return type(answer) in (str, int) and answer == word_of(session, row)


def word_of(session: Session, row: LegalRow) -> object:
    """What an action that is about no object is called as an answer; None where it is no answer."""
    if row.verb in (Verb.NUMBER, Verb.ABILITY):
        return row.number
    if row.verb == Verb.COLOUR:
        return MANA[row.number.bit_length() - 1] if row.number else "convoke"
    if row.verb == Verb.METHOD:
        return _METHODS.get(Method(row.number))
    if session.question in YES_OR_NO:
        return {Verb.CONFIRM: "yes", Verb.CANCEL: "no", Verb.PASS: "no"}.get(row.verb)
    return _PLAIN_WORDS.get(row.verb)


def order(session: Session) -> Callable[[LegalRow], tuple[int, int, int]]:
    """Candidates in the order in which a bare name takes them: your side first, in order of arrival."""

    def key(row: LegalRow) -> tuple[int, int, int]:
        if row.verb in ABOUT_OBJECTS:
            return (*place_of(session.view, row.object), row.action)
        if row.verb == Verb.TARGET_SPELL:
            return (*item_place(session, row.number), row.action)
        if row.verb == Verb.TRIGGER:
            return (0, session.view.waiting[row.number].ability, row.action)
        return (row.number if row.verb in ABOUT_PLAYERS else 0, 0, row.action)

    return key


def candidate(session: Session, answer: Answer, *verbs: Verb) -> LegalRow | None:
    """The legal action that an answer means, of one of these verbs where some are given."""

    def fits(row: LegalRow) -> bool:
        return (not verbs or row.verb in verbs) and means(session, answer, row)

    return session.find(fits, order(session))


def options(session: Session) -> list[object]:
    """Every answer to the open question, in the order in which bare names take them."""
    rows = sorted(session.legal, key=order(session))
    found = (called(session, row, rows) for row in rows)
    return [word for word in found if word is not None]


def called(session: Session, row: LegalRow, rows: list[LegalRow]) -> object:
    """The shortest answer that means this action and no earlier one; None where it is no answer."""
    if row.verb in ABOUT_PLAYERS:
        return SIDES[row.number]
    if row.verb in ABOUT_OBJECTS:
        words = _words(face_name(session, row.object), *_side_and_ordinal(session, row.object))
    elif row.verb == Verb.TARGET_SPELL:
        words = _words(item_name(session, row.number), *item_place(session, row.number))
    elif row.verb == Verb.TRIGGER:
        words = _trigger_words(session, row.number)
    else:
        return word_of(session, row)
    meant = ((word, next((other for other in rows if means(session, word, other)), None)) for word in words)
    return next((word for word, first in meant if first == row), words[0])


def _side_and_ordinal(session: Session, number: int) -> tuple[int, int]:
    return session.view.controller(number), ordinal_of(session, number)


def _words(name: str, side: int, ordinal: int) -> list[str]:
    return [name, f"{name}#{ordinal}", f"{SIDES[side]}:{name}", f"{SIDES[side]}:{name}#{ordinal}"]


def _trigger_words(session: Session, position: int) -> list[str]:
    row = session.view.waiting[position]
    sources = _words(session.faces.names[row.face], *_side_and_ordinal(session, row.source))
    same = sorted(other.ability for other in session.view.waiting if other.source == row.source)
    printed = same.index(row.ability) + 1
    return [*sources, *(f"{source}/{printed}" for source in sources)]


def exact_name(session: Session, number: int) -> str:
    """The name that means this permanent and no other."""
    side, ordinal = _side_and_ordinal(session, number)
    return f"{SIDES[side]}:{face_name(session, number)}" + (f"#{ordinal}" if ordinal > 1 else "")
