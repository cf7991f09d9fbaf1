"""What is logged, by hand."""

from __future__ import annotations

import math

import pytest
import torch

from mtg_causal_rl.learning import diagnostics
from mtg_causal_rl.learning.rollout import Finished


def test_explained_variance() -> None:
    observed = torch.tensor([0.0, 2.0, 4.0])
    assert diagnostics.explained_variance(observed, observed) == 1.0
    assert diagnostics.explained_variance(torch.full((3,), 9.0), observed) == 0.0
    assert diagnostics.explained_variance(-observed, observed) == pytest.approx(-3.0)
    assert math.isnan(diagnostics.explained_variance(observed, torch.ones(3)))


def test_correlation_per_factor() -> None:
    left = torch.tensor([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    right = torch.tensor([[3.0, 0.0], [2.0, 1.0], [1.0, 2.0]])
    found = diagnostics.correlation(left, right)
    assert found[0].item() == pytest.approx(-1.0)
    assert found[1].isnan()


def test_sign_agreement_skips_what_was_not_predicted() -> None:
    left = torch.tensor([[1.0, 1.0], [-2.0, 1.0], [3.0, 1.0], [4.0, 1.0]])
    right = torch.tensor([[0.5, 0.0], [0.1, 0.0], [0.0, 0.0], [9.0, 0.0]])
    found = diagnostics.sign_agreement(left, right)
    assert found[0].item() == pytest.approx(2 / 3)
    assert found[1].isnan()


def test_credit_shares_are_means_of_shares() -> None:
    shares = diagnostics.credit_shares(torch.tensor([[1.0, -1.0], [0.0, 5.0]]), torch.tensor([0.75, 0.25]))
    assert shares.tolist() == pytest.approx([0.375, 0.625])


def test_games_are_counted_from_the_agents_side() -> None:
    finished = Finished([1.0, -1.0, 0.0, 1.0], [10, 20, 30, 40], [0, 1, 2, 0], [4, 5, 6, 7])
    logged = diagnostics.of_games(finished)
    assert logged == {
        "games": 4,
        "win_rate": 0.5,
        "draw_rate": 0.25,
        "return": 0.25,
        "length": 25,
        "turns": 5.5,
    }
    assert math.isnan(diagnostics.of_games(Finished())["win_rate"])
