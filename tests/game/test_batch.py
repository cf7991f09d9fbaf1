"""Many games at once: each is the game that it would be alone, for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from game.playing import RED

from mtg_causal_rl.errors import IllegalAction, InvalidValue, UnknownName
from mtg_causal_rl.game import Game, GameBatch
from mtg_causal_rl.game.batch import LEAVE


def first_legal(masks: np.ndarray) -> np.ndarray:
    return np.where(masks.any(axis=1), masks.argmax(axis=1), LEAVE)


def play(games: GameBatch, steps: int) -> bytes:
    """Plays by a rule that looks only at masks, and gives everything that was seen."""
    seen = []
    for step in range(steps):
        masks = games.mask
        seen.append(games.observe().tobytes() + masks.tobytes() + games.player.tobytes())
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        games.apply(np.where(masks.any(axis=1), first_legal(masks) if step % 3 else last, LEAVE))
    return b"".join(seen)


def batch(n: int, threads: int = 1) -> GameBatch:
    return GameBatch(n, decks=(RED, "boros_convoke"), seeds=range(n), threads=threads)


def test_every_number_of_threads_gives_the_same_bytes() -> None:
    assert len({play(batch(7, threads), 60) for threads in (1, 2, 3)}) == 1


def test_a_batch_is_its_games() -> None:
    games = batch(4)
    singles = [Game(decks=(RED, "boros_convoke"), seed=seed) for seed in range(4)]
    for _ in range(80):
        actions = first_legal(games.mask)
        for game, action in zip(singles, actions.tolist(), strict=True):
            if action != LEAVE:
                game.apply(action)
        games.apply(actions)
        assert games.observe(0).tobytes() == b"".join(game.observe(0).tobytes() for game in singles)
        assert games.turn.tolist() == [game.turn for game in singles]
        assert games.over.tolist() == [game.over for game in singles]


def test_games_can_be_left_alone() -> None:
    games = batch(2)
    before = games.game(1).snapshot()
    games.apply([int(games.mask[0].argmax()), LEAVE])
    assert games.game(1).snapshot() == before


def test_nothing_moves_where_one_action_is_illegal() -> None:
    games = batch(2)
    before = [games.game(index).snapshot() for index in range(2)]
    legal, illegal = int(games.mask[0].argmax()), int((games.mask[1] == 0).argmax())
    with pytest.raises(IllegalAction, match=str(illegal)):
        games.apply([legal, illegal])
    assert [games.game(index).snapshot() for index in range(2)] == before


def test_random_games_reach_their_end() -> None:
    games = batch(20, threads=2)
    games.play_random()
    assert games.over.all()
    assert (games.player == -1).all()
    assert set(games.winner.tolist()) <= {-1, 0, 1}


def test_forks_come_in_the_order_asked_for() -> None:
    games = batch(3)
    forks = games.fork([2, 0], n=2, randomness="same", hidden="true")
    assert len(forks) == 4
    sources = [games.game(index).snapshot() for index in (2, 2, 0, 0)]
    assert [forks.game(index).snapshot() for index in range(4)] == sources
    fresh = games.fork([1], n=2)
    assert fresh.game(0).snapshot() != fresh.game(1).snapshot()


@pytest.mark.parametrize("actions", [[0], [0.0, 1.0], [[0], [1]], [0, 478], [0, -2], "ab"])
def test_wrong_actions_are_typed_errors(actions: object) -> None:
    with pytest.raises(InvalidValue):
        batch(2).apply(actions)  # type: ignore[arg-type]


def test_wrong_settings_are_typed_errors() -> None:
    with pytest.raises(InvalidValue, match="seeds"):
        GameBatch(2, decks=(RED, RED), seeds=[1])
    with pytest.raises(InvalidValue, match="n must"):
        GameBatch(0, decks=(RED, RED), seeds=[])
    with pytest.raises(InvalidValue, match="threads"):
        GameBatch(1, decks=(RED, RED), seeds=[1], threads=0)
    with pytest.raises(UnknownName, match=RED):
        GameBatch(1, decks=("mono_red_agro", RED), seeds=[1])
    with pytest.raises(InvalidValue, match="numbered"):
        batch(2).fork([2])
