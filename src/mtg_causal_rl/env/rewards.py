"""Reward schemes as frozen values: what an outcome, the potential and the events of a step are worth. No games.

A scheme's reward for one step is outcome + gamma * potential(after) - potential(before) + signals. The
potential is 0 after a terminal step and kept at a truncated one, so its discounted sum over an episode
telescopes to -potential(first), plus gamma^T * potential(last) where the episode was cut off: it cannot
change which policy is best (Ng et al. 1999; over observations: Eck et al. 2016). Signals have no such
guarantee.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.counts import COUNTS
from mtg_causal_rl.errors import InvalidValue, unknown_name

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a finished game is worth. A draw counts as a loss: only wins count, nobody is paid for stalling."""

    win: float = 1.0
    draw: float = -1.0
    loss: float = -1.0

    @property
    def by_winner(self) -> Values:
        """In the order agent, opponent, nobody."""
        return np.array([self.win, self.loss, self.draw])


@dataclass(frozen=True, slots=True)
class Transition:
    """One step of n games: counts [n, 15] and the scheme's potential [n] where it began and where it led."""

    counts_before: npt.NDArray[np.float32]
    counts_after: npt.NDArray[np.float32]
    potential_before: Values
    potential_after: Values
    gamma: float
    terminated: npt.NDArray[np.bool_]
    winner: npt.NDArray[np.int32]  # 0 the agent, 1 the opponent, 2 nobody; meant where terminated


@dataclass(frozen=True, slots=True)
class Reward:
    """A scheme. `potential` weighs causal variables; `rises` and `falls`, how far a count rose or fell."""

    name: str
    outcome: Outcome = field(default_factory=Outcome)
    potential: Mapping[str, float] = field(default_factory=dict)
    rises: Mapping[str, float] = field(default_factory=dict)
    falls: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for weights in (self.potential, self.rises, self.falls):
            for name, weight in weights.items():
                if not np.isfinite(weight):
                    raise InvalidValue(f"reward {self.name!r}: the weight of {name} is {weight}")

    def check(self, variables: Sequence[str]) -> None:
        """Refuses names that neither the counts nor these causal variables have."""
        for weights, known in ((self.potential, variables), (self.rises, COUNTS), (self.falls, COUNTS)):
            for name in weights:
                if name not in known:
                    raise unknown_name("quantity", name, known, f"reward {self.name!r}")

    def of(self, step: Transition) -> Values:
        """The reward of each game, float64[n]."""
        after = np.where(step.terminated, 0.0, step.potential_after)
        outcome = np.where(step.terminated, self.outcome.by_winner[step.winner], 0.0)
        reward = outcome + (step.gamma * after - step.potential_before)
        for weights, sign in ((self.rises, 1.0), (self.falls, -1.0)):
            for name, weight in weights.items():
                place = COUNTS.index(name)
                moved = sign * (step.counts_after[:, place] - step.counts_before[:, place])
                reward = reward + weight * np.maximum(moved, 0.0)
        return reward

    def potential_of(self, variables: Values, names: Sequence[str]) -> Values:
        """The potential of each game, float64[n], from its causal variables [n, V]."""
        total = np.zeros(len(variables))
        for name, weight in self.potential.items():
            total = total + weight * variables[:, names.index(name)]
        return total


#: The paper names five coefficients and gives none. Each of these is a share over its variable's range, the
#: shares together 1, so that the potential is never larger than the outcome it leads to.
POTENTIAL = {
    "mana": 0.1 / 10,
    "card_advantage": 0.2 / 10,
    "board_pressure": 0.25 / 20,
    "tempo": 0.05 / 1,
    "life_buffer": 0.4 / 20,
}

SPARSE = Reward("sparse")
SHAPED = Reward("shaped", potential=POTENTIAL)
#: Shaped, and in each step: damage to the opponent (0.2 for the whole life), cards that came to the hand, and
#: threats that came onto the battlefield. These do change what is best.
DENSE = Reward(
    "dense",
    potential=POTENTIAL,
    falls={"opponent_life": 0.01},
    rises={"own_hand": 0.01, "own_threats": 0.02},
)
REWARDS = {reward.name: reward for reward in (SPARSE, SHAPED, DENSE)}


def read_reward(value: object, variables: Sequence[str]) -> Reward:
    """A scheme by its name or as a value, for an environment with these causal variables."""
    if not isinstance(value, Reward):
        if not isinstance(value, str) or value not in REWARDS:
            raise unknown_name("reward", value, REWARDS)
        value = REWARDS[value]
    value.check(variables)
    return value
