"""The five decks are the ones the paper prints; pasted lists are read; what paper Magic forbids is said."""

from __future__ import annotations

import warnings

import pytest

from mtg_causal_rl.cards import Deck, Pool, format_problems, parse_deck
from mtg_causal_rl.errors import InvalidDeck

PRINTED = {
    "mono_red_aggro": """
        20 Mountain
        4 Monastery Swiftspear
        4 Heartfire Hero
        4 Slickshot Show-Off
        4 Phoenix Chick
        8 Play with Fire
        8 Lightning Strike
        8 Monstrous Rage""",
    "azorius_control": """
        6 Plains
        6 Island
        4 Adarkar Wastes
        4 Restless Anchorage
        4 Deserted Beach
        4 Haughty Djinn
        8 No More Lies
        4 Make Disappear
        8 Memory Deluge
        8 Sunfall
        4 The Wandering Emperor""",
    "dimir_midrange": """
        6 Swamp
        5 Island
        4 Underground River
        4 Shipwreck Marsh
        4 Restless Reef
        4 Preacher of the Schism
        4 Sheoldred, the Apocalypse
        4 Faerie Mastermind
        4 Deep-Cavern Bat
        8 Go for the Throat
        4 Cut Down
        4 Duress
        4 Make Disappear
        1 Memory Deluge""",
    "domain_ramp": """
        8 Forest
        4 Plains
        4 Island
        2 Swamp
        2 Mountain
        2 Adarkar Wastes
        2 Underground River
        4 Atraxa, Grand Unifier
        8 Topiary Stomper
        4 Llanowar Elves
        4 Leyline Binding
        4 Up the Beanstalk
        4 Sunfall
        4 Memory Deluge
        4 Go for the Throat""",
    "boros_convoke": """
        10 Plains
        6 Mountain
        4 Battlefield Forge
        4 Inspiring Vantage
        4 Warden of the Inner Sky
        4 Resolute Reinforcements
        4 Knight-Errant of Eos
        4 Monastery Swiftspear
        4 Phoenix Chick
        4 Heartfire Hero
        4 Play with Fire
        4 Lightning Strike
        4 Monstrous Rage""",
}


def test_the_pool_has_the_five_decks() -> None:
    assert list(Pool.standard().decks) == list(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_a_deck_is_as_the_paper_prints_it(name: str) -> None:
    deck = Pool.standard().decks[name]
    assert deck.cards == parse_deck(PRINTED[name]).cards
    assert deck.size == 60
    Pool.standard().check_deck(deck)


def test_forty_one_cards_are_in_decks() -> None:
    assert len({card for deck in Pool.standard().decks.values() for card in deck.cards}) == 41


def test_copies_beyond_four_are_reported_for_four_decks_and_refused_for_none() -> None:
    """100.2a."""
    reported = {deck.id: format_problems(deck) for deck in Pool.standard().decks.values()}
    assert [deck for deck, problems in reported.items() if not problems] == ["boros_convoke"]
    assert reported["domain_ramp"] == ["8 copies of Topiary Stomper, where 4 are allowed"]
    assert len(reported["azorius_control"]) == 3


def test_a_small_deck_is_reported() -> None:
    deck = Deck("a", "A", "test", {"Plains": 59})
    assert format_problems(deck) == ["59 cards, where at least 60 are needed"]


def test_a_pasted_list_may_look_as_programs_export_it() -> None:
    text = """
    // a comment
    Deck
    4 Lightning Strike (DMU) 137
    2x Shock
    1 Kumano Faces Kakkazan // Etching of Kumano
    2 Shock
    """
    deck = parse_deck(text, id="mine", name="Mine", archetype="aggro")
    cards = {"Lightning Strike": 4, "Shock": 4, "Kumano Faces Kakkazan": 1}
    assert deck == Deck("mine", "Mine", "aggro", cards)


@pytest.mark.parametrize(
    "text",
    [
        "60 Mountain\n\n4 Duress",
        "60 Mountain\nSideboard\n4 Duress",
        "60 Mountain\nSideboard:\n4 Duress",
        "60 Mountain\nSB: 4 Duress",
    ],
)
def test_a_sideboard_is_left_out_with_a_word_about_it(text: str) -> None:
    with pytest.warns(UserWarning, match="sideboard was left out: 4 Duress"):
        deck = parse_deck(text)
    assert deck.cards == {"Mountain": 60}


def test_empty_lines_within_a_deck_do_not_begin_a_sideboard() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_deck("20 Mountain\n\n40 Shock\n").cards == {"Mountain": 20, "Shock": 40}


def test_lines_that_cannot_be_read_are_named_all_at_once() -> None:
    with pytest.raises(InvalidDeck) as refusal:
        parse_deck("4 Shock\nfour Mountains\n4\n")
    assert "line 2, 'four Mountains'" in str(refusal.value)
    assert "line 3, '4'" in str(refusal.value)


@pytest.mark.parametrize("text", ["", "\n\n", "Deck\n"])
def test_an_empty_list_is_refused(text: str) -> None:
    with pytest.raises(InvalidDeck, match="holds no card"):
        parse_deck(text)


def test_a_deck_keeps_a_copy_of_what_it_was_given() -> None:
    given = {"Plains": 60}
    deck = Deck("a", "A", "test", given)
    given["Plains"] = 1
    assert deck.size == 60
    assert hash(deck) == hash(Deck("a", "A", "test", {"Plains": 60}))
