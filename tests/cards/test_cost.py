"""Costs and type lines as text: what is read is what is written, and what cannot be read is said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mtg_causal_rl.cards.cost import colour_letters, colours_of, mana, mana_text, mana_value, type_line
from mtg_causal_rl.cards.vocabulary import Mana, Type
from mtg_causal_rl.errors import InvalidValue

COSTS = some.builds(Mana, *[some.integers(0, 5)] * 6, generic=some.integers(0, 20))


@given(COSTS)
def test_a_cost_that_is_written_reads_back(cost: Mana) -> None:
    assert mana(mana_text(cost)) == cost


@pytest.mark.parametrize(
    ("text", "cost", "value", "colours"),
    [
        ("{2}{W}{U}", Mana(white=1, blue=1, generic=2), 4, "WU"),
        ("{3}{G}{W}{U}{B}", Mana(1, 1, 1, 0, 1, 0, 3), 7, "WUBG"),
        ("{C}{C}", Mana(colourless=2), 2, ""),
        ("{10}", Mana(generic=10), 10, ""),
        ("{0}", Mana(), 0, ""),
        ("", Mana(), 0, ""),
    ],
)
def test_a_cost_has_its_value_and_colours(text: str, cost: Mana, value: int, colours: str) -> None:
    """202.3, 105.2."""
    assert mana(text) == cost
    assert mana_value(mana(text)) == value
    assert colour_letters(colours_of(mana(text))) == colours


@pytest.mark.parametrize("text", ["2W", "{2}W", "{X}", "{W/U}", "{}", "{-1}", "{2", "{100}", "{²}"])
def test_what_is_no_cost_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue):
        mana(text)


def test_a_type_line_is_types_and_subtypes() -> None:
    assert type_line("Legendary Creature — Phyrexian Praetor") == (
        Type.LEGENDARY | Type.CREATURE,
        ("Phyrexian", "Praetor"),
    )
    assert type_line("Instant") == (Type.INSTANT, ())


def test_an_unknown_type_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidValue, match=r"'Creatur' .* Creature"):
        type_line("Creatur — Bear")
