"""Forks: what stays, what is drawn anew, and that a player can simulate without seeing what is hidden."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from game.playing import RED, advance, middle

from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.errors import InvalidValue, UnknownName
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.view import read_state


def faces(game: Game, seat: int, zone: Zone) -> list[int]:
    view = read_state(game.view_state())
    return [view.objects[row.object].face for row in view.places if (row.seat, row.zone) == (seat, zone)]


def hidden(game: Game, seat: int) -> Counter[int]:
    return Counter(faces(game, seat, Zone.HAND) + faces(game, seat, Zone.LIBRARY))


def test_same_and_true_is_the_game_itself() -> None:
    game = middle()
    assert game.fork("same", "true").snapshot() == game.snapshot()


def test_a_fork_leaves_the_original_alone() -> None:
    game = middle()
    before = game.snapshot()
    advance(game.fork(), np.random.default_rng(0), 30)
    assert game.snapshot() == before


def test_fresh_randomness_reorders_libraries_and_nothing_else() -> None:
    game = middle(("azorius_control", "dimir_midrange"))
    fork = game.fork("fresh", "true")
    for seat in (0, 1):
        assert faces(fork, seat, Zone.HAND) == faces(game, seat, Zone.HAND)
        assert faces(fork, seat, Zone.GRAVEYARD) == faces(game, seat, Zone.GRAVEYARD)
        assert faces(fork, seat, Zone.LIBRARY) != faces(game, seat, Zone.LIBRARY)
        assert Counter(faces(fork, seat, Zone.LIBRARY)) == Counter(faces(game, seat, Zone.LIBRARY))


def test_resampled_cards_are_the_opponent_s_alone() -> None:
    game = middle(("azorius_control", "dimir_midrange"))
    own, other = game.player or 0, 1 - (game.player or 0)
    forks = [game.fork("same", "resampled") for _ in range(5)]
    for fork in forks:
        assert faces(fork, own, Zone.HAND) == faces(game, own, Zone.HAND)
        assert faces(fork, own, Zone.LIBRARY) == faces(game, own, Zone.LIBRARY)
        assert hidden(fork, other) == hidden(game, other)
    assert any(faces(fork, other, Zone.HAND) != faces(game, other, Zone.HAND) for fork in forks)


def test_each_fork_has_its_own_luck_and_a_seed_repeats_it() -> None:
    game = middle()
    assert game.fork().snapshot() != game.fork().snapshot()
    assert game.fork(seed=5).snapshot() == game.fork(seed=5).snapshot()


def test_resampling_is_uniform() -> None:
    """Where the opponent holds one of three hidden cards, each is in the hand a third of the time (4 sigma)."""
    game = small_position()
    forks = 1500
    held = Counter(faces(game.fork("fresh", "resampled", player=0), 1, Zone.HAND)[0] for _ in range(forks))
    assert len(held) == 3
    sigma = (forks * 1 / 3 * 2 / 3) ** 0.5
    assert all(abs(count - forks / 3) < 4 * sigma for count in held.values())


def small_position() -> Game:
    """Seat 1 has three different hidden cards, one of them in hand; numbers as the core reads a position."""
    from mtg_causal_rl.cards import Pool

    card = Pool.standard().face_id
    plains = card("Plains")
    mine = [20, 0, *[0] * 6, 1, plains, 1, plains, 0, 0, 0]
    theirs = [20, 0, *[0] * 6, 2, card("Shock"), card("Duress"), 1, card("Cut Down"), 0, 0, 0]
    game = Game.from_position(np.array([1, 0, 0, 0, 4, 5, 1, *mine, *theirs], np.int32))
    game.begin()
    return game


def test_unknown_words_and_seats_are_typed_errors() -> None:
    game = middle()
    with pytest.raises(UnknownName, match="fresh"):
        game.fork(randomness="frsh")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="resampled"):
        game.fork(hidden="resample")  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="player"):
        game.fork(player=2)


def test_forks_of_two_decks_that_draw_and_shuffle_play_on() -> None:
    generator = np.random.default_rng(4)
    game = Game(decks=("domain_ramp", RED), seed=2)
    for _ in range(60):
        if game.over:
            break
        advance(game.fork(), generator, 5)
        advance(game, generator, 2)
