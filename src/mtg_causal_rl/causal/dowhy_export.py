"""A model as DoWhy's graphical causal model, with our mechanisms. DoWhy is imported nowhere else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from mtg_causal_rl.causal.propagation import call_mechanism
from mtg_causal_rl.causal.variable import Array, Variable
from mtg_causal_rl.errors import InvalidValue, MissingExtra

if TYPE_CHECKING:
    from mtg_causal_rl.causal.model import CausalModel


def to_dowhy(model: CausalModel, horizon: str) -> Any:
    """A dowhy.gcm.InvertibleStructuralCausalModel: V = f(parents) + noise.

    `dowhy.gcm.fit` on measured data fills in the noise and leaves our mechanisms alone. Ranges do not cut
    values off there, coefficients must agree over all phases, and equations over raw counts have no place.
    """
    try:
        gcm = importlib.import_module("dowhy.gcm")
    except ImportError as problem:
        raise MissingExtra(
            "to_dowhy() needs DoWhy, which no extra of ours brings: pip install dowhy"
        ) from problem
    converted = gcm.InvertibleStructuralCausalModel(model.graph.copy())
    for variable in model.variables:
        converted.set_causal_mechanism(variable.name, _mechanism(gcm, model, variable, horizon))
    return converted


def _mechanism(gcm: Any, model: CausalModel, variable: Variable, horizon: str) -> Any:
    if not model.graph.in_degree(variable.name):
        if variable.mechanism is not None and variable.parents:
            raise InvalidValue(f"DoWhy has no raw inputs, which the equation of {variable.name!r} reads")
        return gcm.EmpiricalDistribution()
    constants = {name: _single(model, name, horizon) for name in variable.coefficients}
    return gcm.AdditiveNoiseModel(
        _prediction_model(gcm, model, variable, constants), gcm.EmpiricalDistribution()
    )


def _single(model: CausalModel, name: str, horizon: str) -> float:
    table = model.parameters.table(name, horizon)
    if (table != table[0]).any():
        raise InvalidValue(f"DoWhy has no phases, over which coefficient {name!r} differs")
    return float(table[0])


def _prediction_model(gcm: Any, model: CausalModel, variable: Variable, constants: dict[str, float]) -> Any:
    foreign = [parent for parent in variable.parents if parent not in model.names]
    if foreign:
        raise InvalidValue(
            f"DoWhy has no raw inputs, and the equation of {variable.name!r} reads {foreign[0]!r}"
        )
    columns = sorted(variable.parents)  # DoWhy hands parents over in sorted order

    class Known(gcm.ml.PredictionModel):  # type: ignore[misc]
        """f(parents) as it is; there is nothing to fit."""

        def fit(self, X: Array, Y: Array) -> None:
            pass

        def predict(self, X: Array) -> Array:
            rows = np.asarray(X, dtype=np.float64)
            arguments = {parent: rows[:, columns.index(parent)] for parent in variable.parents}
            return call_mechanism(variable, arguments, constants, len(rows)).reshape(-1, 1)

        def clone(self) -> Known:
            return Known()

    return Known()
