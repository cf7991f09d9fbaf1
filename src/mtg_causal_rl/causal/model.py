"""A structural causal model over named variables and the questions it answers. Knows no game or equation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import networkx as nx
import numpy as np
from numpy.typing import ArrayLike

from mtg_causal_rl.causal.parameters import Coefficient, Parameters
from mtg_causal_rl.causal.propagation import Propagation
from mtg_causal_rl.causal.query import (
    NOTHING,
    PHASE,
    Counterfactual,
    Intervention,
    Setting,
    column,
    in_words,
    read_position,
)
from mtg_causal_rl.causal.variable import Array, Variable
from mtg_causal_rl.errors import InvalidValue, unknown_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mtg_causal_rl.causal.program import Program
    from mtg_causal_rl.causal.validation import Report

Edge = tuple[str, str]


@dataclass(frozen=True, eq=False)
class CausalModel:
    """Variables with mechanisms: V = f(parents) + u, cut off at the range; u is what a position adds.

    Values are arrays [n] (or single numbers) by name: variables, raw inputs that equations read, and "phase".
    A variable that has no measure but a mechanism may be left out; it is computed with u = 0.
    """

    name: str
    variables: tuple[Variable, ...]
    #: A dataclass of raw inputs, which measures read and which equations may read besides variables.
    view: type[Any] | None = None
    parameters: Parameters = field(default_factory=Parameters)
    #: Edges that a diagram shows; left out, those of the mechanisms.
    drawn_edges: tuple[Edge, ...] | None = None
    intervention: Intervention = NOTHING

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", tuple(self.variables))
        self._check_names()
        self._check_signatures()
        self._check_acyclic()

    def __getitem__(self, name: str) -> Variable:
        try:
            return self._by_name[name]
        except KeyError:
            raise unknown_name("variable", name, self._by_name, self.name) from None

    @cached_property
    def _by_name(self) -> dict[str, Variable]:
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(self._by_name)

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """Raw inputs in the order of the view's fields."""
        return () if self.view is None else tuple(item.name for item in fields(self.view))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """(parent, child) of every mechanism, by child in declared order."""
        return tuple((p, v.name) for v in self.variables for p in v.parents if p in self._by_name)

    @cached_property
    def unused_edges(self) -> tuple[Edge, ...]:
        """Edges that are drawn and that no mechanism of this model can use."""
        return tuple(edge for edge in self.drawn_edges or () if edge not in self.edges)

    @cached_property
    def graph(self) -> nx.DiGraph:
        """The graph of the mechanisms; what do() has set has lost its incoming edges."""
        graph = nx.DiGraph(name=self.name)
        graph.add_nodes_from((v.name, {"layer": v.layer}) for v in self.variables)
        graph.add_edges_from(edge for edge in self.edges if edge[1] not in self.intervention.do)
        return graph

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Parents before children; ties in declared order."""
        place = {name: index for index, name in enumerate(self.names)}
        return tuple(
            nx.lexicographical_topological_sort(nx.DiGraph(self._full_graph()), key=place.__getitem__)
        )

    def affected_by(self, targets: Iterable[str]) -> set[str]:
        """The targets and all their descendants."""
        return set().union(*(self._reach[name] for name in targets))

    @cached_property
    def _reach(self) -> dict[str, set[str]]:
        graph = self._full_graph()
        return {name: {name, *nx.descendants(graph, name)} for name in self.names}

    def do(self, **settings: Setting) -> CausalModel:
        """A model in which variables are set: to a number, an array [n], or a function of the old values."""
        return replace(self, intervention=self._with(Intervention(do=settings)))

    def shift(self, **amounts: ArrayLike) -> CausalModel:
        """A model in which variables have more (or less) of their own and still follow their parents."""
        return replace(self, intervention=self._with(Intervention(shift=amounts)))

    def measure(self, counts: Any) -> dict[str, Array]:
        """Variables as defined on raw counts (an instance of the view), cut off at their ranges."""
        values: dict[str, Array] = {}
        for variable in self.variables:
            if variable.measure is None:
                continue
            try:
                raw = variable.measure(counts)
            except Exception as problem:
                raise InvalidValue(
                    f"the measure of {variable.name!r} failed with {in_words(problem)}"
                ) from problem
            values[variable.name] = variable.range.clip(column(variable.name, raw, "the measured counts"))
        return values

    def evaluate(self, values: Mapping[str, ArrayLike], horizon: str | None = None) -> dict[str, Array]:
        """All variables under this model's interventions; without any, exactly the measured values."""
        return self._declared(self._propagation(values, horizon).arm(self.intervention))

    def abduct(self, values: Mapping[str, ArrayLike], horizon: str | None = None) -> dict[str, Array]:
        """u of every variable: what its mechanism leaves open here; an exogenous one is its own u."""
        propagation = self._propagation(values, horizon)
        return {name: propagation.exogenous(name) for name in self.names}

    def solve(self, exogenous: Mapping[str, ArrayLike], horizon: str | None = None) -> dict[str, Array]:
        """All variables that follow from u alone (0 where left out); undoes `abduct`."""
        horizon = self.parameters.require(horizon)
        given = read_position(self, exogenous, measured=False)
        zero = np.zeros(given.size)
        u = {name: given.variables.get(name, zero) for name in self.names}
        return self._declared(Propagation(self, given, horizon).solve(u, self.intervention))

    def predict(
        self,
        values: Mapping[str, ArrayLike],
        do: Mapping[str, Setting] | None = None,
        shift: Mapping[str, ArrayLike] | None = None,
        horizon: str | None = None,
    ) -> dict[str, Array]:
        """All variables after an intervention on these positions."""
        arm = self._with(Intervention(do or {}, shift or {}))
        return self._declared(self._propagation(values, horizon).arm(arm))

    def counterfactual(
        self,
        values: Mapping[str, ArrayLike],
        do: Mapping[str, Setting] | None = None,
        shift: Mapping[str, ArrayLike] | None = None,
        horizon: str | None = None,
    ) -> Counterfactual:
        """Abduction, action and prediction, each step kept, for positions that were seen."""
        arm = self._with(Intervention(do or {}, shift or {}))
        propagation = self._propagation(values, horizon)
        exogenous = {name: propagation.exogenous(name) for name in self.names}
        return Counterfactual(
            self._declared(propagation.factual), exogenous, self._declared(propagation.arm(arm))
        )

    def effects(
        self,
        values: Mapping[str, ArrayLike],
        do: Mapping[str, Setting] | None = None,
        contrast: Mapping[str, Setting] | Intervention | None = None,
        shift: Mapping[str, ArrayLike] | None = None,
        horizon: str | None = None,
    ) -> dict[str, Array]:
        """The change of every variable between two arms: the intervention and the contrast (or nothing).

        A contrast is a do() by name, or an `Intervention` where the reference arm has shifts too.
        """
        reference = contrast if isinstance(contrast, Intervention) else Intervention(do=contrast or {})
        arms = [self._with(action) for action in (Intervention(do or {}, shift or {}), reference)]
        propagation = self._propagation(values, horizon)
        after, before = (propagation.arm(arm) for arm in arms)
        return {name: after[name] - before[name] for name in self.names}

    def with_parameters(self, parameters: Parameters) -> CausalModel:
        """The same equations with other numbers."""
        return replace(self, parameters=parameters)

    def with_coefficients(self, coefficients: Mapping[str, Coefficient]) -> CausalModel:
        """The same equations with some coefficients exchanged, for example those of a new win model."""
        return self.with_parameters(self.parameters.with_coefficients(coefficients))

    def compile(self, horizon: str | None = None) -> Program:
        """The mechanisms and measures as flat lists of operations at one horizon, as the core runs them."""
        from mtg_causal_rl.causal.compilation import compile_model

        return compile_model(self, self.parameters.require(horizon))

    @cached_property
    def structure(self) -> str:
        """A hash of the equations, measures and ranges without coefficients: a fit belongs to one of them."""
        from mtg_causal_rl.causal.compilation import structure_hash

        return structure_hash(self)

    def validate(self) -> Report:
        """What holds and what does not: domains, mechanisms, coefficients with intervals, unused edges."""
        from mtg_causal_rl.causal.validation import validate

        return validate(self)

    @overload
    def draw(self, form: Literal["graphviz"] = "graphviz") -> str: ...
    @overload
    def draw(self, form: Literal["matplotlib"]) -> Figure: ...
    def draw(self, form: str = "graphviz") -> str | Figure:
        """The graph by layers: Graphviz text, or a matplotlib figure. Edges without equation are dotted."""
        from mtg_causal_rl.causal.drawing import DRAWINGS

        if form not in DRAWINGS:
            raise unknown_name("drawing", form, DRAWINGS)
        return DRAWINGS[form](self)

    def to_dowhy(self, horizon: str | None = None) -> Any:
        """A dowhy.gcm.InvertibleStructuralCausalModel with these mechanisms and noise yet to be fitted."""
        from mtg_causal_rl.causal.dowhy_export import to_dowhy

        return to_dowhy(self, self.parameters.require(horizon))

    def _with(self, intervention: Intervention) -> Intervention:
        """This model's intervention and then another, all of whose variables exist."""
        for name in intervention.targets:
            self[name]
        return self.intervention.then(intervention)

    def _declared(self, values: Mapping[str, Array]) -> dict[str, Array]:
        return {name: values[name] for name in self.names}

    def _propagation(self, values: Mapping[str, ArrayLike], horizon: str | None) -> Propagation:
        horizon = self.parameters.require(horizon)
        return Propagation(self, read_position(self, values), horizon).completed()

    def _full_graph(self) -> nx.DiGraph:
        graph = nx.DiGraph()
        graph.add_nodes_from(self.names)
        graph.add_edges_from(self.edges)
        return graph

    def _check_names(self) -> None:
        names = [variable.name for variable in self.variables]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InvalidValue(f"{self.name} defines the variable {twice!r} twice")
        reserved = next((name for name in (*names, *self.inputs) if name == PHASE), None)
        if reserved is not None:
            raise InvalidValue(f"{self.name} calls a variable {PHASE!r}, which is the phase of a position")
        for name in self.inputs:
            if name in names:
                raise InvalidValue(f"{name!r} is both a variable and a raw input of {self.name}")

    def _check_signatures(self) -> None:
        for variable in self.variables:
            for parent in variable.parents:
                if parent not in self._by_name and parent not in self.inputs:
                    place = f"the mechanism of {variable.name!r}"
                    raise unknown_name("parent", parent, (*self.names, *self.inputs), place)
            for name in variable.coefficients:
                if name not in self.parameters.coefficients:
                    place = f"the mechanism of {variable.name!r}"
                    raise unknown_name("coefficient", name, self.parameters.coefficients, place)
        for edge in self.drawn_edges or ():
            for name in edge:
                self[name]
        for name in self.intervention.targets:
            self[name]

    def _check_acyclic(self) -> None:
        graph = self._full_graph()
        if not nx.is_directed_acyclic_graph(graph):
            cycle = [parent for parent, _ in nx.find_cycle(graph)]
            raise InvalidValue(f"{self.name} has a cycle: {' -> '.join([*cycle, cycle[0]])}")
