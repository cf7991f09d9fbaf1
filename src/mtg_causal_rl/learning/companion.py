"""What may learn and act beside the network: the interface alone; the world model is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import torch
from torch import Tensor

from mtg_causal_rl.learning.rollout import Rollout


class Companion(Protocol):
    """Scores actions while games are played and learns after each rollout."""

    def scores(self, factors: Tensor, masks: Tensor) -> Tensor:
        """What it thinks of each legal action, [n, A], 0 elsewhere; factors [n, K], masks bool [n, A]."""

    def acting(self, logits: Tensor, masks: Tensor, scores: Tensor, progress: float) -> Tensor:
        """Log-probabilities [n, A] of the policy that acts, differentiable in `logits`."""

    def deciding(self, logits: Tensor, masks: Tensor, scores: Tensor) -> Tensor:
        """The same without exploration, for evaluation."""

    def learn(self, rollout: Rollout, generator: torch.Generator) -> Mapping[str, float]:
        """Train on a finished rollout; returns what to log."""

    def state(self) -> dict[str, Tensor]:
        """Everything that a resumed run needs."""

    def load(self, state: Mapping[str, Tensor]) -> None:
        """Take what `state` gave."""

    def to(self, device: torch.device) -> Companion:
        """Move everything to `device`."""


class CompanionSettings(Protocol):
    """A frozen value that builds a companion."""

    def build(self, factors: int, actions: int, generator: torch.Generator) -> Companion:
        """A new companion; weights are drawn from `generator`."""
