"""The categorical distribution over legal actions: entropy, sampling, the best. No network."""

from __future__ import annotations

import torch
from torch import Tensor

# The logit of an illegal action, as sb3-contrib has it: its probability underflows to exactly 0.
ILLEGAL_LOGIT = -1e8


def masked_log_probabilities(logits: Tensor, masks: Tensor) -> Tensor:
    """log softmax over the legal actions, ILLEGAL_LOGIT elsewhere; logits [..., A], masks bool [..., A].

    No exponential of a very small number is taken, here and below: underflow is ten times slower.
    """
    largest = torch.where(masks, logits.detach(), -torch.inf).amax(dim=-1, keepdim=True)
    shifted = torch.where(masks, logits - largest, 0.0)
    total = torch.where(masks, shifted.exp(), 0.0).sum(dim=-1, keepdim=True)
    return torch.where(masks, shifted - total.log(), ILLEGAL_LOGIT)


def probabilities(log_probabilities: Tensor, masks: Tensor) -> Tensor:
    """Their exponential over the legal actions, 0 elsewhere; [..., A]."""
    return torch.where(masks, torch.where(masks, log_probabilities, 0.0).exp(), 0.0)


def entropy(log_probabilities: Tensor, masks: Tensor) -> Tensor:
    """-sum p log p over the legal actions, [..., A] -> [...]."""
    legal = torch.where(masks, log_probabilities, 0.0)
    return -(legal.exp() * legal).sum(dim=-1)


def log_probability_of(log_probabilities: Tensor, actions: Tensor) -> Tensor:
    """The log-probability of the action taken, [n, A] and [n] -> [n]."""
    return log_probabilities.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def sample(log_probabilities: Tensor, masks: Tensor, uniform: Tensor) -> Tensor:
    """The first legal action whose cumulative probability exceeds `uniform` of the total; [n, A], [n] -> [n].

    `uniform` is at most 1 - 2^-24, as torch draws it; the product then rounds below the total, and some legal
    action exceeds it.
    """
    cumulative = probabilities(log_probabilities, masks).cumsum(dim=-1)
    total = torch.where(masks, cumulative, 0.0).amax(dim=-1)
    threshold = uniform * total
    return ((cumulative > threshold.unsqueeze(-1)) & masks).to(torch.uint8).argmax(dim=-1)


def best(log_probabilities: Tensor, masks: Tensor) -> Tensor:
    """The most probable legal action, the first of equals; [n, A] -> int64 [n]."""
    return torch.where(masks, log_probabilities, -torch.inf).argmax(dim=-1)
