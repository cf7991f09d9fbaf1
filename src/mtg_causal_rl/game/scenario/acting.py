"""Acts of a player with priority: casting, plotting, playing a land, activating. No questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.errors import IllegalAction, UnknownName, close_matches, unknown_name
from mtg_causal_rl.game.scenario.announcing import (
    MANA_ABILITY,
    Before,
    Plan,
    announce,
    bit_of,
    check_done,
    new_item,
)
from mtg_causal_rl.game.scenario.handles import StackObject, stack_object
from mtg_causal_rl.game.scenario.looking import ZONES
from mtg_causal_rl.game.scenario.naming import Answer, called, face_name, names_object, order
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import SIDES
from mtg_causal_rl.game.text import describe_action
from mtg_causal_rl.game.view import NOTHING, LegalRow
from mtg_causal_rl.game.words import ItemKind, Method, ObjectFlag, Question, TargetKind, Verb

_CASTING = {
    "hand": (Verb.CAST, Method.CAST),
    "graveyard": (Verb.ACTIVATE, Method.FLASHBACK),
    "exile": (Verb.ACTIVATE, Method.PLOTTED),
}


@dataclass(frozen=True, slots=True)
class Act:
    """Who does what with which card or permanent."""

    words: str
    name: Answer
    seat: int | None


def cast(session: Session, act: Act, source: str, plan: Plan) -> StackObject:
    """Announces, chooses and pays; the spell's handle."""
    if source not in _CASTING:
        raise unknown_name("source", source, _CASTING, act.words)
    verb, plan.method = _CASTING[source]
    seat = session.require_priority(act.seat, act.words)
    before = Before.of(session)
    session.apply(_usable(session, act, verb, ZONES[source]))
    announce(session, plan)
    item = new_item(session, before, ItemKind.SPELL)
    if item is None and session.over:
        return StackObject(session, NOTHING, str(act.name), "spell", SIDES[seat])
    if item is None:
        raise IllegalAction(f"{act.words}: it cannot be cast now from {source}, only plotted")
    check_done(session, plan, before, item)
    return stack_object(session, item)


def plot(session: Session, act: Act, plan: Plan) -> None:
    """Pays and exiles the card face up: a special action (116.2k)."""
    plan.method = Method.PLOT
    seat = session.require_priority(act.seat, act.words)
    plotted = _plotted(session, seat)
    session.apply(_usable(session, act, Verb.CAST, Zone.HAND))
    announce(session, plan)
    if _plotted(session, seat) == plotted:
        raise IllegalAction(f"{act.words}: it cannot be plotted")


def _plotted(session: Session, seat: int) -> list[int]:
    exile = session.view.zone(seat, Zone.EXILE)
    return [number for number in exile if session.view.objects[number].flags & ObjectFlag.PLOTTED]


def play_land(session: Session, act: Act) -> None:
    session.require_priority(act.seat, act.words)
    session.apply(_usable(session, act, Verb.PLAY_LAND, Zone.HAND))


def activate(session: Session, act: Act, plan: Plan) -> StackObject | None:
    """Announces, chooses and pays; the ability's handle, or None while what to tap is asked."""
    session.require_priority(act.seat, act.words)
    before = Before.of(session)
    session.apply(_usable(session, act, Verb.ACTIVATE, Zone.BATTLEFIELD))
    announce(session, plan)
    if session.question == Question.TAP_OTHERS:
        return None
    item = new_item(session, before, ItemKind.ACTIVATED)
    if item is None or item.ordinal != plan.ability:
        raise IllegalAction(f"{act.words}: it has no ability {plan.ability} that can be activated now")
    check_done(session, plan, before, item)
    return stack_object(session, item)


def tap_for_mana(session: Session, act: Act, colour: str) -> None:
    """A mana ability outside a payment: no stack, the mana floats (605.3b)."""
    seat = session.require_priority(act.seat, act.words)
    before = session.view.players[seat].mana
    stack = len(session.view.stack)
    wanted = bit_of(colour).bit_length() - 1
    session.apply(_usable(session, act, Verb.ACTIVATE, Zone.BATTLEFIELD))
    announce(session, Plan(act.words, ability=MANA_ABILITY, colour=colour))
    made = session.view.players[seat].mana[wanted] - before[wanted]
    if made != 1 or len(session.view.stack) > stack + len(session.view.waiting):
        raise IllegalAction(f"{act.words}: it makes no {colour}")


def _usable(session: Session, act: Act, verb: Verb, zone: Zone) -> LegalRow:
    """The legal action that uses the named card or permanent from where it is."""

    def fits(row: LegalRow) -> bool:
        in_zone = row.verb == verb and session.view.objects[row.object].zone == zone
        return in_zone and names_object(session, act.name, row.object)

    found = session.find(fits, order(session))
    if found is None:
        raise IllegalAction(
            f"{act.words}: not legal now{_known_there(session, act, zone)}; {session.legal_words()}"
        )
    return found


def _known_there(session: Session, act: Act, zone: Zone) -> str:
    """Where nothing of that name is there, what comes closest."""
    there = [face_name(session, number) for number in session.view.zone(session.asked, zone)]
    missing = isinstance(act.name, str) and not any(name in act.name for name in there)
    return f" (not there{close_matches(str(act.name), there)})" if missing else ""


def legal(session: Session) -> list[str]:
    """Every legal action in words."""
    return [describe_action(row, session.view, session.faces.speaker) for row in session.legal]


def allowed(session: Session, attempt: Callable[[Session], object]) -> bool:
    """Whether an act would be legal, found by trying it on a twin."""
    try:
        attempt(session.twin())
    except (IllegalAction, UnknownName):
        return False
    return True


def legal_targets(session: Session, name: Answer, ability: int | None) -> list[object]:
    """What a card, or an activated ability, could be aimed at now, whether or not it can be paid."""
    aims = [aim for aim in session.prospects().aims if names_object(session, name, aim.object)]
    spells = [aim for aim in aims if aim.ordinal < 0 and ability is None]
    mine = spells or [aim for aim in aims if aim.ordinal == (ability or 0)]
    rows = [_as_row(aim.target_kind, aim.target) for aim in mine if aim.object == mine[0].object]
    rows.sort(key=order(session))
    return [called(session, row, rows) for row in rows]


def _as_row(kind: TargetKind, number: int) -> LegalRow:
    if kind == TargetKind.PLAYER:
        return LegalRow(NOTHING, Verb.TARGET_PLAYER, NOTHING, number)
    if kind == TargetKind.SPELL:
        return LegalRow(NOTHING, Verb.TARGET_SPELL, NOTHING, number)
    return LegalRow(NOTHING, Verb.TARGET_OBJECT, number, 0)


def named(answers: Sequence[Answer] | None) -> Sequence[Answer] | None:
    """Several things are a list, never one text."""
    if isinstance(answers, str):
        raise IllegalAction(f"{answers!r} should be a list of names")
    return answers
