"""What a design can show before it is run: attainable p-values, power, detectable differences."""

from __future__ import annotations

import math

from statsmodels.stats.power import TTestPower


def smallest_p(pairs: int) -> float:
    """The smallest two-sided p of the exact sign-flip test: 2 of its 2^n sign vectors."""
    if pairs < 0:
        raise ValueError(f"{pairs} pairs")
    return min(1.0, 2.0 ** (1 - pairs))


def smallest_p_after_holm(pairs: int, comparisons: int) -> float:
    """The smallest Holm-adjusted p that any comparison of a family can reach."""
    if comparisons < 1:
        raise ValueError(f"a family needs at least one comparison, not {comparisons}")
    return min(1.0, comparisons * smallest_p(pairs))


def pairs_needed(comparisons: int, alpha: float = 0.05) -> int:
    """The fewest pairs with which a family of this size can reach alpha after Holm."""
    return math.ceil(1 + math.log2(comparisons / alpha))


def power_of_paired_t(difference: float, deviation: float, pairs: int, alpha: float = 0.05) -> float:
    """The chance that paired t finds `difference`, given the deviation of one paired difference."""
    if pairs < 2:
        return 0.0
    return float(TTestPower().power(difference / deviation, pairs, alpha))


def detectable_difference(
    deviation: float, pairs: int, comparisons: int = 1, alpha: float = 0.05, power: float = 0.8
) -> float:
    """What paired t finds with this power at Holm's strictest step; infinite for too small a design."""
    if smallest_p_after_holm(pairs, comparisons) > alpha:
        return math.inf
    effect = TTestPower().solve_power(nobs=pairs, alpha=alpha / comparisons, power=power)
    return float(effect) * deviation
