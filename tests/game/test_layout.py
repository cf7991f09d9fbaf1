"""The layout by name: the paper's sizes and ranges, slices that agree with the core, words for people."""

from __future__ import annotations

import numpy as np
import pytest

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.errors import InvalidValue, UnknownName
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.layout import actions, layout

PAPER = """
    0 0 PASS
    1 1 KEEP
    2 2 MULLIGAN
    3 3 CONFIRM
    4 4 CANCEL
    5 5 AUTO_PAY
    6 15 BOTTOM
    16 25 DISCARD
    26 35 PLAY_LAND
    36 45 CAST_SORCERY
    46 55 CAST_INSTANT
    56 115 ACTIVATE
    116 175 ATTACK_TOGGLE
    176 235 BLOCK_SELECT_ATTACKER
    236 295 BLOCK_SELECT_BLOCKER
    296 417 TARGET
    418 477 MANA_SOURCE
"""

DECKS = tuple(Pool.standard().decks)


def decisions(games: int, seed: int) -> list[Game]:
    """Positions of random games between all pairs of decks, each as it was when somebody was asked."""
    generator = np.random.default_rng(seed)
    met = []
    for number in range(games):
        pair = (DECKS[number % 5], DECKS[number // 5 % 5])
        game = Game(decks=pair, seed=int(generator.integers(2**32)))
        while not game.over:
            if generator.random() < 0.1:
                met.append(game.copy())
            game.apply(int(generator.choice(np.flatnonzero(game.mask()))))
    return met


@pytest.fixture(scope="module")
def positions() -> list[Game]:
    return decisions(games=10, seed=1)


def test_there_are_478_actions_in_the_ranges_of_the_paper() -> None:
    ours = [(row.indices[0], row.indices[-1], row.name) for row in actions.categories]
    paper = [line.split() for line in PAPER.strip().splitlines()]
    assert ours == [(int(first), int(last), name) for first, last, name in paper]
    assert actions.size == 478


def test_every_action_has_its_category() -> None:
    for index in range(478):
        assert index in actions[actions.category_of(index).name].indices


@pytest.mark.parametrize("index", [-1, 478, 10**9])
def test_there_is_no_other_action(index: int) -> None:
    with pytest.raises(InvalidValue, match="0 to 477"):
        actions.category_of(index)


def test_there_are_17_numbers_and_90_cards_of_34() -> None:
    assert (len(layout.numbers), len(layout.zones), len(layout.fields), layout.size) == (17, 90, 34, 3077)
    cards = {block.name: block.cards for block in layout.blocks}
    assert cards == {
        "own.hand": 10,
        "own.battlefield": 20,
        "opponent.battlefield": 20,
        "own.graveyard": 20,
        "opponent.graveyard": 20,
    }


def test_every_index_has_exactly_one_name() -> None:
    named = np.zeros(layout.size, dtype=int)
    for number in layout.numbers:
        named[layout[number.name]] += 1
    for block in layout.blocks:
        for field in layout.fields:
            named[layout[f"{block.name}.{field.name}"]] += 1
    assert (named == 1).all()


def test_a_card_and_its_numbers_are_found_by_name() -> None:
    indices = np.arange(layout.size)
    cards = layout.split(indices)[1]
    assert (indices[layout["own.hand.3"]] == cards[3]).all()
    assert (indices[layout["own.battlefield"]] == cards[10:30].ravel()).all()
    field = next(field.index for field in layout.fields if field.name == "power")
    assert (indices[layout["opponent.battlefield.power"]] == cards[30:50, field]).all()
    assert list(indices[layout["opponent.graveyard.19.choice"]]) == [3076]


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [("own.lif", "own.life"), ("own.hnd", "own.hand"), ("own.hand.powr", "power")],
)
def test_an_unknown_name_is_answered_with_the_closest(name: str, suggestion: str) -> None:
    with pytest.raises(UnknownName, match=suggestion):
        layout[name]


def test_a_slot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidValue, match="0 to 9"):
        layout["own.hand.10"]


def test_splitting_keeps_batches_and_copies_nothing() -> None:
    batch = np.zeros((2, 3, layout.size), dtype=np.float32)
    game, cards = layout.split(batch)
    assert game.shape == (2, 3, 17)
    assert cards.shape == (2, 3, 90, 34)
    game[0, 0, 0] = cards[1, 2, 89, 33] = 1
    assert batch[0, 0, 0] == batch[1, 2, -1] == 1


@pytest.mark.parametrize("shape", [(), (17,), (3077, 2)])
def test_what_is_no_observation_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InvalidValue, match="3077"):
        layout.split(np.zeros(shape, dtype=np.float32))
    with pytest.raises(InvalidValue, match="3077"):
        layout.explain(np.zeros(shape, dtype=np.float32))


def test_every_observation_lies_within_the_documented_ranges(positions: list[Game]) -> None:
    observed = np.stack([game.observe(seat) for game in positions for seat in (0, 1)])
    assert len(observed) > 500
    assert (layout.low >= -1).all()
    assert (layout.high <= 1).all()
    assert (observed >= layout.low).all()
    assert (observed <= layout.high).all()


def test_both_seats_see_the_same_game_from_their_sides(positions: list[Game]) -> None:
    for game in positions:
        own, other = game.observe(0), game.observe(1)
        for name in ("life", "library", "hand_size", "untapped"):
            assert own[layout[f"own.{name}"]] == other[layout[f"opponent.{name}"]]
        assert own[layout["own_turn"]] == -other[layout["own_turn"]]
        for name in ("power", "toughness", "wounds", "ready", "combat"):
            mine, theirs = f"own.battlefield.{name}", f"opponent.battlefield.{name}"
            assert (own[layout[mine]] == other[layout[theirs]]).all()


def test_explaining_says_numbers_in_their_units_and_leaves_empty_slots_out() -> None:
    game = Game(decks=("mono_red_aggro", "azorius_control"), seed=3)
    lines = layout.explain(game.observe(0)).splitlines()
    assert "own.life: 20 life" in lines
    assert "own.hand_size: 7 cards" in lines
    assert sum(line.startswith("own.hand.") for line in lines) <= 7
    assert not any(line.startswith("own.battlefield") for line in lines)
