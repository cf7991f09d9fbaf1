"""The generic model on three variables about something else: every question with its known answer."""

from __future__ import annotations

import numpy as np
import pytest

from mtg_causal_rl.causal import (
    CausalModel,
    Coefficient,
    Estimate,
    Intervention,
    Parameters,
    Range,
    Variable,
    structural,
)
from mtg_causal_rl.causal.parameters import constant
from mtg_causal_rl.causal.validation import validate

SLEEP = Variable("sleep", "night", Range(0, 12))


@structural("morning", Range(0, 10))
def coffee(sleep):  # type: ignore[no-untyped-def]
    return 5 - 0.5 * sleep


@structural("morning")
def alertness(sleep, coffee):  # type: ignore[no-untyped-def]
    return 4 * sleep + 3 * coffee


DAY = CausalModel("day", (SLEEP, coffee, alertness))
SEEN = {"sleep": [6, 8], "coffee": [3, 0], "alertness": [30, 40]}


def lists(values: dict[str, np.ndarray]) -> dict[str, list[float]]:
    return {name: row.tolist() for name, row in values.items()}


def test_evaluation_keeps_measured_values() -> None:
    assert lists(DAY.evaluate(SEEN)) == SEEN


def test_what_has_a_mechanism_and_no_measure_may_be_left_out() -> None:
    assert lists(DAY.evaluate({"sleep": 6, "coffee": [3, 4]})) == {
        "sleep": [6, 6],
        "coffee": [3, 4],
        "alertness": [33, 36],
    }


def test_abduction_finds_what_the_parents_leave_open() -> None:
    exogenous = DAY.abduct(SEEN)
    assert lists(exogenous) == {"sleep": [6, 8], "coffee": [1, -1], "alertness": [-3, 8]}
    assert lists(DAY.solve(exogenous)) == SEEN


def test_abduction_at_the_end_of_a_range_is_the_smallest_explanation() -> None:
    hungover = {"sleep": [12, 12], "coffee": [0, 1], "alertness": [48, 51]}
    capped = CausalModel(
        "capped",
        (SLEEP, Variable("coffee", range=Range(0, 10), mechanism=lambda sleep: 4 - sleep), alertness),
    )
    assert capped.abduct(hungover)["coffee"].tolist() == [0, 9]
    # from 12 hours to 3, f rises from -8 to 1: the first person starts to drink where f passes 0
    assert capped.do(sleep=3).evaluate(hungover)["coffee"].tolist() == [1, 10]


def test_do_sets_and_cuts() -> None:
    without = DAY.do(coffee=0)
    assert sorted(without.graph.edges) == [("coffee", "alertness"), ("sleep", "alertness")]
    assert without.evaluate(SEEN)["alertness"].tolist() == [21, 40]
    assert DAY.do(coffee=[1, 2]).evaluate(SEEN)["alertness"].tolist() == [24, 46]
    assert DAY.do(sleep=lambda hours: hours + 2).evaluate(SEEN)["alertness"].tolist() == [35, 48]
    assert lists(DAY.evaluate(SEEN)) == SEEN, "the model itself must not have changed"


def test_interventions_in_a_row() -> None:
    both = DAY.do(sleep=8).do(coffee=0)
    assert both.evaluate(SEEN)["alertness"].tolist() == [29, 40]
    assert DAY.do(coffee=9).do(coffee=0).evaluate(SEEN)["coffee"].tolist() == [0, 0]
    assert DAY.shift(coffee=1).shift(coffee=1).evaluate(SEEN)["coffee"].tolist() == [5, 2]


def test_shift_keeps_the_parents() -> None:
    assert DAY.shift(coffee=2).evaluate(SEEN)["alertness"].tolist() == [36, 46]
    assert DAY.shift(coffee=2).do(sleep=8).evaluate(SEEN)["coffee"].tolist() == [4, 2]
    assert DAY.shift(coffee=20).evaluate(SEEN)["coffee"].tolist() == [10, 10], "cut off at the range"


