"""A small vector environment with the info keys of the real one, and agents small enough for it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces
from gymnasium.vector import VectorEnv

from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.learning.agents import AGENTS, Agent, Optimisation
from mtg_causal_rl.learning.factors import PUBLISHED_FACTORS
from mtg_causal_rl.learning.schedules import Linear

ACTIONS, OBSERVATION, FACTORS, LATE_COLUMN = 6, 20, 6, 15
GAMES, HORIZON = 8, 16


class ToyVectorEnv(VectorEnv[Any, Any, Any]):
    """The observation names one legal action; playing it pays and keeps the game alive.

    A game ends in a loss after three mistakes, in a win after eight right answers, and is cut off after 12
    actions. Buffers are reused by every step, as the interface allows.
    """

    gamma = 0.995
    win_weights = np.array([0.05, -0.01, 0.1, 0.02, 0.0, 0.2], dtype=np.float32)  # per unit of each factor
    versions = {"rules": "toy", "layout": "toy"}  # noqa: RUF012

    def __init__(self, games: int = GAMES, cut_off: int = 12) -> None:
        self.num_envs, self.cut_off = games, cut_off
        self.single_observation_space = spaces.Box(-1.0, 1.0, (OBSERVATION,), np.float32)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observations = np.zeros((games, OBSERVATION), np.float32)
        self.masks = np.zeros((games, ACTIONS), np.int8)
        self.factors = np.zeros((games, FACTORS), np.float32)
        self.right, self.wrong, self.length = (np.zeros(games, np.int64) for _ in range(3))
        self.good = np.zeros(games, np.int64)
        self.total = np.zeros(games, np.float32)
        self.steps = 0
        self.luck = np.random.default_rng(0)
        self.win_model = WinModel.cold()

    def set_win_model(self, model: WinModel) -> None:
        self.win_model = model

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        self.luck, self.steps = np.random.default_rng(seed), 0
        for game in range(self.num_envs):
            self._begin(game)
        return self.observations, self._info(np.zeros_like(self.factors), np.zeros_like(self.factors))

    def _begin(self, game: int) -> None:
        self.right[game] = self.wrong[game] = self.length[game] = 0
        self.total[game] = 0.0
        self._deal(game)

    def _deal(self, game: int) -> None:
        self.good[game] = self.luck.integers(ACTIONS)
        self.masks[game] = self.luck.random(ACTIONS) < 0.5
        self.masks[game, self.good[game]] = 1
        self.masks[game, (self.good[game] + 1) % ACTIONS] = 1
        seen = self.observations[game]
        seen[:] = 0.0
        seen[self.good[game]] = 1.0
        seen[ACTIONS : ACTIONS + 3] = self.right[game] / 8, self.wrong[game] / 3, self.length[game] / 12
        seen[LATE_COLUMN] = 0.5 if self.steps > 20 else 0.0
        self.factors[game] = np.array([self.right[game], -self.wrong[game], self.length[game] / 12, 0, 0, 1])

    def _info(self, factor_rewards: np.ndarray, epsilon: np.ndarray) -> dict[str, Any]:
        return {
            "action_mask": self.masks,
            "factors": self.factors,
            "factor_rewards": factor_rewards,
            "epsilon": epsilon,
        }

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        games = np.arange(self.num_envs)
        assert actions.dtype == np.int64
        assert self.masks[games, actions].all(), "an illegal action was played"
        self.steps += 1
        hit = actions == self.good
        before = self.factors.copy()
        epsilon = np.zeros_like(before)
        epsilon[:, 0], epsilon[:, 1] = hit, -1.0 * ~hit
        self.right += hit
        self.wrong += ~hit
        self.length += 1
        rewards = np.where(hit, 0.2, -0.2).astype(np.float32)
        self.total += rewards
        terminated = (self.right >= 8) | (self.wrong >= 3)
        truncated = ~terminated & (self.length >= self.cut_off)
        summary = {
            "return": self.total.copy(),
            "length": self.length.copy(),
            "winner": np.where(self.right >= 8, 0, np.where(self.wrong >= 3, 1, 2)),
            "turns": self.length.copy(),
        }
        for game in games:
            self._deal(game)
        rewarded = self.factors - before
        final = {"summary": summary, "factors": self.factors.copy()}
        final_observations = self.observations.copy()
        for game in np.flatnonzero(terminated | truncated):
            self._begin(game)
        info = self._info(rewarded, epsilon) | {"final_obs": final_observations, "final_info": final}
        return self.observations, rewards, terminated, truncated, info

    def snapshot(self) -> bytes:
        names = (
            "observations",
            "masks",
            "factors",
            "right",
            "wrong",
            "length",
            "good",
            "total",
            "steps",
            "luck",
        )
        return pickle.dumps({name: getattr(self, name) for name in names})

    def restore(self, blob: bytes) -> tuple[np.ndarray, dict[str, Any]]:
        for name, value in pickle.loads(blob).items():
            setattr(self, name, value)
        return self.observations, self._info(np.zeros_like(self.factors), np.zeros_like(self.factors))


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def make_toy() -> Callable[..., ToyVectorEnv]:
    return ToyVectorEnv


def _small(numbers: Optimisation) -> Optimisation:
    faster = Linear(3e-3, 1e-3)
    return replace(
        numbers,
        hidden=(24, 16),
        transitions=GAMES * HORIZON,
        games=GAMES,
        minibatch=32,
        epochs=4,
        learning_rate=faster,
    )


@pytest.fixture
def small_agent() -> Callable[[str], Agent]:
    """An agent of AGENTS with towers and rollouts that fit the toy."""

    def build(name: str) -> Agent:
        agent = AGENTS[name]  # the toy's observation has no counts to be read off
        return replace(agent, optimisation=_small(agent.optimisation), factors=PUBLISHED_FACTORS)

    return build
