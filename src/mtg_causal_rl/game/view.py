"""The core's flat numbers as frozen rows: state, legal actions, prospects, events. No words, see `text`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.cards.vocabulary import CounterKind, Step, Zone
from mtg_causal_rl.game.words import (
    EventKind,
    ItemKind,
    Method,
    ObjectFlag,
    PermanentFlag,
    Question,
    Reason,
    TargetKind,
    Verb,
)

Numbers = npt.NDArray[np.int32]
Row = TypeVar("Row", bound="tuple[int, ...]")
NOTHING = -1
"""The number of no object, no face, no player."""


class GameRow(NamedTuple):
    """What is true of the game as a whole; `question` is about `object` and `amount`."""

    turn: int
    active: int
    starter: int
    step: Step
    priority: int
    asked: int
    question: Question
    object: int
    amount: int
    over: int
    winner: int
    reason: Reason
    page: int
    spare: int


class PlayerRow(NamedTuple):
    """A player's totals; mana is what floats."""

    life: int
    white: int
    blue: int
    black: int
    red: int
    green: int
    colourless: int
    lands_played: int
    drawn_this_turn: int
    spells_this_turn: int
    mulligans: int
    kept: int

    @property
    def mana(self) -> tuple[int, ...]:
        return self[1:7]


class PlaceRow(NamedTuple):
    """One card in the order of its zone."""

    seat: int
    zone: Zone
    object: int


class ObjectRow(NamedTuple):
    """A card or token, wherever it is; its number is its position."""

    face: int
    owner: int
    zone: Zone
    generation: int
    flags: ObjectFlag
    known: int
    turn: int
    held_by: int
    held_generation: int
    group: int


class PermanentRow(NamedTuple):
    """A permanent, as the layers have it (613)."""

    object: int
    controller: int
    flags: PermanentFlag
    damage: int
    plus: int
    minus: int
    loyalty: int
    lore: int
    charge: int
    oil: int
    time: int
    stun: int
    attached_to: int
    attack_target: int
    blocking: int
    timestamp: int
    entered_turn: int
    power: int
    toughness: int
    keywords: int
    types: int
    colours: int

    @property
    def counters(self) -> dict[CounterKind, int]:
        """The counters on it, without zeros."""
        found = zip(CounterKind, self[4 : 4 + len(CounterKind)], strict=True)
        return {kind: number for kind, number in found if number}


class SubtypeRow(NamedTuple):
    """One subtype of one permanent."""

    object: int
    subtype: int


class ItemRow(NamedTuple):
    """A spell or ability: on the stack, waiting to be put there, or resolving."""

    serial: int
    kind: ItemKind
    controller: int
    source: int
    generation: int
    face: int
    ability: int
    ordinal: int
    flags: int
    mana_spent: int
    convoked: int
    target_kind: TargetKind
    target: int
    target_generation: int
    second_kind: TargetKind
    second: int
    second_generation: int

    @property
    def targets(self) -> tuple[tuple[TargetKind, int, int], ...]:
        """Kind, number and generation of what it is aimed at."""
        both = (
            (self.target_kind, self.target, self.target_generation),
            (self.second_kind, self.second, self.second_generation),
        )
        return tuple(aimed for aimed in both if aimed[0] != TargetKind.NONE)


class LookedRow(NamedTuple):
    """A card that the resolving effect looks at."""

    object: int


class AnnouncedRow(NamedTuple):
    """What is being announced."""

    player: int
    object: int
    method: Method
    ordinal: int
    casualty: int


class AssignedRow(NamedTuple):
    """Combat damage assigned and not yet dealt."""

    source: int
    recipient: int
    amount: int


class LegalRow(NamedTuple):
    """One legal action: its index in the action table, and what it does to what."""

    action: int
    verb: Verb
    object: int
    number: int


class EventRow(NamedTuple):
    """One event of the log; faces are those of that moment."""

    kind: EventKind
    seat: int
    object: int
    face: int
    other: int
    other_face: int
    amount: int


class CostRow(NamedTuple):
    """What a card would cost now."""

    object: int
    method: Method
    white: int
    blue: int
    black: int
    red: int
    green: int
    colourless: int
    generic: int


class AimRow(NamedTuple):
    """Something that a spell (ordinal -1) or an activated ability could legally be aimed at now."""

    object: int
    ordinal: int
    target_kind: TargetKind
    target: int
    target_generation: int


class AttackerRow(NamedTuple):
    """A creature that could be declared as an attacker now."""

    object: int


