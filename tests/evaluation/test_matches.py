"""Matches are paired, greedy and complete: one row per game, the same luck for whoever plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.evaluation import EVALUATION_SEEDS, matches, play_matches


class CoinGames:
    """A vector environment: a game lasts 1 to 5 decisions and is won by luck, both drawn from its seed."""

    def __init__(self, lanes: int) -> None:
        self.num_envs = lanes
        self.closed = False
        self.given: list[list[int]] = []

    def reset(self, *, seed: list[int]) -> tuple[np.ndarray, dict[str, Any]]:
        self.given.append(seed)
        self.luck = [np.random.default_rng(one) for one in seed]
        self.left = np.array([luck.integers(1, 6) for luck in self.luck])
        self.length = self.left.copy()
        return self._position()

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        self.left -= 1
        ended = self.left == 0
        summary = {
            "winner": np.array(
                [luck.integers(0, 3) if end else 9 for luck, end in zip(self.luck, ended, strict=True)]
            ),
            "reason": np.array(["life"] * self.num_envs),
            "turns": self.length.copy(),
            "length": self.length.copy(),
            "return": np.where(ended, 1.5, np.nan),
        }
        for lane in np.flatnonzero(ended):
            self.length[lane] = self.left[lane] = self.luck[lane].integers(1, 6)
        observations, infos = self._position()
        infos["final_info"] = {"summary": summary}
        return observations, np.zeros(self.num_envs), ended, np.zeros(self.num_envs, bool), infos

    def _position(self) -> tuple[np.ndarray, dict[str, Any]]:
        factors = np.repeat(self.left[:, None], len(FACTORS), axis=1)
        return np.zeros((self.num_envs, 3)), {"action_mask": np.ones((self.num_envs, 4)), "factors": factors}

    def close(self) -> None:
        self.closed = True


@dataclass
class FirstLegal:
    """Plays action 0 and remembers what it was told."""

    started: list[int] = field(default_factory=list)
    batches: set[int] = field(default_factory=set)

    def act(
        self,
        observations: Any,
        masks: Any,
        infos: Mapping[str, Any],
        generators: Sequence[np.random.Generator],
    ) -> np.ndarray:
        assert len(observations) == len(masks) == len(generators)
        self.batches.add(len(observations))
        return np.zeros(len(observations), dtype=np.int64)

    def reset(self, indices: np.ndarray) -> None:
        self.started += indices.tolist()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[CoinGames]:
    games: list[CoinGames] = []

    def make_vec(environment: str, *, num_envs: int, **options: Any) -> CoinGames:
        games.append(CoinGames(num_envs))
        return games[-1]

    monkeypatch.setattr(matches, "gymnasium", SimpleNamespace(make_vec=make_vec))
    return games


def play(episodes: int = 20, opponents: Any = ("a", "b"), seed: int = 0) -> matches.Matches:
    return play_matches(FirstLegal(), deck="mine", opponents=opponents, episodes=episodes, seed=seed)


def test_one_row_per_game(made: list[CoinGames]) -> None:
    found = play(20)
    assert [(row.opponent, row.episode) for row in found] == [
        (name, number) for name in "ab" for number in range(20)
    ]
    assert all(games.closed for games in made)
    assert found.win_rate == found.wins / 40
    assert 0 < found.wins < 40
    assert {row.winner for row in found} == {"agent", "opponent", "draw"}


def test_rows_are_those_of_the_first_game_of_a_lane(made: list[CoinGames]) -> None:
    for row in play(30, "a"):
        luck = np.random.default_rng(row.game_seed)
        length = int(luck.integers(1, 6))
        assert row.length == length
        assert row.winner == ("agent", "opponent", "draw")[luck.integers(0, 3)]
        assert row.mean_factors == pytest.approx([(length + 1) / 2] * len(FACTORS))


def test_games_are_the_same_for_every_policy_number_and_list_of_opponents(made: list[CoinGames]) -> None:
    few, many = play(10, "b"), play(20, ("a", "b", "c")).against("b")
    assert list(few) == list(many)[:10]


def test_many_games_are_played_in_waves(made: list[CoinGames], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(22, "a")
    monkeypatch.setattr(matches, "LANES", 8)
    waves = play(22, "a")
    assert made[-1].num_envs == 8
    assert len(made[-1].given) == 3
    assert list(waves) == list(whole)


def test_seeds_differ_and_lie_apart_from_training(made: list[CoinGames]) -> None:
    seeds = [row.game_seed for seed in range(3) for row in play(20, ("a", "b"), seed)]
    assert len(set(seeds)) == len(seeds)
    assert all(seed in EVALUATION_SEEDS for seed in seeds)
    assert EVALUATION_SEEDS.start > 2**32


def test_a_policy_that_remembers_is_told_which_games_begin(made: list[CoinGames]) -> None:
    policy = FirstLegal()
    play_matches(policy, deck="mine", opponents="a", episodes=5)
    assert policy.started[:5] == [0, 1, 2, 3, 4]
    assert set(range(5)) <= set(policy.started[5:])
    assert policy.batches == {5}


@pytest.mark.parametrize("episodes", [0, -1, 2**21])
def test_an_impossible_number_of_games_is_refused(episodes: int) -> None:
    with pytest.raises(InvalidValue, match="episodes must lie in"):
        play(episodes)
