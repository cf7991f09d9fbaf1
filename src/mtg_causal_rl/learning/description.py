"""Frozen values as what JSON can hold: equal in every process if and only if the values are. No reading."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

from mtg_causal_rl.errors import InvalidValue


def describe(value: Any) -> Any:
    """A value as JSON: functions by full name, objects by their attribute `identity` where they have one."""
    if isinstance(value, str | int | float | None) and not isinstance(value, Enum):
        return value
    if isinstance(identity := getattr(value, "identity", None), str):
        return identity
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value) and not isinstance(value, type):
        return _described_fields(value)
    return _described_collection(value)


def _described_fields(value: Any) -> Any:
    described = {field.name: describe(getattr(value, field.name)) for field in fields(value)}
    if not described:
        return full_name(type(value))
    # Where fields alone would leave open what is done with them.
    acts = callable(value) or callable(getattr(value, "act", None))
    return described | ({"function": full_name(type(value))} if acts else {})


def _described_collection(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): describe(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [describe(each) for each in value]
    if isinstance(value, AbstractSet):
        return sorted((describe(each) for each in value), key=str)
    return _described_object(value)


def _described_object(value: Any) -> str:
    if hasattr(value, "__qualname__"):
        return full_name(value)
    if getattr(value, "__dict__", None) or hasattr(type(value), "__slots__"):
        raise InvalidValue(
            f"a checkpoint could not tell one {type(value).__qualname__} from another: make it a frozen "
            "dataclass, or give it an attribute `identity`, a text that is another one for another player"
        )
    return full_name(type(value))


def full_name(named: Any) -> str:
    """Module and name of a class or function."""
    return f"{named.__module__}.{named.__qualname__}"


def flat(value: Any, place: str = "") -> dict[str, Any]:
    """Nested mappings and lists as one mapping; entries of a list go by their name where they have one."""
    if isinstance(value, Mapping):
        entries = list(value.items())
    elif isinstance(value, list | tuple):
        entries = [
            (each.get("name", index) if isinstance(each, Mapping) else index, each) for index, each in enumerate(value)
        ]
    else:
        return {place: value}
    flattened: dict[str, Any] = {}
    for key, each in entries:
        flattened |= flat(each, f"{place}.{key}" if place else str(key))
    return flattened
