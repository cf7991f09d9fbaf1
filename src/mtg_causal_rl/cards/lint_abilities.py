"""Whether what the abilities of a face say can work where they say it. Kinds of fields: `lint_shape`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mtg_causal_rl.cards.card import Card, Statement
from mtg_causal_rl.cards.faces import flattened
from mtg_causal_rl.cards.vocabulary import (
    Ability,
    Activated,
    Attached,
    AttachedTo,
    AttacksPlayer,
    AttacksSelf,
    BottomLooked,
    Casts,
    CastSelf,
    CasualtyPaid,
    CopySpell,
    Cost,
    Counter,
    CreateToken,
    DamageTarget,
    Delay,
    DiscardPicked,
    EventAmount,
    EventPlayer,
    ExileAll,
    ExtraCounter,
    Fixed,
    Look,
    LoyaltyAnyTime,
    NextCreatureSpell,
    Op,
    Picked,
    PickedIs,
    PickedToHand,
    PickFromHand,
    Players,
    Pump,
    Register,
    ReturnTransformed,
    RevealTop,
    Subject,
    SubjectDies,
    Take,
    TakeOnePerType,
    Target,
    TargetRule,
    Transform,
    Triggered,
    Type,
)
from mtg_causal_rl.cards.vocabulary.entry import Entry, kinds, walk
from mtg_causal_rl.errors import unknown_name

MOST_OPS = 64
MOST_TARGETS = 2
MOST_TAPPED = 8
"""Permanents tapped for one cost."""
_COUNTING = (DamageTarget, ExileAll)
_PICKING = (PickFromHand, RevealTop)
_NEEDS_PICKED = (Picked, PickedIs, PickedToHand, DiscardPicked)
_NEEDS_LOOKED = (Take, TakeOnePerType, BottomLooked)
_DELAYED = (SubjectDies, NextCreatureSpell)
_OF_EVENTS = (EventPlayer, EventAmount, Subject, AttacksPlayer, CopySpell, ExtraCounter)
_OF_RESOLVING = (Target, Register, *_NEEDS_PICKED)


@dataclass(frozen=True, slots=True)
class Printing:
    """A face, its types read, and what of its surroundings its abilities may name."""

    face: Statement
    types: Type
    subtypes: tuple[str, ...]
    has_back: bool
    tokens: Mapping[str, bool]
    """The tokens of the pool, and whether each is an Aura."""


def ability_problems(ability: Ability, printing: Printing) -> Iterator[str]:
    """What is wrong with an ability that the face has by itself."""
    if isinstance(ability.kind, Triggered) and isinstance(ability.kind.event, _DELAYED):
        yield f"{type(ability.kind.event).__name__} is only waited for after a Delay"
    yield from _problems(ability, printing)


def delayed_problems(ability: Ability, printing: Printing) -> Iterator[str]:
    """What is wrong with an ability that a Delay sets up."""
    if not isinstance(ability.kind, Triggered) or not isinstance(ability.kind.event, _DELAYED):
        yield f"waits for one of {', '.join(event.__name__ for event in _DELAYED)}"
    if ability.targets:
        yield "has no targets"
    yield from _problems(ability, printing)


def elsewhere_problems(printing: Printing) -> Iterator[str]:
    """What is wrong outside the abilities: where nothing resolves and no event is at hand."""
    face = printing.face
    for part in ("power_rule", "mana_abilities", "enters", "statics"):
        for entry in walk(getattr(face, part)):
            if isinstance(entry, _OF_RESOLVING + _OF_EVENTS):
                yield f"{part}: {type(entry).__name__} means something only in an ability that resolves"
            if isinstance(entry, AttachedTo | Attached) and "Aura" not in printing.subtypes:
                yield f"{part}: only an Aura is attached to something"
            if isinstance(entry, LoyaltyAnyTime) and not printing.types & Type.PLANESWALKER:
                yield f"{part}: only a planeswalker has loyalty abilities"
    if any(ability.damage < 0 or not ability.colours for ability in face.mana_abilities):
        yield "mana_abilities: each makes mana of some colour and deals no damage below 0"


def _problems(ability: Ability, printing: Printing) -> Iterator[str]:
    checks = (_sizes, _kind, _targets, _order, _words)
    found = (problem for check in checks for problem in check(ability, printing))
    yield from dict.fromkeys(found)  # each once


def _sizes(ability: Ability, printing: Printing) -> Iterator[str]:
    ops = sum(1 for _ in flattened(ability.code))
    if not ops:
        yield "does nothing: its code is empty"
    if ops > MOST_OPS:
        yield f"{ops} ops, where {MOST_OPS} fit"
    if len(ability.targets) > MOST_TARGETS:
        yield f"{len(ability.targets)} targets, where {MOST_TARGETS} fit"
    for op, skipped in flattened(ability.code):
        if any(kind.shape == "Block" for kind in kinds(type(op)).values()) and not skipped:
            yield f"{type(op).__name__} holds no ops"


def _kind(ability: Ability, printing: Printing) -> Iterator[str]:
    """Costs and triggers that this face cannot have."""
    spell_card = printing.types & (Type.INSTANT | Type.SORCERY)
    match ability.kind:
        case Activated(cost=cost):
            if spell_card:
                yield "an instant or sorcery has no activated ability"
            yield from _cost(cost, printing)
        case Triggered(event=CastSelf()) if not isinstance(printing.face, Card):
            yield "only a card is cast"
        case Triggered(event=AttacksSelf()) if spell_card:
            yield "an instant or sorcery never attacks"


def _cost(cost: Cost, printing: Printing) -> Iterator[str]:
    if cost.loyalty_ability and not printing.types & Type.PLANESWALKER:
        yield "only a planeswalker has loyalty abilities"
    if cost.loyalty and not cost.loyalty_ability:
        yield "a cost in loyalty makes it a loyalty ability"
    if not 0 <= cost.tap_others <= MOST_TAPPED:
        yield f"taps {cost.tap_others} others, where 0 to {MOST_TAPPED} can be"
    if cost.tap_filter and not cost.tap_others:
        yield "says what may be tapped, and not how many"


def _targets(ability: Ability, printing: Printing) -> Iterator[str]:
    """Every target that is used is chosen, and may be what it is used as."""
    for index, rule in enumerate(ability.targets):
        if rule.permanents is None and rule.spells is None and rule.players is Players.NONE:
            yield f"target {index} may be nothing at all"
    for index, use in _uses(ability):
        if not 0 <= index < len(ability.targets):
            yield f"uses target {index}, but chooses {len(ability.targets)}"
        elif not _FITS[use](ability.targets[index]):
            yield f"uses target {index} as {use}, which it cannot be"


_FITS: Mapping[str, Callable[[TargetRule], bool]] = {
    "a player": lambda rule: rule.players is not Players.NONE,
    "an object": lambda rule: rule.permanents is not None or rule.spells is not None,
    "a spell": lambda rule: rule.spells is not None,
    "something to damage": lambda rule: rule.permanents is not None or rule.players is not Players.NONE,
}


def _uses(ability: Ability) -> Iterator[tuple[int, str]]:
    for entry in walk((ability.kind, _without_delayed(ability))):
        if isinstance(entry, DamageTarget):
            yield entry.index, "something to damage"
        elif isinstance(entry, Counter):
            yield entry.index, "a spell"
        for name, kind in kinds(type(entry)).items():
            value = getattr(entry, name)
            if isinstance(value, Target):
                inner = kind.of.name if kind.of else kind.name
                yield value.index, "a player" if inner == "Who" else "an object"


def _without_delayed(ability: Ability) -> tuple[Entry, ...]:
    """The entries of the code, those inside what is set up for later left out."""
    return tuple(part for op, _ in flattened(ability.code) for part in _own_parts(op))


def _own_parts(op: Op) -> Iterator[Entry]:
    """An op and what it says itself, without the ops inside it."""
    yield op
    for name, kind in kinds(type(op)).items():
        if kind.shape not in ("Block", "Delayed"):
            yield from walk(getattr(op, name))


def _order(ability: Ability, printing: Printing) -> Iterator[str]:
    """What is counted, picked or looked at is so before it is used."""
    done: set[str] = set()
    for op, _ in flattened(ability.code):
        for part in _own_parts(op):
            if isinstance(part, Register) and ("counted" not in done or part.index != 0):
                yield f"reads register {part.index}, which nothing before it counts"
            if isinstance(part, _NEEDS_PICKED) and "picked" not in done:
                yield f"{type(part).__name__} comes before anything is picked"
            if isinstance(part, _NEEDS_LOOKED) and "looked" not in done:
                yield f"{type(part).__name__} comes before any Look"
        done |= {"counted"} if isinstance(op, _COUNTING) else set()
        done |= {"picked"} if isinstance(op, _PICKING) else set()
        done |= {"looked"} if isinstance(op, Look) else set()


def _words(ability: Ability, printing: Printing) -> Iterator[str]:
    """Words that need something the ability or the face does not have."""
    for part in (*walk(ability.kind), *walk(ability.targets), *_without_delayed(ability)):
        yield from _of_event(part, ability)
        yield from _of_face(part, printing)
        if isinstance(part, Op) and not isinstance(part, Pump):
            yield from _negative(part)


def _of_event(part: Entry, ability: Ability) -> Iterator[str]:
    event = ability.kind.event if isinstance(ability.kind, Triggered) else None
    name = type(part).__name__
    if isinstance(part, _OF_EVENTS) and event is None:
        yield f"{name} means something only in a triggered ability"
    elif isinstance(part, AttacksPlayer) and not isinstance(event, AttacksSelf):
        yield f"{name} is asked only when it attacks"
    elif isinstance(part, CopySpell) and not isinstance(event, CastSelf | Casts):
        yield f"{name} needs a spell that was cast"
    elif isinstance(part, ExtraCounter) and not isinstance(event, NextCreatureSpell):
        yield f"{name} needs the next creature spell, waited for after a Delay"


def _of_face(part: Entry, printing: Printing) -> Iterator[str]:
    match part:
        case CreateToken(face=token):
            yield from _token(part, token, printing.tokens)
        case Transform() | ReturnTransformed() if not printing.has_back:
            yield f"{type(part).__name__} needs a back face"
        case CasualtyPaid() if not getattr(printing.face, "casualty", 0):
            yield "CasualtyPaid is asked on a card without casualty"
        case Delay(ability=Ability(kind=Triggered(event=SubjectDies())), subject=None):
            yield "a Delay that waits for a death needs what to watch"
        case Attached() if "Aura" not in printing.subtypes:
            yield "only an Aura is attached to something"


def _token(op: CreateToken, token: str, tokens: Mapping[str, bool]) -> Iterator[str]:
    if token not in tokens:
        yield str(unknown_name("token", token, tokens))
    elif tokens[token] != (op.attach is not None):
        yield f"{token} is " + ("an Aura: say what to attach it to" if tokens[token] else "no Aura to attach")


def _negative(op: Op) -> Iterator[str]:
    for name, kind in kinds(type(op)).items():
        value = getattr(op, name)
        number = value.value if isinstance(value, Fixed) else value
        if kind.name == "Amount" and isinstance(number, int) and number < 0:
            yield f"{type(op).__name__} has the {name} {number}, below 0"
