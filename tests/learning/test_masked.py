"""The masked distribution: an illegal action is never played, and its numbers are those of the legal ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mtg_causal_rl.learning.masked import best, entropy, log_probability_of, masked_log_probabilities, sample

ALMOST_ONE = float(np.nextafter(np.float32(1.0), np.float32(0.0)))


def _batch(seed: int, spread: float) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(64, 478, generator=generator) * spread
    masks = torch.rand(64, 478, generator=generator) < 0.02
    masks[torch.arange(64), torch.randint(478, (64,), generator=generator)] = True
    return logits, masks


@given(
    seed=st.integers(0, 2**31),
    spread=st.sampled_from([0.01, 1.0, 30.0, 1e4]),
    uniform=st.sampled_from([0.0, 1e-30, 0.25, 0.5, 0.999999, ALMOST_ONE]),
)
def test_no_illegal_action_is_sampled(seed: int, spread: float, uniform: float) -> None:
    logits, masks = _batch(seed, spread)
    actions = sample(masked_log_probabilities(logits, masks), masks, torch.full((64,), uniform))
    assert masks[torch.arange(64), actions].all()


def test_sampling_follows_the_probabilities() -> None:
    masks = torch.tensor([[True, False, True, True]]).expand(100_000, 4)
    logits = torch.tensor([math.log(1.0), 50.0, math.log(2.0), math.log(5.0)]).expand(100_000, 4)
    uniform = torch.rand(100_000, generator=torch.Generator().manual_seed(0))
    counts = sample(masked_log_probabilities(logits, masks), masks, uniform).bincount(minlength=4) / 100_000
    torch.testing.assert_close(counts, torch.tensor([0.125, 0.0, 0.25, 0.625]), atol=0.006, rtol=0.0)


def test_probabilities_and_entropy_by_hand() -> None:
    masks = torch.tensor([[True, True, False]])
    log_probabilities = masked_log_probabilities(torch.tensor([[0.0, math.log(3.0), 9.0]]), masks)
    assert log_probabilities.exp()[0].tolist() == pytest.approx([0.25, 0.75, 0.0])
    by_hand = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75))
    assert entropy(log_probabilities, masks).item() == pytest.approx(by_hand)
    assert log_probability_of(log_probabilities, torch.tensor([1])).item() == pytest.approx(math.log(0.75))


def test_an_illegal_action_has_probability_zero_and_no_gradient() -> None:
    logits = torch.tensor([[1.0, 2.0, 3.0]], requires_grad=True)
    masks = torch.tensor([[True, False, True]])
    log_probabilities = masked_log_probabilities(logits, masks)
    assert log_probabilities.exp()[0, 1] == 0.0
    (entropy(log_probabilities, masks).sum() + log_probabilities[0, 0]).backward()
    assert logits.grad is not None
    assert logits.grad[0, 1] == 0.0
    assert torch.isfinite(logits.grad).all()


def test_the_best_is_the_first_of_equal_legal_actions() -> None:
    masks = torch.tensor([[False, True, True, True]])
    assert best(torch.tensor([[9.0, 1.0, 2.0, 2.0]]), masks).tolist() == [2]
