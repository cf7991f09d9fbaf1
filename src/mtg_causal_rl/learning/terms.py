"""The loss terms: each takes a step and returns a scalar to be minimised. No coefficients."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from mtg_causal_rl.learning.batch import Step
from mtg_causal_rl.learning.masked import entropy, log_probability_of

# Below this deviation a factor counts as constant in a minibatch, or rounding would be amplified. On the
# declared scales one point of life (1/20) in one of 256 transitions deviates by 0.003.
SMALLEST_DEVIATION = 1e-3
STABILITY = 1e-8


def probability_ratio(step: Step) -> Tensor:
    """pi_live(a | s) / pi_stored(a | s), [B]."""
    return (log_probability_of(step.live.log_probabilities, step.batch.actions) - step.batch.log_probabilities).exp()


def _surrogate(step: Step, advantages: Tensor) -> Tensor:
    ratio = probability_ratio(step)
    clipped = ratio.clamp(1.0 - step.clip, 1.0 + step.clip)
    return -torch.minimum(advantages * ratio, advantages * clipped).mean()


def clipped_surrogate(step: Step) -> Tensor:
    """-E[min(r A, clip(r) A)]; where A is a live blend, its gradient reaches gate and mixture.

    That gradient pulls the gate towards whichever advantage is larger, right or wrong.
    """
    return _surrogate(step, step.advantages)


def clipped_surrogate_of_constant(step: Step) -> Tensor:
    """The same number with A as a constant, so that it teaches the policy alone."""
    return _surrogate(step, step.advantages.detach())


def value_loss(step: Step) -> Tensor:
    """E[(R - V)^2]."""
    return functional.mse_loss(step.live.critic.values, step.batch.returns)


def negative_entropy(step: Step) -> Tensor:
    """-E[H(pi)] over the legal actions."""
    return -entropy(step.live.log_probabilities, step.batch.masks).mean()


def factor_loss(step: Step) -> Tensor:
    """1/K sum_k E[(G_k - V_k)^2] over stored returns and live values."""
    return functional.mse_loss(step.live.critic.factor_values, step.batch.factor_returns)


def _clamped_deviation(centred: Tensor) -> Tensor:
    # Clamped before the root, whose slope at 0 is infinite.
    return centred.square().mean(dim=0).clamp_min(SMALLEST_DEVIATION**2).sqrt()


def correlations(left: Tensor, right: Tensor) -> Tensor:
    """Pearson correlation per column, [B, K] twice -> [K]; towards 0 where a column hardly varies."""
    left, right = left - left.mean(dim=0), right - right.mean(dim=0)
    covariance = (left * right).mean(dim=0)
    return covariance / (_clamped_deviation(left) * _clamped_deviation(right) + STABILITY)


def calibration_loss(step: Step) -> Tensor:
    """-1/K sum_k corr(A_k, epsilon_k) with A_k = stored G_k - live V_k.

    It can move V_k(s) alone, a baseline of the state, and so not the credit that tells one action from
    another.
    """
    live_advantages = step.batch.factor_returns - step.live.critic.factor_values
    return -correlations(live_advantages, step.batch.epsilon).mean()


def negative_gate_entropy(step: Step) -> Tensor:
    """-E[H(Bernoulli(g))], which keeps the gate from either end."""
    gate = step.live.critic.gate
    closed = 1.0 - gate
    return (torch.xlogy(gate, gate) + torch.xlogy(closed, closed)).mean()


def outcome_regression(step: Step) -> Tensor:
    """E[(outcome - A)^2]: how far the normalised blend is from what the rewards turned out to be.

    The scalar advantage shares its rewards with the outcome and factors do not, which favours a closed gate.
    """
    return functional.mse_loss(step.advantages, step.batch.outcomes)
