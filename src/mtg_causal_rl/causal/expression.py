"""What mechanisms compute with: clip, sigmoid, minimum, maximum, where, and symbols. No model lives here.

On numbers and arrays the functions are numpy; on a `Symbol` they write an operation onto its `Tape`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from mtg_causal_rl.causal.operations import Opcode, Operation

#: A number, an array [n], or a Symbol: what a mechanism receives and returns.
Value: TypeAlias = Any


class Untraceable(Exception):
    """A function did something to a symbol that no operation stands for."""


@dataclass(slots=True)
class Tape:
    """The operations recorded so far; operation i writes register i."""

    operations: list[Operation] = field(default_factory=list)
    constants: list[float] = field(default_factory=list)

    def write(self, opcode: Opcode, *operands: int) -> Symbol:
        a, b, c = (*operands, 0, 0, 0)[:3]
        self.operations.append(Operation(opcode, a, b, c))
        return Symbol(self, len(self.operations) - 1)

    def constant(self, number: float) -> Symbol:
        if number not in self.constants:
            self.constants.append(number)
        return self.write(Opcode.CONSTANT, self.constants.index(number))

    def symbol(self, value: Value) -> Symbol:
        if isinstance(value, Symbol):
            if value.tape is not self:
                raise Untraceable("a value kept from another call")
            return value
        if isinstance(value, int | float | np.number | np.bool_):
            return self.constant(float(value))
        raise Untraceable(f"a {type(value).__name__} of its own; only single numbers can be compiled")


class Symbol:
    """A value not known yet: arithmetic on it is recorded, a decision on it (`if x:`) cannot be."""

    __array_ufunc__ = (
        None  # so that `numpy number + symbol` asks the symbol instead of building an object array
    )
    __hash__ = None  # type: ignore[assignment]  # == is recorded, so a symbol cannot be a key
    __slots__ = ("register", "tape")

    def __init__(self, tape: Tape, register: int) -> None:
        self.tape = tape
        self.register = register

    def _with(self, opcode: Opcode, other: Value, reflected: bool = False) -> Symbol:
        operand = self.tape.symbol(other)
        left, right = (operand, self) if reflected else (self, operand)
        return self.tape.write(opcode, left.register, right.register)

    def __add__(self, other: Value) -> Symbol:
        return self._with(Opcode.ADD, other)

    def __radd__(self, other: Value) -> Symbol:
        return self._with(Opcode.ADD, other, reflected=True)

    def __sub__(self, other: Value) -> Symbol:
        return self._with(Opcode.SUBTRACT, other)

    def __rsub__(self, other: Value) -> Symbol:
        return self._with(Opcode.SUBTRACT, other, reflected=True)

    def __mul__(self, other: Value) -> Symbol:
        return self._with(Opcode.MULTIPLY, other)

    def __rmul__(self, other: Value) -> Symbol:
        return self._with(Opcode.MULTIPLY, other, reflected=True)

    def __truediv__(self, other: Value) -> Symbol:
        return self._with(Opcode.DIVIDE, other)

    def __rtruediv__(self, other: Value) -> Symbol:
        return self._with(Opcode.DIVIDE, other, reflected=True)

    def __lt__(self, other: Value) -> Symbol:
        return self._with(Opcode.LESS, other)

    def __gt__(self, other: Value) -> Symbol:
        return self._with(Opcode.LESS, other, reflected=True)

    def __le__(self, other: Value) -> Symbol:
        return self._with(Opcode.LESS_OR_EQUAL, other)

    def __ge__(self, other: Value) -> Symbol:
        return self._with(Opcode.LESS_OR_EQUAL, other, reflected=True)

    def __eq__(self, other: object) -> Symbol:  # type: ignore[override]
        return self._with(Opcode.EQUAL, other)

    def __ne__(self, other: object) -> Symbol:  # type: ignore[override]
        raise Untraceable("!= on a value; write where(a == b, ..., ...)")

    def __neg__(self) -> Symbol:
        return self.tape.constant(0.0) - self

    def __bool__(self) -> bool:
        raise Untraceable("a decision on a value (if, and, or, min, max); use where, minimum or maximum")


def _tape(*values: Value) -> Tape | None:
    return next((value.tape for value in values if isinstance(value, Symbol)), None)


def _call(opcode: Opcode, tape: Tape, *values: Value) -> Symbol:
    return tape.write(opcode, *(tape.symbol(value).register for value in values))


def minimum(a: Value, b: Value) -> Value:
    """The smaller of two values, element by element."""
    tape = _tape(a, b)
    return np.minimum(a, b) if tape is None else _call(Opcode.MINIMUM, tape, a, b)


def maximum(a: Value, b: Value) -> Value:
    """The larger of two values, element by element."""
    tape = _tape(a, b)
    return np.maximum(a, b) if tape is None else _call(Opcode.MAXIMUM, tape, a, b)


def clip(value: Value, low: Value, high: Value) -> Value:
    """The value, no less than `low` and no more than `high`."""
    return minimum(maximum(value, low), high)


def where(condition: Value, chosen: Value, otherwise: Value) -> Value:
    """`chosen` where the condition holds (is not 0), else `otherwise`."""
    tape = _tape(condition, chosen, otherwise)
    if tape is None:
        return np.where(condition, chosen, otherwise)
    return _call(Opcode.WHERE, tape, condition, chosen, otherwise)


def sigmoid(value: Value) -> Value:
    """1 / (1 + exp(-x)), without overflow for either sign."""
    tape = _tape(value)
    if tape is not None:
        return _call(Opcode.SIGMOID, tape, value)
    small = np.exp(-np.abs(value))
    return np.where(np.greater_equal(value, 0), 1.0, small) / (1.0 + small)