class BlockRow(NamedTuple):
    """A block that could be declared now."""

    blocker: int
    attacker: int


ROWS: dict[str, type[tuple[int, ...]]] = {
    "game": GameRow,
    "player": PlayerRow,
    "place": PlaceRow,
    "object": ObjectRow,
    "permanent": PermanentRow,
    "subtype": SubtypeRow,
    "stack": ItemRow,
    "waiting": ItemRow,
    "resolving": ItemRow,
    "looked": LookedRow,
    "announced": AnnouncedRow,
    "assigned": AssignedRow,
    "legal": LegalRow,
    "event": EventRow,
    "cost": CostRow,
    "aim": AimRow,
    "attacker": AttackerRow,
    "block": BlockRow,
}
"""Every kind of row by the name of its section in the core."""


class Reader:
    """Reads section after section: the number of rows, then the rows."""

    __slots__ = ("_at", "_values")

    def __init__(self, numbers: Numbers) -> None:
        self._values: list[int] = numbers.tolist()
        self._at = 0

    def rows(self, kind: type[Row]) -> tuple[Row, ...]:
        width = len(kind._fields)  # type: ignore[attr-defined]
        start = self._at + 1
        self._at = start + self._values[self._at] * width
        cut = self._values[start : self._at]
        return tuple(kind._make(cut[at : at + width]) for at in range(0, len(cut), width))  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What could be done: costs, legal targets, attacks and blocks."""

    costs: tuple[CostRow, ...]
    aims: tuple[AimRow, ...]
    attackers: tuple[AttackerRow, ...]
    blocks: tuple[BlockRow, ...]


@dataclass(frozen=True)
class StateView:
    """A whole game, hidden cards included."""

    game: GameRow
    players: tuple[PlayerRow, ...]
    places: tuple[PlaceRow, ...]
    objects: tuple[ObjectRow, ...]
    permanents: tuple[PermanentRow, ...]
    subtypes: tuple[SubtypeRow, ...]
    stack: tuple[ItemRow, ...]
    waiting: tuple[ItemRow, ...]
    resolving: tuple[ItemRow, ...]
    looked: tuple[LookedRow, ...]
    announced: tuple[AnnouncedRow, ...]
    assigned: tuple[AssignedRow, ...]

    def zone(self, seat: int, zone: Zone) -> list[int]:
        """The cards of one zone in order, a library from the top, the others oldest first."""
        if zone == Zone.BATTLEFIELD:
            return [row.object for row in self.permanents if row.controller == seat]
        return [row.object for row in self.places if row.seat == seat and row.zone == zone]

    @cached_property
    def by_object(self) -> dict[int, PermanentRow]:
        return {row.object: row for row in self.permanents}

    def permanent(self, number: int) -> PermanentRow | None:
        return self.by_object.get(number)

    def item(self, serial: int) -> ItemRow | None:
        return next((row for row in (*self.stack, *self.resolving) if row.serial == serial), None)

    def controller(self, number: int) -> int:
        """Who controls an object; outside the battlefield its owner stands for it."""
        permanent = self.permanent(number)
        return self.objects[number].owner if permanent is None else permanent.controller


def read_state(numbers: Numbers) -> StateView:
    """What `view::state` wrote."""
    reader = Reader(numbers)
    game = reader.rows(GameRow)[0]
    return StateView(
        game._replace(step=Step(game.step), question=Question(game.question), reason=Reason(game.reason)),
        reader.rows(PlayerRow),
        reader.rows(PlaceRow),
        reader.rows(ObjectRow),
        reader.rows(PermanentRow),
        reader.rows(SubtypeRow),
        reader.rows(ItemRow),
        reader.rows(ItemRow),
        reader.rows(ItemRow),
        reader.rows(LookedRow),
        reader.rows(AnnouncedRow),
        reader.rows(AssignedRow),
    )


def read_prospects(numbers: Numbers) -> Prospects:
    """What `view::prospects` wrote."""
    reader = Reader(numbers)
    return Prospects(
        reader.rows(CostRow), reader.rows(AimRow), reader.rows(AttackerRow), reader.rows(BlockRow)
    )


def read_legal(numbers: Numbers) -> tuple[LegalRow, ...]:
    """What `view::legal` wrote."""
    return tuple(row._replace(verb=Verb(row.verb)) for row in Reader(numbers).rows(LegalRow))


def read_events(numbers: Numbers) -> tuple[EventRow, ...]:
    """What `view::events` wrote."""
    return tuple(row._replace(kind=EventKind(row.kind)) for row in Reader(numbers).rows(EventRow))
