"""Positions and numbers for tests of the causal layer: random counts, one by hand, a made-up fit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.causal import (
    COUNTS,
    HORIZONS,
    PHASES,
    STRATEGY,
    CausalModel,
    Counts,
    Estimate,
    Fit,
    WinModel,
)
from mtg_causal_rl.causal.strategy import LAGGED, PERSISTENT, strategy

ONE = Counts(
    own_mana_sources=np.array([4]),
    own_mana_creatures=np.array([1]),
    own_lands_in_hand=np.array([2]),
    own_hand=np.array([5]),
    own_removal_in_hand=np.array([1]),
    own_power=np.array([7]),
    opponent_power=np.array([3]),
    own_threats=np.array([2]),
    own_permanents=np.array([8]),
    opponent_permanents=np.array([5]),
    own_mana_spent=np.array([3]),
    opponent_mana_spent=np.array([1]),
    opponent_mana_sources=np.array([2]),
    own_life=np.array([18]),
    opponent_life=np.array([11]),
)

#: Numbers made up for tests, by coefficient: the same at both horizons, a tenth more in each later phase.
SLOPES = {
    "mana_next_to_board_pressure": 0.5,
    "threat_density_to_board_pressure": 2.0,
    "mana_next_to_threat_density": 0.02,
    "card_count_to_card_advantage": 0.4,
    "board_pressure_to_card_advantage": 0.3,
    "mana_to_tempo": -0.1,
    "board_pressure_to_tempo": 0.05,
}


def made_up_fit(persistence: float = 0.5) -> Fit:
    return Fit(
        structure=STRATEGY.structure,
        horizons=HORIZONS[1:],
        phases=PHASES,
        coefficients={
            name: {h: tuple(Estimate(SLOPES[name] * f, -1, 3) for f in (1.0, 1.1, 1.2)) for h in HORIZONS[1:]}
            for name in LAGGED
        },
        persistences={name: {h: Estimate(persistence) for h in HORIZONS[1:]} for name in PERSISTENT},
        statistics={"games": 0, "note": "made up for tests"},
    )


def made_up_strategy() -> CausalModel:
    return strategy(made_up_fit(), WinModel.cold())


def random_counts(size: int, generator: np.random.Generator) -> NDArray[np.float64]:
    """[size, counts], beyond every range now and then."""
    highest = dict.fromkeys(COUNTS, 12)
    highest |= {"own_power": 30, "opponent_power": 30, "own_life": 45, "opponent_life": 25, "own_hand": 18}
    rows = generator.integers(0, [highest[name] + 1 for name in COUNTS], size=(size, len(COUNTS)))
    return rows.astype(np.float64)


def measured(model: CausalModel, counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return model.measure(Counts(*counts.T))
