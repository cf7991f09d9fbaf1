"""The transitions of one update, [T, N], copied from the environment's buffers. No advantage."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from mtg_causal_rl.errors import EngineBug
from mtg_causal_rl.learning.factors import PUBLISHED_FACTORS, FactorSource, Floats, Infos, Outcome


@dataclass(frozen=True, slots=True)
class RolloutShape:
    """Sizes: T steps of N games; the width of scores is 0 without a companion."""

    steps: int
    games: int
    observation: int
    actions: int
    factor_scales: tuple[float, ...]  # factors are divided by these; () where the agent uses none
    epsilon: bool
    scores: int
    factors: FactorSource = PUBLISHED_FACTORS


@dataclass(frozen=True, slots=True)
class Finished:
    """Games that ended in a rollout, one entry each."""

    returns: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)  # 0 the agent, 1 the opponent, 2 nobody
    turns: list[float] = field(default_factory=list)

    def add(self, summary: Infos, games: np.ndarray) -> None:
        """Take the entries of the games that have just ended."""
        self.returns.extend(np.asarray(summary["return"])[games].tolist())
        self.lengths.extend(np.asarray(summary["length"])[games].tolist())
        self.winners.extend(np.asarray(summary["winner"])[games].tolist())
        self.turns.extend(np.asarray(summary["turns"])[games].tolist())


class Rollout:
    """Preallocated storage, written once per update. Row T holds what follows the last action."""

    def __init__(self, shape: RolloutShape, device: torch.device) -> None:
        steps, games = shape.steps, shape.games

        def room(*size: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(size, dtype=kind, device=device)

        self.shape = shape
        self.observations = room(steps + 1, games, shape.observation)
        self.masks = room(steps + 1, games, shape.actions, kind=torch.bool)
        factors = len(shape.factor_scales)
        self.measured: Floats = np.zeros((games, factors), np.float32)  # the factors unscaled, as they stand
        self.scales = torch.tensor(shape.factor_scales, device=device)
        self.factors = room(steps + 1, games, factors)
        self.actions = room(steps, games, kind=torch.int64)
        self.log_probabilities = room(steps, games)
        self.scores = room(steps, games, shape.scores)
        self.rewards = room(steps, games)
        self.factor_rewards = room(steps, games, factors)
        self.epsilon = room(steps, games, factors if shape.epsilon else 0)
        self.terminated = room(steps, games, kind=torch.bool)
        self.truncated = room(steps, games, kind=torch.bool)
        self.final_places: list[tuple[int, int]] = []
        self.final_observations: list[Tensor] = []
        self.finished = Finished()

    def clear(self) -> None:
        """Forget what has no fixed place; the arrays are overwritten."""
        self.final_places.clear()
        self.final_observations.clear()
        self.finished = Finished()

    def put_position(self, step: int, observations: np.ndarray, infos: Infos) -> None:
        """Copy what the players see before action `step`."""
        self.observations[step].copy_(torch.from_numpy(observations))
        self.masks[step].copy_(torch.from_numpy(np.asarray(infos["action_mask"])))
        if self.shape.factor_scales:
            self.measured = np.array(self.shape.factors.values(observations, infos))
            self._copy_scaled(self.factors[step], self.measured)

    def put_result(
        self, step: int, rewards: np.ndarray, terminated: np.ndarray, truncated: np.ndarray, outcome: Outcome
    ) -> None:
        """Copy what action `step` led to."""
        infos, ended = outcome.infos, np.flatnonzero(outcome.ended)
        self.rewards[step].copy_(torch.from_numpy(np.asarray(rewards, dtype=np.float32)))
        self.terminated[step].copy_(torch.from_numpy(terminated))
        self.truncated[step].copy_(torch.from_numpy(truncated))
        if self.shape.factor_scales:
            changes = self.shape.factors.changes(self.measured, outcome)
            self._copy_scaled(self.factor_rewards[step], changes)
        if self.shape.epsilon:
            self._copy_scaled(self.epsilon[step], self.shape.factors.predicted(self.measured, outcome))
        if len(ended):
            self.finished.add(infos["final_info"]["summary"], ended)
        for game in np.flatnonzero(truncated & ~terminated):
            final = np.array(infos["final_obs"][game], dtype=np.float32)
            self.final_places.append((step, int(game)))
            self.final_observations.append(torch.from_numpy(final).to(self.observations.device))

    def _copy_scaled(self, place: Tensor, values: Floats) -> None:
        place.copy_(torch.from_numpy(values)).div_(self.scales)

    def final_batch(self) -> Tensor:
        """The true last observations of the games that were cut off, [M, D]."""
        if self.final_observations:
            return torch.stack(self.final_observations)
        return self.observations.new_empty((0, self.shape.observation))

    def refuse_empty_masks(self, step: int) -> None:
        """Stop where a game offers no action, before one is chosen."""
        playable = self.masks[step].any(dim=-1)
        if not bool(playable.all()):
            games = (~playable).nonzero().squeeze(1).tolist()
            raise EngineBug(f"games {games} offer no legal action at step {step} of the rollout")
