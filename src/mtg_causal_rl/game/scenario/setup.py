"""A position as it is written down, checked and turned into the core's numbers. Plays nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mtg_causal_rl.cards import Card, Pool, Token
from mtg_causal_rl.cards.cost import type_line
from mtg_causal_rl.cards.vocabulary import CounterKind, Step, Type
from mtg_causal_rl.errors import InvalidValue, close_matches, unknown_name
from mtg_causal_rl.game.view import NOTHING, Numbers

FORMAT = 1
SIDES = ("you", "opponent")
STEPS = {
    "mulligan": Step.MULLIGAN,
    "upkeep": Step.UPKEEP,
    "draw": Step.DRAW,
    "main1": Step.MAIN1,
    "combat": Step.COMBAT,
    "attackers": Step.ATTACKERS,
    "blockers": Step.BLOCKERS,
    "damage": Step.DAMAGE,
    "main2": Step.MAIN2,
    "end": Step.END,
    "cleanup": Step.CLEANUP,
}
COUNTERS = {
    "+1/+1": CounterKind.PLUS,
    "-1/-1": CounterKind.MINUS,
    "loyalty": CounterKind.LOYALTY,
    "lore": CounterKind.LORE,
    "charge": CounterKind.CHARGE,
    "oil": CounterKind.OIL,
    "time": CounterKind.TIME,
    "stun": CounterKind.STUN,
}
WITHOUT_RULES = (CounterKind.CHARGE, CounterKind.OIL, CounterKind.TIME)
"""Kinds that mean nothing by themselves: any other kind of counter can take the place of one."""
MANA = "WUBRGC"
_SIDE_OPTIONS = ("life", "hand", "battlefield", "graveyard", "exile", "library", "mana", "land_played")
_PERMANENT_OPTIONS = (
    "tapped",
    "sick",
    "counters",
    "damage",
    "attached_to",
    "face",
    "animated",
    "entered_this_turn",
    "holds",
    "owner",
)
_PERMANENT = Type.ARTIFACT | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER | Type.BATTLE
_DEFAULT_LIBRARY = ("Plains",) * 20

Entry = str | tuple[str, Mapping[str, Any]]
Side = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Position:
    """What `scenario` was given, checked: the two sides, and when the game begins."""

    you: Side
    opponent: Side
    active: str = "you"
    step: str = "main1"
    turn: int = 5
    seed: int = 0
    shuffled: bool = True

    def __post_init__(self) -> None:
        seat_of(self.active, "active")
        if self.step not in STEPS:
            raise unknown_name("step", self.step, STEPS, "scenario")
        if self.turn < 1:
            raise InvalidValue(f"turn is {self.turn}; turns are counted from 1")
        for name, side in zip(SIDES, (self.you, self.opponent), strict=True):
            _check_side(name, side, self.step == "mulligan")


def seat_of(player: str, where: str = "by") -> int:
    """0 for "you", 1 for "opponent"."""
    if player not in SIDES:
        raise InvalidValue(f'{where}={player!r}: a player is "you" or "opponent"')
    return SIDES.index(player)


def _check_side(name: str, side: Side, opening: bool) -> None:
    for key in side:
        if key not in _SIDE_OPTIONS:
            raise unknown_name("option", key, _SIDE_OPTIONS, f"{name}=")
    if opening and set(side) - {"library"}:
        raise InvalidValue(f'{name}=: with step="mulligan" a side gives only its library')


def counter_kinds(position: Position) -> dict[str, CounterKind]:
    """Every kind of counter by name; kinds unknown to the core take places that mean nothing there."""
    entries = (entry for side in (position.you, position.opponent) for entry in side.get("battlefield", ()))
    given = (entry[1].get("counters", {}) for entry in entries if not isinstance(entry, str))
    names = dict.fromkeys(name for counters in given for name in counters)
    others = [name for name in names if name not in COUNTERS]
    free = [kind for kind in WITHOUT_RULES if not any(COUNTERS.get(name) == kind for name in names)]
    for name in others:
        if difflib.get_close_matches(name, COUNTERS, cutoff=0.7):
            raise unknown_name("kind of counter", name, COUNTERS, "battlefield")
    if len(others) > len(free):
        raise InvalidValue(
            f"counters {others!r}: a position has room for {len(free)} kinds beside {list(COUNTERS)}"
        )
    return {**COUNTERS, **dict(zip(others, free, strict=False))}


def numbers_of(position: Position, pool: Pool) -> Numbers:
    """The position in the format of the core's `setup.rs`."""
    header = [
        FORMAT,
        position.seed,
        0,
        seat_of(position.active),
        STEPS[position.step],
        0 if position.step == "mulligan" else position.turn,
        int(position.shuffled),
    ]
    table = Table(pool, position)
    sides = [number for seat in range(2) for number in table.side(seat)]
    return np.asarray(header + sides, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Placed:
    """One permanent to be set up."""

    name: str
    seat: int
    options: Mapping[str, Any]


@dataclass(slots=True)
class Table:
    """Turns the names of one position into face numbers and rows."""

    pool: Pool
    position: Position
    permanents: list[Placed] = field(default_factory=list)
    kinds: dict[str, CounterKind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kinds = counter_kinds(self.position)
        for seat, side in enumerate(self._sides):
            entries = side.get("battlefield", ())
            self.permanents += [self._placed(seat, entry) for entry in entries]

    @property
    def _sides(self) -> tuple[Side, Side]:
        return self.position.you, self.position.opponent

    def side(self, seat: int) -> list[int]:
        side = self._sides[seat]
        where = SIDES[seat]
        mine = [placed for placed in self.permanents if placed.seat == seat]
        return [
            int(side.get("life", 20)),
            int(side.get("land_played", False)),
            *_mana(side.get("mana", ""), where),
            *self._cards(side.get("library", _DEFAULT_LIBRARY), f"{where} library"),
            *self._cards(side.get("hand", ()), f"{where} hand"),
            *self._cards(side.get("graveyard", ()), f"{where} graveyard"),
            *self._exile(side.get("exile", ()), where),
            len(mine),
            *(number for placed in mine for number in self._permanent(placed)),
        ]

    def _cards(self, names: Iterable[str], where: str) -> list[int]:
        faces = [self._card(name, where) for name in _several(names, where)]
        return [len(faces), *faces]

    def _card(self, name: str, where: str) -> int:
        if not isinstance(name, str):
            raise InvalidValue(f"{where}: {name!r} should be the name of a card")
        if name in self.pool.cards:
            return self.pool.face_id(name)
        known = self.pool.cards
        raise unknown_name("card", name, known, where)

    def _exile(self, entries: Iterable[Entry], where: str) -> list[int]:
        rows = [
            _entry(entry, ("plotted",), f"{where} exile") for entry in _several(entries, f"{where} exile")
        ]
        cards = [
            (self._card(name, f"{where} exile"), int(options.get("plotted", False))) for name, options in rows
        ]
        return [len(cards), *(number for card in cards for number in card)]

    def _placed(self, seat: int, entry: Entry) -> Placed:
        where = f"{SIDES[seat]} battlefield"
        name, options = _entry(entry, _PERMANENT_OPTIONS, where)
        face = self._face(name, options, where)
        types, _ = type_line(face.type_line)
        if not types & _PERMANENT:
            raise InvalidValue(f"{where}: {name} is no permanent")
        return Placed(face.name, seat, options)

    def _face(self, name: str, options: Mapping[str, Any], where: str) -> Any:
        statement = self.pool.faces[self.pool.face_id(name)]
        side = options.get("face", "front")
        if side == "front":
            return statement
        if side != "back" or not isinstance(statement, Card | Token) or statement.back is None:
            raise InvalidValue(
                f"{where}: {name} has no face {side!r}; faces are 'front' and, where printed, 'back'"
            )
        return statement.back

    def _permanent(self, placed: Placed) -> list[int]:
        options = placed.options
        fresh = bool(options.get("entered_this_turn", False))
        flags = [
            options.get("tapped", False),
            options.get("sick", fresh),
            options.get("animated", False),
            fresh,
        ]
        owner = seat_of(options.get("owner", SIDES[placed.seat]), "owner")
        holds = [self._held(entry, placed) for entry in options.get("holds", ())]
        return [
            self.pool.face_id(placed.name),
            owner,
            sum(1 << bit for bit, on in enumerate(flags) if on),
            int(options.get("damage", 0)),
            *self._counters(placed),
            self._attached(placed),
            len(holds),
            *(number for held in holds for number in held),
        ]

    def _counters(self, placed: Placed) -> list[int]:
        """A planeswalker has its printed loyalty unless counters say otherwise (306.5b)."""
        given = placed.options.get("counters", {})
        printed = self.pool.faces[self.pool.face_id(placed.name)].loyalty
        if printed is not None and "loyalty" not in given:
            given = {**given, "loyalty": printed}
        counted = {self.kinds[kind]: int(number) for kind, number in given.items()}
        return [counted.get(kind, 0) for kind in CounterKind]

    def _attached(self, placed: Placed) -> int:
        """The how-manieth permanent of both sides it is attached to."""
        wanted = placed.options.get("attached_to")
        if wanted is None:
            return NOTHING
        side, name, ordinal = split_name(wanted)
        seats = (0, 1) if side is None else (side,)
        for seat in seats:
            found = [
                i for i, other in enumerate(self.permanents) if other.name == name and other.seat == seat
            ]
            if len(found) >= ordinal:
                return found[ordinal - 1]
        names = [other.name for other in self.permanents]
        raise InvalidValue(f"{placed.name}: attached_to={wanted!r} is not there{close_matches(name, names)}")

    def _held(self, entry: Entry, placed: Placed) -> tuple[int, int]:
        """A card exiled until this leaves; it belongs to the other side unless said (610.3)."""
        where = f"{placed.name} holds"
        name, options = _entry(entry, ("owner",), where)
        owner = options.get("owner", SIDES[1 - placed.seat])
        return self._card(name, where), seat_of(owner, "owner")


def split_name(text: str) -> tuple[int | None, str, int]:
    """Side (None where not said), name, and the how-manieth of them, from "you:Mountain#2"."""
    side: int | None = None
    for seat, prefix in enumerate(SIDES):
        if text.startswith(f"{prefix}:"):
            side, text = seat, text[len(prefix) + 1 :]
    name, mark, ordinal = text.partition("#")
    if mark and not (ordinal.isdecimal() and int(ordinal) > 0):
        raise InvalidValue(f"{text!r}: after # comes a number from 1")
    return side, name, int(ordinal) if mark else 1


def _several(value: Any, where: str) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidValue(f"{where}: {value!r} should be a list")
    return list(value)


def _entry(entry: Any, known: Sequence[str], where: str) -> tuple[str, Mapping[str, Any]]:
    if isinstance(entry, str):
        return entry, {}
    if not (isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[1], Mapping)):
        raise InvalidValue(f"{where}: {entry!r} should be a name or (name, options)")
    for option in entry[1]:
        if option not in known:
            raise unknown_name("option", option, known, f"{where}: {entry[0]}")
    return entry


def _mana(text: str, where: str) -> list[int]:
    wrong = set(text) - set(MANA)
    if wrong:
        raise InvalidValue(f"{where} mana={text!r}: {', '.join(sorted(wrong))} is none of {MANA}")
    return [text.count(letter) for letter in MANA]
