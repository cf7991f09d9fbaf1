"""Where an agent's factors come from: the causal model's, as the environment publishes them, or plain counts.

Scales are the agent's (they divide what is read here), advantages are in `returns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.game.layout import layout

Floats = npt.NDArray[np.float32]
Infos = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the environment answered to one action in each of N games."""

    observations: Floats  # [N, D]; where a game ended, of the next one
    infos: Infos
    ended: npt.NDArray[np.bool_]  # [N]

    def last_observations(self) -> Floats:
        """What each game looked like after the action, [N, D]: the true last one where it ended."""
        seen = np.array(self.observations, dtype=np.float32)
        for game in np.flatnonzero(self.ended):
            seen[game] = self.infos["final_obs"][game]
        return seen


class FactorSource(Protocol):
    """Reads factors [N, K], in their own units."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the K factors are called in the log."""

    def values(self, observations: Floats, infos: Infos) -> Floats:
        """What they are in the present positions."""

    def changes(self, before: Floats, outcome: Outcome) -> Floats:
        """By how much the last action changed them: the factors' rewards."""

    def predicted(self, before: Floats, outcome: Outcome) -> Floats:
        """The change that is held against the credit: epsilon."""


@dataclass(frozen=True, slots=True)
class PublishedFactors:
    """The parents of the probability of winning: info's `factors`, `factor_rewards` and `epsilon`."""

    @property
    def names(self) -> tuple[str, ...]:
        """In the paper's order."""
        return FACTORS

    def values(self, observations: Floats, infos: Infos) -> Floats:
        """As measured."""
        return published(infos, "factors", len(observations))

    def changes(self, before: Floats, outcome: Outcome) -> Floats:
        """As measured."""
        return published(outcome.infos, "factor_rewards", len(before))

    def predicted(self, before: Floats, outcome: Outcome) -> Floats:
        """By the environment's causal model."""
        return published(outcome.infos, "epsilon", len(before))


PUBLISHED_FACTORS = PublishedFactors()


def published(infos: Infos, key: str, games: int) -> Floats:
    """One of info's arrays [N, 6], or an error that says how to get it."""
    if key not in infos:
        raise InvalidValue(f'this agent needs info["{key}"]: make the environment with causal="full"')
    values = np.asarray(infos[key], dtype=np.float32)
    if values.shape != (games, len(FACTORS)):
        raise InvalidValue(f'info["{key}"] has shape {values.shape}, this agent needs {(games, len(FACTORS))}')
    return values


#: Numbers of the observation that are whole counts and no parents of the probability of winning.
COUNTED = ("own.library", "opponent.library", "opponent.hand_size", "opponent.untapped", "turn")


@dataclass(frozen=True, slots=True)
class ObservedCounts:
    """Six counts that the observation shows: COUNTED and the cards shown in the own graveyard.

    No causal model predicts them, so their epsilon is the change itself.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """As the observation's layout calls them."""
        return (*COUNTED, "own.graveyard")

    def values(self, observations: Floats, infos: Infos) -> Floats:
        """Cards, permanents and turns, as whole numbers."""
        game, cards = layout.split(observations)
        columns = [layout[name].start for name in COUNTED]
        counted = np.rint(game[:, columns] * [_largest(column) for column in columns])
        zone = [place for place, name in enumerate(layout.zones) if name == "own.graveyard"]
        shown = cards[:, zone].any(axis=2).sum(axis=1, keepdims=True)
        return np.concatenate([counted, shown], axis=1).astype(np.float32)

    def changes(self, before: Floats, outcome: Outcome) -> Floats:
        """From one observation to the next, or to the last of a finished game."""
        return self.values(outcome.last_observations(), outcome.infos) - before

    def predicted(self, before: Floats, outcome: Outcome) -> Floats:
        """The change itself."""
        return self.changes(before, outcome)


def _largest(column: int) -> float:
    """What a number of the game is divided by in the observation: 100 in "cards / 100"."""
    return float(layout.numbers[column].unit.rpartition("/")[2])
