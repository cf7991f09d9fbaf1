"""Who knows which card: looking, revealing, drawing, shuffling, and what a hand does not give away."""

from __future__ import annotations

from mtg_causal_rl import scenario

GUIDE = "Goblin Guide"


def test_a_revealed_card_taken_unseen_is_not_known_to_be_taken() -> None:
    """701.20e: Memory Deluge takes two cards that the other player does not see."""
    g = scenario(
        you=dict(battlefield=[GUIDE]),
        opponent=dict(
            hand=["Memory Deluge"], library=["Shock", "Plains", "Duress", "Swamp"], battlefield=["Island"] * 4
        ),
    )
    g.attack([GUIDE])
    g.resolve_all()
    assert g.known("opponent").library[0] == "Shock"
    g.pass_priority()
    g.cast("Memory Deluge")
    g.resolve_all(answers=[["Shock", "Duress"]])
    assert (g.known("opponent").hand, g.known("opponent").library) == ([], [None, None])


def test_playing_one_of_two_equal_cards_does_not_say_which() -> None:
    """The opponent may have played the one that was seen."""
    g = scenario(
        you=dict(battlefield=[GUIDE]), opponent=dict(hand=["Mountain"], library=["Mountain", "Plains"])
    )
    g.attack([GUIDE])
    g.resolve_all()
    assert g.known("opponent").hand == ["Mountain"]
    g.to("main1", of="opponent")
    g.play_land("Mountain")
    assert g.known("opponent").hand == []


def test_a_known_top_card_that_is_drawn_stays_known() -> None:
    """Both saw it; it is the card that is drawn."""
    g = scenario(you=dict(battlefield=[GUIDE]), opponent=dict(library=["Shock", "Plains"]))
    g.attack([GUIDE])
    g.resolve_all()
    g.to("main1", of="opponent")
    assert g.known("opponent").hand == ["Shock"]


def test_a_known_card_put_on_the_bottom_is_known_there() -> None:
    """701.22a: everybody saw which card it was."""
    g = scenario(
        you=dict(battlefield=[GUIDE]),
        opponent=dict(
            hand=["Play with Fire"], library=["Shock", "Plains", "Duress"], battlefield=["Mountain"]
        ),
    )
    g.attack([GUIDE])
    g.resolve_all()
    g.pass_priority()
    g.cast("Play with Fire", targets=["you"])
    g.resolve_all(answers=["bottom"])
    assert g.known("opponent").library == [None, None, "Shock"]


def test_a_drawn_card_is_known_to_its_owner_alone() -> None:
    """121.1."""
    g = scenario(you=dict(library=["Shock"] * 9), step="draw")
    g.to("main1")
    assert (g.known("you").hand, g.known("you", by="opponent").hand) == (["Shock"], [])


def test_a_returned_card_is_known() -> None:
    """It lay face up in exile."""
    bat = ("Deep-Cavern Bat", dict(holds=["Sunfall"]))
    g = scenario(you=dict(hand=["Cut Down"], battlefield=[bat, "Swamp"]))
    g.cast("Cut Down", targets=["Deep-Cavern Bat"])
    g.resolve()
    assert g.known("opponent").hand == ["Sunfall"]


def test_the_mulligan_forgets() -> None:
    """103.5, 701.24a."""
    library = ["Shock", "Duress", "Island", "Swamp", "Forest", "Plains", "Mountain", "Sunfall", "Dissolve"]
    g = scenario(you=dict(library=library), step="mulligan", seed=1)
    g.mulligan()
    g.keep()
    assert g.known("you").library == [None, None]
    assert g.known("you", by="opponent").hand == []
