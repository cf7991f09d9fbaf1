"""Compiled models do what the Python functions do, survive their bytes, and say what cannot be compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from causal.positions import made_up_strategy, random_counts

from mtg_causal_rl.causal import (
    COUNTS,
    HORIZONS,
    PAPER,
    STRATEGY,
    CausalModel,
    Counts,
    Range,
    Variable,
    clip,
    maximum,
    minimum,
    sigmoid,
    where,
)
from mtg_causal_rl.causal.interpreter import Batch, evaluate, measure
from mtg_causal_rl.causal.operations import Opcode
from mtg_causal_rl.causal.program import Program
from mtg_causal_rl.errors import InvalidValue

STATES = 100_000


@pytest.fixture(scope="module")
def counts() -> np.ndarray:
    return random_counts(STATES, np.random.default_rng(3))


@pytest.mark.parametrize("model", [made_up_strategy(), PAPER], ids=lambda model: model.name)
@pytest.mark.parametrize("horizon", HORIZONS)
def test_the_program_equals_the_functions_on_100_000_states(
    model: CausalModel, horizon: str, counts: np.ndarray
) -> None:
    generator = np.random.default_rng(4)
    program = model.compile(horizon)
    values = model.measure(Counts(*counts.T))
    variables = measure(program, counts)
    np.testing.assert_array_equal(
        variables[:, :-1], np.column_stack([values[name] for name in model.names[:-1]])
    )

    phase = generator.integers(0, 3, STATES)
    shifted = generator.normal(size=(STATES, len(model.names)))
    shifted[:, 1] = 0  # land_drop is set below, and what is set cannot be shifted
    setting = np.full_like(shifted, np.nan)
    setting[:, 1] = generator.integers(0, 2, STATES)
    found = evaluate(program, Batch(variables, counts, phase), shifted, setting)

    shift = {name: shifted[:, index] for index, name in enumerate(model.names) if name != "land_drop"}
    named = {**values, **dict(zip(COUNTS, counts.T, strict=True)), "phase": phase}
    expected = model.predict(named, do={"land_drop": setting[:, 1]}, shift=shift, horizon=horizon)
    np.testing.assert_allclose(found, np.column_stack(list(expected.values())), rtol=0, atol=1e-6)


def test_unclipped_measures_are_what_a_play_changes() -> None:
    strong = np.zeros((1, len(COUNTS)))
    strong[0, COUNTS.index("own_power")] = 50
    pressure = STRATEGY.names.index("board_pressure")
    program = STRATEGY.compile()
    assert measure(program, strong)[0, pressure] == 20
    assert measure(program, strong, clipped=False)[0, pressure] == 50


def test_bytes_hold_the_whole_program() -> None:
    for model in (STRATEGY, PAPER):
        program = model.compile()
        assert Program.from_bytes(program.to_bytes()) == program
    assert len({made_up_strategy().compile(horizon).hash for horizon in HORIZONS}) == 3


def test_the_byte_layout_is_as_stated() -> None:
    variables = (Variable("a", range=Range(0, 1)), Variable("b", mechanism=lambda a: a + 0.5))
    blob = CausalModel("ab", variables).compile().to_bytes()
    assert blob[:4] == b"MCSM"
    #                   format, I, V, K, P, C, M, N
    assert np.frombuffer(blob, "<u2", 8, 4).tolist() == [1, 0, 2, 0, 1, 1, 0, 4]
    assert np.frombuffer(blob, "<f8", 7, 24).tolist() == [0, -np.inf, 1, np.inf, 1, 1, 0.5]
    operations = np.frombuffer(blob, "u1", 32, 24 + 56).reshape(4, 8)
    assert operations[:, 0].tolist() == [Opcode.VARIABLE, Opcode.CONSTANT, Opcode.ADD, Opcode.STORE]
    assert operations[2].tolist() == [Opcode.ADD, 0, 0, 0, 1, 0, 0, 0]
    assert operations[3].tolist() == [Opcode.STORE, 0, 1, 0, 2, 0, 0, 0]
    assert blob[24 + 56 + 32 : -8] == b"ab\nnow\na\nb\nany"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda blob: b"", "0 bytes are no compiled causal model"),
        (lambda blob: b"XXXX" + blob[4:], "are no compiled causal model"),
        (lambda blob: blob[:4] + b"\x63" + blob[5:], "format 99; this version reads 1"),
        (lambda blob: blob[:40] + bytes([blob[40] ^ 1]) + blob[41:], "damaged"),
        (lambda blob: blob[:-1], "damaged"),
    ],
)
def test_damaged_bytes_are_refused(broken: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        Program.from_bytes(broken(STRATEGY.compile().to_bytes()))


@pytest.mark.parametrize(
    "mechanism",
    [
        lambda a, b: a + 2 * b - 3 / (b * b + 1),
        lambda a, b: 1 - a + (-b),
        lambda a, b: clip(a, -0.5, b * b),
        lambda a, b: sigmoid(30 * a) + sigmoid(-800 * b),
        lambda a, b: minimum(a, 0.25) * maximum(0.5, b),
        lambda a, b: where(a < b, a, 2.0) + where(a <= b, 1.0, 0.0) + where(a == b, 5.0, b),
        lambda a, b: where(a > b, 1, b) + where(a >= 0, np.float64(3), b) + np.float32(2) * a,
        lambda a, b: 7.0,
    ],
)
def test_every_operation_equals_numpy(mechanism: Callable[..., Any]) -> None:
    model = CausalModel("toy", (Variable("a"), Variable("b"), Variable("c", mechanism=mechanism)))
    rows = np.random.default_rng(5).normal(size=(1000, 3)).round(1)
    rows[:, 2] = np.nan
    found = evaluate(model.compile(), Batch(rows, np.zeros((1000, 0)), np.zeros(1000, dtype=np.intp)))
    expected = model.evaluate({"a": rows[:, 0], "b": rows[:, 1]})["c"]
    np.testing.assert_allclose(found[:, 2], expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("mechanism", "reason"),
    [
        (lambda a: 1.0 if (a > 0).all() else 0.0, "AttributeError"),
        (lambda a: max(a, 0), "a decision on a value"),
        (lambda a: 2 * np.exp(a), "TypeError"),
        (lambda a: a + np.array([1.0]), "a ndarray of its own"),
        (lambda a: where(a != 0, 1, 0), "!= on a value"),
    ],
)
def test_what_cannot_be_compiled_is_refused_by_name(mechanism: Callable[..., Any], reason: str) -> None:
    model = CausalModel("toy", (Variable("a"), Variable("b", mechanism=mechanism)))
    with pytest.raises(InvalidValue, match=f"'b' in toy cannot be compiled: .*{reason}"):
        model.compile()
    assert reason in model.validate().not_compiled["b"]


def test_an_intervention_is_not_part_of_a_program() -> None:
    with pytest.raises(InvalidValue, match="intervention on land_drop"):
        STRATEGY.do(land_drop=1).compile()
