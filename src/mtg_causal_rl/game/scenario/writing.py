"""The scenario as code: the position it began with and every act since. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mtg_causal_rl.game.scenario.handles import Permanent, StackObject
from mtg_causal_rl.game.scenario.naming import item_place
from mtg_causal_rl.game.scenario.setup import SIDES, Position

_DEFAULTS = {"active": "you", "step": "main1", "turn": 5, "seed": 0, "shuffled": True}


def written_position(position: Position) -> str:
    """The call of `scenario` that sets the position up."""
    sides = [f"    {name}={_side(getattr(position, name))}," for name in SIDES]
    rest = {name: getattr(position, name) for name in _DEFAULTS}
    other = ", ".join(f"{name}={value!r}" for name, value in rest.items() if value != _DEFAULTS[name])
    lines = ["g = scenario(", *sides, *([f"    {other},"] if other else []), ")"]
    return "\n".join(lines)


def _side(side: Mapping[str, Any]) -> str:
    return "dict(" + ", ".join(f"{key}={value!r}" for key, value in side.items()) + ")"


def written_act(act: str, given: tuple[Any, ...], options: Mapping[str, Any]) -> str:
    """One call, with handles as the names that mean them; options left at nothing are left out."""
    said = [_value(value) for value in given]
    said += [f"{name}={_value(value)}" for name, value in options.items() if value not in (None, (), {})]
    return f"g.{act}({', '.join(said)})"


def _value(value: Any) -> str:
    if isinstance(value, Permanent):
        return repr(value.exact_name) if not value.left else repr("what has left")
    if isinstance(value, StackObject):
        return repr(_spell_name(value))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_value(key)}: {_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, tuple):
        return "(" + "".join(f"{_value(part)}, " for part in value) + ")"
    return repr(value)


def _spell_name(spell: StackObject) -> str:
    side, ordinal = item_place(spell.session, spell.serial)
    return f"{SIDES[side]}:{spell.name}" + (f"#{ordinal}" if ordinal > 1 else "")
