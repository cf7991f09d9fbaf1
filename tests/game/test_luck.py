"""Luck is counted, not streamed: branches keep meeting the same luck; threads and batches change no byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest

from mtg_causal_rl import Game, GameBatch, scenario
from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.game.scenario import Scenario
from mtg_causal_rl.game.view import read_state

DECKS = ("domain_ramp", "boros_convoke")
GAMES = 12
STEPS = 120
LIBRARY = [
    "Forest",
    "Shock",
    "Duress",
    "Plains",
    "Island",
    "Swamp",
    "Mountain",
    "Lightning Bolt",
    "Cut Down",
    "Get Lost",
]


def library(game: Game, seat: int) -> list[int]:
    view = read_state(game.view_state())
    return [view.objects[card].face for card in view.zone(seat, Zone.LIBRARY)]


def branch(decide: Callable[[Scenario], object]) -> Scenario:
    """A game at the same point, after one decision more or another one."""
    g = scenario(
        you=dict(
            hand=["Topiary Stomper", "Shock", "Memory Deluge"],
            library=LIBRARY * 2,
            battlefield=["Forest"] * 3 + ["Island"] * 4 + ["Mountain"],
        ),
        opponent=dict(library=LIBRARY * 2, hand=["Shock"], battlefield=["Mountain"]),
        seed=3,
    )
    decide(g)
    return g


def shuffles_later(g: Scenario) -> list[str]:
    g.cast("Topiary Stomper")
    g.resolve()
    g.resolve()
    g.choose("Plains")
    return g.you.library


def goes_to_the_bottom_later(g: Scenario) -> list[str]:
    g.cast("Memory Deluge")
    g.resolve()
    g.choose(["Forest", "Shock"])
    return g.you.library


def shoots(g: Scenario) -> None:
    g.cast("Shock", targets=["opponent"])
    g.resolve()


@pytest.mark.parametrize("later", [shuffles_later, goes_to_the_bottom_later])
def test_one_decision_more_changes_no_luck_that_follows(later: Callable[[Scenario], list[str]]) -> None:
    without, with_one_more = branch(lambda _: None), branch(shoots)
    assert later(without) == later(with_one_more)
    assert without.you.library != LIBRARY * 2


def test_other_luck_of_the_same_kind_is_other_luck() -> None:
    """The second shuffle of a turn is not the first one again, nor that of the next turn."""
    orders = []
    for turn in (5, 7):
        g = scenario(
            you=dict(hand=["Topiary Stomper"] * 2, library=LIBRARY * 2, battlefield=["Forest"] * 6), seed=3, turn=turn
        )
        for _ in range(2):
            g.cast("Topiary Stomper")
            g.resolve_all()
            g.choose([])
            orders.append(tuple(g.you.library))
    assert len(set(orders)) == len(orders)


def test_draws_do_not_depend_on_what_the_other_player_does() -> None:
    """Whether the opponent takes mulligans or not, the same hand is dealt and the same cards are drawn."""
    keeps, digs = Game(DECKS, seed=5, on_the_play=0), Game(DECKS, seed=5, on_the_play=0)
    assert library(keeps, 0) == library(digs, 0)
    for game, second in ((keeps, 1), (digs, 2)):
        game.apply(1)
        game.apply(second)
        while game.turn == 0:
            game.apply(int(np.flatnonzero(game.mask())[0]))
    assert library(keeps, 1) != library(digs, 1)
    assert library(keeps, 0) == library(digs, 0)


def test_redraws_do_not_depend_on_how_the_other_player_redraws() -> None:
    alone, both = Game(DECKS, seed=6, on_the_play=0), Game(DECKS, seed=6, on_the_play=0)
    for game, second in ((alone, 1), (both, 2)):
        game.apply(2)
        game.apply(second)
    assert library(alone, 0) == library(both, 0)


def choice(mask: np.ndarray, key: str) -> int:
    """A legal action that depends on nothing but the mask and the key."""
    legal = np.flatnonzero(mask)
    number = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "little")
    return int(legal[number % len(legal)])


def bytes_of_games(batches: list[list[int]], threads: int) -> dict[int, str]:
    """Everything that each seed's game shows while it is played, as one sum a game."""
    found = {}
    for seeds in batches:
        games = GameBatch(len(seeds), DECKS, seeds=seeds, threads=threads)
        sums = [hashlib.blake2b() for _ in seeds]
        for step in range(STEPS):
            masks, seen, over = games.mask, games.observe(), games.over
            for place in range(len(seeds)):
                sums[place].update(masks[place].tobytes() + seen[place].tobytes())
            actions = [choice(masks[i], f"{seed}/{step}") if not over[i] else -1 for i, seed in enumerate(seeds)]
            games.apply(actions)
        found |= {seed: total.hexdigest() for seed, total in zip(seeds, sums, strict=True)}
    return found


def test_games_have_the_same_bytes_for_any_threads_and_batches() -> None:
    seeds = list(range(GAMES))
    alone = bytes_of_games([[seed] for seed in seeds], threads=1)
    assert len(set(alone.values())) == GAMES
    for threads in (1, 2, 3):
        assert bytes_of_games([seeds], threads) == alone
    assert bytes_of_games([seeds[:5], seeds[5:]], threads=2) == alone
    assert bytes_of_games([seeds[::-1]], threads=3) == alone


def bytes_of_lanes(lanes: list[int], threads: int) -> dict[int, str]:
    """Everything that the environment shows in the lanes with these seeds, episodes beginning anew."""
    games = gymnasium.make_vec(
        "mtg_causal_rl:MTGCausal-v0", num_envs=len(lanes), threads=threads, deck="mono_red_aggro", opponent="all",
        pilot="random", max_turns=6,
    )  # fmt: skip
    sums = [hashlib.blake2b() for _ in lanes]
    seen, infos = games.reset(seed=[100 + lane for lane in lanes])
    for step in range(STEPS):
        actions = np.array([choice(infos["action_mask"][i], f"{lane}/{step}") for i, lane in enumerate(lanes)])
        for place in range(len(lanes)):
            sums[place].update(infos["action_mask"][place].tobytes() + seen[place].tobytes())
        seen, rewards, ended, _, infos = games.step(actions)
        for place in range(len(lanes)):
            sums[place].update(rewards[place].tobytes() + ended[place].tobytes())
    games.close()
    return {lane: total.hexdigest() for lane, total in zip(lanes, sums, strict=True)}


def test_the_environment_has_the_same_bytes_for_any_threads_and_lanes() -> None:
    lanes = list(range(6))
    alone = {lane: bytes_of_lanes([lane], 1)[lane] for lane in lanes}
    assert len(set(alone.values())) == len(lanes)
    for threads in (1, 2, 3):
        assert bytes_of_lanes(lanes, threads) == alone
    assert bytes_of_lanes(lanes[::-1], threads=2) == alone
