"""Plays as interventions: footprints, the one table from counts to variables, and what a model predicts of them.

A footprint is read by the core, before a choice is made, from the card's program. Here its counts become shifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.causal.counts import COUNTS
from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.footprint_words import describe
from mtg_causal_rl.causal.interpreter import Batch, evaluate, measure
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.operations import Opcode, Operation
from mtg_causal_rl.causal.program import Program
from mtg_causal_rl.causal.query import phase_index
from mtg_causal_rl.causal.strategy import STRATEGY
from mtg_causal_rl.causal.variable import Array
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game import Game, GameBatch

__all__ = ["Footprints", "Prediction", "describe_footprint", "foresee", "predict", "shifts"]

Floats = NDArray[np.float32]

_OPERANDS = {Opcode.WHERE: 3, Opcode.SIGMOID: 1, Opcode.CONSTANT: 0, Opcode.INPUT: 0, Opcode.VARIABLE: 0}


@dataclass(frozen=True, slots=True)
class Footprints:
    """What n choices change of the counts of the player who makes them, each float32[n, 15] in the order of COUNTS.

    An answer within a play makes the difference to what the play was foreseen to change before it: `carried`.
    """

    counts: Floats  # before the choice
    stays: Floats  # what is still there when the turn has ended
    turn: Floats  # what ends with the turn
    carried_stays: Floats
    carried_turn: Floats
    due: Floats  # what the stack will have changed after the turn, whatever is chosen
    averted: Floats  # how much of that changes because a spell is countered

    @classmethod
    def of(cls, counts: ArrayLike, stays: ArrayLike, turn: ArrayLike = 0.0, **more: ArrayLike) -> Footprints:
        """Checked; one row may be given alone, a single number stands for all, and what is left out is 0."""
        before = _rows("counts", counts, None)
        given = {"stays": stays, "turn": turn, "carried_stays": 0.0, "carried_turn": 0.0, "due": 0.0, "averted": 0.0}
        if unknown := set(more) - set(given):
            raise unknown_name("part of footprints", min(unknown), given)
        return cls(before, **{name: _rows(name, part, len(before)) for name, part in (given | more).items()})

    def __len__(self) -> int:
        return len(self.counts)

    def change(self, at_once: bool = True) -> Floats:
        """What the choices change, [n, 15]: as long as the turn lasts, or after it."""
        return _part((self.stays, self.turn, self.averted), at_once)

    def carried(self, at_once: bool = True) -> Floats:
        """What is foreseen in both arms, [n, 15]: earlier answers of the same plays, and later the stack."""
        return _part((self.carried_stays, self.carried_turn, self.due), at_once)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Footprints of n choices, and the change of each variable that a model predicts, float64[n, V]."""

    footprints: Footprints
    #: The phase of each decision, as an index into PHASES.
    phases: NDArray[np.int32]
    names: tuple[str, ...]
    changes: Array

    @property
    def epsilon(self) -> Array:
        """The predicted change of the six factors, float64[n, 6]."""
        return self.changes[:, [self.names.index(name) for name in FACTORS]]


def foresee(
    games: Game | GameBatch,
    actions: Sequence[int],
    sources: Sequence[int] | None = None,
    model: CausalModel = STRATEGY,
    horizon: str | None = None,
) -> Prediction:
    """What legal actions will do, for the seat that decides, before they are taken; computed by the core.

    Action k belongs to game `sources[k]` of a batch, left out to game k. The prediction is against `"before"`.
    """
    table = _table(model, horizon)
    given = tuple(int(action) for action in actions)
    bytes_, width = table.program.to_bytes(), len(table.program.variables)
    if isinstance(games, Game):
        seen = games.foresee(given, bytes_, width, table.at_once)
    else:
        places = range(len(given)) if sources is None else sources
        seen = games.foresee(list(places), given, bytes_, width, table.at_once)
    footprints = Footprints(
        seen.counts, seen.stays, seen.turn, seen.carried_stays, seen.carried_turn, seen.due, seen.averted
    )
    return Prediction(footprints, seen.phases, table.program.variables, seen.changes)


def shifts(footprints: Footprints, model: CausalModel = STRATEGY, horizon: str | None = None) -> dict[str, Array]:
    """By how much each variable's own part is shifted, [n] by name, for `model.shift`; carried changes included.

    The measured definitions are applied, not cut off, to the counts before and after. Variables whose parents alone
    say what they are have nothing of their own: they move through their parents.
    """
    table = _table(model, horizon)
    before = footprints.counts.astype(np.float64)
    added = table.shift(before, footprints.carried(table.at_once) + footprints.change(table.at_once))
    return {name: added[:, place] for place, name in enumerate(table.program.variables) if table.shifted[place]}


