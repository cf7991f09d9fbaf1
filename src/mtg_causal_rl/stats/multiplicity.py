"""Correction of the p-values of one family; which comparisons form a family is the protocol's business."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from statsmodels.stats.multitest import multipletests


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's step-down adjusted p-values, in the order given."""
    values = np.asarray(p_values, dtype=np.float64)
    if values.size == 0:
        return ()
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError(f"p-values must lie in [0, 1], not {list(p_values)}")
    return tuple(float(value) for value in multipletests(values, method="holm")[1])
