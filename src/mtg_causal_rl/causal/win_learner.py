"""Learns the probability of winning from finished games. For trainers: environments hold frozen weights."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.causal.calibration import Calibration, calibration
from mtg_causal_rl.causal.expression import sigmoid
from mtg_causal_rl.causal.factors import FACTOR_SCALES, FACTORS
from mtg_causal_rl.causal.variable import Array
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.errors import InvalidValue

#: A factor that varies less than this over the whole buffer keeps its declared scale.
_SMALLEST_DEVIATION = 1e-6


@dataclass(frozen=True, slots=True)
class WinLearning:
    """How it is learned; the defaults are the paper's."""

    buffer_games: int = 2000
    refit_every: int = 200
    steps: int = 200
    learning_rate: float = 0.01

    def __post_init__(self) -> None:
        if min(self.buffer_games, self.refit_every, self.steps) < 1 or not self.learning_rate > 0:
            raise InvalidValue(f"every number of the win learner is above 0: {self}")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One player's view of a finished game: factors [d, 6] and turn [d] of each decision, and the result."""

    factors: Array
    turns: NDArray[np.integer[Any]]
    won: bool

    def __post_init__(self) -> None:
        factors, turns = np.asarray(self.factors, dtype=np.float64), np.asarray(self.turns)
        if factors.ndim != 2 or factors.shape[1] != len(FACTORS) or turns.shape != (len(factors),):
            raise InvalidValue(
                f"a game needs factors [d, {len(FACTORS)}] and turns [d]: {factors.shape}, {turns.shape}"
            )
        if not np.isfinite(factors).all():
            raise InvalidValue("the factors of a finished game are finite numbers")
        object.__setattr__(self, "factors", factors)
        object.__setattr__(self, "turns", turns)

    def one_per_turn(self, generator: np.random.Generator) -> Array:
        """Factors [turns, 6] of one randomly drawn decision for each turn."""
        _, counts = np.unique(self.turns, return_counts=True)
        by_turn = np.argsort(self.turns, kind="stable")
        starts = np.cumsum(counts) - counts
        drawn: Array = self.factors[by_turn[starts + generator.integers(counts)]]
        return drawn


@dataclass(frozen=True, slots=True)
class _Sample:
    """The drawn decisions of one game, and what was predicted for them before they were learned from."""

    factors: Array
    predicted: Array
    won: bool


class WinProbLearner:
    """Logistic regression over the last finished games, refitted after every so many.

    Each step descends the mean gradient over the whole buffer, so only the drawn decisions are random.
    A refit starts from the probabilities in force, written for the new scaling.
    """

    def __init__(self, learning: WinLearning | None = None, model: WinModel | None = None) -> None:
        self.learning = learning or WinLearning()
        self.model = model or WinModel.cold()
        self.games = 0
        self._buffer: deque[_Sample] = deque(maxlen=self.learning.buffer_games)

    def record(self, game: FinishedGame, generator: np.random.Generator) -> bool:
        """Takes a finished game; True where that completed the next refit, so that `model` is new."""
        drawn = game.one_per_turn(generator)
        self._buffer.append(_Sample(drawn, self.model.probability(drawn), bool(game.won)))
        self.games += 1
        if self.games % self.learning.refit_every:
            return False
        self.model = self._refitted()
        return True

    def calibration(self) -> Calibration:
        """How good the predictions were that stood when each game ended, before it was learned from."""
        if not sum(len(sample.predicted) for sample in self._buffer):
            raise InvalidValue(
                "the win learner has recorded no decisions yet, so there is nothing to calibrate"
            )
        return calibration(np.concatenate([sample.predicted for sample in self._buffer]), self._outcomes())

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to go on: settings, weights with their scaling, and the buffer."""
        return {
            "learning": asdict(self.learning),
            "model": self.model.to_json(),
            "games": self.games,
            "decisions": np.array([len(sample.factors) for sample in self._buffer], dtype=np.int64),
            "won": np.array([sample.won for sample in self._buffer], dtype=np.bool_),
            "factors": self._factors(),
            "predicted": np.concatenate([np.empty(0), *(sample.predicted for sample in self._buffer)]),
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on from a saved state; one with other settings is refused."""
        if dict(state["learning"]) != asdict(self.learning):
            raise InvalidValue(
                f"the saved win learner has {state['learning']}, this one {asdict(self.learning)}"
            )
        ends = np.cumsum(state["decisions"])[:-1]
        rows = zip(
            np.split(state["factors"], ends), np.split(state["predicted"], ends), state["won"], strict=True
        )
        self._buffer.clear()
        if len(state["won"]):
            self._buffer.extend(_Sample(factors, predicted, bool(won)) for factors, predicted, won in rows)
        self.model = WinModel.from_json(state["model"], "the saved win learner")
        self.games = int(state["games"])

    def _refitted(self) -> WinModel:
        factors, outcomes = self._factors(), self._outcomes()
        if not len(factors):
            return self.model
        deviation = factors.std(axis=0)
        scale = np.where(deviation < _SMALLEST_DEVIATION, tuple(FACTOR_SCALES.values()), deviation)
        start = self.model.on_scale(factors.mean(axis=0), scale)
        standardised = (factors - start.mean) / scale
        weights, bias = np.array(start.weights), start.bias
        for _ in range(self.learning.steps):
            # einsum, not BLAS: its order of summation is the same for any number of threads
            error = sigmoid(bias + np.einsum("nk,k->n", standardised, weights)) - outcomes
            weights = weights - self.learning.learning_rate * np.einsum("nk,n->k", standardised, error) / len(
                error
            )
            bias = bias - self.learning.learning_rate * float(error.mean())
        return WinModel(
            tuple(weights), bias, start.mean, start.scale, f"learned from {self.games} finished games"
        )

    def _factors(self) -> Array:
        return np.concatenate([np.empty((0, len(FACTORS))), *(sample.factors for sample in self._buffer)])

    def _outcomes(self) -> Array:
        won = np.array([sample.won for sample in self._buffer], dtype=np.float64)
        return np.repeat(won, [len(sample.factors) for sample in self._buffer])
