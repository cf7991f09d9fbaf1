"""The compiled core as Python sees it: handles, arrays, errors. Alone loads the library; no game logic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from mtg_causal_rl._core import ffi, lib
from mtg_causal_rl.cards import Pool, compile_pool
from mtg_causal_rl.errors import (
    EngineBug,
    EpisodeState,
    IllegalAction,
    InvalidCard,
    InvalidSnapshot,
    InvalidValue,
    MTGCausalError,
)
from mtg_causal_rl.game.request import (
    ACTIONS,
    ASKED,
    CARDS,
    COUNTS,
    FACTS,
    OBSERVATION_SIZE,
    STATUS,
    Changes,
    Floats,
    Masks,
    Numbers,
    Scheme,
    Settings,
)

__all__ = [
    "ACTIONS",
    "ASKED",
    "OBSERVATION_SIZE",
    "Changes",
    "Floats",
    "Foresight",
    "Masks",
    "Numbers",
    "Scheme",
    "Settings",
]

_FAILURES: dict[int, type[MTGCausalError]] = {
    1: InvalidCard,
    2: InvalidValue,
    3: IllegalAction,
    4: InvalidSnapshot,
    5: EpisodeState,
    6: EngineBug,
    7: EpisodeState,
}
_FAILURE, _LAYOUT, _ACTION_TABLE, _VIEW_TABLE, _VOCABULARY, _NAMES = range(6)
_STATE, _LEGAL, _EVENTS, _PROSPECTS, _TAKEN = range(5)
_FIRST_CAPACITY = 16384
_MOST_FOUND = 1 << 21


def rules_version() -> int:
    """Changes whenever the same seed and actions no longer give the same bytes."""
    return int(lib.mtgc_rules_version())


def layout_hash() -> int:
    """Of the observation's layout: two versions with the same hash write the same numbers in the same places."""
    return int(lib.mtgc_layout_hash())


def state_bytes() -> int:
    """The size of one game's state in memory."""
    return int(lib.mtgc_state_bytes())


def layout_text() -> str:
    """The observation's layout, a line for each number."""
    return _text(_LAYOUT)


def action_text() -> str:
    """The action table and the meaning of every question."""
    return _text(_ACTION_TABLE)


def view_table() -> str:
    """What the rows of the views are."""
    return _text(_VIEW_TABLE)


def vocabulary_text() -> str:
    """Every word that a card program may use."""
    return _text(_VOCABULARY)


@cache
def reasons() -> tuple[str, ...]:
    """How a game can end, by number: "life", "turn_cap" and so on."""
    return _names()[0]


@cache
def steps() -> tuple[str, ...]:
    """The steps of a turn, by number."""
    return _names()[1]


@cache
def pilots() -> tuple[str, ...]:
    """The players that the core has, by number."""
    return _names()[2]


@cache
def pilot_weights() -> tuple[str, ...]:
    """What the scripted pilot weighs, in the order of its numbers."""
    return _names()[3]


def _names() -> list[tuple[str, ...]]:
    return [tuple(_snake(name) for name in line.split()) for line in _text(_NAMES).splitlines()]


