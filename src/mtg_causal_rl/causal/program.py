"""A compiled causal model as a value and as bytes, which the core decodes. Neither compiled nor run here.

Little-endian, without gaps:
- header, 24 bytes: `MCSM`, u16 format, then u16 each: inputs I, variables V, coefficients K, phases P,
  constants C, operations of the measures M, operations of the mechanisms N; u32 length of the names in bytes
- float64: low[V], high[V] (infinite where unbounded), persistence[V], constants[C], coefficients[K][P]
- M, then N operations of 8 bytes: u8 opcode, u8 zero, u16 a, u16 b, u16 c (see operations)
- names in UTF-8, one per line: model, horizon, inputs, variables, phases, coefficients
- the first 8 bytes of the SHA-256 of everything before
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from mtg_causal_rl.causal.operations import Opcode, Operation
from mtg_causal_rl.errors import InvalidValue

MAGIC = b"MCSM"
FORMAT = 1
_HEADER = struct.Struct("<4s8HI")
_OPERATION = struct.Struct("<BBHHH")
_CHECKSUM_BYTES = 8


@dataclass(frozen=True, slots=True)
class Program:
    """The measures and mechanisms of a model at one horizon; variables in declared order.

    Measures read INPUT and STORE what they measured. Mechanisms read VARIABLE (stored before, or exogenous,
    which is never stored), INPUT and COEFFICIENT, and STORE f(parents). How they run: see interpreter.
    """

    model: str
    horizon: str
    inputs: tuple[str, ...]
    variables: tuple[str, ...]
    phases: tuple[str, ...]
    coefficients: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    persistences: tuple[float, ...]
    constants: tuple[float, ...]
    #: The coefficient k in phase p is table[k][p].
    table: tuple[tuple[float, ...], ...]
    measures: tuple[Operation, ...]
    mechanisms: tuple[Operation, ...]

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def to_bytes(self) -> bytes:
        names = [self.model, self.horizon, *self.inputs, *self.variables, *self.phases, *self.coefficients]
        text = "\n".join(names).encode()
        tables = (self.inputs, self.variables, self.coefficients, self.phases, self.constants)
        counts = [len(table) for table in (*tables, self.measures, self.mechanisms)]
        numbers = [*self.low, *self.high, *self.persistences, *self.constants]
        numbers += [value for row in self.table for value in row]
        body = b"".join(
            [
                _HEADER.pack(MAGIC, FORMAT, *counts, len(text)),
                np.array(numbers, dtype="<f8").tobytes(),
                *(_OPERATION.pack(o.opcode, 0, o.a, o.b, o.c) for o in (*self.measures, *self.mechanisms)),
                text,
            ]
        )
        return body + _checksum(body)

    @classmethod
    def from_bytes(cls, blob: bytes) -> Program:
        """The program that `to_bytes` wrote, or an error that says what is wrong with the bytes."""
        reader = _Reader(blob)
        _, inputs, variables, coefficients, phases, constants, measures, mechanisms = reader.counts
        low, high, persistences = (reader.numbers(variables) for _ in range(3))
        constant_values = reader.numbers(constants)
        table = tuple(reader.numbers(phases) for _ in range(coefficients))
        operations = reader.operations(measures), reader.operations(mechanisms)
        model, horizon = reader.names(2)
        return cls(
            model=model,
            horizon=horizon,
            inputs=reader.names(inputs),
            variables=reader.names(variables),
            phases=reader.names(phases),
            coefficients=reader.names(coefficients),
            low=low,
            high=high,
            persistences=persistences,
            constants=constant_values,
            table=table,
            measures=operations[0],
            mechanisms=operations[1],
        )


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:_CHECKSUM_BYTES]


class _Reader:
    """Takes the sections of a compiled model from its bytes, in order."""

    def __init__(self, blob: bytes) -> None:
        if len(blob) < _HEADER.size + _CHECKSUM_BYTES or blob[:4] != MAGIC:
            raise InvalidValue(f"these {len(blob)} bytes are no compiled causal model")
        _, *self.counts, self._text_length = _HEADER.unpack_from(blob)
        if self.counts[0] != FORMAT:
            raise InvalidValue(
                f"a compiled causal model of format {self.counts[0]}; this version reads {FORMAT}"
            )
        self._body = blob[:-_CHECKSUM_BYTES]
        if _checksum(self._body) != blob[-_CHECKSUM_BYTES:]:
            raise InvalidValue("the compiled causal model is damaged: its checksum does not match")
        self._at = _HEADER.size
        self._lines: Iterator[str] | None = None

    def numbers(self, count: int) -> tuple[float, ...]:
        values = np.frombuffer(self._body, dtype="<f8", count=count, offset=self._at)
        self._at += values.nbytes
        return tuple(values.tolist())

    def operations(self, count: int) -> tuple[Operation, ...]:
        end = self._at + count * _OPERATION.size
        rows = _OPERATION.iter_unpack(self._body[self._at : end])
        self._at = end
        return tuple(Operation(Opcode(opcode), a, b, c) for opcode, _, a, b, c in rows)

    def names(self, count: int) -> tuple[str, ...]:
        if self._lines is None:
            text = self._body[self._at : self._at + self._text_length]
            self._lines = iter(text.decode().split("\n"))
        return tuple(islice(self._lines, count))
