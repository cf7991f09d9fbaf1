"""How one reset may differ from the others: the `options` of `reset`, checked. Begins nothing itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.scenario import Scenario
from mtg_causal_rl.game.setting import read_integer

ARGUMENTS = ("deck", "opponent", "on_the_play")
SIDES = ("agent", "opponent")
KNOWN = (*ARGUMENTS, "life", "position")
LIFE = 20
MOST_LIFE = 10_000


@dataclass(frozen=True, slots=True)
class Beginning:
    """What holds from this reset to the next: arguments of the environment, life, and a position to go on from."""

    arguments: Mapping[str, Any] = field(default_factory=dict)
    life: tuple[int, int] = (LIFE, LIFE)
    position: bytes | None = None

    @property
    def usual(self) -> bool:
        """Whether it is how every episode begins."""
        return self == Beginning()


def read_beginning(options: Mapping[str, Any] | None) -> Beginning:
    """deck, opponent, on_the_play as in `gym.make`; life=dict(agent=, opponent=); position= a Game or a scenario."""
    given = dict(options or {})
    unknown = next((name for name in given if name not in KNOWN), None)
    if unknown is not None:
        raise unknown_name("option", unknown, KNOWN, "reset")
    arguments = {name: given[name] for name in ARGUMENTS if name in given}
    position = _read_position(given["position"]) if "position" in given else None
    if position is not None and ("life" in given or "on_the_play" in given):
        raise InvalidValue("reset: a position has its own life totals and its own player on the play")
    return Beginning(arguments, _read_life(given.get("life", {})), position)


def _read_life(value: object) -> tuple[int, int]:
    if not isinstance(value, Mapping):
        raise InvalidValue(f"reset: life is dict(agent=..., opponent=...), not {value!r}")
    for side in value:
        if side not in SIDES:
            raise unknown_name("side", side, SIDES, "life")
    agent, opponent = (
        read_integer(value.get(side, LIFE), f"life of the {side}", range(1, MOST_LIFE + 1)) for side in SIDES
    )
    return agent, opponent


def _read_position(value: object) -> bytes:
    """The agent is seat 0, "you" in a scenario."""
    engine = value.session.engine if isinstance(value, Scenario) else value
    if not isinstance(engine, Game):
        raise InvalidValue(f"reset: a position is a Game or a scenario, not {value!r}")
    if engine.player is None:
        raise InvalidValue("reset: a position is one in which a player decides")
    return engine.snapshot()
