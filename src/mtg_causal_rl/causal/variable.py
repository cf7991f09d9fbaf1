"""What one causal variable is: layer, range, definition, measure, mechanism. How they act together: model."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl.causal.expression import Value
from mtg_causal_rl.errors import InvalidValue

Array: TypeAlias = NDArray[np.float64]
#: From a view of named counts to the value of a variable.
Measure: TypeAlias = Callable[[Any], Value]
#: Positional parameters are the parents, keyword-only ones the coefficients; all arrays [n] or numbers.
Mechanism: TypeAlias = Callable[..., Value]

#: Distance from a bound that still counts as inside: float32 values come back from the core.
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a variable may take; a binary one also takes an expectation in between."""

    low: float = -math.inf
    high: float = math.inf
    binary: bool = False

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise InvalidValue(f"a range must rise, not run from {self.low:g} to {self.high:g}")
        if self.binary and (self.low, self.high) != (0, 1):
            raise InvalidValue(f"a binary range is 0 to 1, not {self.low:g} to {self.high:g}")

    def __str__(self) -> str:
        return "{0, 1}" if self.binary else f"[{self.low:g}, {self.high:g}]"

    @property
    def bounded(self) -> bool:
        return math.isfinite(self.low) or math.isfinite(self.high)

    def clip(self, values: Array) -> Array:
        return np.minimum(np.maximum(values, self.low), self.high) if self.bounded else values

    def outside(self, values: Array) -> NDArray[np.bool_]:
        low, high = (bound - sign * _TOLERANCE * max(1.0, abs(bound)) for bound, sign in self._bounds())
        return (values < low) | (values > high)

    def _bounds(self) -> tuple[tuple[float, int], tuple[float, int]]:
        return (self.low, 1), (self.high, -1)


BINARY = Range(0, 1, binary=True)
UNBOUNDED = Range()


@dataclass(frozen=True, slots=True)
class Variable:
    """A node of a causal graph: without a mechanism it is exogenous, and nothing in the model moves it."""

    name: str
    layer: str = ""
    range: Range = UNBOUNDED
    definition: str = ""
    measure: Measure | None = None
    mechanism: Mechanism | None = None
    parents: tuple[str, ...] = field(init=False)
    coefficients: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        parents, coefficients = _signature(self.name, self.mechanism)
        object.__setattr__(self, "parents", parents)
        object.__setattr__(self, "coefficients", coefficients)


def _signature(name: str, mechanism: Mechanism | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if mechanism is None:
        return (), ()
    try:
        parameters = inspect.signature(mechanism).parameters.values()
    except (TypeError, ValueError) as problem:
        raise InvalidValue(f"the mechanism of {name!r} has no readable parameters: {problem}") from None
    variadic = [p.name for p in parameters if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if variadic:
        raise InvalidValue(f"the mechanism of {name!r} takes *{variadic[0]}; name each parent as a parameter")
    parents = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
    if name in parents:
        raise InvalidValue(f"the mechanism of {name!r} has {name!r} among its own parents")
    return parents, tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)


def measured(
    layer: str = "", range: Range = UNBOUNDED, definition: str = ""
) -> Callable[[Measure], Variable]:
    """Makes the decorated measure an exogenous variable of the function's name."""

    def make(measure: Measure) -> Variable:
        return Variable(measure.__name__, layer, range, definition, measure)

    return make


def structural(
    layer: str = "", range: Range = UNBOUNDED, definition: str = "", measure: Measure | None = None
) -> Callable[[Mechanism], Variable]:
    """Makes the decorated mechanism a variable of the function's name, with its parameters as parents."""

    def make(mechanism: Mechanism) -> Variable:
        return Variable(mechanism.__name__, layer, range, definition, measure, mechanism)

    return make
