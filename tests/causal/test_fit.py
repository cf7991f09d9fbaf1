"""A fit file: canonical bytes, hash, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from causal.positions import made_up_fit

from mtg_causal_rl.causal import Fit
from mtg_causal_rl.errors import InvalidValue, UnknownName


def test_a_fit_survives_its_file(tmp_path: Path) -> None:
    fit = made_up_fit()
    fit.save(tmp_path / "fit.json")
    loaded = Fit.load(tmp_path / "fit.json")
    assert loaded.to_json() == fit.to_json()
    assert loaded.hash == fit.hash
    assert loaded.statistics["games"] == 0
    assert made_up_fit(0.75).hash != fit.hash


def test_no_fit_is_a_value_of_its_own() -> None:
    assert not Fit.unfitted().measured
    assert made_up_fit().measured
    assert Fit.from_json(Fit.unfitted().to_json()) == Fit.unfitted()


def test_what_is_no_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match=r"no fit at .*`mtg-causal fit` makes one"):
        Fit.load(tmp_path / "none.json")
    newer = json.loads(made_up_fit().to_json()) | {"format": 2}
    with pytest.raises(InvalidValue, match="format 2"):
        Fit.from_json(json.dumps(newer))
    for text in ("", "[]", "{}", '{"kind": "mtg-causal fit", "format": 1}'):
        with pytest.raises(InvalidValue, match="is no fit"):
            Fit.from_json(text)
    with pytest.raises(UnknownName, match="fit 'nowhere' in the package"):
        Fit.shipped("nowhere")
