"""The vocabulary of a compiled causal model: what one operation is. Runs nothing."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Opcode(IntEnum):
    """What an operation does. The numbers are the byte format: append, never renumber."""

    CONSTANT = 0  # constants[a]
    INPUT = 1  # raw input a of the position
    VARIABLE = 2  # value of variable a
    COEFFICIENT = 3  # coefficients[a] for the phase of the position
    ADD = 4  # a + b, as registers
    SUBTRACT = 5  # a - b
    MULTIPLY = 6  # a * b
    DIVIDE = 7  # a / b
    MINIMUM = 8  # the smaller of a and b
    MAXIMUM = 9  # the larger of a and b
    LESS = 10  # 1 where a < b, else 0
    LESS_OR_EQUAL = 11  # 1 where a <= b, else 0
    EQUAL = 12  # 1 where a == b, else 0
    WHERE = 13  # b where a is not 0, else c
    SIGMOID = 14  # 1 / (1 + exp(-a))
    STORE = 15  # variable a takes register b; every variable is stored before it is read


class Operation(NamedTuple):
    """One step: operation i writes register i, so an operand is the number of the operation that made it."""

    opcode: Opcode
    a: int = 0
    b: int = 0
    c: int = 0
