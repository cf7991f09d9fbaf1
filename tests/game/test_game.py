"""One game from Python: what it says of itself, that it repeats to the byte, and that refused calls change nothing."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from game.playing import DECKS, RED, advance, middle, random_action

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.errors import (
    EpisodeState,
    IllegalAction,
    InvalidDeck,
    InvalidValue,
    UnknownName,
)
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.view import read_events
from mtg_causal_rl.game.words import EventKind


def test_a_game_is_played_to_an_end_that_it_can_explain() -> None:
    game = advance(Game(decks=(RED, "azorius_control"), seed=7), np.random.default_rng(0), 10_000)
    assert game.over
    assert game.player is None
    assert game.winner in (0, 1, None)
    assert game.reason in ("life", "library", "turn_cap", "simultaneous")
    assert game.legal_actions() == []
    assert not game.mask().any()
    assert "turn 1" in game.transcript()


def test_the_words_and_the_mask_name_the_same_actions() -> None:
    generator = np.random.default_rng(1)
    game = Game(decks=("domain_ramp", "boros_convoke"), seed=1)
    for _ in range(120):
        if game.over:
            break
        assert [index for index, _ in game.legal_actions()] == np.flatnonzero(game.mask()).tolist()
        game.apply(random_action(game, generator))


def test_shapes_and_types() -> None:
    game = middle()
    assert (game.observe().shape, game.observe().dtype) == ((3077,), np.float32)
    assert (game.mask().shape, game.mask().dtype) == ((478,), np.int8)
    assert game.counts(1).shape == (15,)
    assert np.array_equal(game.observe(), game.observe(game.player))
    assert not np.array_equal(game.observe(0), game.observe(1))


@pytest.mark.parametrize("deck", DECKS)
def test_the_same_seed_and_actions_give_the_same_bytes(deck: str) -> None:
    first, second = (Game(decks=(deck, DECKS[0]), seed=11) for _ in range(2))
    generator = np.random.default_rng(2)
    while not first.over and len(first.actions_taken()) < 150:
        assert first.observe().tobytes() == second.observe().tobytes()
        assert first.snapshot() == second.snapshot()
        action = random_action(first, generator)
        first.apply(action)
        second.apply(action)
    assert first.transcript() == second.transcript()


def test_another_seed_gives_another_game() -> None:
    assert Game(decks=(RED, RED), seed=1).snapshot() != Game(decks=(RED, RED), seed=2).snapshot()


def test_who_starts_can_be_chosen() -> None:
    starters = {Game(decks=(RED, RED), seed=seed).starter for seed in range(20)}
    assert starters == {0, 1}
    for seat in (0, 1):
        assert Game(decks=(RED, RED), seed=5, on_the_play=seat).starter == seat


def draws(game: Game, seat: int) -> list[int]:
    return [row.face for row in read_events(game.view_events()) if (row.kind, row.seat) == (EventKind.DRAWS, seat)]


def test_luck_is_counted_and_not_streamed() -> None:
    """Two games that part at their first choices draw the same cards: nothing one does shifts the other's luck."""
    for seed in range(5):
        played = [
            advance(Game(decks=(RED, RED), seed=seed, on_the_play=0), np.random.default_rng(other), 400)
            for other in (seed, seed + 1000)
        ]
        assert played[0].actions_taken() != played[1].actions_taken()
        kept = [not any(row.kind == EventKind.MULLIGANS for row in read_events(g.view_events())) for g in played]
        for seat in (0, 1):
            first, second = (draws(game, seat) for game in played)
            if all(kept):
                shared = min(len(first), len(second))
                assert shared > 0
                assert first[:shared] == second[:shared]


def test_an_illegal_action_says_what_was_legal_and_changes_nothing() -> None:
    game = middle()
    before = game.snapshot()
    illegal = int(np.flatnonzero(game.mask() == 0)[0])
    with pytest.raises(IllegalAction, match=r"is not legal now; legal: .*Pass"):
        game.apply(illegal)
    assert game.snapshot() == before


