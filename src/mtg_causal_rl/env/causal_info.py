"""The causal record of an environment: the model that the core evaluates, and its factors. No rewards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.counts import Counts
from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.parameters import MissingFit
from mtg_causal_rl.causal.strategy import HORIZONS, STRATEGY
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.errors import InvalidValue, unknown_name

LEVELS = ("off", "factors", "full")
WIN_PROBABILITY = "win_probability"

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """A causal model as an environment uses it: its variables in order, its factors among them, and it compiled."""

    model: CausalModel
    win_model: WinModel
    names: tuple[str, ...]
    program: bytes
    factors: npt.NDArray[np.int64]  # places of the factors, in the paper's order
    outcome: int  # place of the probability of winning

    def factors_of(self, variables: Values) -> Values:
        """The six parents of the probability of winning, float64[n, 6]."""
        return variables[:, self.factors]

    def settled(self, variables: Values, won: npt.NDArray[np.bool_]) -> Values:
        """A finished game keeps its last values; its probability of winning is then 1 or 0 (a draw 0)."""
        final = variables.copy()
        final[:, self.outcome] = won
        return final

    def with_win_model(self, win_model: WinModel) -> Measures:
        """The same model with other weights of winning."""
        return measures(self.model, win_model)


@lru_cache(maxsize=8)
def standard_measures() -> Measures:
    """STRATEGY before anything was learned."""
    return measures(STRATEGY, WinModel.cold())


def measures(model: CausalModel, win_model: WinModel) -> Measures:
    """A model over the core's counts, with the six factors and a probability of winning among its variables."""
    if model.view is not Counts:
        raise InvalidValue(f"{model.name} is not measured from the counts of a game, so no environment can show it")
    for name in (*FACTORS, WIN_PROBABILITY):
        if name not in model.names:
            raise unknown_name("factor", name, model.names, f"the causal model {model.name}")
    weighted = model.with_coefficients(_coefficients(model, win_model))
    try:
        program = weighted.compile(HORIZONS[0] if HORIZONS[0] in model.parameters.horizons else None)
    except MissingFit as problem:
        raise InvalidValue(f"{model.name} cannot be used in an environment: {problem}") from problem
    places = np.array([model.names.index(name) for name in FACTORS])
    outcome = model.names.index(WIN_PROBABILITY)
    return Measures(model, win_model, model.names, program.to_bytes(), places, outcome)


def _coefficients(model: CausalModel, win_model: WinModel) -> dict[str, Any]:
    """The win model's weights by the names that the model knows."""
    known = model.parameters.coefficients
    given = win_model.coefficients(model.parameters.horizons, model.parameters.phases)
    return {name: number for name, number in given.items() if name in known}


def read_measures(causal_model: object, win_model: object) -> Measures:
    """The options `causal_model` and `win_model`."""
    if causal_model is not None and not isinstance(causal_model, CausalModel):
        raise InvalidValue(f"causal_model is a CausalModel, not {causal_model!r}")
    if isinstance(win_model, str) and win_model != "cold":
        raise unknown_name("win_model", win_model, ("cold",), "the environment")
    if not isinstance(win_model, str | WinModel):
        raise InvalidValue(f"win_model is 'cold' or a WinModel, not {win_model!r}")
    weights = WinModel.cold() if isinstance(win_model, str) else win_model
    if causal_model is None and isinstance(win_model, str):
        return standard_measures()
    return measures(causal_model or STRATEGY, weights)
