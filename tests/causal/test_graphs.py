"""What holds for every graph: order, cycles, reach of interventions, abduction undone by solving."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtg_causal_rl.causal import CausalModel, Variable
from mtg_causal_rl.causal.interpreter import Batch, evaluate
from mtg_causal_rl.errors import InvalidValue

SIZE = 5


def linear(parents: dict[str, int]) -> object:
    """A mechanism with these parents and slopes; without parents an exogenous variable."""
    if not parents:
        return None
    terms = " + ".join(f"{slope} * {name}" for name, slope in parents.items())
    return eval(f"lambda {', '.join(parents)}: {terms}")


@st.composite
def models(draw: st.DrawFn) -> CausalModel:
    """Up to seven variables in shuffled order, each a linear function of some of those before it."""
    names = [f"v{index}" for index in range(draw(st.integers(2, 7)))]
    variables = []
    for index, name in enumerate(names):
        parents = draw(st.lists(st.sampled_from(names[:index]), unique=True)) if index else []
        slopes = {parent: draw(st.integers(-3, 3)) for parent in parents}
        variables.append(Variable(name, mechanism=linear(slopes)))
    return CausalModel("random", tuple(draw(st.permutations(variables))))


def values_of(model: CausalModel, seed: int) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(seed)
    return {name: generator.normal(size=SIZE) for name in model.names}


@given(models())
def test_the_graph_is_acyclic_and_parents_come_first(model: CausalModel) -> None:
    assert nx.is_directed_acyclic_graph(model.graph)
    place = {name: index for index, name in enumerate(model.order)}
    assert sorted(place) == sorted(model.names)
    assert all(place[parent] < place[child] for parent, child in model.edges)


@given(models(), st.data())
def test_every_cycle_is_refused(model: CausalModel, data: st.DataObject) -> None:
    loop = data.draw(st.lists(st.sampled_from(model.names), min_size=2, unique=True))
    slopes = {v.name: dict.fromkeys(v.parents, 1) for v in model.variables}
    for parent, child in pairwise([*loop, loop[0]]):
        slopes[child][parent] = 1
    with pytest.raises(InvalidValue, match="has a cycle"):
        CausalModel("looped", tuple(Variable(name, mechanism=linear(slopes[name])) for name in slopes))


@given(models(), st.integers(0, 99), st.data())
def test_an_intervention_reaches_descendants_and_nothing_else(
    model: CausalModel, seed: int, data: st.DataObject
) -> None:
    target = data.draw(st.sampled_from(model.names))
    values = values_of(model, seed)
    changed = model.do(**{target: lambda old: old + 1}).evaluate(values)
    reached = {target} | nx.descendants(model.graph, target)
    for name in model.names:
        if name not in reached:
            np.testing.assert_array_equal(changed[name], values[name])
    np.testing.assert_array_equal(changed[target], values[target] + 1)


@given(models(), st.integers(0, 99))
def test_solving_undoes_abduction(model: CausalModel, seed: int) -> None:
    values = values_of(model, seed)
    solved = model.solve(model.abduct(values))
    for name in model.names:
        np.testing.assert_allclose(solved[name], values[name], atol=1e-9)


@given(models(), st.integers(0, 99), st.data())
def test_total_effects_are_sums_over_paths(model: CausalModel, seed: int, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(model.names))
    effects = model.effects(values_of(model, seed), shift={target: 1})
    slopes = np.array([[slope(model, child, parent) for parent in model.names] for child in model.names])
    # (I - B)^-1 sums the products over all paths of a linear graph
    expected = np.linalg.inv(np.eye(len(slopes)) - slopes)[:, model.names.index(target)]
    for name, change in zip(model.names, expected, strict=True):
        np.testing.assert_allclose(effects[name], change, atol=1e-7)


@settings(max_examples=30)
@given(models(), st.integers(0, 99), st.data())
def test_programs_of_every_graph_agree(model: CausalModel, seed: int, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(model.names))
    values = values_of(model, seed)
    rows = np.column_stack([values[name] for name in model.names])
    shift = np.zeros_like(rows)
    shift[:, model.names.index(target)] = 1
    found = evaluate(model.compile(), Batch(rows, np.zeros((SIZE, 0)), np.zeros(SIZE, dtype=np.intp)), shift)
    expected = model.predict(values, shift={target: 1})
    np.testing.assert_allclose(found, np.column_stack([expected[name] for name in model.names]), atol=1e-9)


def slope(model: CausalModel, child: str, parent: str) -> float:
    variable = model[child]
    if parent not in variable.parents:
        return 0.0
    assert variable.mechanism is not None
    return float(variable.mechanism(**{name: float(name == parent) for name in variable.parents}))