@pytest.mark.parametrize(
    "action",
    [1.0, float("nan"), "0", None, True, -1, 478, np.float32(0), np.array([0, 1]), np.array([0.0]), [0]],
)
def test_what_is_no_action_is_a_typed_error(action: object) -> None:
    game = middle()
    before = game.snapshot()
    with pytest.raises(InvalidValue):
        game.apply(action)  # type: ignore[arg-type]
    assert game.snapshot() == before


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.array])
def test_whole_numbers_of_any_kind_are_actions(kind: type) -> None:
    game = Game(decks=(RED, RED), seed=0)
    game.apply(kind(1))
    assert game.actions_taken() == [1]


def test_a_finished_game_takes_no_action() -> None:
    game = advance(Game(decks=(RED, RED), seed=0), np.random.default_rng(0), 10_000)
    with pytest.raises(EpisodeState, match="over"):
        game.apply(0)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"decks": ("mono_red", RED)}, UnknownName, "mono_red_aggro"),
        ({"decks": (RED,)}, InvalidValue, "two"),
        ({"decks": (["Mountan"] * 60, RED)}, InvalidDeck, "Mountain"),
        ({"decks": ([], RED)}, InvalidDeck, "cards"),
        ({"decks": (7, RED)}, InvalidDeck, "7"),
        ({"stops": "usuall"}, UnknownName, "usual"),
        ({"stops": {"uppkeep"}}, UnknownName, "upkeep"),
        ({"stops": 3}, InvalidValue, "stops"),
        ({"max_turns": 0}, InvalidValue, "max_turns"),
        ({"max_turns": 2.5}, InvalidValue, "max_turns"),
        ({"seed": -1}, InvalidValue, "seed"),
        ({"seed": "seven"}, InvalidValue, "seed"),
        ({"on_the_play": 2}, InvalidValue, "on_the_play"),
    ],
)
def test_bad_settings_are_typed_errors(change: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Game(**({"decks": (RED, RED)} | change))  # type: ignore[arg-type]


def test_decks_may_be_ids_values_counts_or_lists() -> None:
    red = Pool.standard().decks[RED]
    names = [name for name, copies in red.cards.items() for _ in range(copies)]
    forms = (RED, red, dict(red.cards), names, Deck("mine", "Mine", "aggro", red.cards))
    games = {Game(decks=(form, RED), seed=4).snapshot() for form in forms}
    assert len(games) == 1


def test_stops_say_how_often_a_player_is_asked() -> None:
    def asked(stops: object) -> int:
        game = Game(decks=(RED, RED), seed=3, stops=stops)  # type: ignore[arg-type]
        return len(advance(game, np.random.default_rng(0), 300).actions_taken()) / max(game.turn, 1)

    assert asked("usual") < asked("all")
    assert asked({"main1"}) < asked("all")


def test_the_turn_cap_ends_a_game_as_a_draw() -> None:
    game = Game(decks=("azorius_control", "azorius_control"), seed=0, max_turns=3)
    while not game.over:
        game.apply(int(np.flatnonzero(game.mask())[0]))
    assert (game.reason, game.winner, game.turn) == ("turn_cap", None, 3)


@pytest.mark.parametrize("twin", [Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_copies_are_equal_and_independent(twin: object) -> None:
    game = middle()
    other = twin(game)  # type: ignore[operator]
    assert other.snapshot() == game.snapshot()
    assert other.decks == game.decks
    other.apply(random_action(other, np.random.default_rng(0)))
    assert other.snapshot() != game.snapshot()


def test_a_copy_keeps_the_transcript_and_adds_to_its_own() -> None:
    game = middle()
    before = game.transcript()
    twin = game.copy()
    advance(twin, np.random.default_rng(5), 20)
    assert twin.transcript().startswith(before)
    assert len(twin.transcript()) > len(before)
    assert game.transcript() == before
