"""Which advantage a policy is improved by, and how it is normalised. No GAE (see returns) and no loss."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from torch import Tensor

from mtg_causal_rl.learning.batch import Batch
from mtg_causal_rl.learning.networks import Critic

STABILITY = 1e-8


class Normalisation(Enum):
    """Over which transitions mean and deviation are taken."""

    MINIBATCH = "minibatch"
    ROLLOUT = "rollout"  # of the blend with the stored gate and mixture, as constants


class Reading(Enum):
    """Which weights blend the stored advantages during the epochs."""

    LIVE = "live"
    STORED = "stored"  # the printed algorithm: gate and mixture get no gradient


def scalar(batch: Batch, critic: Critic) -> Tensor:
    """PPO's advantage."""
    return batch.advantages


@dataclass(frozen=True, slots=True)
class Blend:
    """(1 - g) A + g sum_k w_k A_k; `held_gate` replaces the learned g by a number."""

    held_gate: float | None = None

    def __call__(self, batch: Batch, critic: Critic) -> Tensor:
        gate = critic.gate if self.held_gate is None else self.held_gate
        return (1.0 - gate) * batch.advantages + gate * (batch.factor_advantages @ critic.mixture)


@dataclass(frozen=True, slots=True)
class Moments:
    """Mean and deviation that an advantage is normalised with, both constants."""

    mean: Tensor
    deviation: Tensor

    @classmethod
    def of(cls, advantages: Tensor) -> Moments:
        """Those of `advantages` [n]; the deviation has n - 1 below it, as sb3-contrib's has."""
        constant = advantages.detach()
        return cls(constant.mean(), constant.std())

    def normalise(self, advantages: Tensor) -> Tensor:
        """(A - mean) / deviation, with the gradient of A."""
        return (advantages - self.mean) / (self.deviation + STABILITY)
