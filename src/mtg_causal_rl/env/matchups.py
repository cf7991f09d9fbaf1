"""Which decks an environment draws for either side, from what a user may say. Draws nothing itself."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game.setting import DeckLike, read_deck

#: A deck, several with equal chances, or weights by id.
Decks: TypeAlias = DeckLike | Sequence[DeckLike] | Mapping[str, float]

_WEIGHT_UNITS = 1_000_000  # weights become whole numbers, so that every machine draws the same decks


@dataclass(frozen=True, slots=True)
class Drawn:
    """Decks and how often each is drawn, in whole numbers."""

    decks: tuple[Deck, ...]
    weights: tuple[int, ...]


def read_opponent(value: Any, pool: Pool) -> Drawn:
    """As `read_decks`, and "all" decks of the pool, or ("not", ...) for all but those."""
    if isinstance(value, str) and value == "all":
        return _equal(tuple(pool.decks.values()))
    if isinstance(value, tuple) and value and value[0] == "not":
        left_out = {read_deck(name, pool, "opponent").id for name in value[1:]}
        rest = tuple(deck for deck in pool.decks.values() if deck.id not in left_out)
        if not rest:
            raise InvalidValue(f"opponent={value!r} leaves no deck")
        return _equal(rest)
    return read_decks(value, pool, "opponent")


def read_decks(value: Any, pool: Pool, where: str) -> Drawn:
    """One deck, a list of decks with equal chances, or weights by id."""
    if isinstance(value, Mapping) and any(name in pool.decks for name in value):
        return _weighted(value, pool, where)
    if isinstance(value, Sequence) and not isinstance(value, str) and value and not _names_cards(value, pool):
        return _equal(tuple(read_deck(item, pool, f"{where}[{place}]") for place, item in enumerate(value)))
    return _equal((read_deck(value, pool, where),))


def _names_cards(values: Sequence[Any], pool: Pool) -> bool:
    """A deck as a list of card names, not a list of decks."""
    return all(isinstance(value, str) for value in values) and any(value in pool.cards for value in values)


def _equal(decks: tuple[Deck, ...]) -> Drawn:
    return Drawn(decks, (1,) * len(decks))


def _weighted(weights: Mapping[str, Any], pool: Pool, where: str) -> Drawn:
    unknown = next((name for name in weights if name not in pool.decks), None)
    if unknown is not None:
        raise unknown_name("deck", unknown, pool.decks, where)
    numbers = {name: _weight(name, weight, where) for name, weight in weights.items()}
    total = sum(numbers.values())
    if not total > 0:
        raise InvalidValue(f"{where}: weights cannot all be 0")
    whole = tuple(round(weight / total * _WEIGHT_UNITS) for weight in numbers.values())
    return Drawn(tuple(pool.decks[name] for name in numbers), whole)


def _weight(name: str, weight: Any, where: str) -> float:
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not math.isfinite(weight) or weight < 0:
        raise InvalidValue(f"{where}: weights are numbers of at least 0, and that of {name} is {weight!r}")
    return float(weight)
