"""What is wrong is refused, and the error names the variable and the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from causal.positions import ONE

from mtg_causal_rl.causal import STRATEGY, CausalModel, Estimate, Parameters, Range, Variable
from mtg_causal_rl.causal.parameters import Coefficient
from mtg_causal_rl.errors import InvalidValue, UnknownName

GOOD = {name: np.repeat(row, 4) for name, row in STRATEGY.measure(ONE).items()}


def model_of(**mechanisms: Callable[..., Any] | None) -> CausalModel:
    return CausalModel("toy", tuple(Variable(name, mechanism=f) for name, f in mechanisms.items()))


def test_a_cycle_is_named() -> None:
    with pytest.raises(InvalidValue, match=r"toy has a cycle: .*a -> .*c"):
        model_of(a=lambda c: c, b=lambda a: a, c=lambda b: b)


def test_a_variable_is_not_its_own_parent() -> None:
    with pytest.raises(InvalidValue, match="'a' among its own parents"):
        model_of(a=lambda a: a)


def test_an_unknown_parent_is_named_with_close_matches() -> None:
    with pytest.raises(
        UnknownName, match=r"parent 'slep' in the mechanism of 'coffee'; did you mean 'sleep'"
    ):
        model_of(sleep=None, coffee=lambda slep: slep)


def test_an_unknown_coefficient_is_named() -> None:
    with pytest.raises(UnknownName, match=r"coefficient 'slope' in the mechanism of 'b'"):
        model_of(a=None, b=lambda a, *, slope: slope * a)


def test_parents_must_be_named() -> None:
    with pytest.raises(InvalidValue, match=r"'b' takes \*parents"):
        model_of(a=None, b=lambda *parents: parents[0])


def test_a_mechanism_is_a_function_with_parameters() -> None:
    with pytest.raises(InvalidValue, match="mechanism of 'b' has no readable parameters"):
        Variable("b", mechanism=3)  # type: ignore[arg-type]


def test_names_are_given_once() -> None:
    with pytest.raises(InvalidValue, match="'a' twice"):
        CausalModel("toy", (Variable("a"), Variable("a")))
    with pytest.raises(InvalidValue, match="'phase'"):
        CausalModel("toy", (Variable("phase"),))


def test_bad_ranges_and_numbers() -> None:
    with pytest.raises(InvalidValue, match="must rise"):
        Range(1, 1)
    with pytest.raises(InvalidValue, match="outside its interval"):
        Estimate(2.0, 0.0, 1.0)
    with pytest.raises(InvalidValue, match="2 estimates for 1 phases"):
        Parameters(coefficients={"slope": Coefficient({"now": (Estimate(1.0), Estimate(2.0))})})
    with pytest.raises(UnknownName, match="horizon 'later' in coefficient slope"):
        Parameters(coefficients={"slope": Coefficient({"later": (Estimate(1.0),)})})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tempo": [0.0, 0.0, np.nan, 0.0]}, r"'tempo' in values is not a finite number at position 2"),
        ({"tempo": [0.0] * 3}, r"'tempo' in values has 3 positions, but 'mana' has 4"),
        ({"tempo": np.zeros((4, 1))}, r"'tempo' in values has shape \(4, 1\)"),
        ({"tempo": "high"}, r"'tempo' in values is no array of numbers"),
        (
            {"tempo": [0.0, 1.5, 0.0, 0.0]},
            r"'tempo' in values is 1.5 at position 1, outside its range \[-1, 1\]",
        ),
        ({"land_drop": 2}, r"'land_drop' in values is 2, outside its range \{0, 1\}"),
        ({"tempi": 0.0}, r"unknown variable 'tempi' in values; did you mean 'tempo'"),
        ({"phase": 3}, r"'phase' in values must be whole numbers from 0 to 2"),
        ({"phase": [0, 1]}, r"'phase' in values has 2 positions"),
        ({"phase": "my_turn"}, r"unknown phase 'my_turn' in values"),
    ],
)
def test_bad_values_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises((InvalidValue, UnknownName), match=message):
        STRATEGY.evaluate({**GOOD, **change})


def test_a_missing_value_is_named() -> None:
    with pytest.raises(InvalidValue, match="values lacks 'tempo'"):
        STRATEGY.evaluate({name: row for name, row in GOOD.items() if name != "tempo"})


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            {"do": {"board_presure": 1}},
            r"unknown variable 'board_presure' in STRATEGY; did you mean 'board_pressure'",
        ),
        ({"do": {"tempo": 3}}, r"'tempo' in do\(tempo=...\) is 3 at position 0, outside its range"),
        ({"do": {"tempo": [0, 0]}}, r"do\(tempo=...\) has 2 positions, but values has 4"),
        ({"do": {"tempo": np.nan}}, r"'tempo' in do\(tempo=...\) is not a finite number"),
        ({"do": {"tempo": lambda old: old[:2]}}, r"do\(tempo=...\) has 2 positions, but values has 4"),
        ({"do": {"tempo": lambda old: undefined}}, r"function in do\(tempo=...\) failed: NameError"),  # noqa: F821
        ({"do": {"tempo": 0}, "shift": {"tempo": 0.1}}, r"'tempo' is both set by do\(\) and shifted"),
        ({"shift": {"tempo": np.inf}}, r"'tempo' in shift\(tempo=...\) is not a finite number"),
        ({"contrast": {"nothing": 0}}, r"unknown variable 'nothing'"),
    ],
)
def test_bad_interventions_are_named(question: dict[str, Any], message: str) -> None:
    with pytest.raises((InvalidValue, UnknownName), match=message):
        STRATEGY.effects(GOOD, **question)


@pytest.mark.parametrize(
    ("mechanism", "message"),
    [
        (lambda sleep: 1 / sleep, r"mechanism of 'coffee' gave inf at position 1: sleep=0"),
        (lambda sleep: sleep[:1].repeat(3), r"mechanism of 'coffee' gave shape \(3,\) for 2 positions"),
        (
            lambda sleep: {}["cup"],
            r"mechanism of 'coffee' failed with KeyError: 'cup'; at position 0: sleep=6",
        ),
        (lambda sleep: "strong", r"mechanism of 'coffee' failed with ValueError"),
    ],
)
def test_a_broken_mechanism_is_reported_with_its_inputs(mechanism: Callable[..., Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        model_of(sleep=None, coffee=mechanism).evaluate({"sleep": [6, 0]})


def test_a_pole_inside_the_ranges_is_found_before_it_is_met() -> None:
    variables = (Variable("sleep", range=Range(0, 12)), Variable("coffee", mechanism=lambda sleep: 1 / sleep))
    report = CausalModel("toy", variables).validate()
    assert not report.ok
    assert "mechanism of 'coffee' gave inf at position" in str(report)


def test_a_broken_measure_is_reported() -> None:
    model = CausalModel("toy", (Variable("mana", measure=lambda see: see.lands),), view=type(ONE))
    with pytest.raises(InvalidValue, match="measure of 'mana' failed with AttributeError"):
        model.measure(ONE)