def test_effects_are_differences_of_two_arms() -> None:
    effects = DAY.effects(SEEN, do={"sleep": [8, 10]}, contrast={"sleep": [6, 8]})
    assert lists(effects) == {"sleep": [2, 2], "coffee": [-1, 0], "alertness": [5, 8]}
    against_shift = DAY.effects(SEEN, shift={"coffee": 2}, contrast=Intervention(shift={"coffee": 1}))
    assert lists(against_shift) == {"sleep": [0, 0], "coffee": [1, 1], "alertness": [3, 3]}


def test_what_changes_nothing_has_no_effect_at_all() -> None:
    effects = DAY.effects({"sleep": [6.1], "coffee": [2.7], "alertness": [30.3]}, do={"sleep": [6.1]})
    assert lists(effects) == {"sleep": [0.0], "coffee": [0.0], "alertness": [0.0]}


def test_prediction_and_counterfactual() -> None:
    assert DAY.predict(SEEN, do={"coffee": 1})["alertness"].tolist() == [24, 43]
    answer = DAY.counterfactual(SEEN, do={"coffee": 1})
    assert answer.exogenous["alertness"].tolist() == [-3, 8]
    assert answer.values["alertness"].tolist() == [24, 43]
    assert answer.effects["alertness"].tolist() == [-6, 3]
    assert lists(dict(answer.factual)) == SEEN


def test_coefficients_by_horizon_and_phase_and_persistence() -> None:
    def alertness(sleep, coffee, *, sleep_to_alertness, coffee_to_alertness):  # type: ignore[no-untyped-def]
        return sleep_to_alertness * sleep + coffee_to_alertness * coffee

    later = Coefficient(
        {"now": (Estimate(0.0),) * 2, "evening": (Estimate(3.0, 2.0, 4.0), Estimate(1.0, -1.0, 2.0))}
    )
    always = constant(Estimate(4.0), ("now", "evening"), ("work", "leave"))
    parameters = Parameters(
        ("now", "evening"),
        ("work", "leave"),
        {"sleep_to_alertness": always, "coffee_to_alertness": later},
        {"coffee": {"evening": Estimate(0.25)}},
    )
    model = CausalModel(
        "day", (SLEEP, coffee, Variable("alertness", mechanism=alertness)), parameters=parameters
    )
    seen = {**SEEN, "phase": ["work", "leave"].index("work")}
    assert model.effects(seen, shift={"coffee": 4})["alertness"].tolist() == [0, 0]
    assert model.effects(seen, shift={"coffee": 4}, horizon="evening")["alertness"].tolist() == [3, 3]
    mixed = {**SEEN, "phase": [0, 1]}
    assert model.effects(mixed, do={"coffee": 2}, horizon="evening")["alertness"].tolist() == [-3, 2]
    assert [line.phase for line in validate(model).covering_zero] == ["leave"]
    assert 'coffee" -> "alertness" [style=dashed]' in model.draw()
    assert 'sleep" -> "alertness" [style=solid]' in model.draw()


def test_a_mechanism_that_decides_row_by_row_works_too() -> None:
    def picky(sleep):  # type: ignore[no-untyped-def]
        return np.array([1.0 if hours > 7 else 0.0 for hours in sleep])

    model = CausalModel("day", (SLEEP, Variable("mood", mechanism=picky)))
    assert model.effects({"sleep": [6, 8]}, do={"sleep": 9})["mood"].tolist() == [1, 0]
    assert "mood" in validate(model).not_compiled


def test_float32_values_at_the_end_of_a_range_are_inside() -> None:
    third = np.array([0.1, 10.0], dtype=np.float32) * np.float32(1.0000001)
    assert DAY.evaluate({"sleep": [6, 8], "coffee": third})["coffee"].shape == (2,)


@pytest.mark.parametrize("size", [0, 1])
def test_small_batches(size: int) -> None:
    values = {name: np.array(row[:size], dtype=float) for name, row in SEEN.items()}
    assert DAY.effects(values, do={"coffee": 1})["alertness"].shape == (size,)
