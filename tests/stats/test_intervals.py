"""Intervals agree with published examples, and say when a sample is too small to bound anything."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mtg_causal_rl.stats import bootstrap_mean, paired_bootstrap, wilson
from mtg_causal_rl.stats.intervals import bootstrap

# Efron and Tibshirani (1993), table 14.1: the spatial data, 26 children.
SPATIAL = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34]
SPATIAL += [4, 32, 24, 47, 41, 24, 26, 30, 41]


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_equals_newcombe_1998(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "trials"), [(1, 0), (3, 2), (-1, 4)])
def test_wilson_refuses_impossible_counts(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="trials"):
        wilson(successes, trials)


def test_bca_and_percentile_equal_efron_and_tibshirani() -> None:
    def variance(sample: np.ndarray, axis: int) -> np.ndarray:
        return np.var(sample, axis=axis)

    bca = bootstrap(SPATIAL, variance, np.random.default_rng(0), confidence=0.9)
    percentile = bootstrap(SPATIAL, variance, np.random.default_rng(0), confidence=0.9, kind="percentile")
    assert (percentile.low, percentile.high) == pytest.approx((100.8, 233.9), abs=4.0)
    assert (bca.low, bca.high) == pytest.approx((115.8, 259.6), abs=6.0)


def test_bootstrap_of_two_seeds_is_their_range() -> None:
    found = paired_bootstrap([0.7, 0.6], [0.5, 0.5], np.random.default_rng(0), kind="percentile")
    assert (found.low, found.high) == pytest.approx((0.1, 0.2))


def test_the_same_generator_gives_the_same_interval() -> None:
    first, second = (bootstrap_mean([0.1, 0.4, 0.5, 0.9], np.random.default_rng(3)) for _ in range(2))
    assert first == second


def test_one_seed_bounds_nothing() -> None:
    found = bootstrap_mean([0.5], np.random.default_rng(0))
    assert not found.attainable
    assert (found.low, found.high) == (-math.inf, math.inf)


def test_equal_values_give_a_point() -> None:
    found = bootstrap_mean([0.25, 0.25, 0.25], np.random.default_rng(0))
    assert (found.low, found.high) == (0.25, 0.25)


def test_unequal_seeds_do_not_pair() -> None:
    with pytest.raises(ValueError, match="do not pair"):
        paired_bootstrap([0.1, 0.2], [0.1], np.random.default_rng(0))


@pytest.mark.parametrize("values", [[], [0.1, float("nan")]])
def test_empty_and_non_finite_samples_are_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="finite"):
        bootstrap_mean(values, np.random.default_rng(0))


def test_wilson_holds_the_rate_itself() -> None:
    """Also where nothing or everything was won, to the last bit."""
    for trials in range(1, 400):
        for successes in {0, 1, trials // 2, trials}:
            interval = wilson(successes, trials)
            assert interval.low <= successes / trials <= interval.high
