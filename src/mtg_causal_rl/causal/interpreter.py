"""The numpy reference of how a program runs, which the core's evaluator must match. Compiles nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.causal.expression import sigmoid
from mtg_causal_rl.causal.operations import Opcode, Operation
from mtg_causal_rl.causal.program import Program
from mtg_causal_rl.causal.variable import Array

#: From (variable, value computed for it [n]) to nothing: what a STORE does.
Store = Callable[[int, Array], None]

_BINARY: dict[Opcode, Callable[[Array, Array], Array]] = {
    Opcode.ADD: np.add,
    Opcode.SUBTRACT: np.subtract,
    Opcode.MULTIPLY: np.multiply,
    Opcode.DIVIDE: np.divide,
    Opcode.MINIMUM: np.minimum,
    Opcode.MAXIMUM: np.maximum,
    Opcode.LESS: lambda a, b: np.less(a, b).astype(np.float64),
    Opcode.LESS_OR_EQUAL: lambda a, b: np.less_equal(a, b).astype(np.float64),
    Opcode.EQUAL: lambda a, b: np.equal(a, b).astype(np.float64),
}


@dataclass(frozen=True, slots=True)
class Batch:
    """n positions: variables [n, V] (NaN where not measured), raw inputs [n, I], phase [n]."""

    variables: Array
    inputs: Array
    phase: NDArray[np.intp]


def measure(program: Program, inputs: Array, clipped: bool = True) -> Array:
    """Variables [n, V] from raw inputs [n, I]; NaN where a variable has no measure.

    Unclipped values are what an intervention compares before and after.
    """
    measured = np.full((len(inputs), len(program.variables)), np.nan)

    def store(variable: int, value: Array) -> None:
        measured[:, variable] = _clip(program, variable, value) if clipped else value

    nowhere = Batch(measured, inputs, np.zeros(len(inputs), dtype=np.intp))
    _execute(program, program.measures, nowhere, store)
    return measured


def evaluate(
    program: Program, batch: Batch, shift: Array | None = None, setting: Array | None = None
) -> Array:
    """Variables [n, V] after shift [n, V] and after do() with setting [n, V] (NaN where not set).

    f(parents) at the measured values comes first; each stored value then moves as far as f(parents) moves.
    """
    factual, explained = _abduct(program, batch)
    persistence = np.array(program.persistences)
    added = np.zeros_like(factual) if shift is None else shift * persistence
    forced = np.full_like(factual, np.nan) if setting is None else setting
    low, high = np.array(program.low), np.array(program.high)
    moved = np.minimum(np.maximum(factual + added, low), high)
    values = np.where(np.isnan(forced), moved, forced)

    def store(variable: int, value: Array) -> None:
        before, old = explained[:, variable], factual[:, variable]
        start = np.where(_clip(program, variable, before) == old, before, old)
        new = _clip(program, variable, start + (value - before) + added[:, variable])
        values[:, variable] = np.where(np.isnan(forced[:, variable]), new, forced[:, variable])

    _execute(program, program.mechanisms, Batch(values, batch.inputs, batch.phase), store)
    return values


def _abduct(program: Program, batch: Batch) -> tuple[Array, Array]:
    """Measured values [n, V], completed where NaN, and f(parents) at them [n, V] (NaN where exogenous)."""
    factual = batch.variables.copy()
    explained = np.full_like(factual, np.nan)

    def store(variable: int, value: Array) -> None:
        explained[:, variable] = value
        measured = factual[:, variable]
        factual[:, variable] = np.where(np.isnan(measured), _clip(program, variable, value), measured)

    _execute(program, program.mechanisms, Batch(factual, batch.inputs, batch.phase), store)
    return factual, explained


def _clip(program: Program, variable: int, value: Array) -> Array:
    return np.minimum(np.maximum(value, program.low[variable]), program.high[variable])


def _execute(program: Program, operations: tuple[Operation, ...], batch: Batch, store: Store) -> None:
    registers: list[Array] = []
    table = np.array(program.table).reshape(len(program.coefficients), len(program.phases))
    with np.errstate(all="ignore"):
        for operation in operations:
            if operation.opcode is Opcode.STORE:
                store(operation.a, registers[operation.b])
                registers.append(registers[operation.b])
            else:
                registers.append(_result(program, operation, registers, batch, table))


def _result(
    program: Program, operation: Operation, registers: list[Array], batch: Batch, table: Array
) -> Array:
    opcode, a, b, c = operation
    if opcode is Opcode.CONSTANT:
        return np.full(len(batch.phase), program.constants[a])
    if opcode is Opcode.INPUT:
        return batch.inputs[:, a]
    if opcode is Opcode.VARIABLE:
        return batch.variables[:, a].copy()
    if opcode is Opcode.COEFFICIENT:
        return np.asarray(table[a][batch.phase])
    if opcode is Opcode.WHERE:
        return np.where(registers[a] != 0, registers[b], registers[c])
    if opcode is Opcode.SIGMOID:
        return np.asarray(sigmoid(registers[a]))
    return _BINARY[opcode](registers[a], registers[b])
