"""Holm's correction agrees with R and with the paper's own table."""

from __future__ import annotations

import pytest

from mtg_causal_rl.stats import holm


def test_holm_equals_r() -> None:
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx((0.05, 0.08, 0.09, 0.09, 0.09))
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_holm_equals_the_papers_headline_table() -> None:
    raw = (0.0001, 0.0001, 0.4881, 0.0001, 0.4881)
    assert holm(raw) == pytest.approx((0.0005, 0.0005, 0.9762, 0.0005, 0.9762))


def test_holm_of_nothing_and_of_nonsense() -> None:
    assert holm([]) == ()
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        holm([0.5, 1.5])
