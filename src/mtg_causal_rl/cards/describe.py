"""A card's program in words, made from its statement and `phrases` alone. Prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, IntFlag
from typing import Any

from mtg_causal_rl.cards.card import Card, Statement
from mtg_causal_rl.cards.cost import colour_letters, mana_text
from mtg_causal_rl.cards.faces import face_record, own_abilities
from mtg_causal_rl.cards.idioms import NEVER
from mtg_causal_rl.cards.phrases import FLAGS, OPTIONS, PHRASES
from mtg_causal_rl.cards.pool import Pool
from mtg_causal_rl.cards.vocabulary import (
    Ability,
    Activated,
    Always,
    Code,
    Cost,
    CounterKind,
    EntersTapped,
    Face,
    Filter,
    Keyword,
    Mana,
    ManaAbility,
    Players,
    Spell,
    TargetRule,
    Triggered,
    Zone,
)
from mtg_causal_rl.cards.vocabulary.entry import Entry, Kind, kinds

_COUNTERS = {CounterKind.PLUS: "+1/+1", CounterKind.MINUS: "-1/-1"}


def describe_card(pool: Pool, name: str) -> str:
    """What a card or token of the pool is and does, its back face included."""
    face = pool.faces[pool.face_id(name)]
    front = pool.front(name)
    lines = list(_face_lines(face, front))
    if face is front and (back := front.back):
        lines += ["", "Back face:", *_face_lines(back, front)]
    return "\n".join(lines)


def in_words(value: Entry) -> str:
    """One entry in words."""
    if isinstance(value, Mana):
        return mana_text(value)
    if isinstance(value, Ability):
        return _ability(value)
    if value == EntersTapped(NEVER):
        return "enters tapped"
    fields = {name: _field(getattr(value, name), kind, name) for name, kind in kinds(type(value)).items()}
    who = fields.get("who", "")
    fields["s"] = "" if who == "you" else "s"
    fields["whose"] = "your" if who == "you" else f"{who}'s"
    return PHRASES[type(value)].format(**fields)


def _face_lines(face: Statement, front: Statement) -> Iterator[str]:
    record = face_record(face, front, 0)
    yield f"{face.name} {face.cost}".rstrip() if isinstance(face, Card) else face.name
    yield f"  {face.type_line}; {_colours(record)}; mana value {record.mana_value}{_size(face, record)}"
    for part in (record.mana_abilities, record.enters, record.statics):
        yield from (f"  - {_mana_ability(e) if isinstance(e, ManaAbility) else in_words(e)}" for e in part)
    if isinstance(face, Card):
        yield from _other_costs(face)
    yield from (f"  - {_ability(ability)}" for ability in own_abilities(face))


def _colours(record: Face) -> str:
    return _flags(record.colours) or "colourless"


def _size(face: Statement, record: Face) -> str:
    """Power, toughness, loyalty and keywords, where there are any."""
    told = ""
    if face.toughness is not None:
        power = f"({in_words(face.power_rule)})" if face.power_rule else str(record.power)
        told += f"; {power}/{record.toughness}"
    if face.loyalty is not None:
        told += f"; loyalty {face.loyalty}"
    return told + (f"; {_flags(face.keywords)}" if face.keywords else "")


def _other_costs(face: Card) -> Iterator[str]:
    if face.flashback:
        yield f"  - flashback {face.flashback}"
    if face.plot:
        yield f"  - plot {face.plot}"
    if face.casualty:
        yield f"  - casualty {face.casualty}"


def _mana_ability(ability: ManaAbility) -> str:
    damage = f", and it deals {ability.damage} damage to you" if ability.damage else ""
    return f"tap: one mana of {'/'.join(colour_letters(ability.colours))}{damage}"


def _ability(ability: Ability) -> str:
    targets = (f"target {index} {_target(rule)}" for index, rule in enumerate(ability.targets))
    return f"{', '.join([_kind(ability.kind), *targets])}: {_code(ability.code)}"


def _kind(kind: Entry) -> str:
    match kind:
        case Spell():
            return "On resolution"
        case Activated(cost=cost, sorcery=sorcery):
            return f"For {_cost(cost)}" + (", at sorcery timing" if sorcery else "")
        case Triggered(event=event, zone=zone, condition=condition, still=still):
            where = " (from the graveyard)" if zone is Zone.GRAVEYARD else ""
            asked = "" if isinstance(condition, Always) else f", if {in_words(condition)}"
            return f"When {in_words(event)}{where}{asked}" + (", then and on resolution" if still else "")
    raise TypeError(kind)


def _cost(cost: Cost) -> str:
    parts = [mana_text(cost.mana)] if cost.mana != Mana() else []
    parts += ["tap this"] if cost.tap else []
    parts += ["sacrifice this"] if cost.sacrifice else []
    parts += [f"loyalty {cost.loyalty:+d}"] if cost.loyalty_ability else []
    if cost.tap_others:
        parts.append(_noun(f"tap {cost.tap_others} untapped permanents of yours", cost.tap_filter))
    return ", ".join(parts) or "nothing"


def _target(rule: TargetRule) -> str:
    may_be = []
    if rule.permanents is not None:
        may_be.append(_noun("a permanent", rule.permanents))
    if rule.players is not Players.NONE:
        may_be.append("a player" if rule.players is Players.ANY else "an opponent")
    if rule.spells is not None:
        may_be.append(_noun("a spell", rule.spells))
    return "may be " + " or ".join(may_be) + (", or is not chosen" if rule.optional else "")


def _field(value: Any, kind: Kind, name: str) -> str:
    """One field as its phrase needs it."""
    if name in FLAGS:
        return FLAGS[name] if value else ""
    if kind.shape == "Block":
        return f"({_code(value)})"
    if name in ("power", "toughness") and kind.shape == "Amount":
        return f"{value:+d}" if isinstance(value, int) else f"+({in_words(value)})"
    if name in OPTIONS:
        return OPTIONS[name].format(_said(value)) if value else ""
    return _said(value)


def _said(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_said, value))
    if isinstance(value, Entry):
        return in_words(value)
    if isinstance(value, CounterKind):
        return _COUNTERS.get(value, value.name.lower())
    if isinstance(value, IntFlag):
        return _flags(value)
    return value.name.lower() if isinstance(value, IntEnum) else str(value)


def _code(code: Code) -> str:
    return "; ".join(map(in_words, code))


def _noun(noun: str, filter: Filter) -> str:
    return noun + (f" ({_said(filter)})" if filter else "")


def _flags(value: IntFlag) -> str:
    separator = ", " if isinstance(value, Keyword) else "/"
    return separator.join((flag.name or "").lower().replace("_", " ") for flag in value)
