"""Tests of a paired difference over seeds, each with its own interval. No correction for many of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats
from statsmodels.stats.weightstats import DescrStatsW

from mtg_causal_rl.stats.intervals import FloatArray, Interval, Values, bootstrap, finite_sample, unbounded

EXACT_PAIRS = 16  # 2^16 sign vectors; more pairs are for paired t
ACCEPTED_CONFIDENCE = 0.93  # five pairs give 93.75%, the first design whose exact interval is worth printing


@dataclass(frozen=True, slots=True)
class PairedResult:
    """What a test says: the estimate, its two-sided p-value and the interval of the same method."""

    method: str
    pairs: int
    estimate: float
    p_value: float
    interval: Interval


def sign_flip(differences: Values, confidence: float = 0.95) -> PairedResult:
    """The exact two-sided sign-flip test of a zero mean difference, and the interval that inverts it."""
    sample = exact_sample(differences)
    observed = abs(float(sample.sum()))
    tolerance = 1e-12 * max(1.0, float(np.abs(sample).sum()))
    sums = subset_signs(sample.size) @ sample
    p_value = float(np.mean(np.abs(sums) >= observed - tolerance))
    interval = sign_flip_interval(sample, confidence)
    return PairedResult("exact sign-flip", sample.size, float(sample.mean()), p_value, interval)


def sign_flip_interval(
    differences: Values, confidence: float = 0.95, accept: float = ACCEPTED_CONFIDENCE
) -> Interval:
    """Every mean that the exact sign-flip test does not reject.

    A mean mu below the sample mean is rejected when too few subsets of the sample have a mean of at most mu:
    p(mu) = 2 (1 + #{subset means <= mu}) / 2^n. So the ends are the k-th smallest and largest of the 2^n - 1
    subset means, k = floor(alpha 2^(n-1)), and the confidence is 1 - k / 2^(n-1). Where k would be 0, the
    widest finite interval (k = 1) is returned if its confidence reaches `accept`, and otherwise none.
    """
    sample = exact_sample(differences)
    vectors = 2 ** (sample.size - 1)
    rank = max(1, math.floor((1 - confidence) * vectors + 1e-9))
    attained = 1 - rank / vectors
    if attained < min(confidence, accept):
        return unbounded(confidence, "exact sign-flip")
    flipped = subset_signs(sample.size)[1:] < 0
    means = np.sort((flipped @ sample) / flipped.sum(axis=1))
    return Interval(float(means[rank - 1]), float(means[-rank]), attained, "exact sign-flip")


def subset_signs(pairs: int) -> FloatArray:
    """All 2^n sign vectors, shape [2^n, n]; the first row flips nothing."""
    bits = (np.arange(2**pairs)[:, None] >> np.arange(pairs)) & 1
    return np.asarray(1.0 - 2.0 * bits, dtype=np.float64)


def exact_sample(differences: Values) -> FloatArray:
    """A sample that can still be enumerated."""
    sample = finite_sample(differences)
    if sample.size > EXACT_PAIRS:
        raise ValueError(f"{sample.size} pairs: the exact test takes at most {EXACT_PAIRS}; use paired_t")
    return sample


def paired_t(differences: Values, confidence: float = 0.95) -> PairedResult:
    """Student's t on the differences; not attainable with one pair."""
    sample = finite_sample(differences)
    mean = float(sample.mean())
    if sample.size < 2:
        return PairedResult("paired t", sample.size, mean, 1.0, unbounded(confidence, "paired t"))
    if np.ptp(sample) == 0.0:
        return PairedResult(
            "paired t", sample.size, mean, float(mean == 0.0), Interval(mean, mean, confidence, "paired t")
        )
    found = stats.ttest_1samp(sample, 0.0)
    ends = found.confidence_interval(confidence)
    interval = Interval(float(ends.low), float(ends.high), confidence, "paired t")
    return PairedResult("paired t", sample.size, mean, float(found.pvalue), interval)


def welch(first: Values, second: Values, confidence: float = 0.95) -> PairedResult:
    """Welch's test, which ignores pairing; the interval uses Satterthwaite's degrees of freedom."""
    left, right = finite_sample(first), finite_sample(second)
    estimate = float(left.mean() - right.mean())
    pairs = min(left.size, right.size)
    if pairs < 2:
        return PairedResult("Welch", pairs, estimate, 1.0, unbounded(confidence, "Welch"))
    if np.ptp(left) == 0.0 and np.ptp(right) == 0.0:
        interval = Interval(estimate, estimate, confidence, "Welch")
        return PairedResult("Welch", pairs, estimate, float(estimate == 0.0), interval)
    found = stats.ttest_ind(left, right, equal_var=False)
    ends = found.confidence_interval(confidence)
    interval = Interval(float(ends.low), float(ends.high), confidence, "Welch")
    return PairedResult("Welch", pairs, estimate, float(found.pvalue), interval)


def wilcoxon_signed_rank(
    differences: Values, generator: np.random.Generator, confidence: float = 0.95
) -> PairedResult:
    """Wilcoxon's signed-rank test; the interval bootstraps the Hodges-Lehmann estimate."""
    sample = finite_sample(differences)
    p_value = float(stats.wilcoxon(sample).pvalue) if np.any(sample != 0.0) else 1.0
    interval = bootstrap(sample, hodges_lehmann, generator, confidence, "percentile")
    return PairedResult("Wilcoxon signed-rank", sample.size, float(hodges_lehmann(sample)), p_value, interval)


def hodges_lehmann(sample: FloatArray, axis: int = -1) -> FloatArray:
    """The median of all pairwise means, each value paired with itself included."""
    values = np.moveaxis(np.asarray(sample, dtype=np.float64), axis, -1)
    rows, columns = np.triu_indices(values.shape[-1])
    return np.asarray(np.median((values[..., rows] + values[..., columns]) / 2, axis=-1), dtype=np.float64)


def equivalence(differences: Values, margin: float, confidence: float = 0.95) -> PairedResult:
    """Two one-sided t tests: a small p says that the mean difference lies within +-margin.

    Its interval has confidence 2 * confidence - 1: it lies inside the margin exactly when the test rejects.
    """
    sample = finite_sample(differences)
    method, mean = f"equivalence within {margin:g}", float(sample.mean())
    if margin <= 0:
        raise ValueError(f"a margin must be positive, not {margin}")
    inner = paired_t(sample, 2 * confidence - 1).interval
    if sample.size < 2:
        return PairedResult(method, sample.size, mean, 1.0, inner)
    if np.ptp(sample) == 0.0:
        return PairedResult(method, sample.size, mean, float(abs(mean) >= margin), inner)
    p_value = float(DescrStatsW(sample).ttost_mean(-margin, margin)[0])
    return PairedResult(method, sample.size, mean, p_value, inner)
