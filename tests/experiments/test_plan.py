"""Before anything runs: cost, smallest attainable p before and after Holm, detectable difference."""

from __future__ import annotations

import math

import pytest
from experiments.fakes import tiny
from scipy import stats

from mtg_causal_rl.experiments.plan import described, plan


def test_cost_is_counted() -> None:
    found = plan(tiny(3))
    assert (found.runs, found.trained_runs, found.steps, found.episodes) == (6, 3, 3000, 6 * 2 * 20)


def test_two_seeds_can_show_nothing_and_say_so() -> None:
    (test,) = plan(tiny(2)).tests
    assert (test.smallest_p, test.smallest_p_after_holm, test.detectable) == (0.5, 0.5, math.inf)
    assert "2 seeds, smallest p 0.5, 0.5 after Holm over 1 test; no difference is detectable" in described(
        tiny(2)
    )


def test_eight_seeds_can_detect_a_stated_difference() -> None:
    (test,) = plan(tiny(8)).tests
    shift = test.detectable / 0.08 * math.sqrt(8)
    critical = stats.t.isf(0.025, 7)
    assert stats.nct.sf(critical, 7, shift) == pytest.approx(0.8, abs=1e-4)
    assert "80% power for 9.2 points" in described(tiny(8))
