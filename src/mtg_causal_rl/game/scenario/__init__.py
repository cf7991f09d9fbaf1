"""The scenario language: a position set up and played by names. The words are in `language`."""

from __future__ import annotations

import copy

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.game.game import Game
from mtg_causal_rl.game.scenario.handles import Permanent, StackObject
from mtg_causal_rl.game.scenario.language import Scenario
from mtg_causal_rl.game.scenario.session import Faces, Session
from mtg_causal_rl.game.scenario.setup import Position, Side, counter_kinds, numbers_of

__all__ = ["Permanent", "Scenario", "StackObject", "scenario"]

_RUN_LATER = ("draw", "cleanup")
"""Steps whose turn-based actions are not done at first: `g.to(...)` runs them."""


def scenario(
    you: Side | None = None,
    opponent: Side | None = None,
    active: str = "you",
    step: str = "main1",
    turn: int = 5,
    seed: int = 0,
    shuffled: bool = True,
    pool: Pool | None = None,
) -> Scenario:
    """A game at the position that the two sides say, ready to be played by names."""
    sides = copy.deepcopy(dict(you or {})), copy.deepcopy(dict(opponent or {}))
    position = Position(*sides, active, step, turn, seed, shuffled)
    cards = pool or Pool.standard()
    session = Session(
        Game.from_position(numbers_of(position, cards), cards), Faces.of(cards, counter_kinds(position))
    )
    if step not in _RUN_LATER:
        session.begin()
    return Scenario(session, position)
