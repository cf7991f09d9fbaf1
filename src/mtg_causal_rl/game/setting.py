"""What a user may name for a game: decks, stops, whole numbers. Checked, and turned into the core's numbers."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeAlias

import numpy as np

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.errors import InvalidDeck, InvalidValue, unknown_name
from mtg_causal_rl.game.binding import ACTIONS, Settings, steps

DeckLike: TypeAlias = str | Deck | Mapping[str, int] | Sequence[str]
Stops: TypeAlias = str | AbstractSet[str]

STOPS = ("usual", "choices", "all")
_STEPS = 3  # the number of "the steps given"
MOST_TURNS = 2**16 - 1


def read_deck(value: DeckLike, pool: Pool, where: str) -> Deck:
    """A deck by its id, as a value, as counts by name or as a list of names, if it can be played."""
    if isinstance(value, str):
        if value not in pool.decks:
            raise unknown_name("deck", value, pool.decks, where)
        return pool.decks[value]
    deck = value if isinstance(value, Deck) else Deck("custom", "Custom deck", "unknown", _counts(value, where))
    pool.check_deck(deck)
    return deck


def read_decks(value: object, pool: Pool) -> tuple[Deck, Deck]:
    """The decks of both seats."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise InvalidValue(f"decks are two, one for each seat, not {value!r}")
    return read_deck(value[0], pool, "decks[0]"), read_deck(value[1], pool, "decks[1]")


def _counts(value: Mapping[str, int] | Iterable[str], where: str) -> dict[str, int]:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        names = list(value)
        if all(isinstance(name, str) for name in names):
            return dict(Counter(names))
    raise InvalidDeck(f"{where}: a deck is an id, a Deck, counts by card name or a list of card names, not {value!r}")


def faces_of(deck: Deck, pool: Pool) -> list[int]:
    """The faces of a deck by number, in the order of its statement."""
    return [pool.face_id(name) for name, copies in deck.cards.items() for _ in range(copies)]


def read_settings(starter: int | None, max_turns: int | None, stops: Stops) -> Settings:
    """Settings of a game; `max_turns=None` is no cap."""
    cap = 0 if max_turns is None else read_integer(max_turns, "max_turns", range(1, MOST_TURNS + 1))
    if isinstance(stops, str):
        if stops not in STOPS:
            raise unknown_name("stops", stops, STOPS)
        return Settings(starter, cap, STOPS.index(stops))
    return Settings(starter, cap, _STEPS, _step_bits(stops))


def _step_bits(stops: AbstractSet[str]) -> int:
    if not isinstance(stops, AbstractSet):
        raise InvalidValue(f"stops is one of {', '.join(map(repr, STOPS))} or a set of steps, not {stops!r}")
    bits = 0
    for step in stops:
        if step not in steps():
            raise unknown_name("step", step, steps(), "stops")
        bits |= 1 << steps().index(step)
    return bits


def read_integer(value: object, what: str, allowed: range) -> int:
    """A whole number in a range; neither a float nor a truth value."""
    if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
        raise InvalidValue(f"{what} must be a whole number, not {value!r}")
    number = operator.index(value)
    if number not in allowed:
        raise InvalidValue(f"{what} must lie in {allowed.start}..{allowed.stop - 1}, not {number}")
    return number


def read_seed(value: object, what: str = "seed") -> int:
    """A seed: any whole number from 0 up to 64 bits."""
    return read_integer(value, what, range(2**64))


def read_action(value: object) -> int:
    """One action index, as a Python or numpy integer; a 0-d or one-element integer array too."""
    if isinstance(value, np.ndarray):
        if value.size != 1 or not np.issubdtype(value.dtype, np.integer):
            kind = f"an array of {value.dtype} of shape {value.shape}"
            raise InvalidValue(f"an action is one whole number, not {kind}")
        value = value.reshape(())[()]
    return read_integer(value, "an action", range(ACTIONS))
