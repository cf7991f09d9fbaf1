"""A training run: its parts, one update of them, and their state. No loop, no progress, no files."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from mtg_causal_rl.learning import diagnostics, environments
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.checkpoint import Checkpoint, bytes_to_tensor, grouped, tensor_to_bytes
from mtg_causal_rl.learning.companion import Companion
from mtg_causal_rl.learning.description import describe
from mtg_causal_rl.learning.experience import prepare
from mtg_causal_rl.learning.factors import Outcome
from mtg_causal_rl.learning.learner import Learner
from mtg_causal_rl.learning.masked import log_probability_of, masked_log_probabilities, sample
from mtg_causal_rl.learning.networks import Network, Shape
from mtg_causal_rl.learning.rollout import Rollout
from mtg_causal_rl.learning.settings import RunSettings
from mtg_causal_rl.learning.streams import Streams, environment_seed, make_streams
from mtg_causal_rl.learning.win_model import OnlineWinModel


@dataclass(slots=True)
class Clock:
    """Seconds spent in the parts of one update."""

    seconds: dict[str, float] = field(default_factory=dict)
    last: float = field(default_factory=time.perf_counter)

    def lap(self, part: str) -> None:
        """Book the time since the last lap under `part`."""
        now = time.perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self.last
        self.last = now


@dataclass(slots=True)
class Run:
    """Everything that changes while an agent is trained."""

    agent: Agent
    venv: environments.AnyVectorEnv
    configuration: Mapping[str, Any]
    total_steps: int
    shape: Shape
    streams: Streams
    learner: Learner
    companion: Companion | None
    rollout: Rollout
    win_model: OnlineWinModel | None
    position: tuple[np.ndarray, Mapping[str, Any]]
    steps: int = 0
    updates: int = 0

    @property
    def network(self) -> Network:
        """The network being trained."""
        return self.learner.network

    @property
    def progress(self) -> float:
        """Where the schedules stand in the update that comes next, counted at the end of its rollout as sb3
        counts."""
        shape = self.rollout.shape
        return min(1.0, (self.steps + shape.steps * shape.games) / self.total_steps)

    def acting(self, logits: Tensor, masks: Tensor, scores: Tensor) -> Tensor:
        """Log-probabilities of the policy that plays and that the ratio is of."""
        if self.companion is None:
            return masked_log_probabilities(logits, masks)
        return self.companion.acting(logits, masks, scores, self.progress)

    def update(self) -> dict[str, float]:
        """Play one rollout and learn from it; returns the row to log."""
        clock = Clock()
        if self.win_model is not None:
            self.win_model.hand_over()
        self._play(clock)
        experience = prepare(self.rollout, self.network, self.agent)
        learned = self.learner.update(experience, self.acting, self.progress, self.streams)
        if self.companion is not None:
            learned |= self.companion.learn(self.rollout, self.streams.companion)
        if self.win_model is not None:
            learned |= self.win_model.row()
        clock.lap("update")
        row = (
            diagnostics.of_games(self.rollout.finished)
            | diagnostics.of_experience(experience, self.agent.factors.names)
            | learned
        )
        self.steps += len(experience.batch)
        self.updates += 1
        timed = {f"seconds/{part}": seconds for part, seconds in clock.seconds.items()}
        columns = {"columns": float(len(self.network.input.columns))}
        return {"update": float(self.updates), "steps": float(self.steps)} | row | columns | timed

    @torch.no_grad()
    def _play(self, clock: Clock) -> None:
        rollout = self.rollout
        rollout.clear()
        self._see(0)
        for step in range(rollout.shape.steps):
            if self.win_model is not None:
                self.win_model.see(*self.position)
            actions = self._act(step)
            clock.lap("policy")
            observations, rewards, terminated, truncated, infos = self.venv.step(actions)
            clock.lap("environment")
            rollout.put_result(
                step, rewards, terminated, truncated, Outcome(observations, infos, terminated | truncated)
            )
            if self.win_model is not None:
                self.win_model.finish(terminated, truncated, infos)
            self.position = observations, infos
            self._see(step + 1)
        if rollout.final_places:
            self.learner.see(rollout.final_batch())
        clock.lap("policy")

    def _see(self, step: int) -> None:
        self.rollout.put_position(step, *self.position)
        self.rollout.refuse_empty_masks(step)
        self.learner.see(self.rollout.observations[step])

    def _act(self, step: int) -> np.ndarray:
        rollout, games = self.rollout, self.rollout.shape.games
        masks = rollout.masks[step]
        logits = self.network.logits(self.network.input.select(rollout.observations[step]))
        if self.companion is not None:
            rollout.scores[step] = self.companion.scores(rollout.factors[step], masks)
        log_probabilities = self.acting(logits, masks, rollout.scores[step])
        generator = self.streams.actions
        uniform = torch.rand(games, generator=generator, device=generator.device)
        rollout.actions[step] = sample(log_probabilities, masks, uniform)
        rollout.log_probabilities[step] = log_probability_of(log_probabilities, rollout.actions[step])
        result: np.ndarray = rollout.actions[step].cpu().numpy()
        return result

    def checkpoint(self) -> Checkpoint:
        """All of it, as it stands between two updates."""
        companion = self.companion.state() if self.companion else {}
        tensors = (
            self.learner.state()
            | grouped("streams", self.streams.state())
            | grouped("companion", companion)
            | grouped("win_model", self.win_model.state() if self.win_model else {})
            | {"environment": bytes_to_tensor(environments.snapshot(self.venv))}
        )
        return Checkpoint(self.configuration, describe(self.shape), self.steps, self.updates, tensors)

    def load(self, checkpoint: Checkpoint, device: torch.device) -> None:
        """Continue where `checkpoint` was taken."""
        moved = {name: value.to(device) for name, value in checkpoint.tensors.items()}
        self.learner.load(moved)
        if self.companion is not None:
            self.companion.load(checkpoint.group("companion"))
        if self.win_model is not None:
            self.win_model.load(checkpoint.group("win_model"))
        self.streams.load(checkpoint.group("streams"))
        self.steps, self.updates = checkpoint.steps, checkpoint.updates
        self.position = environments.restore(self.venv, tensor_to_bytes(checkpoint.tensors["environment"]))


def start(agent: Agent, venv: environments.AnyVectorEnv, settings: RunSettings) -> Run:
    """A run before its first update."""
    environments.refuse_other_gamma(agent, venv)
    device = settings.device
    shape = environments.network_shape(agent, venv)
    streams = make_streams(settings.seed, agent.stream, device)
    network = Network(shape, streams.towers, streams.heads)
    mixture = environments.first_mixture(agent, venv)
    if network.causal is not None and mixture is not None:
        network.causal.beta.data = torch.from_numpy(mixture).clone()
    room = environments.rollout_shape(agent, venv, shape)
    return Run(
        agent=agent,
        venv=venv,
        configuration=configuration(agent, venv, settings),
        total_steps=settings.steps,
        shape=shape,
        streams=streams,
        learner=Learner(network.to(device), agent),
        companion=_companion(agent, shape, streams, device),
        rollout=Rollout(room, device),
        win_model=_win_model(agent, venv, settings),
        position=venv.reset(seed=environment_seed(settings.seed, agent.stream)),
    )


def _companion(agent: Agent, shape: Shape, streams: Streams, device: torch.device) -> Companion | None:
    if agent.companion is None:
        return None
    return agent.companion.build(len(agent.factor_scales), shape.actions, streams.companion).to(device)


def _win_model(agent: Agent, venv: environments.AnyVectorEnv, settings: RunSettings) -> OnlineWinModel | None:
    if settings.win_learning is None:
        return None
    return OnlineWinModel(settings.win_learning, venv, settings.seed, agent.stream)


def configuration(agent: Agent, venv: environments.AnyVectorEnv, settings: RunSettings) -> dict[str, Any]:
    """What must be equal for a run to resume, as JSON."""
    return {
        "agent": describe(agent),
        "seed": settings.seed,
        "steps": settings.steps,
        "games": venv.num_envs,
        "environment": describe(dict(settings.environment)),
        "win_learning": describe(settings.win_learning),
        "versions": describe(environments.versions(venv)),
    }
