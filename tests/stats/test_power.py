"""A design's limits: two seeds stop at 0.5; seven cannot pass Holm over five decks, eight can."""

from __future__ import annotations

import math

import pytest

from mtg_causal_rl.stats import (
    detectable_difference,
    pairs_needed,
    power_of_paired_t,
    smallest_p,
    smallest_p_after_holm,
)


def test_smallest_p_of_the_papers_designs() -> None:
    assert smallest_p(1) == 1.0
    assert smallest_p(2) == 0.5
    assert smallest_p_after_holm(7, 5) == pytest.approx(0.078125)
    assert smallest_p_after_holm(8, 5) == pytest.approx(0.0390625)
    assert pairs_needed(5) == 8
    assert pairs_needed(1) == 6


@pytest.mark.parametrize("comparisons", range(1, 40))
def test_pairs_needed_is_the_least_that_suffices(comparisons: int) -> None:
    pairs = pairs_needed(comparisons)
    assert smallest_p_after_holm(pairs, comparisons) <= 0.05 < smallest_p_after_holm(pairs - 1, comparisons)


def test_power_equals_r() -> None:
    # power.t.test(delta = 0.5, power = 0.8, type = "one.sample"): n = 33.36713
    assert power_of_paired_t(0.5, 1.0, 34) == pytest.approx(0.8078, abs=5e-5)
    assert detectable_difference(1.0, 34) < 0.5 < detectable_difference(1.0, 33)


def test_a_design_too_small_detects_nothing() -> None:
    assert detectable_difference(0.1, 5) == math.inf
    assert power_of_paired_t(0.5, 0.1, 1) == 0.0
    assert smallest_p_after_holm(2, 5) == 1.0


def test_impossible_designs_are_refused() -> None:
    with pytest.raises(ValueError, match="pairs"):
        smallest_p(-1)
    with pytest.raises(ValueError, match="comparison"):
        smallest_p_after_holm(3, 0)
