"""Training with MaskablePPO: the same folder, log and policy as our own trainer leaves. It cannot resume."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning import diagnostics, environments
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.checkpoint import Checkpoint, grouped
from mtg_causal_rl.learning.description import describe
from mtg_causal_rl.learning.environments import AnyVectorEnv
from mtg_causal_rl.learning.folder import Row, RunFolder
from mtg_causal_rl.learning.networks import Network
from mtg_causal_rl.learning.policy import policy_of
from mtg_causal_rl.learning.progress import progress_line
from mtg_causal_rl.learning.rollout import Finished
from mtg_causal_rl.learning.run import configuration
from mtg_causal_rl.learning.sb3 import Callback, Sb3Games, coefficient, copy_from_sb3, copy_to_sb3, maskable_ppo
from mtg_causal_rl.learning.schedules import value_at
from mtg_causal_rl.learning.settings import RunSettings, Trained, TrainingSettings
from mtg_causal_rl.learning.streams import environment_seed, make_streams

_LOGGED = {
    "loss/policy": "train/policy_gradient_loss",
    "loss/value": "train/value_loss",
    "loss/entropy": "train/entropy_loss",
    "clip_fraction": "train/clip_fraction",
    "kl": "train/approx_kl",
    "explained_variance": "train/explained_variance",
}
_NEVER = 10**9  # sb3 would clear the numbers that are read here


class _Updates(Callback):
    """Sets the entropy coefficient before each update and reports each update after it."""

    def __init__(self, agent: Agent, games: Sb3Games, steps: int, report: Callable[[Row], None]) -> None:
        super().__init__()
        self.entropy, self.games, self.steps, self.report = coefficient(agent, "entropy"), games, steps, report
        self.updates = 0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        trained: Any = self.model
        trained.ent_coef = value_at(self.entropy, min(1.0, self.num_timesteps / self.steps))

    def _on_rollout_start(self) -> None:
        if self.num_timesteps:
            self._report()

    def _on_training_end(self) -> None:
        self._report()

    def _report(self) -> None:
        self.updates += 1
        told = self.model.logger.name_to_value
        row = {name: float(told[theirs]) for name, theirs in _LOGGED.items()}
        row |= diagnostics.of_games(self.games.finished) | {"policy_entropy": -row["loss/entropy"]}
        self.games.finished = Finished()
        self.report({"update": float(self.updates), "steps": float(self.num_timesteps)} | row)


class _Sb3Run:
    """A model with its games, and what is written of it."""

    def __init__(self, agent: Agent, venv: AnyVectorEnv, settings: TrainingSettings, asked: RunSettings) -> None:
        environments.refuse_other_gamma(agent, venv)
        self.agent, self.settings = agent, settings
        self.folder = RunFolder(settings.out, settings.tensorboard)
        self.shape = environments.network_shape(agent, venv)
        streams = make_streams(settings.seed, agent.stream, torch.device("cpu"))
        self.network = Network(self.shape, streams.towers, streams.heads)
        self.games = Sb3Games(venv, environment_seed(settings.seed, agent.stream))
        environments.rollout_shape(agent, venv, self.shape)  # refuses a count of games that does not divide
        self.model: Any = maskable_ppo(agent, self.games, settings.seed, asked.device)
        copy_to_sb3(self.network, self.model.policy)  # the start of our own trainer
        self.configuration = configuration(agent, venv, asked) | {"trainer": "sb3"}
        self.began, self.steps, self.updates = time.perf_counter(), 0, 0

    def learn(self) -> None:
        """Train to the end."""
        updates = _Updates(self.agent, self.games, self.settings.steps, self.take)
        self.model.learn(self.settings.steps, callback=updates, log_interval=_NEVER)

    def take(self, row: Row) -> None:
        """Log an update, say how far it is, save where it is time to."""
        self.steps, self.updates = int(row["steps"]), int(row["update"])
        self.folder.add(row)
        if self.settings.on_update is not None:
            self.settings.on_update(row)
        if self.settings.say is not None:
            rate = self.steps / (time.perf_counter() - self.began)
            self.settings.say(progress_line(row, self.settings.steps, rate))
        if self.steps >= self.settings.steps or self.updates % self.settings.checkpoint_every == 0:
            self.folder.save(self.checkpoint)

    def checkpoint(self) -> Checkpoint:
        """The weights, as load_policy reads them; without optimiser and games."""
        copy_from_sb3(self.model.policy, self.network)
        weights = grouped("network", self.network.weights())
        return Checkpoint(self.configuration, describe(self.shape), self.steps, self.updates, weights)


def train_with_sb3(agent: Agent, venv: AnyVectorEnv, settings: TrainingSettings, asked: RunSettings) -> Trained:
    """What `train_on` does, by MaskablePPO."""
    if settings.resume or settings.win_learning is not None:
        raise InvalidValue('trainer="sb3" neither resumes nor learns a win model: take trainer="own"')
    run = _Sb3Run(agent, venv, settings, asked)
    run.learn()
    copy_from_sb3(run.model.policy, run.network)
    policy = policy_of(agent, run.network, None)
    return Trained(agent, policy, run.steps, run.updates, finished=True, out=settings.out)
