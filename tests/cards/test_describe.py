"""A card in words: made from its program, so that a changed number, zone or condition changes the words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cards.samples import sample

from mtg_causal_rl.cards import Pool, describe_card
from mtg_causal_rl.cards.describe import in_words
from mtg_causal_rl.cards.phrases import PHRASES
from mtg_causal_rl.cards.vocabulary import Keyword
from mtg_causal_rl.cards.vocabulary.entry import Entry
from mtg_causal_rl.errors import UnknownName

FACES = [face.name for face in Pool.standard().faces]


@pytest.mark.parametrize("name", FACES)
def test_every_face_can_be_told(name: str) -> None:
    told = describe_card(Pool.standard(), name)
    assert told.startswith(name)
    assert "  - " in told or name in ("Soldier Token", "Samurai Token", "Vampire Token", "Phyrexian Token")
    assert not any(mark in told for mark in ("{who", "{s}", "(())", "  (", "None", "<"))


@pytest.mark.parametrize("cls", PHRASES, ids=lambda cls: cls.__name__)
def test_every_entry_can_be_told(cls: type[Entry]) -> None:
    assert in_words(sample(cls))


def test_what_is_told_is_what_the_card_does() -> None:
    told = describe_card(Pool.standard(), "Play with Fire")
    assert told.splitlines() == [
        "Play with Fire {R}",
        "  Instant; red; mana value 1",
        "  - On resolution, target 0 may be a permanent (creature/planeswalker/battle) or a player: "
        "2 damage to target 0; if the number counted is at least 1: (scry 1)",
    ]


def test_a_card_is_told_with_its_back_face() -> None:
    told = describe_card(Pool.standard(), "Kumano Faces Kakkazan")
    back = "  Enchantment Creature — Human Shaman; red; mana value 1; 2/2; haste"
    assert f"Back face:\nEtching of Kumano\n{back}\n" in told
    assert "Kumano Faces" not in describe_card(Pool.standard(), "Etching of Kumano")


def test_a_changed_card_is_told_differently() -> None:
    pool = Pool.standard()
    slow = replace(pool.cards["Goblin Guide"], keywords=Keyword.NONE)
    assert describe_card(pool.with_cards([slow]), "Goblin Guide") != describe_card(pool, "Goblin Guide")


def test_no_two_cards_of_one_cost_and_type_are_told_alike() -> None:
    told = ["\n".join(describe_card(Pool.standard(), name).splitlines()[1:]) for name in FACES]
    assert len(told) - len(set(told)) == 0


def test_an_unknown_card_is_answered_with_close_matches() -> None:
    with pytest.raises(UnknownName, match="did you mean 'Sunfall'"):
        describe_card(Pool.standard(), "Sunfal")


