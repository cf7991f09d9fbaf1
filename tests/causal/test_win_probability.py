"""The frozen win model: probabilities by hand, two scales, hash, JSON, refusal of bad numbers."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from causal.positions import ONE

from mtg_causal_rl.causal import FACTORS, HORIZONS, PHASES, STRATEGY, WinModel
from mtg_causal_rl.errors import InvalidValue

MODEL = WinModel(
    (1.0, 2.0, -0.5, 0.0, 0.25, 3.0), 0.1, (1.0, 2, 0, 0, 0.5, 0.5), (2.0, 4, 0.5, 5, 0.25, 0.5), "test"
)


def test_cold_weights_are_equal_and_the_start_of_a_game_is_even() -> None:
    cold = WinModel.cold()
    assert len(set(cold.weights)) == 1
    assert cold.probability(np.zeros((1, 6))).tolist() == [0.5]
    assert cold.raw_weights == (0.1, 0.05, 1.0, 0.05, 1.0, 1.0)


def test_probability_by_hand_in_both_scales() -> None:
    factors = np.array([[3.0, -2.0, 0.5, 4.0, 0.25, 1.0]])
    # 0.1 + 1*(2/2) + 2*(-4/4) - 0.5*(0.5/0.5) + 0 + 0.25*(-0.25/0.25) + 3*(0.5/0.5) = 1.35
    assert MODEL.probability(factors)[0] == pytest.approx(1 / (1 + np.exp(-1.35)), abs=1e-15)
    logit = MODEL.raw_bias + np.dot(MODEL.raw_weights, factors[0])
    assert logit == pytest.approx(1.35, abs=1e-12)


def test_another_scaling_is_the_same_model() -> None:
    factors = np.random.default_rng(6).normal(size=(50, 6))
    moved = MODEL.on_scale(np.arange(6.0), np.arange(1.0, 7.0))
    np.testing.assert_allclose(moved.probability(factors), MODEL.probability(factors), rtol=1e-12)


def test_the_causal_model_computes_the_same_probability() -> None:
    values = STRATEGY.measure(ONE)
    model = STRATEGY.with_coefficients(MODEL.coefficients(HORIZONS, PHASES))
    factors = np.column_stack([values[name] for name in FACTORS])
    np.testing.assert_allclose(
        model.evaluate(values)["win_probability"], MODEL.probability(factors), rtol=1e-12
    )
    assert model.structure == STRATEGY.structure


def test_json_and_hash(tmp_path: Path) -> None:
    MODEL.save(tmp_path / "win.json")
    loaded = WinModel.load(tmp_path / "win.json")
    assert loaded == MODEL
    assert loaded.hash == MODEL.hash
    assert dataclasses.replace(MODEL, origin="elsewhere").hash == MODEL.hash
    assert dataclasses.replace(MODEL, bias=0.2).hash != MODEL.hash


@pytest.mark.parametrize("field", ["weights", "mean", "scale"])
def test_bad_numbers_are_refused(field: str) -> None:
    for row in ((1.0,) * 5, (np.nan,) * 6):
        with pytest.raises(InvalidValue, match=field):
            dataclasses.replace(MODEL, **{field: row})
    with pytest.raises(InvalidValue, match="above 0"):
        dataclasses.replace(MODEL, scale=(0.0,) * 6)


def test_bad_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="no win model at"):
        WinModel.load(tmp_path / "none.json")
    other = json.loads(MODEL.to_json()) | {"factors": list(reversed(FACTORS))}
    for text in ("", "[]", "{}", json.dumps(other)):
        with pytest.raises(InvalidValue):
            WinModel.from_json(text)
