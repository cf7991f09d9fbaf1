"""How the scripted pilots of the archetypes differ: one table of weights. What they weigh lives in the core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mtg_causal_rl.cards.card import Card
from mtg_causal_rl.cards.cost import mana, mana_value, type_line
from mtg_causal_rl.cards.decks import Deck
from mtg_causal_rl.cards.pool import Pool
from mtg_causal_rl.cards.vocabulary import (
    Counter,
    CreateToken,
    DamageAll,
    ExileAll,
    Keyword,
    SearchToBattlefield,
    Type,
)
from mtg_causal_rl.cards.vocabulary.entry import walk

ARCHETYPES = ("aggro", "tokens", "midrange", "ramp", "control")
"""The columns of the table."""

WEIGHTS: Mapping[str, tuple[int, ...]] = {
    # An opening hand with fewer or more lands is sent back: the paper's ranges.
    "least_lands": (1, 1, 2, 2, 2),
    "most_lands": (5, 5, 5, 5, 5),
    # Lands in play that are enough.
    "lands_wanted": (3, 4, 6, 8, 8),
    # Points. A card drawn, a lasting source of mana, each mana spent this turn rather than not.
    "card": (28, 30, 30, 22, 24),
    "mana": (10, 12, 16, 26, 18),
    "tempo": (3, 3, 3, 3, 2),
    # One damage to an opponent, and to oneself, at 20 life; more the less life is left.
    "face": (10, 7, 5, 5, 4),
    "life": (3, 4, 5, 5, 6),
    # Lives: from here down own life counts double. The paper's defensive threshold; aggro has none.
    "defensive_life": (0, 4, 5, 6, 8),
    # Percent by which own losses in an attack count less: its aggression.
    "aggression": (25, 15, 10, 5, 0),
    # Points that a block in which both die is worth on top.
    "trade": (6, 4, 0, 0, -4),
    # What a spell must achieve to be worth its card.
    "thrift": (12, 12, 14, 14, 14),
    # How much better an answer is kept for the opponent's turn than used in the own.
    "patience": (-4, 0, 6, 6, 12),
    # Worth of mana for a counterspell in the opponent's turn; what a spell must be worth to be countered.
    "hold": (0, 0, 20, 0, 34),
    "counter_floor": (30, 30, 26, 30, 24),
    # What a sweeper must gain.
    "sweep": (40, 40, 40, 40, 42),
    # Opposing life at which damage goes to the player.
    "reach": (8, 8, 6, 6, 6),
}
"""One row for each weight, in the order in which the core takes them; one column for each archetype."""


def weights_of(deck: Deck, pool: Pool) -> tuple[int, ...]:
    """The weights by which a deck is played, in the order of `WEIGHTS`."""
    named = deck.archetype if deck.archetype in ARCHETYPES else archetype_of(deck, pool)
    column = ARCHETYPES.index(named)
    return tuple(row[column] for row in WEIGHTS.values())


TOKENS_SHARE = 0.15
CONTROL_SHARE = 0.25
RAMP_SHARE = 0.2
CHEAP = 1.8
"""Mean mana value of a deck that wants to win fast."""


def archetype_of(deck: Deck, pool: Pool) -> str:
    """The archetype whose way of playing suits the cards of a deck that names none."""
    spells = [card for card in _copies(deck, pool) if not _types(card) & Type.LAND]
    if not spells:
        return "midrange"
    cheap = sum(mana_value(mana(card.cost)) for card in spells) / len(spells) <= CHEAP
    if _share(spells, _answers) >= CONTROL_SHARE:
        return "control"
    if _share(spells, _makes_mana) >= RAMP_SHARE:
        return "ramp"
    if _share(spells, _goes_wide) >= TOKENS_SHARE:
        return "tokens"
    return "aggro" if cheap else "midrange"


def _copies(deck: Deck, pool: Pool) -> Iterator[Card]:
    return (pool.cards[name] for name, count in deck.cards.items() for _ in range(count))


def _share(spells: Sequence[Card], kind: Callable[[Card], bool]) -> float:
    return sum(map(kind, spells)) / len(spells)


def _types(card: Card) -> Type:
    return type_line(card.type_line)[0]


def _answers(card: Card) -> bool:
    """Counters spells or sweeps the board."""
    return any(isinstance(entry, Counter | DamageAll | ExileAll) for entry in walk(card.abilities))


def _makes_mana(card: Card) -> bool:
    searches = any(isinstance(entry, SearchToBattlefield) for entry in walk(card.abilities))
    return searches or bool(card.mana_abilities)


def _goes_wide(card: Card) -> bool:
    makes_creatures = bool(_types(card) & Type.CREATURE) and any(
        isinstance(entry, CreateToken) for entry in walk(card.abilities)
    )
    return makes_creatures or bool(card.keywords & Keyword.CONVOKE)
