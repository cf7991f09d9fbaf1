"""Paired tests agree with examples of R and with Fisher; the exact interval inverts the exact test."""

from __future__ import annotations

import numpy as np
import pytest

from mtg_causal_rl.stats import (
    PairedResult,
    equivalence,
    hodges_lehmann,
    paired_t,
    sign_flip,
    sign_flip_interval,
    welch,
    wilcoxon_signed_rank,
)

# Darwin's maize, Fisher (1935), section 21: 15 differences, 863 of 2^15 sums at least as large.
MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
# Student's sleep data as in R: extra hours with two drugs.
SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
# Hollander and Wolfe (1973), p. 29, the example of R's wilcox.test: depression scale before and after.
BEFORE = np.array([1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30])
AFTER = np.array([0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29])


def test_sign_flip_equals_fisher_on_darwins_maize() -> None:
    found = sign_flip(MAIZE)
    assert found.p_value == pytest.approx(2 * 863 / 2**15, abs=1e-12)
    assert found.estimate == pytest.approx(314 / 15)


@pytest.mark.parametrize(("pairs", "expected"), [(1, 1.0), (2, 0.5), (3, 0.25), (5, 0.0625), (8, 0.0078125)])
def test_sign_flip_of_one_sided_differences_reaches_its_floor(pairs: int, expected: float) -> None:
    assert sign_flip([0.1 + 0.01 * seed for seed in range(pairs)]).p_value == expected


def test_sign_flip_counts_ties_as_extreme() -> None:
    assert sign_flip([0.1, 0.2, 0.3, 0.0]).p_value == 0.25
    assert sign_flip([0.0, 0.0]).p_value == 1.0


@pytest.mark.parametrize("pairs", [6, 7, 9])
def test_interval_inverts_the_test(pairs: int) -> None:
    sample = np.random.default_rng(pairs).normal(0.3, 1.0, pairs)
    found = sign_flip_interval(sample)
    step = 1e-6
    assert sign_flip(sample - (found.low + step)).p_value > 0.05
    assert sign_flip(sample - (found.high - step)).p_value > 0.05
    assert sign_flip(sample - (found.low - step)).p_value <= 0.05
    assert sign_flip(sample - (found.high + step)).p_value <= 0.05


def test_interval_states_the_confidence_that_it_has() -> None:
    assert not sign_flip_interval([0.1, 0.2, 0.3, 0.4]).attainable
    five = sign_flip_interval([0.1, 0.2, 0.3, 0.4, 0.5])
    assert (five.low, five.high, five.confidence) == (0.1, 0.5, 0.9375)
    six = sign_flip_interval([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert (six.low, six.high, six.confidence) == (0.1, 0.6, 0.96875)


def test_coverage_of_the_exact_interval() -> None:
    generator = np.random.default_rng(11)
    draws = generator.normal(size=(1500, 7))
    covered = [found.low <= 0 <= found.high for found in map(sign_flip_interval, draws)]
    assert np.mean(covered) == pytest.approx(1 - 3 / 64, abs=0.02)


def test_too_many_pairs_are_sent_to_the_t_test() -> None:
    with pytest.raises(ValueError, match="paired_t"):
        sign_flip([0.0] * 17)


def test_paired_t_equals_r_on_sleep() -> None:
    found = paired_t(np.subtract(SLEEP_1, SLEEP_2))
    assert found.p_value == pytest.approx(0.002833, abs=5e-7)
    assert (found.interval.low, found.interval.high) == pytest.approx((-2.4598858, -0.7001142), abs=5e-8)


def test_welch_equals_r_on_sleep() -> None:
    found = welch(SLEEP_1, SLEEP_2)
    assert found.p_value == pytest.approx(0.07939, abs=5e-6)
    assert (found.interval.low, found.interval.high) == pytest.approx((-3.3654832, 0.2054832), abs=5e-8)


def test_wilcoxon_equals_r_on_depression() -> None:
    found = wilcoxon_signed_rank(BEFORE - AFTER, np.random.default_rng(0))
    assert found.p_value == pytest.approx(0.0390625)
    assert found.interval.low < found.estimate < found.interval.high


def test_wilcoxon_of_equal_agents() -> None:
    found = wilcoxon_signed_rank([0.0, 0.0, 0.0], np.random.default_rng(0))
    assert (found.p_value, found.estimate) == (1.0, 0.0)


def test_hodges_lehmann_by_hand() -> None:
    # Walsh averages of (1, 2, 6): 1, 1.5, 3.5, 2, 4, 6; their median is 2.75.
    assert float(hodges_lehmann(np.array([1.0, 2.0, 6.0]))) == 2.75
    assert hodges_lehmann(np.array([[1.0, 2.0, 6.0], [0.0, 0.0, 3.0]])).tolist() == [2.75, 0.75]


def test_equivalence_is_the_larger_of_two_one_sided_tests() -> None:
    sample = np.subtract(SLEEP_1, SLEEP_2)
    # mean -1.58, standard error 0.388961: t = (2.5 - 1.58) / 0.388961 = 2.36528 on 9 degrees, p = 0.02113.
    found = equivalence(sample, 2.5)
    assert found.p_value == pytest.approx(0.02113, abs=5e-5)
    assert found.interval.confidence == pytest.approx(0.90)
    assert equivalence(sample, 1.0).p_value > 0.5


@pytest.mark.parametrize("found", [paired_t([0.3]), equivalence([0.3], 0.1), welch([0.3], [0.0])])
def test_one_pair_shows_nothing(found: PairedResult) -> None:
    assert found.p_value == 1.0
    assert not found.interval.attainable
