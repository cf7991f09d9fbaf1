"""What may be done to each minibatch before the losses see it: controls that take information out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mtg_causal_rl.game.layout import actions
from mtg_causal_rl.learning.batch import Batch

Alteration = Callable[[Batch, torch.Generator], Batch]


@dataclass(frozen=True, slots=True)
class PermutedEpsilon:
    """Epsilon exchanged at random among the transitions of a minibatch whose actions are of one category.

    Its distribution in each category stays; which transition it belonged to is lost.
    """

    def __call__(self, batch: Batch, generator: torch.Generator) -> Batch:
        categories = category_of_each_action(batch.actions.device)[batch.offered[batch.actions]]
        return replace(batch, epsilon=batch.epsilon[shuffled_within(categories, generator)])


def category_of_each_action(device: torch.device) -> Tensor:
    """The row of the action table that each action belongs to, int64 [A]."""
    counts = torch.tensor([category.count for category in actions.categories])
    return torch.repeat_interleave(torch.arange(len(counts)), counts).to(device)


def shuffled_within(groups: Tensor, generator: torch.Generator) -> Tensor:
    """A permutation, int64 [n], that sends every row to a row of the same group, all such equally likely."""
    mixed = torch.randperm(len(groups), generator=generator, device=groups.device)
    to = torch.argsort(groups, stable=True)
    source = mixed[torch.argsort(groups[mixed], stable=True)]
    permutation = torch.empty_like(source)
    permutation[to] = source
    return permutation
