"""How far predicted probabilities can be trusted: Brier score, calibration error, bins. Fits nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from mtg_causal_rl.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Predictions between two bounds: how many, what they said on average, how often it came true."""

    low: float
    high: float
    count: int
    predicted: float
    observed: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """A report over n predictions; empty bins are left out."""

    count: int
    brier: float
    #: Brier score of always predicting the observed frequency.
    brier_of_constant: float
    #: Mean distance of predicted and observed, weighted by the size of the bins.
    expected_error: float
    bins: tuple[ReliabilityBin, ...]

    @property
    def skill(self) -> float:
        """1 - Brier / Brier of the constant predictor; 0 where every game ended alike."""
        return 1 - self.brier / self.brier_of_constant if self.brier_of_constant else 0.0


def calibration(predicted: ArrayLike, outcomes: ArrayLike, bins: int = 10) -> Calibration:
    """Compares probabilities [n] with what happened (1 or 0) [n], in bins of equal width."""
    probability, outcome = (np.asarray(array, dtype=np.float64) for array in (predicted, outcomes))
    if probability.ndim != 1 or probability.shape != outcome.shape or not len(probability):
        raise InvalidValue(
            f"calibration needs as many outcomes as predictions, not {outcome.shape} for {probability.shape}"
        )
    if not ((probability >= 0) & (probability <= 1)).all() or not np.isin(outcome, (0, 1)).all():
        raise InvalidValue("calibration needs probabilities from 0 to 1 and outcomes that are 0 or 1")
    place = np.minimum((probability * bins).astype(int), bins - 1)
    found = tuple(
        ReliabilityBin(
            index / bins,
            (index + 1) / bins,
            int(inside.sum()),
            float(probability[inside].mean()),
            float(outcome[inside].mean()),
        )
        for index in range(bins)
        if (inside := place == index).any()
    )
    return Calibration(
        count=len(probability),
        brier=float(np.mean((probability - outcome) ** 2)),
        brier_of_constant=float(np.var(outcome)),
        expected_error=sum(b.count * abs(b.predicted - b.observed) for b in found) / len(probability),
        bins=found,
    )
