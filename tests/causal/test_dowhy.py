"""The same answers as DoWhy on the same linear-Gaussian model. Needs DoWhy, in its own environment."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from mtg_causal_rl.causal import PAPER, CausalModel, Variable
from mtg_causal_rl.errors import InvalidValue, MissingExtra

# z is named so that DoWhy's order of parents (sorted) differs from that of the function
MODEL = CausalModel(
    "linear",
    (
        Variable("z"),
        Variable("a", mechanism=lambda z: 2 * z),
        Variable("m", mechanism=lambda z, a: -1.5 * z + 0.5 * a),
    ),
)


def test_without_dowhy_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dowhy.gcm", None)
    monkeypatch.setitem(sys.modules, "dowhy", None)
    with pytest.raises(MissingExtra, match="pip install dowhy"):
        MODEL.to_dowhy()


def test_abduction_and_counterfactuals_agree() -> None:
    gcm = pytest.importorskip("dowhy.gcm")
    data, converted = fitted(gcm)
    noise = gcm._noise.compute_noise_from_data(converted, data)
    exogenous = MODEL.abduct(dict(data.items()))
    for name in MODEL.names:
        np.testing.assert_allclose(noise[name], exogenous[name], atol=1e-6)
    theirs = gcm.counterfactual_samples(converted, {"a": lambda old: old + 1}, observed_data=data)
    ours = MODEL.predict(dict(data.items()), do={"a": lambda old: old + 1})
    for name in MODEL.names:
        np.testing.assert_allclose(theirs[name], ours[name], atol=1e-6)


def test_average_effects_agree_within_sampling_error() -> None:
    gcm = pytest.importorskip("dowhy.gcm")
    gcm.util.general.set_random_seed(0)
    data, converted = fitted(gcm)
    arms = {"a": lambda old: 1.0}, {"a": lambda old: 0.0}
    drawn = [
        gcm.interventional_samples(converted, arm, num_samples_to_draw=20_000)["m"].mean() for arm in arms
    ]
    ours = MODEL.effects(dict(data.items()), do={"a": 1}, contrast={"a": 0})["m"]
    np.testing.assert_allclose(ours, 0.5, atol=1e-12)
    assert drawn[0] - drawn[1] == pytest.approx(0.5, abs=0.1)


def test_equations_over_raw_counts_have_no_place_in_dowhy() -> None:
    pytest.importorskip("dowhy.gcm")
    with pytest.raises(InvalidValue, match="raw inputs"):
        PAPER.to_dowhy()


def fitted(gcm):  # type: ignore[no-untyped-def]
    """Data from the model with Gaussian noise, and the converted model with its noise fitted to them."""
    pandas = pytest.importorskip("pandas")
    generator = np.random.default_rng(8)
    noise = {name: generator.normal(size=2000) for name in MODEL.names}
    data = pandas.DataFrame(MODEL.solve(noise))
    converted = MODEL.to_dowhy()
    gcm.fit(converted, data)
    return data, converted
