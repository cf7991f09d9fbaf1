"""From mechanisms and measures to a program: each function runs once on symbols. Programs run elsewhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from mtg_causal_rl.causal.expression import Symbol, Tape, Untraceable, Value
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.operations import Opcode
from mtg_causal_rl.causal.program import Program
from mtg_causal_rl.causal.variable import Variable
from mtg_causal_rl.errors import InvalidValue

#: Registers, constants and rows of the tables are addressed by 16 bits.
_ADDRESSABLE = 1 << 16

Trace = Callable[[CausalModel, Variable, Tape], Symbol]


def compile_model(model: CausalModel, horizon: str) -> Program:
    """The program of a model without interventions at a horizon whose coefficients are all known."""
    if model.intervention.targets:
        changed = ", ".join(sorted(model.intervention.targets))
        raise InvalidValue(f"{model.name} carries an intervention on {changed}; compile the model without it")
    constants: list[float] = []
    measures, mechanisms = Tape(constants=constants), Tape(constants=constants)
    for variable in model.variables:
        if variable.measure is not None and model.view is not None:
            _store(model, variable, measures, trace_measure)
    for name in model.order:
        if model[name].mechanism is not None:
            _store(model, model[name], mechanisms, trace_mechanism)
    if max(len(measures.operations), len(mechanisms.operations), len(constants)) > _ADDRESSABLE:
        raise InvalidValue(
            f"{model.name} is too large to compile: over {_ADDRESSABLE} operations or constants"
        )
    coefficients = coefficient_names(model)
    return Program(
        model=model.name,
        horizon=horizon,
        inputs=model.inputs,
        variables=model.names,
        phases=model.parameters.phases,
        coefficients=coefficients,
        low=tuple(float(v.range.low) for v in model.variables),
        high=tuple(float(v.range.high) for v in model.variables),
        persistences=tuple(model.parameters.persistence(name, horizon) for name in model.names),
        constants=tuple(constants),
        table=tuple(tuple(model.parameters.table(name, horizon).tolist()) for name in coefficients),
        measures=tuple(measures.operations),
        mechanisms=tuple(mechanisms.operations),
    )


def coefficient_names(model: CausalModel) -> tuple[str, ...]:
    """The coefficients that mechanisms use, in the order in which they name them."""
    return tuple(dict.fromkeys(name for variable in model.variables for name in variable.coefficients))


def trace_measure(model: CausalModel, variable: Variable, tape: Tape) -> Symbol:
    """What the measure does, written on the tape."""
    assert variable.measure is not None
    assert model.view is not None
    view, measure = model.view(*_inputs(model, tape)), variable.measure
    return _traced(tape, lambda: measure(view))


def trace_mechanism(model: CausalModel, variable: Variable, tape: Tape) -> Symbol:
    """What the mechanism does, written on the tape."""
    assert variable.mechanism is not None
    mechanism, names = variable.mechanism, coefficient_names(model)
    parents = [_parent(model, name, tape) for name in variable.parents]
    constants = {name: tape.write(Opcode.COEFFICIENT, names.index(name)) for name in variable.coefficients}
    return _traced(tape, lambda: mechanism(*parents, **constants))


def untraceable(model: CausalModel) -> dict[str, str]:
    """Variables whose mechanism or measure cannot be compiled, with the reason; they still work in numpy."""
    reasons: dict[str, str] = {}
    for variable in model.variables:
        for trace in _traces(model, variable):
            try:
                trace(model, variable, Tape())
            except Untraceable as problem:
                reasons[variable.name] = str(problem)
    return reasons


def structure_hash(model: CausalModel) -> str:
    """SHA-256 over what the equations do and between which bounds, not over their coefficients or wording."""
    described = [
        [
            v.name,
            str(v.range),
            v.parents,
            v.coefficients,
            *(_described(model, v, t) for t in _traces(model, v)),
        ]
        for v in model.variables
    ]
    setting = [model.parameters.horizons, model.parameters.phases, model.inputs, described]
    return hashlib.sha256(json.dumps(setting).encode()).hexdigest()


def _described(model: CausalModel, variable: Variable, trace: Trace) -> object:
    tape = Tape()
    try:
        trace(model, variable, tape)
    except Untraceable as problem:
        return str(problem)
    return [tape.operations, tape.constants]


def _traces(model: CausalModel, variable: Variable) -> list[Trace]:
    measured = variable.measure is not None and model.view is not None
    traces: list[tuple[Trace, bool]] = [
        (trace_measure, measured),
        (trace_mechanism, variable.mechanism is not None),
    ]
    return [trace for trace, present in traces if present]


def _store(model: CausalModel, variable: Variable, tape: Tape, trace: Trace) -> None:
    try:
        symbol = trace(model, variable, tape)
    except Untraceable as problem:
        advice = "evaluate the model in numpy instead, or write it with arithmetic, clip, where and sigmoid"
        raise InvalidValue(
            f"{variable.name!r} in {model.name} cannot be compiled: {problem}; {advice}"
        ) from problem
    tape.write(Opcode.STORE, model.names.index(variable.name), symbol.register)


def _inputs(model: CausalModel, tape: Tape) -> list[Symbol]:
    """The raw inputs, which every measure shares as the first registers of the tape."""
    if tape.operations:
        return [Symbol(tape, index) for index in range(len(model.inputs))]
    return [tape.write(Opcode.INPUT, index) for index in range(len(model.inputs))]


def _parent(model: CausalModel, name: str, tape: Tape) -> Symbol:
    if name in model.names:
        return tape.write(Opcode.VARIABLE, model.names.index(name))
    return tape.write(Opcode.INPUT, model.inputs.index(name))


def _traced(tape: Tape, function: Callable[[], Value]) -> Symbol:
    try:
        return tape.symbol(function())
    except Untraceable:
        raise
    except Exception as problem:  # numpy and math refuse symbols in many ways, and all mean the same here
        raise Untraceable(f"{type(problem).__name__}: {problem}") from problem
