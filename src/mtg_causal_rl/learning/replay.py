"""The world model's memory: transitions in factors, labelled once their game has ended. No learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from mtg_causal_rl.learning.rollout import Rollout

AGENT_WON = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """Remembered transitions."""

    factors: Tensor  # [n, K]
    actions: Tensor  # int64 [n]
    changes: Tensor  # [n, K]
    won: Tensor  # [n]: 1 won, 0 lost or drawn, nan where the game goes on


class Replay:
    """A ring of `size` transitions."""

    def __init__(self, size: int, factors: int) -> None:
        self.size = size
        self.factors = torch.zeros(size, factors)
        self.actions = torch.zeros(size, dtype=torch.int64)
        self.changes = torch.zeros(size, factors)
        self.won = torch.full((size,), torch.nan)
        self.game = torch.full((size,), -1, dtype=torch.int64)
        self.playing = torch.zeros(0, dtype=torch.int64)  # the id of the game on each board
        self.written = 0

    @property
    def filled(self) -> int:
        """How many transitions are there to draw from."""
        return min(self.written, self.size)

    def add(self, rollout: Rollout) -> None:
        """Take a rollout's transitions, label those whose game ended, and earlier ones of the same games."""
        games = rollout.shape.games
        if not len(self.playing):
            self.playing = torch.arange(games)
        ended = (rollout.terminated | rollout.truncated).cpu()
        winners = iter(rollout.finished.winners)
        outcomes: dict[int, float] = {}
        for step in range(rollout.shape.steps):
            self._write(rollout, step)
            for board in ended[step].nonzero().squeeze(1).tolist():
                outcomes[int(self.playing[board])] = float(next(winners) == AGENT_WON)
                self.playing[board] += games
        for game, won in outcomes.items():
            self.won[self.game == game] = won

    def _write(self, rollout: Rollout, step: int) -> None:
        games = rollout.shape.games
        rows = torch.arange(self.written, self.written + games, device=self.won.device) % self.size
        self.factors[rows] = rollout.factors[step]
        self.actions[rows] = rollout.actions[step]
        self.changes[rows] = rollout.factor_rewards[step]
        self.game[rows] = self.playing.to(self.game.device)
        self.won[rows] = torch.nan
        self.written += games

    def sample(self, rows: Tensor) -> Sample:
        """The transitions at `rows`."""
        rows = rows.to(self.won.device)
        return Sample(self.factors[rows], self.actions[rows], self.changes[rows], self.won[rows])

    def state(self) -> dict[str, Tensor]:
        """All of it."""
        return {
            "factors": self.factors,
            "actions": self.actions,
            "changes": self.changes,
            "won": self.won,
            "game": self.game,
            "playing": self.playing,
            "written": torch.tensor(self.written),
        }

    def load(self, state: Mapping[str, Tensor]) -> None:
        """Take what `state` gave."""
        self.factors.copy_(state["factors"])
        self.actions.copy_(state["actions"])
        self.changes.copy_(state["changes"])
        self.won.copy_(state["won"])
        self.game.copy_(state["game"])
        self.playing = state["playing"].clone()
        self.written = int(state["written"])

    def to(self, device: torch.device) -> None:
        """Move the transitions."""
        for name in ("factors", "actions", "changes", "won", "game"):
            setattr(self, name, getattr(self, name).to(device))
