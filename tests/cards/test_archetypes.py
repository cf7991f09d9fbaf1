"""Every deck is played by the weights of its archetype; a deck that names none gets the one that its cards suggest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.cards.archetypes import ARCHETYPES, WEIGHTS, archetype_of, weights_of

POOL = Pool.standard()


def test_the_table_has_a_number_for_each_weight_and_archetype() -> None:
    assert {len(row) for row in WEIGHTS.values()} == {len(ARCHETYPES)}
    assert all(-(2**15) <= weight < 2**15 for row in WEIGHTS.values() for weight in row)


@pytest.mark.parametrize("deck", POOL.decks.values(), ids=lambda deck: deck.id)
def test_a_deck_is_played_by_its_archetype(deck: Deck) -> None:
    column = ARCHETYPES.index(deck.archetype)
    assert weights_of(deck, POOL) == tuple(row[column] for row in WEIGHTS.values())


@pytest.mark.parametrize("deck", POOL.decks.values(), ids=lambda deck: deck.id)
def test_the_cards_alone_suggest_the_archetype(deck: Deck) -> None:
    unnamed = replace(deck, archetype="unknown")
    assert archetype_of(unnamed, POOL) == deck.archetype
    assert weights_of(unnamed, POOL) == weights_of(deck, POOL)


def test_a_deck_without_spells_is_played_too() -> None:
    lands = Deck("lands", "Lands", "unknown", {"Forest": 60})
    assert archetype_of(lands, POOL) in ARCHETYPES


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        ("least_lands", {"aggro": 1, "tokens": 1, "midrange": 2, "ramp": 2, "control": 2}),
        ("most_lands", dict.fromkeys(ARCHETYPES, 5)),
    ],
)
def test_the_paper_s_mulligan_ranges(weight: str, expected: dict[str, int]) -> None:
    assert dict(zip(ARCHETYPES, WEIGHTS[weight], strict=True)) == expected


def test_the_paper_s_defensive_threshold() -> None:
    threshold = dict(zip(ARCHETYPES, WEIGHTS["defensive_life"], strict=True))
    assert (threshold["control"], threshold["aggro"]) == (8, 0)
