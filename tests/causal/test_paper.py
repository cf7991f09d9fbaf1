"""PAPER: each printed equation by hand, and how far an intervention gets under print alone."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from causal.positions import ONE

from mtg_causal_rl.causal import PAPER
from mtg_causal_rl.causal.paper import board_pressure, mana_next, tempo, threat_density
from mtg_causal_rl.errors import InvalidValue

COUNTS_OF_ONE = {field.name: getattr(ONE, field.name) for field in dataclasses.fields(ONE)}


def test_printed_equations_by_hand() -> None:
    assert mana_next(np.array([4.0]), np.array([1.0]), np.array([1.0])).tolist() == [6]
    assert board_pressure(7.0, 3.0) == 4
    assert threat_density(np.array([2.0, 0.0]), np.array([8.0, 0.0])).tolist() == [0.25, 0]
    assert tempo(np.array([4.0, 0.0, 2.0]), np.array([3.0, 3.0, 0.0]), 1.0, 2.0).tolist() == [0.25, 1, -0.5]


def test_equations_agree_with_the_measures() -> None:
    exogenous = PAPER.abduct({**PAPER.measure(ONE), **COUNTS_OF_ONE})
    structural = [v.name for v in PAPER.variables if v.mechanism is not None]
    assert structural == [
        "mana_next", "board_pressure", "threat_density", "tempo", "removal_available", "win_probability"
    ]  # fmt: skip
    assert {name: float(exogenous[name][0]) for name in structural} == dict.fromkeys(structural, 0.0)


def test_it_says_which_drawn_edges_it_cannot_use() -> None:
    assert set(PAPER.unused_edges) == {
        ("mana_next", "board_pressure"),
        ("mana_next", "threat_density"),
        ("threat_density", "board_pressure"),
        ("board_pressure", "card_advantage"),
        ("board_pressure", "tempo"),
        ("card_count", "card_advantage"),
    }
    report = PAPER.validate()
    assert report.unused_edges == PAPER.unused_edges
    assert "drawn without an equation: mana_next -> board_pressure" in str(report)


@pytest.mark.parametrize("horizon", [None, "turn", "next_turn"])
def test_the_land_drop_reaches_no_board_under_print(horizon: str | None) -> None:
    effects = PAPER.effects(
        PAPER.measure(ONE), do={"land_drop": 1}, contrast={"land_drop": 0}, horizon=horizon
    )
    assert {name: float(row[0]) for name, row in effects.items() if row[0]} == {
        "land_drop": 1,
        "mana_next": 1,
    }


def test_mana_moves_tempo_through_its_denominator_if_the_counts_are_known() -> None:
    effects = PAPER.effects({**PAPER.measure(ONE), **COUNTS_OF_ONE}, do={"mana": 6})
    assert effects["tempo"][0] == pytest.approx(3 / 6 - 3 / 4)
    with pytest.raises(InvalidValue, match=r"'tempo' in PAPER needs 'own_mana_spent'"):
        PAPER.effects(PAPER.measure(ONE), do={"mana": 6})
