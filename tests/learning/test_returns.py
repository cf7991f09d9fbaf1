"""Generalised advantages against sums written out by hand, with terminations, truncations and factors."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.learning.returns import Endings, advantages, next_values

GAMMA, TRACE = 0.9, 0.8


def _column(*values: float) -> Tensor:
    return torch.tensor(values).unsqueeze(1)


def _endings(terminated: tuple[bool, ...], truncated: tuple[bool, ...]) -> Endings:
    return Endings(torch.tensor(terminated).unsqueeze(1), torch.tensor(truncated).unsqueeze(1))


REWARDS, VALUES, LAST = _column(1.0, 2.0, 3.0), _column(0.5, 0.4, 0.3), torch.tensor([0.2])


def _advantages(endings: Endings, final: Tensor, trace: float = TRACE) -> list[float]:
    following = next_values(VALUES, LAST, final, endings)
    result: list[float] = advantages(REWARDS, VALUES, following, endings, gamma=GAMMA, trace=trace)[:, 0].tolist()
    return result


def test_a_game_that_goes_on_bootstraps_from_the_observation_after_the_rollout() -> None:
    endings = _endings((False, False, False), (False, False, False))
    third = 3.0 + 0.9 * 0.2 - 0.3
    second = (2.0 + 0.9 * 0.3 - 0.4) + 0.72 * third
    first = (1.0 + 0.9 * 0.4 - 0.5) + 0.72 * second
    assert _advantages(endings, torch.zeros(3, 1)) == pytest.approx([first, second, third])


def test_nothing_crosses_a_termination() -> None:
    endings = _endings((False, True, False), (False, False, False))
    third = 3.0 + 0.9 * 0.2 - 0.3
    second = 2.0 - 0.4
    first = (1.0 + 0.9 * 0.4 - 0.5) + 0.72 * second
    assert _advantages(endings, torch.full((3, 1), 7.0)) == pytest.approx([first, second, third])


def test_a_truncation_bootstraps_from_its_true_last_observation() -> None:
    endings = _endings((False, False, False), (False, True, False))
    third = 3.0 + 0.9 * 0.2 - 0.3
    second = 2.0 + 0.9 * 7.0 - 0.4
    first = (1.0 + 0.9 * 0.4 - 0.5) + 0.72 * second
    assert _advantages(endings, _column(0.0, 7.0, 0.0)) == pytest.approx([first, second, third])


def test_a_game_that_did_both_counts_as_terminated() -> None:
    both = _endings((False, True, False), (False, True, False))
    terminated = _endings((False, True, False), (False, False, False))
    final = _column(0.0, 7.0, 0.0)
    assert _advantages(both, final) == _advantages(terminated, final)


def test_trace_one_is_the_discounted_sum_minus_the_value() -> None:
    endings = _endings((False, False, False), (False, False, False))
    total = 1.0 + 0.9 * 2.0 + 0.81 * 3.0 + 0.729 * 0.2
    assert _advantages(endings, torch.zeros(3, 1), trace=1.0)[0] == pytest.approx(total - 0.5)


def test_each_factor_is_a_channel_of_its_own() -> None:
    endings = _endings((False, True, False), (False, False, True))
    final = torch.randn(3, 1, 2, generator=torch.Generator().manual_seed(0))
    rewards, values = final * 2.0 + 1.0, final - 0.5
    last = torch.tensor([[0.3, 0.7]])
    together = advantages(rewards, values, next_values(values, last, final, endings), endings, gamma=GAMMA, trace=TRACE)
    for factor in range(2):
        following = next_values(values[..., factor], last[:, factor], final[..., factor], endings)
        alone = advantages(rewards[..., factor], values[..., factor], following, endings, gamma=GAMMA, trace=TRACE)
        torch.testing.assert_close(together[..., factor], alone, atol=0.0, rtol=0.0)
