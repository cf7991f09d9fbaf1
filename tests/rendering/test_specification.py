"""The specification says what is so, its pages are current, and all cards differ in their numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtg_causal_rl.cards import Card, Pool
from mtg_causal_rl.rendering import specification
from mtg_causal_rl.rendering.card_numbers import card_numbers, nearest
from mtg_causal_rl.rendering.markdown import table
from mtg_causal_rl.rendering.specification import PAGES, page, write_pages

DOCS = Path(__file__).resolve().parents[2] / "docs"
POOL = Pool.standard()


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_current(name: str) -> None:
    """Where it is not: `python -m mtg_causal_rl.rendering docs` writes it anew."""
    assert (DOCS / name).read_text(encoding="utf-8") == page(name)


def test_pages_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    write_pages(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(PAGES)


def test_every_action_row_number_card_and_deck_is_named() -> None:
    text = specification(POOL)
    for name in ("296-417", "MANA_SOURCE", "own.life", "opponent.graveyard", "question_number"):
        assert name in text
    assert [face.name for face in POOL.faces if f"| {face.name} " not in text] == []
    assert [deck.id for deck in POOL.decks.values() if f"`{deck.id}`" not in text] == []


def test_all_cards_differ_pairwise_in_their_numbers() -> None:
    numbers = card_numbers(POOL)
    equal = [
        (POOL.faces[one].name, POOL.faces[two].name)
        for one in range(len(numbers))
        for two in range(one)
        if np.allclose(numbers[one], numbers[two], atol=1e-3)
    ]
    assert len(numbers) == len(POOL.faces)
    assert equal == []


def test_cards_that_play_alike_lie_close_together() -> None:
    names = [face.name for face in POOL.faces]
    closest = nearest(card_numbers(POOL), 1)
    neighbour = {name: names[others[0]] for name, others in zip(names, closest, strict=True)}
    assert neighbour["Lightning Bolt"] == "Lightning Strike"
    assert neighbour["Counterspell"] == "Dissolve"
    assert neighbour["Go for the Throat"] == "Cut Down"


def test_a_new_card_has_numbers_without_a_new_layout() -> None:
    pool = POOL.with_cards([Card("Test Giant", "{2}{R}", "Creature — Giant", power=4, toughness=3)])
    numbers = card_numbers(pool)
    assert numbers.shape == (len(POOL.faces) + 1, card_numbers(POOL).shape[1])
    assert numbers[pool.face_id("Test Giant")].any()


def test_a_cell_may_hold_a_bar() -> None:
    assert table(("a",), [("x|y",)]).splitlines()[-1] == "| x\\|y |"
