"""Brier score, expected calibration error and bins by hand."""

from __future__ import annotations

import numpy as np
import pytest

from mtg_causal_rl.causal.calibration import calibration
from mtg_causal_rl.errors import InvalidValue


def test_by_hand() -> None:
    report = calibration([0.1, 0.1, 0.8, 1.0], [0, 1, 1, 1], bins=2)
    assert report.count == 4
    assert report.brier == pytest.approx((0.01 + 0.81 + 0.04 + 0) / 4)
    assert report.brier_of_constant == pytest.approx(0.75 * 0.25)
    assert report.expected_error == pytest.approx(0.5 * 0.4 + 0.5 * 0.1)
    assert report.skill == pytest.approx(1 - 0.215 / 0.1875)
    assert [(b.low, b.high, b.count, b.observed) for b in report.bins] == [(0, 0.5, 2, 0.5), (0.5, 1, 2, 1)]


def test_true_probabilities_are_calibrated() -> None:
    generator = np.random.default_rng(7)
    probability = generator.random(200_000)
    report = calibration(probability, (generator.random(200_000) < probability).astype(float))
    assert report.expected_error < 0.01
    assert report.brier == pytest.approx(1 / 6, abs=0.003)


def test_games_that_all_end_alike_have_no_skill() -> None:
    assert calibration([0.5, 0.5], [1, 1]).skill == 0


@pytest.mark.parametrize(("predicted", "outcomes"), [([], []), ([0.5], [1, 0]), ([1.5], [1]), ([0.5], [0.5])])
def test_bad_input(predicted: list[float], outcomes: list[float]) -> None:
    with pytest.raises(InvalidValue, match="calibration needs"):
        calibration(predicted, outcomes)
