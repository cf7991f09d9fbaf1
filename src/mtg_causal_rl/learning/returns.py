"""Generalised advantage estimation, for one reward or for one per factor. No normalisation, no network."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Endings:
    """Where games ended, bool [T, N] each; a game that did both counts as terminated."""

    terminated: Tensor
    truncated: Tensor

    def like(self, values: Tensor) -> tuple[Tensor, Tensor]:
        """Both, shaped to broadcast against values [T, N] or [T, N, K]."""
        extra = (1,) * (values.dim() - 2)
        shape = (*self.terminated.shape, *extra)
        return self.terminated.view(shape), self.truncated.view(shape)


def next_values(values: Tensor, last: Tensor, final: Tensor, endings: Endings) -> Tensor:
    """V(s_{t+1}): 0 where the game terminated, V(its true final observation) where it was cut off.

    values, final [T, N] or [T, N, K]; last [N] or [N, K] belongs to the observation after the rollout.
    """
    terminated, truncated = endings.like(values)
    following = torch.cat((values[1:], last.unsqueeze(0)))
    return torch.where(terminated, 0.0, torch.where(truncated, final, following))


def advantages(
    rewards: Tensor, values: Tensor, following: Tensor, endings: Endings, *, gamma: float, trace: float
) -> Tensor:
    """A_t = d_t + gamma * trace * (1 - ended_t) * A_{t+1} with d_t = r_t + gamma * V(s_{t+1}) - V(s_t).

    All [T, N] or [T, N, K]; `trace` is GAE's lambda; trace = 1 gives the discounted sum of rewards minus V.
    """
    terminated, truncated = endings.like(values)
    carried = gamma * trace * (~(terminated | truncated)).to(values.dtype)
    deltas = rewards + gamma * following - values
    result = torch.empty_like(values)
    running = torch.zeros_like(values[0])
    for step in range(len(values) - 1, -1, -1):
        running = deltas[step] + carried[step] * running
        result[step] = running
    return result