def _snake(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


def _text(which: int) -> str:
    size = lib.mtgc_text(which, ffi.NULL, 0)
    buffer = ffi.new("char[]", max(size, 1))
    lib.mtgc_text(which, buffer, size)
    return str(ffi.buffer(buffer, size)[:].decode())


def _check(code: int) -> None:
    if code:
        _fail(code)


def _fail(code: int) -> NoReturn:
    raise _FAILURES[code](_text(_FAILURE))


def _address(kind: str, array: npt.NDArray[Any]) -> Any:
    """A pointer to the array's memory, which must be contiguous; it keeps the array alive."""
    return ffi.from_buffer(f"{kind}[]", array)


def _growing(write: Callable[[Any, int, Any], int], kind: str, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """What a call writes that says how much room it needs."""
    length, capacity = ffi.new("size_t *"), _FIRST_CAPACITY
    while True:
        array = np.empty(capacity, dtype)
        _check(write(_address(kind, array), capacity, length))
        if length[0] <= capacity:
            return array[: length[0]].copy()
        capacity = length[0]


def fuzz(pool: CorePool, decks: Sequence[Sequence[int]], seed: int, numbers: range, threads: int) -> str:
    """Plays the watched random games with these numbers; counts and findings as lines of words parted by tabs."""
    sizes = ffi.new("uint32_t[]", [len(deck) for deck in decks])
    cards = ffi.new("uint16_t[]", [card for deck in decks for card in deck])
    plan = ffi.new("mtgc_fuzz *", {"sizes": sizes, "cards": cards, "decks": len(decks), "threads": threads})
    plan.seed, plan.first, plan.games = seed % 2**64, numbers.start, len(numbers)
    length, text = ffi.new("size_t *"), ffi.new("char[]", _MOST_FOUND)
    _check(lib.mtgc_fuzz_run(pool.handle, plan, text, _MOST_FOUND, length))
    return bytes(ffi.buffer(text, length[0])).decode()


def _settings(settings: Settings) -> dict[str, int]:
    starter = -1 if settings.starter is None else settings.starter
    return {
        "starter": starter,
        "max_turns": settings.max_turns,
        "stops": settings.stops,
        "steps": settings.steps,
    }


class CorePool:
    """A compiled card pool in the core."""

    def __init__(self, program: bytes) -> None:
        out = ffi.new("mtgc_pool **")
        _check(lib.mtgc_pool_new(program, len(program), out))
        self.handle = ffi.gc(out[0], lib.mtgc_pool_free)


_COMPILED: dict[int, tuple[Pool, CorePool]] = {}
_MOST_COMPILED = 16


def compiled(pool: Pool) -> CorePool:
    """The pool in the core, compiled at its first use; the latest few are kept."""
    found = _COMPILED.get(id(pool))
    if found is None:
        while len(_COMPILED) >= _MOST_COMPILED:
            del _COMPILED[next(iter(_COMPILED))]
        found = _COMPILED[id(pool)] = (pool, CorePool(compile_pool(pool)))
    return found[1]


def _changes(changes: Changes, count: int, seeds: Sequence[int], threads: int) -> tuple[Any, Any]:
    """The C structure, and what must live as long."""
    given = ffi.new("uint64_t[]", [seed % 2**64 for seed in seeds])
    if len(seeds) != count:
        raise InvalidValue(f"{count} forks need {count} seeds, not {len(seeds)}")
    return (
        ffi.new(
            "mtgc_changes *",
            {
                "randomness": changes.fresh,
                "hidden": changes.resampled,
                "viewer": changes.viewer,
                "threads": threads,
                "seeds": given,
            },
        ),
        given,
    )


def _weights(rows: Sequence[Sequence[int]]) -> Any:
    """Rows of a scripted pilot's weights, NULL where there are none."""
    flat = [weight for row in rows for weight in row]
    return ffi.new("int16_t[]", flat) if flat else ffi.NULL


@dataclass(frozen=True, slots=True)
class Foresight:
    """What n actions will do: counts before, their footprints in two parts, and what a causal model predicts."""

    counts: Floats  # [n, 15]
    stays: Floats  # [n, 15]: what is still there when the turn has ended
    turn: Floats  # [n, 15]: what ends with the turn
    carried_stays: Floats  # [n, 15]: what the same play was foreseen to change before this answer
    carried_turn: Floats  # [n, 15]
    due: Floats  # [n, 15]: what the stack will have changed after the turn; 0 where asked about at once
    averted: Floats  # [n, 15]: how much of that changes because a spell is countered
    phases: Numbers  # [n]: 0 own turn until combat damage, 1 own turn from then on, 2 the opponent's turn
    changes: npt.NDArray[np.float64]  # [n, variables]


class CoreGames:
    """Games in the core, moved by hand; `size` of them."""

    def __init__(self, pool: CorePool, threads: int = 1) -> None:
        out = ffi.new("mtgc_games **")
        _check(lib.mtgc_games_new(pool.handle, threads, out))
        self._take(out, 0)

    def _take(self, out: Any, size: int) -> None:
        self.handle = ffi.gc(out[0], lib.mtgc_games_free)
        self.size = size

    @classmethod
    def _of(cls, out: Any, size: int) -> CoreGames:
        games = cls.__new__(cls)
        games._take(out, size)
        return games

    def deal(self, decks: Sequence[Sequence[int]], settings: Settings, seed: int, logged: bool) -> None:
        """Adds a game of two decks (faces by number) and runs it to its first question."""
        cards = [ffi.new("uint16_t[]", list(deck)) for deck in decks]
        deal = ffi.new("mtgc_deal *")
        deal.settings, deal.seed, deal.logged = _settings(settings), seed % 2**64, logged
        deal.cards, deal.sizes = cards, [len(deck) for deck in decks]
        _check(lib.mtgc_games_deal(self.handle, deal))
        self.size += 1

    def place(self, position: Numbers) -> None:
        """Adds a game in a position, which has not begun."""
        _check(lib.mtgc_games_place(self.handle, _address("int32_t", position), len(position)))
        self.size += 1

    def begin(self, index: int) -> None:
        """Runs a placed game to its first question."""
        _check(lib.mtgc_games_begin(self.handle, index))

    def restore(self, blob: bytes, logged: bool) -> None:
        """Adds a game from a snapshot."""
        _check(lib.mtgc_games_restore(self.handle, blob, len(blob), logged))
        self.size += 1

    def snapshot(self, index: int) -> bytes:
        """The game as bytes."""
        return _growing(lambda *room: lib.mtgc_games_snapshot(self.handle, index, *room), "uint8_t", np.uint8).tobytes()

    def status(self) -> npt.NDArray[np.void]:
        """A row of STATUS for each game."""
        rows = np.empty(self.size, STATUS)
        _check(lib.mtgc_games_status(self.handle, ffi.cast("mtgc_status *", _address("char", rows)), self.size))
        return rows

    def mask(self) -> Masks:
        """The legal actions of each game's asked seat, [n, 478]; none where nobody is asked."""
        masks = np.empty((self.size, ACTIONS), np.int8)
        _check(lib.mtgc_games_mask(self.handle, _address("int8_t", masks), self.size))
        return masks

    def observe(self, seat: int) -> tuple[Floats, Floats]:
        """What a seat sees in each game, [n, 3077], and its counts, [n, 15]."""
        seen = np.empty((self.size, OBSERVATION_SIZE), np.float32)
        counts = np.empty((self.size, COUNTS), np.float32)
        arrays = _address("float", seen), _address("float", counts)
        _check(lib.mtgc_games_observe(self.handle, seat, *arrays, self.size))
        return seen, counts

    def apply(self, actions: Sequence[int]) -> None:
        """One action in every game, none where it is negative; nothing happens unless all are legal."""
        _check(lib.mtgc_games_apply(self.handle, actions, self.size))

    def play(self, pilots: tuple[int, int], weights: Sequence[Sequence[int]], seeds: Sequence[int]) -> None:
        """Plays every game to its end with a pilot in each seat, and the weights of those that are scripted."""
        luck = ffi.new("uint64_t[]", [seed % 2**64 for seed in seeds])
        _check(lib.mtgc_games_play(self.handle, *pilots, _weights(weights), luck, self.size))

    def suggest(self, pilot: int, weights: Sequence[int], seeds: Sequence[int]) -> Numbers:
        """The action a pilot would take in each game, for the seat that is asked."""
        luck = ffi.new("uint64_t[]", [seed % 2**64 for seed in seeds])
        actions = np.empty(self.size, np.int32)
        out = _address("int32_t", actions)
        _check(lib.mtgc_games_suggest(self.handle, pilot, _weights([weights]), luck, out, self.size))
        return actions

    def foresee(
        self, sources: Sequence[int], actions: Sequence[int], model: bytes, variables: int, at_once: bool = True
    ) -> Foresight:
        """What actions will do, before they are taken: action k in game `sources[k]`, by the seat that is asked.

        `model` is a compiled causal model, whose outcome ranks the choices that are still open.
        """
        count = len(actions)
        before, stays, turn, carried_stays, carried_turn, due, averted = np.empty((7, count, COUNTS), np.float32)
        phases, changes = np.empty(count, np.int32), np.empty((count, variables))
        seen = Foresight(before, stays, turn, carried_stays, carried_turn, due, averted, phases, changes)
        given = ffi.new("size_t[]", list(sources)), ffi.new("int32_t[]", list(actions))
        wanted = ffi.new("mtgc_foresight *", {"count": count, "sources": given[0], "actions": given[1]})
        alive = [ffi.from_buffer("uint8_t[]", model)]
        wanted.model, wanted.model_length = alive[0], len(model)
        wanted.at_once, wanted.variables = at_once, variables
        for field in fields(seen):
            kind = {"changes": "double", "phases": "int32_t"}.get(field.name, "float")
            alive.append(_address(kind, getattr(seen, field.name)))
            setattr(wanted, field.name, alive[-1])
        _check(lib.mtgc_games_foresee(self.handle, wanted))
        return seen

    def fork(self, sources: Sequence[int], changes: Changes, seeds: Sequence[int], threads: int = 1) -> CoreGames:
        """Copies of some games, with luck and hidden cards changed."""
        out = ffi.new("mtgc_games **")
        given, _alive = _changes(changes, len(sources), seeds, threads)
        _check(lib.mtgc_games_fork(self.handle, list(sources), len(sources), given, out))
        return CoreGames._of(out, len(sources))

    def view_state(self, index: int) -> Numbers:
        """The whole state as flat rows, hidden cards included."""
        return self._view(index, _STATE)

    def view_legal(self, index: int) -> Numbers:
        """The legal actions as flat rows."""
        return self._view(index, _LEGAL)

    def view_events(self, index: int) -> Numbers:
        """The log as flat rows."""
        return self._view(index, _EVENTS)

    def view_prospects(self, index: int) -> Numbers:
        """What could be done, as flat rows."""
        return self._view(index, _PROSPECTS)

    def taken(self, index: int) -> Numbers:
        """The indices of all actions so far, both seats'."""
        return self._view(index, _TAKEN)

    def _view(self, index: int, which: int) -> Numbers:
        return _growing(lambda *room: lib.mtgc_games_view(self.handle, index, which, *room), "int32_t", np.int32)

    def sabotage(self, index: int) -> None:
        """Makes the next action of a game fail inside the core, to see what becomes of a bug."""
        _check(lib.mtgc_games_sabotage(self.handle, index))


class Rows:
    """The arrays that an arena writes, a row for each lane; the same arrays at every step."""

    def __init__(self, lanes: int, variables: int, opponent: bool) -> None:
        self.observation = np.zeros((lanes, OBSERVATION_SIZE), np.float32)
        self.mask = np.zeros((lanes, ACTIONS), np.int8)
        self.counts = np.zeros((lanes, COUNTS), np.float32)
        self.variables = np.zeros((lanes, variables))
        self.card_ids = np.zeros((lanes, CARDS), np.int16)
        self.facts = np.zeros(lanes, FACTS)
        self.final_observation = np.zeros((lanes, OBSERVATION_SIZE), np.float32)
        self.final_counts = np.zeros((lanes, COUNTS), np.float32)
        self.final_variables = np.zeros((lanes, variables))
        self.final_card_ids = np.zeros((lanes, CARDS), np.int16)
        answered = lanes if opponent else 0
        self.opponent_observation = np.zeros((answered, OBSERVATION_SIZE), np.float32)
        self.opponent_mask = np.zeros((answered, ACTIONS), np.int8)
        self.pointers = ffi.new("mtgc_output *", {"n": lanes})
        self._alive = []
        for name in ("observation", "counts", "final_observation", "final_counts", "opponent_observation"):
            self._point(name, "float")
        for name in ("mask", "opponent_mask"):
            self._point(name, "int8_t")
        for name in ("variables", "final_variables"):
            self._point(name, "double")
        for name in ("card_ids", "final_card_ids"):
            self._point(name, "int16_t")
        self._alive.append(_address("char", self.facts))
        self.pointers.facts = ffi.cast("mtgc_facts *", self._alive[-1])

    def _point(self, name: str, kind: str) -> None:
        array = getattr(self, name)
        if array.size:
            self._alive.append(_address(kind, array))
            setattr(self.pointers, name, self._alive[-1])


class CoreArena:
    """The lanes of an environment in the core, and the rows they write."""

    def __init__(self, pool: CorePool, scheme: Scheme, lanes: int, threads: int) -> None:
        decks = [*scheme.own, *scheme.opposing]
        sizes = ffi.new("uint32_t[]", [len(deck) for deck in decks])
        weights = ffi.new("uint32_t[]", list(scheme.weights))
        cards = ffi.new("uint16_t[]", [card for deck in decks for card in deck])
        given = ffi.new("mtgc_scheme *", {"settings": _settings(scheme.settings), "sizes": sizes})
        given.pilot, given.on_illegal, given.autoreset = scheme.pilot, scheme.on_illegal, scheme.autoreset
        given.automatic, given.life = scheme.automatic, scheme.life
        given.lanes, given.threads = lanes, threads
        given.own, given.opposing = len(scheme.own), len(scheme.opposing)
        given.weights, given.cards = weights, cards
        model, archetypes = ffi.from_buffer("uint8_t[]", scheme.model), _weights(scheme.archetypes)
        given.model, given.model_length, given.archetypes = model, len(scheme.model), archetypes
        out = ffi.new("mtgc_arena **")
        _check(lib.mtgc_arena_new(pool.handle, given, out))
        self._take(out, lanes, scheme.variables, scheme.pilot < 0)

    def _take(self, out: Any, lanes: int, variables: int, opponent: bool) -> None:
        self.handle = ffi.gc(out[0], lib.mtgc_arena_free)
        self.lanes = lanes
        self.rows = Rows(lanes, variables, opponent)
        self.actions = np.zeros(lanes, np.int32)
        self._pointer = _address("int32_t", self.actions)
        self._opponent = opponent

    def reset(self, seeds: Sequence[int], fresh: Sequence[bool]) -> None:
        """Begins episode 0 of a seed where `fresh`, the next episode elsewhere."""
        given = ffi.new("uint64_t[]", [seed % 2**64 for seed in seeds]), ffi.new("uint8_t[]", list(fresh))
        _check(lib.mtgc_arena_reset(self.handle, *given, self.rows.pointers))

    def place(self, blob: bytes, seeds: Sequence[int]) -> None:
        """Every lane goes on from the position of a game's snapshot, as episode 0 of its seed."""
        given = ffi.new("uint64_t[]", [seed % 2**64 for seed in seeds])
        _check(lib.mtgc_arena_place(self.handle, blob, len(blob), given, self.rows.pointers))

    def step(self) -> None:
        """Takes `actions`, one for each lane, up to the agent's next decision."""
        code = lib.mtgc_arena_step(self.handle, self._pointer, self.rows.pointers)
        if code:
            _fail(code)

    def answer(self) -> None:
        """Takes `actions` for the opponent in the lanes that wait for one."""
        _check(lib.mtgc_arena_answer(self.handle, self._pointer, self.rows.pointers))

    def write(self) -> None:
        """Writes what the agents see, after a fork or a restore."""
        _check(lib.mtgc_arena_write(self.handle, self.rows.pointers))

    def fork(self, sources: Sequence[int], changes: Changes, seeds: Sequence[int], threads: int) -> CoreArena:
        """Copies of some lanes, with luck and hidden cards changed."""
        out = ffi.new("mtgc_arena **")
        given, _alive = _changes(changes, len(sources), seeds, threads)
        _check(lib.mtgc_arena_fork(self.handle, list(sources), len(sources), given, out))
        arena = CoreArena.__new__(CoreArena)
        arena._take(out, len(sources), self.rows.variables.shape[1], self._opponent)
        arena.write()
        return arena

    def set_model(self, model: bytes) -> None:
        """Another causal model with as many variables, from the next write on."""
        _check(lib.mtgc_arena_model(self.handle, model, len(model)))

    def games(self, sources: Sequence[int]) -> CoreGames:
        """Copies of the games of some lanes, free of pilot and episodes."""
        out = ffi.new("mtgc_games **")
        _check(lib.mtgc_arena_games(self.handle, list(sources), len(sources), out))
        return CoreGames._of(out, len(sources))

    def snapshot(self, index: int) -> bytes:
        """A lane as bytes."""
        return _growing(lambda *room: lib.mtgc_arena_snapshot(self.handle, index, *room), "uint8_t", np.uint8).tobytes()

    def restore(self, index: int, blob: bytes) -> None:
        """Puts a lane where the snapshot was taken; a refused one changes nothing."""
        _check(lib.mtgc_arena_restore(self.handle, index, blob, len(blob)))
