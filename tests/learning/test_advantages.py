"""The blend of advantages and its normalisation, by hand."""

from __future__ import annotations

import pytest
import torch

from mtg_causal_rl.learning.advantages import Blend, Moments, scalar
from mtg_causal_rl.learning.batch import Batch
from mtg_causal_rl.learning.networks import Critic


def _batch() -> Batch:
    empty = torch.zeros(2)
    return Batch(
        observations=torch.zeros(2, 1),
        masks=torch.ones(2, 1, dtype=torch.bool),
        actions=torch.zeros(2, dtype=torch.int64),
        log_probabilities=empty,
        scores=torch.zeros(2, 0),
        advantages=torch.tensor([1.0, -2.0]),
        returns=empty,
        outcomes=empty,
        factor_advantages=torch.tensor([[4.0, 8.0], [0.0, -4.0]]),
        factor_returns=torch.zeros(2, 2),
        epsilon=torch.zeros(2, 2),
        blended=empty,
        offered=torch.zeros(1, dtype=torch.int64),
    )


def _critic(gate: list[float]) -> Critic:
    return Critic(torch.zeros(2), torch.zeros(2, 2), torch.tensor(gate), torch.tensor([0.75, 0.25]))


def test_ppo_takes_the_scalar_advantage() -> None:
    assert scalar(_batch(), _critic([0.9, 0.9])).tolist() == [1.0, -2.0]


def test_the_blend_by_hand() -> None:
    # Factored: 0.75 * 4 + 0.25 * 8 = 5 and 0.25 * -4 = -1.
    assert Blend()(_batch(), _critic([0.5, 0.25])).tolist() == pytest.approx([3.0, -1.75])


def test_a_held_gate_replaces_the_learned_one() -> None:
    assert Blend(held_gate=0.5)(_batch(), _critic([0.9, 0.1])).tolist() == pytest.approx([3.0, -1.5])


def test_a_closed_gate_gives_the_scalar_advantage_to_the_bit() -> None:
    for blend, gate in ((Blend(held_gate=0.0), 0.7), (Blend(), 0.0)):
        torch.testing.assert_close(blend(_batch(), _critic([gate, gate])), _batch().advantages, atol=0.0, rtol=0.0)


def test_normalising_by_constants_keeps_the_gradient() -> None:
    live = torch.tensor([1.0, 3.0], requires_grad=True)
    normalised = Moments.of(torch.tensor([0.0, 4.0])).normalise(live)
    deviation = 8.0**0.5  # of 0 and 4, with n - 1
    assert normalised.tolist() == pytest.approx([-1.0 / deviation, 1.0 / deviation])
    normalised[0].backward()
    assert live.grad is not None
    assert live.grad.tolist() == pytest.approx([1.0 / deviation, 0.0])