def predict(
    footprints: Footprints,
    model: CausalModel = STRATEGY,
    horizon: str | None = None,
    phase: ArrayLike | str | None = None,
) -> dict[str, Array]:
    """The change of each variable that the model predicts, [n] by name, against `"before"`.

    At a later horizon than the first a fit is needed, or `MissingFit` is raised. The core computes the same numbers.
    """
    table = _table(model, horizon)
    changes = table.predict(footprints, phase_index(phase, table.program.phases))
    return {name: changes[:, place] for place, name in enumerate(table.program.variables)}


def describe_footprint(pool: Pool, name: str) -> str:
    """What a card changes of the counts in each way to use it, in words; see `footprint_words` for the position."""

    def foreseen(game: Game, actions: Sequence[int]) -> Floats:
        footprints = foresee(game, actions).footprints
        return np.stack([footprints.stays, footprints.turn], axis=1)

    return describe(pool, name, foreseen)


@dataclass(frozen=True, eq=False)
class _Table:
    """From counts to variables: a compiled model, and which of its variables a play shifts."""

    program: Program
    #: What ends with the turn counts: at the model's first horizon.
    at_once: bool
    shifted: NDArray[np.bool_]

    @cached_property
    def steps(self) -> list[tuple[int, list[int]]]:
        """Variables that are one of two numbers, and the counts that they are measured from."""
        operations = self.program.measures
        return [(store.a, _inputs(operations, store.b)) for store in operations if _is_step(operations, store)]

    def measured(self, counts: Array) -> Array:
        """Variables [n, V] as defined, not cut off; between whole counts a step is read as the chance of it."""
        values = measure(self.program, counts, clipped=False)
        floor = measure(self.program, np.floor(counts), clipped=False)
        ceiling = measure(self.program, np.ceil(counts), clipped=False)
        parts = counts - np.floor(counts)
        for variable, reads in self.steps:
            weight = parts[:, reads].max(axis=1, initial=0.0)
            values[:, variable] = floor[:, variable] + weight * (ceiling[:, variable] - floor[:, variable])
        return values

    def shift(self, counts: Array, change: Floats) -> Array:
        """What is added to each variable's own part, [n, V]."""
        difference = self.measured(counts + change.astype(np.float64)) - self.measured(counts)
        return np.where(self.shifted, difference, 0.0)

    def predict(self, footprints: Footprints, phase: NDArray[np.intp]) -> Array:
        counts = footprints.counts.astype(np.float64)
        carried = footprints.carried(self.at_once)
        position = Batch(measure(self.program, counts), counts, np.broadcast_to(phase, (len(counts),)))
        before = evaluate(self.program, position, self.shift(counts, carried))
        whole = carried + footprints.change(self.at_once)
        return evaluate(self.program, position, self.shift(counts, whole)) - before


@lru_cache(maxsize=16)
def _table(model: CausalModel, horizon: str | None) -> _Table:
    program = model.compile(horizon)
    if program.inputs != COUNTS:
        raise InvalidValue(f"{model.name} is not measured from the counts of a game, but from {program.inputs}")
    own = [v.measure is not None and (v.mechanism is None or bool(v.coefficients)) for v in model.variables]
    return _Table(program, program.horizon == model.parameters.horizons[0], np.array(own))


def _is_step(operations: tuple[Operation, ...], store: Operation) -> bool:
    if store.opcode is not Opcode.STORE or operations[store.b].opcode is not Opcode.WHERE:
        return False
    choice = operations[store.b]
    return all(operations[register].opcode is Opcode.CONSTANT for register in (choice.b, choice.c))


def _inputs(operations: tuple[Operation, ...], register: int) -> list[int]:
    """The raw inputs that a register is computed from."""
    operation = operations[register]
    if operation.opcode is Opcode.INPUT:
        return [operation.a]
    operands = (operation.a, operation.b, operation.c)[: _OPERANDS.get(operation.opcode, 2)]
    return sorted({count for operand in operands for count in _inputs(operations, operand)})


def _part(parts: tuple[Floats, Floats, Floats], at_once: bool) -> Floats:
    """What stays, and what ends with the turn or what comes of the stack."""
    stays, turn, stack = parts
    return stays + (turn if at_once else stack)


def _rows(name: str, values: ArrayLike, size: int | None) -> Floats:
    array = np.asarray(values, np.float32)
    if array.ndim == 0 and size is not None:
        array = np.broadcast_to(array, (size, len(COUNTS)))
    if array.ndim == 1:
        array = array[np.newaxis]
    if array.ndim != 2 or array.shape[1] != len(COUNTS) or (size is not None and len(array) != size):
        wanted = "n" if size is None else size
        raise InvalidValue(f"{name} of footprints have shape [{wanted}, {len(COUNTS)}], not {list(array.shape)}")
    if not np.isfinite(array).all():
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise InvalidValue(f"{name} of footprints hold a number that is not finite in row {row}")
    return array
