"""Announcing a spell or ability: its questions answered from what the caller said. Answers no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mtg_causal_rl.errors import IllegalAction
from mtg_causal_rl.game.scenario.naming import (
    Answer,
    Handle,
    candidate,
    face_name,
    names_item,
    names_object,
    options,
)
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import MANA, SIDES, split_name
from mtg_causal_rl.game.view import EventRow, ItemRow, LegalRow, read_events
from mtg_causal_rl.game.words import (
    CastFlag,
    EventKind,
    ItemKind,
    Method,
    PermanentFlag,
    Question,
    TargetKind,
    Verb,
)

_GIVEN = (
    Verb.TARGET_OBJECT,
    Verb.TARGET_PLAYER,
    Verb.TARGET_SPELL,
    Verb.OBJECT,
    Verb.SOURCE,
    Verb.COLOUR,
    Verb.METHOD,
    Verb.ABILITY,
    Verb.NUMBER,
)
MANA_ABILITY = -1
Fits = Callable[[LegalRow], bool]


@dataclass(slots=True)
class Plan:
    """What the caller wants of one announcement. Exploring takes any legal choice where none is named."""

    act: str
    targets: Sequence[Answer] | None = None
    method: Method | None = None
    ability: int = 0
    pay: Sequence[Answer] | None = None
    convoke: Sequence[Answer] = ()
    casualty: Answer | None = None
    tapping: Sequence[Answer] | None = None
    colour: str | None = None
    exploring: bool = False
    any_payment: bool = False
    aimed: int = 0
    tapped: int = 0
    paying: list[Answer] = field(default_factory=list)
    helping: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.paying = list(self.pay or ())
        self.helping = list(self.convoke)


def announcing(session: Session) -> bool:
    return bool(session.view.announced) and session.question not in (Question.PRIORITY, Question.NONE)


def announce(session: Session, plan: Plan) -> None:
    """Answers until the announcement is made, or a question is left to the caller."""
    session.plan = plan
    while announcing(session):
        if not _answer(session, plan):
            return
    session.plan = None


def _answer(session: Session, plan: Plan) -> bool:
    """One question; False where it is left open."""
    match session.question:
        case Question.METHOD:
            choose(session, plan, _first(session, _is_method(plan.method)), plan.method)
        case Question.ABILITY:
            row = _first(session, lambda row: row.verb == Verb.ABILITY and row.number == plan.ability)
            choose(session, plan, row, f"ability {plan.ability}")
        case Question.CASUALTY:
            _answer_casualty(session, plan)
        case Question.TARGET:
            _answer_target(session, plan)
        case Question.TAP_OTHERS:
            return _answer_tapping(session, plan)
        case Question.PAY:
            _answer_payment(session, plan)
        case Question.TAP_COLOUR:
            _answer_colour(session, plan)
        case _:
            return False
    return True


def refusal(session: Session, act: str, wanted: object = None) -> IllegalAction:
    """What was asked, what was wanted, and what was legal."""
    legal = ", ".join(str(word) for word in options(session)) or "nothing"
    asked = session.question.name.lower().replace("_", " ")
    said = "" if wanted is None else f"{wanted!r} is not legal; "
    return IllegalAction(f"{act}: {said}asked of {SIDES[session.asked]}: {asked}; legal: {legal}")


def choose(session: Session, plan: Plan, row: LegalRow | None, wanted: object) -> None:
    if row is None and plan.exploring and wanted is None:
        given = session.rows(*_GIVEN, Verb.AUTO_PAY) or session.rows(Verb.PASS)
        row = given[0] if given else None
    if row is None:
        raise refusal(session, plan.act, wanted)
    session.apply(row)


def _first(session: Session, fits: Fits) -> LegalRow | None:
    return next((row for row in session.legal if fits(row)), None)


def _is_method(method: Method | None) -> Fits:
    def fits(row: LegalRow) -> bool:
        return row.verb == Verb.METHOD and row.number == method

    return fits


def _answer_casualty(session: Session, plan: Plan) -> None:
    if plan.casualty is None:
        session.take(Verb.PASS)
        return
    choose(session, plan, candidate(session, plan.casualty, Verb.OBJECT), plan.casualty)


def _answer_target(session: Session, plan: Plan) -> None:
    targets = plan.targets
    if targets is None:
        choose(session, plan, None, None)
        return
    if plan.aimed < len(targets):
        wanted = targets[plan.aimed]
        plan.aimed += 1
        choose(session, plan, candidate(session, wanted), wanted)
    elif not session.take(Verb.PASS):
        raise refusal(session, plan.act)


def _answer_tapping(session: Session, plan: Plan) -> bool:
    if plan.tapping is None:
        if plan.exploring:
            choose(session, plan, None, None)
        return plan.exploring
    done = len(plan.tapping) - session.view.game.amount
    if done != plan.tapped:
        raise refusal(session, plan.act, list(plan.tapping))
    wanted = plan.tapping[done]
    plan.tapped += 1
    choose(session, plan, candidate(session, wanted), wanted)
    return True


def _answer_payment(session: Session, plan: Plan) -> None:
    if plan.helping:
        helper = plan.helping.pop(0)
        _use_source(session, plan, helper, helper, "convoke")
    elif plan.paying:
        entry = plan.paying.pop(0)
        name, colour = entry if isinstance(entry, tuple) else (entry, None)
        _use_source(session, plan, entry, name, colour)
    elif plan.pay is not None:
        raise refusal(session, f"{plan.act}: pay={list(plan.pay)!r} does not cover the cost")
    elif not session.take(Verb.AUTO_PAY):
        if not plan.any_payment:
            raise refusal(session, f"{plan.act}: mana alone does not pay for it")
        choose(session, plan, None, None)


def _use_source(session: Session, plan: Plan, entry: Answer, name: Answer, colour: str | None) -> None:
    choose(session, plan, candidate(session, name, Verb.SOURCE), entry)
    if session.question == Question.PAY_COLOUR:
        colours = session.rows(Verb.COLOUR)
        fits = [row for row in colours if _is_colour(row, colour)]
        choose(session, plan, fits[0] if fits else None, entry)


def _is_colour(row: LegalRow, colour: str | None) -> bool:
    if colour is None:
        return row.number != 0
    return row.number == (0 if colour == "convoke" else bit_of(colour))


def bit_of(colour: str) -> int:
    if len(colour) != 1 or colour not in MANA:
        raise IllegalAction(f"{colour!r} is no kind of mana; kinds are {', '.join(MANA)}")
    return 1 << MANA.index(colour)


def _answer_colour(session: Session, plan: Plan) -> None:
    row = None
    if plan.colour is not None:
        wanted = bit_of(plan.colour)
        row = _first(session, lambda row: row.verb == Verb.COLOUR and row.number == wanted)
    choose(session, plan, row, plan.colour)


@dataclass(frozen=True, slots=True)
class Before:
    """What was true as an announcement began, to check afterwards that what was done is what was said."""

    stack: frozenset[int]
    tapped: frozenset[int]
    events: int

    @staticmethod
    def of(session: Session) -> Before:
        serials = frozenset(row.serial for row in session.view.stack)
        return Before(serials, _tapped(session), len(read_events(session.engine.view_events())))


def _tapped(session: Session) -> frozenset[int]:
    return frozenset(row.object for row in session.view.permanents if row.flags & PermanentFlag.TAPPED)


def _made_mana(session: Session, before: Before) -> list[EventRow]:
    events = read_events(session.engine.view_events())[before.events :]
    return [row for row in events if row.kind == EventKind.TAPS_FOR_MANA]


def new_item(session: Session, before: Before, *kinds: ItemKind) -> ItemRow | None:
    found = [row for row in session.view.stack if row.serial not in before.stack and row.kind in kinds]
    return found[0] if found else None


def check_done(session: Session, plan: Plan, before: Before, item: ItemRow) -> None:
    """Questions with one answer are never asked: so what was taken must be what was said."""
    _check_targets(session, plan, item)
    _check_tapping(session, plan, before)
    if (plan.casualty is not None) != bool(item.flags & CastFlag.CASUALTY):
        raise IllegalAction(f"{plan.act}: {plan.casualty!r} cannot be sacrificed for casualty")
    if plan.any_payment:
        return
    if item.convoked != len(plan.convoke):
        raise IllegalAction(
            f"{plan.act}: {item.convoked} creatures would convoke it, {len(plan.convoke)} are named"
        )
    if plan.pay is not None:
        _check_payment(session, plan, before)


def _check_targets(session: Session, plan: Plan, item: ItemRow) -> None:
    if plan.targets is None or plan.aimed:
        return
    if len(item.targets) != len(plan.targets):
        raise IllegalAction(f"{plan.act}: it has {len(item.targets)} targets, {len(plan.targets)} are named")
    for wanted, aimed in zip(plan.targets, item.targets, strict=True):
        if not is_aimed(session, wanted, aimed):
            raise IllegalAction(f"{plan.act}: {wanted!r} is no legal target; {aimed_name(session, aimed)} is")


def is_aimed(session: Session, wanted: Answer, aimed: tuple[TargetKind, int, int]) -> bool:
    kind, number, _ = aimed
    if kind == TargetKind.PLAYER:
        return wanted == SIDES[number]
    if kind == TargetKind.SPELL:
        return names_item(session, wanted, number)
    gone = isinstance(wanted, Handle) and session.view.permanent(number) is None
    return gone or names_object(session, wanted, number)


def aimed_name(session: Session, aimed: tuple[TargetKind, int, int]) -> str:
    kind, number, _ = aimed
    if kind == TargetKind.PLAYER:
        return SIDES[number]
    if kind == TargetKind.SPELL:
        item = session.view.item(number)
        return "a spell that has left" if item is None else session.faces.names[item.face]
    return face_name(session, number)


def _check_tapping(session: Session, plan: Plan, before: Before) -> None:
    if plan.tapping is None or plan.tapped:
        return
    for_mana = {row.object for row in _made_mana(session, before)}
    left = sorted(_tapped(session) - before.tapped - for_mana)
    for wanted in plan.tapping:
        fits = [number for number in left if names_object(session, wanted, number)]
        if not fits:
            raise IllegalAction(f"{plan.act}: {wanted!r} is not tapped for it")
        left.remove(fits[0])
    if left:
        names = ", ".join(face_name(session, number) for number in left)
        raise IllegalAction(f"{plan.act}: {names} would be tapped too")


def _check_payment(session: Session, plan: Plan, before: Before) -> None:
    """Every source that is named has made the mana that is named, and no other source has."""
    made = read_events(session.engine.view_events())[before.events :]
    used = [
        (session.faces.names[row.face], row.amount) for row in made if row.kind == EventKind.TAPS_FOR_MANA
    ]
    left = list(used)
    for name, colour in map(_source_and_colour, plan.pay or ()):
        fits = [unit for unit in left if unit[0] == name and colour in (None, unit[1])]
        if not fits:
            break
        left.remove(fits[0])
    if left or len(used) != len(plan.pay or ()):
        paid = ", ".join(f"{name} for {MANA[amount.bit_length() - 1]}" for name, amount in used)
        raise IllegalAction(f"{plan.act}: pay={list(plan.pay or ())!r} does not pay for it; {paid} would")


def _source_and_colour(entry: Answer) -> tuple[str, int | None]:
    """The bare name of a source, and the colour bit where one is said."""
    name, colour = entry if isinstance(entry, tuple) else (entry, None)
    plain = split_name(name)[1] if isinstance(name, str) else str(getattr(name, "name", name))
    return plain, None if colour is None else bit_of(str(colour))
