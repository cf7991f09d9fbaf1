"""The causal layer: models that can be asked and intervened on. Nothing is defined here."""

from mtg_causal_rl.causal.counts import COUNTS, Counts
from mtg_causal_rl.causal.expression import clip, maximum, minimum, sigmoid, where
from mtg_causal_rl.causal.factors import FACTOR_SCALES, FACTORS
from mtg_causal_rl.causal.fit import Fit
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.paper import PAPER
from mtg_causal_rl.causal.parameters import Coefficient, Estimate, MissingFit, Parameters
from mtg_causal_rl.causal.query import Counterfactual, Intervention
from mtg_causal_rl.causal.strategy import HORIZONS, PHASES, STRATEGY
from mtg_causal_rl.causal.variable import Range, Variable, measured, structural
from mtg_causal_rl.causal.win_learner import FinishedGame, WinLearning, WinProbLearner
from mtg_causal_rl.causal.win_probability import WinModel

__all__ = [
    "COUNTS",
    "FACTORS",
    "FACTOR_SCALES",
    "HORIZONS",
    "PAPER",
    "PHASES",
    "STRATEGY",
    "CausalModel",
    "Coefficient",
    "Counterfactual",
    "Counts",
    "Estimate",
    "FinishedGame",
    "Fit",
    "Intervention",
    "MissingFit",
    "Parameters",
    "Range",
    "Variable",
    "WinLearning",
    "WinModel",
    "WinProbLearner",
    "clip",
    "maximum",
    "measured",
    "minimum",
    "sigmoid",
    "structural",
    "where",
]
