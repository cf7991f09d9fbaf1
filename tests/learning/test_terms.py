"""Every loss term equals a number computed by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.learning import terms
from mtg_causal_rl.learning.batch import Batch, Live, Step
from mtg_causal_rl.learning.networks import Critic


def _step(**given: Any) -> Step:
    """Two transitions with three actions and two factors; `given` replaces parts."""
    half, quarter, rest = math.log(0.5), math.log(0.25), -1e8
    values: dict[str, Tensor] = {
        "live_log_probabilities": torch.tensor([[half, quarter, quarter], [half, half, rest]]),
        "masks": torch.tensor([[True, True, True], [True, True, False]]),
        "actions": torch.tensor([0, 1]),
        "log_probabilities": torch.tensor([math.log(0.25), math.log(0.625)]),  # ratios 2 and 0.8
        "advantages": torch.tensor([1.0, -3.0]),
        "values": torch.tensor([1.0, 2.0]),
        "returns": torch.tensor([2.0, 0.0]),
        "outcomes": torch.tensor([0.0, -1.0]),
        "factor_values": torch.zeros(2, 2),
        "factor_returns": torch.tensor([[1.0, 2.0], [3.0, 0.0]]),
        "epsilon": torch.tensor([[0.0, 1.0], [1.0, 5.0]]),
        "gate": torch.tensor([0.5, 0.25]),
    } | given
    batch = Batch(
        observations=torch.zeros(2, 1),
        masks=values["masks"],
        actions=values["actions"],
        log_probabilities=values["log_probabilities"],
        scores=torch.zeros(2, 0),
        advantages=values["advantages"],
        returns=values["returns"],
        outcomes=values["outcomes"],
        factor_advantages=torch.zeros(2, 2),
        factor_returns=values["factor_returns"],
        epsilon=values["epsilon"],
        blended=values["advantages"],
        offered=torch.arange(values["masks"].shape[1]),
    )
    critic = Critic(values["values"], values["factor_values"], values["gate"], torch.zeros(2))
    return Step(batch, Live(values["live_log_probabilities"], critic), values["advantages"], clip=0.2)


def test_probability_ratio() -> None:
    assert terms.probability_ratio(_step()).tolist() == pytest.approx([2.0, 0.8])


@pytest.mark.parametrize(
    ("advantages", "expected"),
    [
        ([1.0, -3.0], -(1.2 + -2.4) / 2),  # a gain is clipped at 1.2
        ([-1.0, 3.0], -(-2.0 + 2.4) / 2),  # a loss is not
    ],
)
@pytest.mark.parametrize("term", [terms.clipped_surrogate, terms.clipped_surrogate_of_constant])
def test_clipped_surrogate(term: Any, advantages: list[float], expected: float) -> None:
    assert term(_step(advantages=torch.tensor(advantages))).item() == pytest.approx(expected)


def test_only_the_live_surrogate_teaches_the_advantage() -> None:
    live = torch.tensor([1.0, -3.0], requires_grad=True)
    terms.clipped_surrogate(_step(advantages=live)).backward()
    assert live.grad is not None
    assert live.grad.tolist() == pytest.approx([-1.2 / 2, -0.8 / 2])
    assert not terms.clipped_surrogate_of_constant(_step(advantages=live)).requires_grad


def test_value_loss() -> None:
    assert terms.value_loss(_step()).item() == pytest.approx((1.0 + 4.0) / 2)


def test_negative_entropy() -> None:
    first = 0.5 * math.log(2.0) + 2 * 0.25 * math.log(4.0)
    assert terms.negative_entropy(_step()).item() == pytest.approx(-(first + math.log(2.0)) / 2)


def test_factor_loss() -> None:
    assert terms.factor_loss(_step()).item() == pytest.approx((1.0 + 4.0 + 9.0 + 0.0) / 4)


def test_calibration_loss() -> None:
    rising = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 5.0], [3.0, 2.0]])
    returns = torch.tensor([[1.0, 1.0], [3.0, 0.0], [5.0, 5.0], [7.0, 2.0]])  # corr 1 and 1
    falling = torch.tensor([[3.0, 1.0], [2.0, 0.0], [1.0, 5.0], [0.0, 2.0]])  # corr -1 and 1
    zero = torch.zeros(4, 2)
    together = _step(factor_values=zero, factor_returns=returns, epsilon=rising)
    against = _step(factor_values=zero, factor_returns=returns, epsilon=falling)
    assert terms.calibration_loss(together).item() == pytest.approx(-1.0, abs=1e-6)
    assert terms.calibration_loss(against).item() == pytest.approx(0.0, abs=1e-6)


def test_calibration_uses_live_values() -> None:
    values = torch.tensor([[0.0], [4.0]], requires_grad=True)
    step = _step(
        factor_values=values,
        factor_returns=torch.tensor([[2.0], [3.0]]),
        epsilon=torch.tensor([[0.0], [1.0]]),
    )
    loss = terms.calibration_loss(step)  # advantages 2 and -1 against 0 and 1
    assert loss.item() == pytest.approx(1.0, abs=1e-6)


def test_calibration_of_a_constant_factor_is_zero_and_harmless() -> None:
    values = torch.zeros(4, 2, requires_grad=True)
    step = _step(factor_values=values, factor_returns=torch.ones(4, 2), epsilon=torch.zeros(4, 2))
    loss = terms.calibration_loss(step)
    loss.backward()
    assert loss.item() == 0.0
    assert values.grad is not None
    assert values.grad.abs().max() == 0.0


def test_a_small_deviation_is_not_amplified() -> None:
    # Both deviate by 1e-4, a tenth of the clamp: correlation 1 counts as 1/100.
    column = torch.tensor([[0.0], [2e-4]])
    step = _step(factor_values=torch.zeros(2, 1), factor_returns=column, epsilon=column)
    assert terms.calibration_loss(step).item() == pytest.approx(-0.01, rel=0.02)


def test_negative_gate_entropy() -> None:
    quarter = 0.25 * math.log(0.25) + 0.75 * math.log(0.75)
    assert terms.negative_gate_entropy(_step()).item() == pytest.approx((math.log(0.5) + quarter) / 2)


def test_gate_entropy_is_finite_at_both_ends() -> None:
    assert terms.negative_gate_entropy(_step(gate=torch.tensor([0.0, 1.0]))).item() == 0.0


def test_outcome_regression() -> None:
    assert terms.outcome_regression(_step()).item() == pytest.approx((1.0 + 4.0) / 2)
