"""What can be said of a model before it is used: domains, coefficients, unused edges. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from mtg_causal_rl.causal.compilation import untraceable
from mtg_causal_rl.causal.parameters import Estimate
from mtg_causal_rl.causal.propagation import call_mechanism
from mtg_causal_rl.causal.variable import Array, Variable
from mtg_causal_rl.errors import InvalidValue

if TYPE_CHECKING:
    from mtg_causal_rl.causal.model import CausalModel, Edge

#: Points at which each mechanism is tried: the corners of up to 7 parents, and as many spread at random.
_TRIED_POINTS = 256


@dataclass(frozen=True, slots=True)
class CoefficientLine:
    """One coefficient at one horizon and phase; no estimate where it has not been measured."""

    name: str
    horizon: str
    phase: str
    estimate: Estimate | None

    @property
    def covers_zero(self) -> bool:
        return self.estimate is not None and self.estimate.covers_zero


@dataclass(frozen=True, slots=True)
class Report:
    """The result of `CausalModel.validate`: `problems` make it fail, everything else is for the reader."""

    model: str
    acyclic: bool
    problems: tuple[str, ...]
    exogenous: tuple[str, ...]
    unused_edges: tuple[Edge, ...]
    coefficients: tuple[CoefficientLine, ...]
    not_compiled: dict[str, str]

    @property
    def ok(self) -> bool:
        return self.acyclic and not self.problems

    @property
    def covering_zero(self) -> tuple[CoefficientLine, ...]:
        return tuple(line for line in self.coefficients if line.covers_zero)

    @property
    def not_measured(self) -> tuple[CoefficientLine, ...]:
        return tuple(line for line in self.coefficients if line.estimate is None)

    def __str__(self) -> str:
        lines = [
            f"{self.model}: {'valid' if self.ok else 'NOT VALID'}",
            f"acyclic: {'yes' if self.acyclic else 'no'}",
        ]
        lines += [f"problem: {problem}" for problem in self.problems]
        lines += [f"exogenous: {', '.join(self.exogenous)}"]
        lines += [f"drawn without an equation: {parent} -> {child}" for parent, child in self.unused_edges]
        lines += [f"not compiled: {name} ({reason})" for name, reason in self.not_compiled.items()]
        return "\n".join([*lines, *_coefficients_in_words(self.coefficients)])


def validate(model: CausalModel) -> Report:
    """Checks a model; construction has already refused cycles, unknown parents and missing coefficients."""
    return Report(
        model=model.name,
        acyclic=nx.is_directed_acyclic_graph(model.graph),
        problems=tuple(
            problem for variable in model.variables for problem in _domain_problems(model, variable)
        ),
        exogenous=tuple(variable.name for variable in model.variables if variable.mechanism is None),
        unused_edges=model.unused_edges,
        coefficients=_coefficient_lines(model),
        not_compiled=untraceable(model),
    )


def _coefficient_lines(model: CausalModel) -> tuple[CoefficientLine, ...]:
    parameters = model.parameters
    return tuple(
        CoefficientLine(name, horizon, phase, _estimate(coefficient.at.get(horizon), index))
        for name, coefficient in parameters.coefficients.items()
        for horizon in parameters.horizons
        for index, phase in enumerate(parameters.phases)
    )


def _coefficients_in_words(lines: tuple[CoefficientLine, ...]) -> list[str]:
    """One line for each coefficient, horizon and phase; what is the same throughout is said once."""
    words: list[str] = []
    for name in dict.fromkeys(line.name for line in lines):
        own = [line for line in lines if line.name == name]
        if len({line.estimate for line in own}) == 1:
            words.append(f"coefficient {name}: {_in_words(own[0])}")
            continue
        for horizon in dict.fromkeys(line.horizon for line in own):
            there = [line for line in own if line.horizon == horizon]
            same = len({line.estimate for line in there}) == 1
            shown = [("", there[0])] if same else [(f", {line.phase}", line) for line in there]
            words += [f"coefficient {name} @ {horizon}{phase}: {_in_words(line)}" for phase, line in shown]
    return words


def _in_words(line: CoefficientLine) -> str:
    return (
        "not measured" if line.estimate is None else f"{line.estimate}" + "  covers zero" * line.covers_zero
    )


def _estimate(estimates: tuple[Estimate, ...] | None, phase: int) -> Estimate | None:
    return None if estimates is None else estimates[phase]


def _domain_problems(model: CausalModel, variable: Variable) -> list[str]:
    """Where a mechanism is not finite though its parents are in their ranges, at any measured horizon."""
    if variable.mechanism is None:
        return []
    points = {parent: _points(model, parent, place) for place, parent in enumerate(variable.parents)}
    size = _TRIED_POINTS if points else 1
    problems: list[str] = []
    for horizon in _measured_horizons(model, variable):
        for phase in range(len(model.parameters.phases)):
            table = {n: float(model.parameters.table(n, horizon)[phase]) for n in variable.coefficients}
            try:
                call_mechanism(variable, points, table, size)
            except InvalidValue as problem:
                problems.append(f"{problem} (horizon {horizon})")
    return sorted(set(problems))


def _measured_horizons(model: CausalModel, variable: Variable) -> list[str]:
    known = model.parameters.coefficients
    return [
        h for h in model.parameters.horizons if all(h in known[name].at for name in variable.coefficients)
    ]


def _points(model: CausalModel, parent: str, place: int) -> Array:
    """Values over a parent's range: its ends against those of the other parents, then spread evenly."""
    low, high = (-1.0, 1.0) if parent not in model.names else _finite_ends(model[parent])
    corners = np.where(np.arange(_TRIED_POINTS // 2) >> place & 1, high, low)
    spread = np.random.default_rng(place).uniform(low, high, _TRIED_POINTS // 2)
    return np.concatenate([corners, spread])


def _finite_ends(variable: Variable) -> tuple[float, float]:
    low = variable.range.low if np.isfinite(variable.range.low) else min(-1.0, variable.range.high - 1.0)
    high = variable.range.high if np.isfinite(variable.range.high) else max(1.0, low + 1.0)
    return low, high
