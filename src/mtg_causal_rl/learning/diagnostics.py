"""What is logged of a rollout: the critic's fit, the factors' credit, the gate. No gradient."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from mtg_causal_rl.learning.experience import Experience
from mtg_causal_rl.learning.rollout import Finished

# A gate within this distance of 0 or 1 has collapsed in that state.
COLLAPSED_WITHIN = 0.05


def explained_variance(predicted: Tensor, observed: Tensor) -> float:
    """1 - Var(observed - predicted) / Var(observed); nan where nothing varies."""
    variance = observed.var()
    return float(1.0 - (observed - predicted).var() / variance) if variance > 0 else math.nan


def correlation(left: Tensor, right: Tensor) -> Tensor:
    """Pearson's, per column, [B, K] twice -> [K]; nan where a column is constant."""
    left, right = left - left.mean(dim=0), right - right.mean(dim=0)
    return (left * right).sum(dim=0) / (left.square().sum(dim=0) * right.square().sum(dim=0)).sqrt()


def sign_agreement(left: Tensor, right: Tensor) -> Tensor:
    """How often the signs agree where the right one is not zero, per column; nan where it always is."""
    counted = right != 0
    agreeing = (left.sign() == right.sign()) & counted
    return agreeing.sum(dim=0) / counted.sum(dim=0).float()


def credit_shares(factor_advantages: Tensor, mixture: Tensor) -> Tensor:
    """Mean over transitions of |w_k A_k| / sum_j |w_j A_j|, [B, K] and [K] -> [K]."""
    sizes = (factor_advantages * mixture).abs()
    return (sizes / sizes.sum(dim=1, keepdim=True).clamp_min(1e-12)).mean(dim=0)


@torch.no_grad()
def of_experience(experience: Experience, factors: Sequence[str]) -> dict[str, float]:
    """The paper's diagnostics of one rollout, with the weights that collected it."""
    batch, critic = experience.batch, experience.critic
    logged = {
        "explained_variance": explained_variance(critic.values, batch.returns),
        "value_mean": float(critic.values.mean()),
        "advantage_deviation": float(batch.advantages.std()),
    }
    if critic.mixture.numel():
        logged |= _of_gate(experience) | _of_factors(experience, factors)
    return logged


def _of_gate(experience: Experience) -> dict[str, float]:
    batch, critic = experience.batch, experience.critic
    gate, factored = critic.gate, batch.factor_advantages @ critic.mixture
    collapsed = (gate < COLLAPSED_WITHIN) | (gate > 1.0 - COLLAPSED_WITHIN)
    # At ratio 1 the surrogate's derivative in g, so where it pulls the gate: up if positive.
    pull = (factored - batch.advantages) / experience.moments.deviation
    return {
        "gate/mean": float(gate.mean()),
        "gate/min": float(gate.min()),
        "gate/max": float(gate.max()),
        "gate/collapsed": float(collapsed.float().mean()),
        "gate/pull": float(pull.mean()),
    }


def _of_factors(experience: Experience, factors: Sequence[str]) -> dict[str, float]:
    batch, mixture = experience.batch, experience.critic.mixture
    columns = {
        "correlation": correlation(batch.factor_advantages, batch.epsilon),
        "sign_agreement": sign_agreement(batch.factor_advantages, batch.epsilon),
        "credit": credit_shares(batch.factor_advantages, mixture),
        "mixture": mixture,
        # The calibration loss moves V_k away from the mean return: by how much.
        "bias": (experience.critic.factor_values - batch.factor_returns).mean(dim=0),
        "explained_variance": _explained(experience),
    }
    return {
        f"{kind}/{name}": float(value)
        for kind, values in columns.items()
        for name, value in zip(factors, values, strict=True)
    }


def _explained(experience: Experience) -> Tensor:
    pairs = zip(experience.critic.factor_values.T, experience.batch.factor_returns.T, strict=True)
    return torch.tensor([explained_variance(predicted, observed) for predicted, observed in pairs])


def of_games(finished: Finished) -> dict[str, float]:
    """Means over the games that ended in a rollout; nan where none did."""
    winners = np.asarray(finished.winners)
    return {
        "games": float(len(winners)),
        "win_rate": _mean(winners == 0),
        "draw_rate": _mean(winners == 2),
        "return": _mean(finished.returns),
        "length": _mean(finished.lengths),
        "turns": _mean(finished.turns),
    }


def _mean(values: object) -> float:
    array = np.asarray(values, dtype=np.float64)
    return float(array.mean()) if array.size else math.nan
