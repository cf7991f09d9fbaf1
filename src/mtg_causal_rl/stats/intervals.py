"""Intervals for a rate and for a mean over seeds; the ones that invert a test live in paired_tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

FloatArray = npt.NDArray[np.float64]
BootstrapKind = Literal["percentile", "BCa"]
Values = Sequence[float] | FloatArray
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A range and the confidence it really has; infinite ends mean that no such interval is attainable."""

    low: float
    high: float
    confidence: float
    method: str

    @property
    def attainable(self) -> bool:
        """Whether the data can bound the quantity at all."""
        return math.isfinite(self.low) and math.isfinite(self.high)


def unbounded(confidence: float, method: str) -> Interval:
    """The interval of a design that is too small to bound anything."""
    return Interval(-math.inf, math.inf, confidence, method)


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval for a rate of independent games."""
    if trials <= 0 or not 0 <= successes <= trials:
        raise ValueError(
            f"{successes} successes in {trials} trials: need 0 <= successes <= trials, trials > 0"
        )
    low, high = proportion_confint(successes, trials, alpha=1 - confidence, method="wilson")
    # At 0% and 100% the interval ends at the rate; rounding must not leave the rate outside.
    rate = successes / trials
    return Interval(min(float(low), rate), max(float(high), rate), confidence, "Wilson")


def bootstrap(
    values: Values,
    statistic: Callable[..., Any],
    generator: np.random.Generator,
    confidence: float = 0.95,
    kind: BootstrapKind = "BCa",
) -> Interval:
    """The interval of `statistic(sample, axis)`; a sample holds one value per seed, never pooled cells."""
    sample = finite_sample(values)
    method = f"{kind} bootstrap"
    if sample.size < 2:
        return unbounded(confidence, method)
    if np.ptp(sample) == 0.0:
        point = float(statistic(sample, axis=-1))
        return Interval(point, point, confidence, method)
    found = stats.bootstrap(
        (sample,),
        statistic,
        n_resamples=RESAMPLES,
        confidence_level=confidence,
        method=kind,
        rng=generator,
        vectorized=True,
    ).confidence_interval
    return Interval(float(found.low), float(found.high), confidence, method)


def bootstrap_mean(
    values: Values,
    generator: np.random.Generator,
    confidence: float = 0.95,
    kind: BootstrapKind = "BCa",
) -> Interval:
    """The bootstrap interval of a mean over seeds."""
    return bootstrap(values, np.mean, generator, confidence, kind)


def paired_bootstrap(
    first: Values,
    second: Values,
    generator: np.random.Generator,
    confidence: float = 0.95,
    kind: BootstrapKind = "BCa",
) -> Interval:
    """The bootstrap interval of mean(first - second), resampling the seeds that both share."""
    return bootstrap_mean(paired_differences(first, second), generator, confidence, kind)


def paired_differences(first: Values, second: Values) -> FloatArray:
    """first - second, seed by seed."""
    left, right = finite_sample(first), finite_sample(second)
    if left.shape != right.shape:
        raise ValueError(f"{left.size} and {right.size} values do not pair")
    return left - right


def finite_sample(values: Values) -> FloatArray:
    """The values as one flat array; an empty or non-finite sample is refused."""
    sample = np.asarray(values, dtype=np.float64).ravel()
    if sample.size == 0 or not np.isfinite(sample).all():
        raise ValueError("a sample needs at least one value, and only finite ones")
    return sample
