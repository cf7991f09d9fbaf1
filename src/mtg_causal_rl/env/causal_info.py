"""The causal record of an environment: the model that the core evaluates, and its factors. No rewards."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.strategy import HORIZONS, STRATEGY, VARIABLES
from mtg_causal_rl.causal.win_probability import WinModel

NAMES = tuple(variable.name for variable in VARIABLES)
LEVELS = ("off", "factors", "full")
WIN_MODEL = WinModel.cold()

Values = npt.NDArray[np.float64]

_FACTORS = np.array([NAMES.index(name) for name in FACTORS])
_WIN_PROBABILITY = NAMES.index("win_probability")


@cache
def compiled_model() -> bytes:
    """The model whose measures the core writes at every step."""
    return STRATEGY.compile(HORIZONS[0]).to_bytes()


def settled(variables: Values, won: npt.NDArray[np.bool_]) -> Values:
    """A finished game keeps its last values; its probability of winning is then 1 or 0 (a draw 0)."""
    final = variables.copy()
    final[:, _WIN_PROBABILITY] = won
    return final


def factors_of(variables: Values) -> Values:
    """The six parents of the probability of winning, float64[n, 6], in the paper's order."""
    return variables[:, _FACTORS]
