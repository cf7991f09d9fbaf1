"""STRATEGY: what its variables measure, what acts at once and what later, what it refuses without a fit."""

from __future__ import annotations

import dataclasses
import time

import networkx as nx
import numpy as np
import pytest
from causal.positions import ONE, made_up_fit, made_up_strategy, measured, random_counts

from mtg_causal_rl.causal import (
    COUNTS,
    FACTOR_SCALES,
    FACTORS,
    HORIZONS,
    PAPER,
    STRATEGY,
    Counts,
    Fit,
    MissingFit,
    WinModel,
)
from mtg_causal_rl.causal.strategy import LAGGED, PERSISTENT, strategy
from mtg_causal_rl.errors import InvalidValue, UnknownName

# Logit of the cold weights in ONE: 3/10 + 4/20 + 0.25 + 7/20 + 0.25 + 1 = 2.35
WIN_PROBABILITY_OF_ONE = 1 / (1 + np.exp(-2.35))

DRAWN_EDGES = {
    ("mana", "mana_next"),
    ("mana_creatures", "mana_next"),
    ("land_drop", "mana_next"),
    ("mana", "tempo"),
    ("mana_next", "board_pressure"),
    ("mana_next", "threat_density"),
    ("board_pressure", "card_advantage"),
    ("board_pressure", "tempo"),
    ("board_pressure", "win_probability"),
    ("threat_density", "win_probability"),
    ("threat_density", "board_pressure"),
    ("card_count", "card_advantage"),
    ("has_removal", "removal_available"),
    ("removal_available", "win_probability"),
    ("card_advantage", "win_probability"),
    ("tempo", "win_probability"),
    ("life_buffer", "win_probability"),
}


def test_the_graph_is_the_drawn_one() -> None:
    assert isinstance(STRATEGY.graph, nx.DiGraph)
    assert len(STRATEGY.graph) == 13
    assert set(STRATEGY.graph.edges) == DRAWN_EDGES


def test_variables_stand_in_the_order_of_the_interface() -> None:
    order = (
        "mana land_drop mana_creatures mana_next card_count has_removal board_pressure threat_density "
        "card_advantage tempo life_buffer removal_available win_probability"
    )
    assert " ".join(STRATEGY.names) == order


def test_factors_are_the_parents_of_win_probability_and_scaled_by_their_ranges() -> None:
    assert STRATEGY["win_probability"].parents == FACTORS
    for name, scale in FACTOR_SCALES.items():
        assert scale == max(abs(STRATEGY[name].range.low), abs(STRATEGY[name].range.high))


def test_counts_are_the_fields_of_the_view() -> None:
    assert tuple(field.name for field in dataclasses.fields(Counts)) == COUNTS == STRATEGY.inputs
    assert len(COUNTS) == 15


def test_every_variable_but_win_probability_has_a_measure() -> None:
    assert [v.name for v in STRATEGY.variables if v.measure is None] == ["win_probability"]


def test_measures_by_hand() -> None:
    assert {name: float(row[0]) for name, row in STRATEGY.measure(ONE).items()} == {
        "mana": 4,
        "land_drop": 1,
        "mana_creatures": 1,
        "mana_next": 6,
        "card_count": 5,
        "has_removal": 1,
        "board_pressure": 4,
        "threat_density": 0.25,
        "card_advantage": 3,
        "tempo": 0.25,
        "life_buffer": 7,
        "removal_available": 1,
    }


def test_measures_of_an_empty_board_and_beyond_the_ranges() -> None:
    empty = STRATEGY.measure(Counts(*np.zeros((15, 1))))
    assert {float(row[0]) for row in empty.values()} == {0.0}
    numbers = dict.fromkeys(COUNTS, 0.0) | {
        "own_mana_sources": 12.0,
        "own_power": 45.0,
        "opponent_life": 50.0,
    }
    values = STRATEGY.measure(Counts(*np.array([[numbers[name]] for name in COUNTS])))
    assert [float(values[name][0]) for name in ("mana", "mana_next", "board_pressure", "life_buffer")] == [
        10,
        10,
        20,
        -20,
    ]


def test_win_probability_by_hand() -> None:
    for model in (STRATEGY, PAPER):
        computed = model.evaluate(measured_one())["win_probability"]
        np.testing.assert_allclose(computed, WIN_PROBABILITY_OF_ONE, rtol=1e-12)


@pytest.mark.parametrize("horizon", HORIZONS)
def test_nothing_done_gives_back_exactly_what_was_measured(horizon: str) -> None:
    model = made_up_strategy()
    values = measured(model, random_counts(1000, np.random.default_rng(1)))
    evaluated = model.evaluate(values, horizon)
    for name, row in values.items():
        np.testing.assert_array_equal(evaluated[name], row)
    assert ((evaluated["win_probability"] > 0) & (evaluated["win_probability"] < 1)).all()
    replayed = model.solve(model.abduct(values, horizon), horizon)
    for name, row in values.items():
        np.testing.assert_allclose(replayed[name], row, atol=1e-12)


def test_the_land_drop_reaches_mana_next_at_once_and_nothing_else() -> None:
    effects = STRATEGY.effects(measured_one(), do={"land_drop": 1}, contrast={"land_drop": 0})
    assert {name: float(row[0]) for name, row in effects.items() if row[0]} == {
        "land_drop": 1,
        "mana_next": 1,
    }


