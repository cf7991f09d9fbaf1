"""What is asked of a model: a checked position, an intervention, an answer. Computes no answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mtg_causal_rl.causal.variable import Array, Variable
from mtg_causal_rl.errors import InvalidValue, UserError, unknown_name

if TYPE_CHECKING:
    from mtg_causal_rl.causal.model import CausalModel

#: What do() sets a variable to: a number, an array [n], or a function of its old values [n].
Setting: TypeAlias = ArrayLike | Callable[[Array], ArrayLike]
#: The one key of `values` that is no variable and no raw input: each position's phase, by index or name.
PHASE = "phase"


@dataclass(frozen=True, slots=True)
class Intervention:
    """What is done: do() cuts a variable from its parents, shift() adds to what its parents leave open."""

    do: Mapping[str, Setting] = field(default_factory=dict)
    shift: Mapping[str, ArrayLike] = field(default_factory=dict)

    def __post_init__(self) -> None:
        both = sorted(set(self.do) & set(self.shift))
        if both:
            raise InvalidValue(
                f"{both[0]!r} is both set by do() and shifted; a shift of a set variable does nothing"
            )

    @property
    def targets(self) -> set[str]:
        return {*self.do, *self.shift}

    def then(self, later: Intervention) -> Intervention:
        """Both interventions; where both set a variable the later one counts, shifts add up."""
        shift = {**self.shift, **{name: self._added(name, amount) for name, amount in later.shift.items()}}
        return Intervention({**self.do, **later.do}, shift)

    def _added(self, name: str, amount: ArrayLike) -> ArrayLike:
        return np.asarray(self.shift[name]) + np.asarray(amount) if name in self.shift else amount


NOTHING = Intervention()


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """The three steps of a counterfactual: what was seen, what explains it, what would have been."""

    factual: Mapping[str, Array]
    exogenous: Mapping[str, Array]
    values: Mapping[str, Array]

    @property
    def effects(self) -> dict[str, Array]:
        return {name: self.values[name] - self.factual[name] for name in self.factual}


@dataclass(frozen=True, slots=True)
class Position:
    """The measured values of n positions: float64 [n] by name, all finite, variables inside their ranges."""

    size: int
    variables: Mapping[str, Array]
    inputs: Mapping[str, Array]
    phase: NDArray[np.intp]


def column(name: str, value: ArrayLike, where: str) -> Array:
    """One named value as float64, [n] or a single number []; anything else is an error naming it."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise InvalidValue(f"{name!r} in {where} is no array of numbers: {problem}") from None
    if array.ndim > 1:
        raise InvalidValue(
            f"{name!r} in {where} has shape {array.shape}; one number per position was expected"
        )
    if not np.isfinite(array).all():
        row = "" if array.ndim == 0 else f" at position {int(np.flatnonzero(~np.isfinite(array))[0])}"
        raise InvalidValue(f"{name!r} in {where} is not a finite number{row}")
    return array


def check_range(variable: Variable, array: Array, where: str) -> None:
    """An error naming the first position whose value lies outside the variable's range."""
    if not variable.range.bounded:
        return
    outside = np.atleast_1d(variable.range.outside(array))
    if outside.any():
        row = int(np.flatnonzero(outside)[0])
        value = np.atleast_1d(array)[row]
        place = "" if array.ndim == 0 else f" at position {row}"
        raise InvalidValue(
            f"{variable.name!r} in {where} is {value:g}{place}, outside its range {variable.range}"
        )


def common_size(columns: Mapping[str, NDArray[np.generic]], where: str) -> int:
    """n, or an error naming two columns of different lengths; single numbers fit any n."""
    sized = [(name, len(array)) for name, array in columns.items() if array.ndim]
    different = next((pair for pair in sized if pair[1] != sized[0][1]), None)
    if different is not None:
        first, other = sized[0], different
        raise InvalidValue(
            f"{other[0]!r} in {where} has {other[1]} positions, but {first[0]!r} has {first[1]}"
        )
    return sized[0][1] if sized else 1


def read_position(model: CausalModel, given: Mapping[str, ArrayLike], measured: bool = True) -> Position:
    """The named values of n positions, checked; measured ones must lie in their ranges, u need not."""
    where = "values" if measured else "exogenous"
    columns = {name: column(name, value, where) for name, value in given.items() if name != PHASE}
    for name in columns:
        if name not in model.names and name not in model.inputs:
            raise unknown_name("variable", name, (*model.names, *model.inputs, PHASE), where)
    _check_variables(model, columns, measured, where)
    phase = phase_index(given.get(PHASE), model.parameters.phases)
    size = common_size({**columns, PHASE: phase}, where)
    filled = {name: np.broadcast_to(array, (size,)) for name, array in columns.items()}
    variables = {name: array for name, array in filled.items() if name in model.names}
    inputs = {name: array for name, array in filled.items() if name in model.inputs}
    return Position(size, variables, inputs, np.broadcast_to(phase, (size,)))


def _check_variables(model: CausalModel, columns: Mapping[str, Array], measured: bool, where: str) -> None:
    for variable in model.variables:
        if variable.name in columns:
            if measured:
                check_range(variable, columns[variable.name], where)
        elif variable.mechanism is None or (measured and variable.measure is not None):
            raise InvalidValue(f"{where} lacks {variable.name!r}, which {model.name} cannot compute")


def phase_index(value: object, phases: tuple[str, ...]) -> NDArray[np.intp]:
    """Phases as indices, [n] or a single one []; given by name or by index, the first one if not given."""
    if value is None:
        return np.zeros((), dtype=np.intp)
    if isinstance(value, str):
        if value not in phases:
            raise unknown_name(PHASE, value, phases, "values")
        return np.array(phases.index(value), dtype=np.intp)
    array = column(PHASE, np.asarray(value), "values")
    if ((array != np.floor(array)) | (array < 0) | (array >= len(phases))).any():
        raise InvalidValue(
            f"{PHASE!r} in values must be whole numbers from 0 to {len(phases) - 1}: {', '.join(phases)}"
        )
    return array.astype(np.intp)


def in_words(problem: Exception) -> str:
    """An exception of the user's code in one line."""
    return str(problem) if isinstance(problem, UserError) else f"{type(problem).__name__}: {problem}"
