"""PAPER: the printed equations and nothing else. The variables are defined in strategy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from mtg_causal_rl.causal.counts import Counts
from mtg_causal_rl.causal.expression import Value, clip, maximum, where
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.parameters import Parameters
from mtg_causal_rl.causal.strategy import (
    HORIZONS,
    PHASES,
    STRATEGY,
    VARIABLES,
    removal_available,
    win_probability,
)
from mtg_causal_rl.causal.variable import Mechanism
from mtg_causal_rl.causal.win_probability import WinModel


def mana_next(mana: Value, land_drop: Value, mana_creatures: Value) -> Value:
    return mana + where(land_drop > 0, 1.0, 0.0) + mana_creatures


def board_pressure(own_power: Value, opponent_power: Value) -> Value:
    return own_power - opponent_power


def threat_density(own_threats: Value, own_permanents: Value) -> Value:
    return own_threats / maximum(1.0, own_permanents)


def tempo(
    mana: Value, own_mana_spent: Value, opponent_mana_spent: Value, opponent_mana_sources: Value
) -> Value:
    own = own_mana_spent / maximum(1.0, mana)
    return clip(own - opponent_mana_spent / maximum(1.0, opponent_mana_sources), -1.0, 1.0)


#: The five printed equations and the pass-through of the table; every other variable is exogenous here.
EQUATIONS: Mapping[str, Mechanism | None] = MappingProxyType(
    {
        "mana_next": mana_next,
        "board_pressure": board_pressure,
        "threat_density": threat_density,
        "tempo": tempo,
        "removal_available": removal_available.mechanism,
        "win_probability": win_probability.mechanism,
    }
)


def paper(win_model: WinModel) -> CausalModel:
    """The printed equations with these weights; the same at every horizon, since they do not speak of time.

    Equations over raw counts need those counts among the values only where an intervention reaches them.
    """
    variables = tuple(replace(variable, mechanism=EQUATIONS.get(variable.name)) for variable in VARIABLES)
    parameters = Parameters(HORIZONS, PHASES, win_model.coefficients(HORIZONS, PHASES))
    return CausalModel("PAPER", variables, Counts, parameters, drawn_edges=STRATEGY.edges)


PAPER = paper(WinModel.cold())
