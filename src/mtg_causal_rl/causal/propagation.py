"""How values follow from an intervention: abduction, then descendants in order. Questions live in model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from mtg_causal_rl.causal.query import (
    Intervention,
    Position,
    Setting,
    check_range,
    column,
    in_words,
)
from mtg_causal_rl.causal.variable import Array, Variable
from mtg_causal_rl.errors import InvalidValue

if TYPE_CHECKING:
    from mtg_causal_rl.causal.model import CausalModel


@dataclass(slots=True)
class Propagation:
    """One batch of positions at one horizon; each variable's u is found once and serves every arm."""

    model: CausalModel
    position: Position
    horizon: str
    factual: dict[str, Array] = field(init=False)
    _explained: dict[str, Array] = field(init=False, default_factory=dict)
    _coefficients: dict[str, float | Array] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.factual = dict(self.position.variables)

    def completed(self) -> Propagation:
        """Itself, after computing what is not measured (u = 0) from what is."""
        for name in self.model.order:
            if name not in self.factual:
                self.factual[name] = self.model[name].range.clip(self.explained(name))
        return self

    def explained(self, name: str) -> Array:
        """f(parents) at the measured values."""
        if name not in self._explained:
            self._explained[name] = self._mechanism(self.model[name], self.factual)
        return self._explained[name]

    def exogenous(self, name: str) -> Array:
        """u: what f(parents) leaves open; the smallest that explains a value cut off by its range."""
        variable, value = self.model[name], self.factual[name]
        if variable.mechanism is None:
            return value
        explained = self.explained(name)
        return np.where(variable.range.clip(explained) == value, 0.0, value - explained)

    def arm(self, intervention: Intervention) -> dict[str, Array]:
        """All values under an intervention; what it does not reach keeps its measured value to the bit."""
        values = dict(self.factual)
        affected = self.model.affected_by(intervention.targets)
        for name in self.model.order:
            if name in intervention.do:
                values[name] = self._set(self.model[name], intervention.do[name], self.factual[name])
            elif name in affected:
                values[name] = self._moved(self.model[name], values, intervention.shift.get(name))
        return values

    def solve(self, exogenous: Mapping[str, Array], intervention: Intervention) -> dict[str, Array]:
        """All values that follow from u alone."""
        values: dict[str, Array] = {}
        for name in self.model.order:
            variable = self.model[name]
            value = exogenous[name] + self._shift(name, intervention.shift.get(name))
            if variable.mechanism is not None:
                value = self._mechanism(variable, values) + value
            value = variable.range.clip(value)
            setting = intervention.do.get(name)
            values[name] = value if setting is None else self._set(variable, setting, value)
        return values

    def _moved(self, variable: Variable, values: Mapping[str, Array], shift: ArrayLike | None) -> Array:
        # clip(f(new parents) + u + shift), ordered so that unmoved parents give back the exact old value
        old, added = self.factual[variable.name], self._shift(variable.name, shift)
        if variable.mechanism is None:
            return variable.range.clip(old + added)
        before = self.explained(variable.name)
        start = np.where(variable.range.clip(before) == old, before, old)
        return variable.range.clip(start + (self._mechanism(variable, values) - before) + added)

    def _shift(self, name: str, amount: ArrayLike | None) -> float | Array:
        if amount is None:
            return 0.0
        return self._fitting(name, amount, f"shift({name}=...)") * self.model.parameters.persistence(
            name, self.horizon
        )

    def _set(self, variable: Variable, setting: Setting, old: Array) -> Array:
        where = f"do({variable.name}=...)"
        if callable(setting):
            try:
                setting = setting(old.copy())
            except Exception as problem:
                raise InvalidValue(f"the function in {where} failed: {in_words(problem)}") from problem
        value = self._fitting(variable.name, setting, where)
        check_range(variable, value, where)
        return value

    def _fitting(self, name: str, amount: ArrayLike, where: str) -> Array:
        array = column(name, amount, where)
        if array.ndim and len(array) != self.position.size:
            raise InvalidValue(f"{where} has {len(array)} positions, but values has {self.position.size}")
        return np.broadcast_to(array, (self.position.size,))

    def _mechanism(self, variable: Variable, values: Mapping[str, Array]) -> Array:
        arguments = {parent: self._argument(variable.name, parent, values) for parent in variable.parents}
        constants = {name: self._coefficient(name) for name in variable.coefficients}
        return call_mechanism(variable, arguments, constants, self.position.size)

    def _argument(self, name: str, parent: str, values: Mapping[str, Array]) -> Array:
        if parent in values:
            return values[parent]
        if parent not in self.position.inputs:
            raise InvalidValue(
                f"the equation of {name!r} in {self.model.name} needs {parent!r}, which values lacks"
            )
        return self.position.inputs[parent]

    def _coefficient(self, name: str) -> float | Array:
        if name not in self._coefficients:
            parameters = self.model.parameters
            self._coefficients[name] = parameters.by_position(name, self.horizon, self.position.phase)
        return self._coefficients[name]


def call_mechanism(
    variable: Variable, arguments: Mapping[str, Array], constants: Mapping[str, float | Array], size: int
) -> Array:
    """f(parents), [n]; a broken mechanism is reported with its name and the inputs that broke it."""
    assert variable.mechanism is not None
    try:
        with np.errstate(all="ignore"):
            result = np.asarray(variable.mechanism(*arguments.values(), **constants), dtype=np.float64)
    except Exception as problem:
        raise InvalidValue(
            f"the mechanism of {variable.name!r} failed with {in_words(problem)}; {_at(arguments, 0)}"
        ) from problem
    if result.ndim > 1 or (result.ndim == 1 and len(result) != size):
        raise InvalidValue(
            f"the mechanism of {variable.name!r} gave shape {result.shape} for {size} positions"
        )
    if not np.isfinite(result).all():
        row = int(np.flatnonzero(~np.isfinite(np.atleast_1d(result)))[0])
        value = np.atleast_1d(result)[row]
        raise InvalidValue(f"the mechanism of {variable.name!r} gave {value} {_at(arguments, row)}")
    return np.broadcast_to(result, (size,))


def _at(arguments: Mapping[str, Array], row: int) -> str:
    return f"at position {row}: " + ", ".join(f"{name}={array[row]:g}" for name, array in arguments.items())
