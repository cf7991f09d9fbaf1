"""Small values of every kind of field, and what a decoder should give back. Knows no entry by name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, IntFlag
from typing import Any

from mtg_causal_rl.cards import vocabulary
from mtg_causal_rl.cards.vocabulary.entry import Entry, Kind, kinds

TOKENS: Mapping[str, int] = {"Soldier Token": 7}
SUBTYPES: Mapping[str, int] = {"Plains": 0, "Bird": 3}


def sample(cls: type[Entry], group: str = "") -> Entry:
    """An entry with a telling value in each field."""
    return cls(**{name: sample_field(kind) for name, kind in kinds(cls).items()})


def sample_field(kind: Kind) -> Any:
    match kind.shape:
        case "Int":
            return _last(kind.python) if issubclass(kind.python, IntEnum | IntFlag) else -300
        case "Flag":
            return True
        case "Text":
            return "Ætherling"
        case "Token":
            return "Soldier Token"
        case "Subtype":
            return "Bird"
        case "Block":
            return (vocabulary.BottomLooked(), vocabulary.If(vocabulary.Always(), (vocabulary.Scry(1),)))
        case "Delayed":
            return delayed()
        case "Amount":
            return 5
        case "Option":
            return sample_field(kind.of)
        case "List":
            return (sample_field(kind.of), sample_field(kind.of))
        case _:
            return sample(first_of(kind.name))


def delayed() -> vocabulary.Ability:
    kind = vocabulary.Triggered(vocabulary.NextCreatureSpell(), vocabulary.Zone.NOWHERE)
    return vocabulary.Ability(kind, (), (vocabulary.ExtraCounter(),))


def first_of(group: str) -> type[Entry]:
    """The entry with the lowest number of a group."""
    members = [cls for cls in vocabulary.entries() if group in cls.codes]
    return min(members, key=lambda cls: cls.codes[group] or 0)


def plain(value: Any, kind: Kind) -> Any:
    """What a decoder gives for a field, worked out apart from the compiler."""
    if kind.shape == "Token":
        return TOKENS[value]
    if kind.shape == "Subtype":
        return SUBTYPES[value]
    if kind.shape == "Delayed":
        return 0
    if kind.shape == "Amount" and isinstance(value, int):
        return "Fixed", {"value": value}
    if kind.shape == "Option":
        return None if value is None else plain(value, kind.of)
    if kind.shape == "List":
        return plain_code(value) if kind.of.name == "Op" else [plain(item, kind.of) for item in value]
    return plain_entry(value) if isinstance(value, Entry) else value


def plain_entry(value: Entry) -> Any:
    fields = {}
    for name, kind in kinds(type(value)).items():
        inner = getattr(value, name)
        if kind.shape == "Block":
            fields["skip"] = len(plain_code(inner))
        else:
            fields[name] = plain(inner, kind)
    return type(value).spelling, fields


def plain_code(code: tuple[Any, ...]) -> list[Any]:
    """The ops in the order they run, each block behind the op that holds it."""
    listed = []
    for op in code:
        listed.append(plain_entry(op))
        for name, kind in kinds(type(op)).items():
            if kind.shape == "Block":
                listed += plain_code(getattr(op, name))
    return listed


def _last(enum: type[IntEnum | IntFlag]) -> int:
    return list(enum)[-1]