def test_the_land_drop_reaches_win_probability_later_by_multiplied_paths() -> None:
    effects = made_up_strategy().effects(
        measured_one(), do={"land_drop": 1}, contrast={"land_drop": 0}, horizon="next_turn"
    )
    threat, board = 0.02, 0.5 + 2.0 * 0.02
    expected = {
        "land_drop": 1,
        "mana_next": 1,
        "threat_density": threat,
        "board_pressure": board,
        "card_advantage": 0.3 * board,
        "tempo": 0.05 * board,
    }
    found = {name: float(row[0]) for name, row in effects.items() if row[0] and name != "win_probability"}
    assert found == pytest.approx(expected, abs=1e-12)
    change = 0.3 * board / 10 + board / 20 + 0.05 * board + threat
    # ONE has a land in hand, so the arm without it is the lower one
    lower = 1 / (1 + np.exp(-(2.35 - change)))
    assert effects["win_probability"][0] == pytest.approx(WIN_PROBABILITY_OF_ONE - lower, abs=1e-12)


def test_phases_have_coefficients_of_their_own() -> None:
    model = made_up_strategy()
    three = {name: np.repeat(row, 3) for name, row in measured_one().items()}
    effects = model.effects({**three, "phase": [0, 1, 2]}, do={"card_count": lambda n: n - 1}, horizon="turn")
    np.testing.assert_allclose(effects["card_advantage"], [-0.4, -0.44, -0.48], atol=1e-12)
    named = model.effects({**measured_one(), "phase": "opponent_turn"}, do={"card_count": 4}, horizon="turn")
    np.testing.assert_allclose(named["card_advantage"], [-0.48], atol=1e-12)


def test_a_shift_is_whole_at_once_and_persists_in_part() -> None:
    model = made_up_strategy()
    now = model.effects(measured_one(), shift={"mana": 2})
    assert [float(now[name][0]) for name in ("mana", "mana_next", "tempo")] == [2, 2, 0]
    later = model.effects(measured_one(), shift={"mana": 2}, horizon="turn")
    board = 0.5 + 2.0 * 0.02
    expected = [1, 1, -0.1 + 0.05 * board]
    assert [float(later[name][0]) for name in ("mana", "mana_next", "tempo")] == pytest.approx(
        expected, abs=1e-12
    )


def test_without_a_fit_later_horizons_are_refused_and_say_what_to_run() -> None:
    for horizon in HORIZONS[1:]:
        with pytest.raises(MissingFit, match=r"`mtg-causal fit`, which has not been run"):
            STRATEGY.effects(measured_one(), do={"land_drop": 1}, horizon=horizon)
        with pytest.raises(MissingFit, match="mtg-causal fit"):
            STRATEGY.compile(horizon)
    with pytest.raises(UnknownName, match="next_turn"):
        STRATEGY.effects(measured_one(), do={"land_drop": 1}, horizon="next-turn")


def test_a_fit_of_other_equations_or_with_gaps_is_refused() -> None:
    fit = made_up_fit()
    with pytest.raises(InvalidValue, match="another version"):
        strategy(dataclasses.replace(fit, structure="0" * 64), WinModel.cold())
    gaps = {name: rows for name, rows in fit.coefficients.items() if name != "mana_to_tempo"}
    with pytest.raises(InvalidValue, match="mana_to_tempo"):
        strategy(dataclasses.replace(fit, coefficients=gaps), WinModel.cold())
    extra = {**fit.persistences, "mana_next": fit.persistences["mana"]}
    with pytest.raises(UnknownName, match="mana_next"):
        strategy(dataclasses.replace(fit, persistences=extra), WinModel.cold())


def test_seven_edges_are_lagged_and_ten_variables_persist() -> None:
    assert len(LAGGED) == 7
    assert {tuple(name.split("_to_")) for name in LAGGED} < DRAWN_EDGES
    assert set(STRATEGY.names) - set(PERSISTENT) == {"mana_next", "removal_available", "win_probability"}


def test_the_structure_does_not_depend_on_numbers() -> None:
    assert (
        made_up_strategy().structure
        == STRATEGY.structure
        == strategy(Fit.unfitted(), WinModel.cold()).structure
    )
    assert PAPER.structure != STRATEGY.structure


def test_validation_lists_what_is_not_measured_and_what_covers_zero() -> None:
    unfitted = STRATEGY.validate()
    assert unfitted.ok
    assert {line.name for line in unfitted.not_measured} == set(LAGGED)
    fitted = made_up_strategy().validate()
    assert not fitted.not_measured
    assert {line.name for line in fitted.covering_zero} == set(LAGGED)
    assert "covers zero" in str(fitted)
    assert fitted.not_compiled == {}


def test_effects_of_a_batch_are_fast_enough() -> None:
    """100,000 positions per second, a tenth of the promise: a guard against collapse, no benchmark."""
    model = made_up_strategy()
    values = measured(model, random_counts(4096, np.random.default_rng(2)))
    start = time.perf_counter()
    model.effects(values, do={"land_drop": 1}, contrast={"land_drop": 0}, horizon="next_turn")
    assert 4096 / (time.perf_counter() - start) > 100_000


def measured_one() -> dict[str, np.ndarray]:
    return STRATEGY.measure(ONE)
