"""Factors come from the causal model or are counted in the observation, the last one of a game too."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning.factors import PUBLISHED_FACTORS, ObservedCounts, Outcome

GAMES = 8


@pytest.fixture
def venv() -> Any:
    made = gymnasium.make_vec(
        "mtg_causal_rl:MTGCausal-v0",
        num_envs=GAMES,
        deck="mono_red_aggro",
        opponent="boros_convoke",
        pilot="random",
        causal="off",
    )
    yield made
    made.close()


def _random_actions(masks: np.ndarray, luck: np.random.Generator) -> np.ndarray:
    return np.where(masks != 0, luck.random(masks.shape), -1.0).argmax(axis=1)


def test_counts_change_as_the_observations_do(venv: Any) -> None:
    luck, source = np.random.default_rng(0), ObservedCounts()
    observations, infos = venv.reset(seed=3)
    start = source.values(observations, infos)
    assert start[:, 0].tolist() == [53.0] * GAMES  # a deck of 60 less a hand of 7
    before, total, finished = start, start.copy(), 0
    for _ in range(150):
        observations, _, terminated, truncated, infos = venv.step(_random_actions(infos["action_mask"], luck))
        ended = terminated | truncated
        outcome = Outcome(observations, infos, ended)
        total += source.changes(before, outcome)
        assert np.array_equal(source.predicted(before, outcome), source.changes(before, outcome))
        before = source.values(observations, infos)
        for game in np.flatnonzero(ended):
            last = source.values(infos["final_obs"][game][None], infos)[0]
            assert np.array_equal(total[game], last)
            assert last[4] > 1.0  # turns
            total[game] = before[game]
            finished += 1
        assert np.array_equal(total, before)
    assert finished > 3


def test_counts_are_whole_and_named(venv: Any) -> None:
    source = ObservedCounts()
    observations, infos = venv.reset(seed=3)
    values = source.values(observations, infos)
    assert values.shape == (GAMES, len(source.names))
    assert np.array_equal(values, values.round())


def test_missing_and_misshapen_factors_are_refused() -> None:
    observations = np.zeros((3, 4), np.float32)
    with pytest.raises(InvalidValue, match='causal="full"'):
        PUBLISHED_FACTORS.values(observations, {"action_mask": np.ones((3, 2), np.int8)})
    with pytest.raises(InvalidValue, match="shape"):
        PUBLISHED_FACTORS.values(observations, {"factors": np.zeros((3, 5))})
    with pytest.raises(InvalidValue, match="epsilon"):
        PUBLISHED_FACTORS.predicted(np.zeros((3, 6)), Outcome(observations, {}, np.zeros(3, bool)))
