"""Training: the loop, its progress, checkpoints, interruption, resuming. It knows no agent by name."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import gymnasium
import torch

from mtg_causal_rl.env.options import Arguments
from mtg_causal_rl.errors import UserError, unknown_name
from mtg_causal_rl.learning.agents import Agent, find_agent
from mtg_causal_rl.learning.environments import AnyVectorEnv
from mtg_causal_rl.learning.folder import RunFolder
from mtg_causal_rl.learning.policy import policy_of
from mtg_causal_rl.learning.progress import progress_line
from mtg_causal_rl.learning.run import Run, start
from mtg_causal_rl.learning.settings import RunSettings, Trained, TrainingSettings, choose_device, refuse_bad_settings

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"


def train(
    agent: str | Agent,
    *,
    deck: Any,
    opponent: Any = "all",
    pilot: Any = "heuristic",
    seed: int = 0,
    steps: int = 1_000_000,
    **options: Any,
) -> Trained:
    """Train an agent by name or value.

    `options` are those of TrainingSettings (device, out, resume, threads, trainer, ...) and those of the
    environment.
    """
    chosen = find_agent(agent)
    made, set_here = _sorted_options(chosen, options)
    made |= {"deck": deck, "opponent": opponent, "pilot": pilot}
    settings = TrainingSettings(seed=seed, steps=steps, environment=made, **set_here)
    refuse_bad_settings(settings)
    threads = settings.threads or 1  # the games' bytes are the same for any number
    venv = gymnasium.make_vec(ENVIRONMENT, num_envs=chosen.optimisation.games, threads=threads, **made)
    try:
        return train_on(chosen, venv, settings)
    finally:
        venv.close()


def _sorted_options(agent: Agent, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Those of the environment, with what the agent needs, and those of the settings."""
    mine = {field.name for field in fields(TrainingSettings)} - {"environment"}
    theirs = {field.name for field in fields(Arguments)}
    for name in options.keys() - mine - theirs:
        raise unknown_name("option", name, mine | theirs, "train")
    made = {"gamma": agent.optimisation.gamma} | dict(agent.environment)
    if options.get("win_learning") is not None and made.get("causal") == "off":
        made["causal"] = "factors"
    set_here = {name: options[name] for name in options if name in mine}
    if set_here.get("out") is not None:
        set_here["out"] = Path(set_here["out"])
    return made | {name: options[name] for name in options if name in theirs}, set_here


def train_on(agent: Agent, venv: AnyVectorEnv, settings: TrainingSettings) -> Trained:
    """Train in any vector environment that publishes what the agent needs (see environments)."""
    refuse_bad_settings(settings)
    if settings.threads is not None:
        torch.set_num_threads(settings.threads)
    device = choose_device(settings.device)
    asked = _run_settings(settings, device)
    if settings.trainer == "sb3":
        from mtg_causal_rl.learning.sb3_training import train_with_sb3

        return train_with_sb3(agent, venv, settings, asked)
    run = start(agent, venv, asked)
    folder = RunFolder(settings.out, settings.tensorboard)
    if settings.resume and (stored := folder.last(run.configuration)) is not None:
        run.load(stored, device)
    with _Interruption() as interruption:
        _loop(run, settings, folder, interruption)
    finished = run.steps >= settings.steps
    return Trained(agent, policy_of(agent, run.network, run.companion), run.steps, run.updates, finished, settings.out)


def _run_settings(settings: TrainingSettings, device: torch.device) -> RunSettings:
    return RunSettings(settings.seed, settings.steps, device, settings.environment, settings.win_learning)


class _Interruption:
    """Turns the first Ctrl-C into a wish to stop after the current update; the second one interrupts."""

    def __init__(self) -> None:
        self.wanted = False

    def __enter__(self) -> _Interruption:
        try:
            self.previous = signal.signal(signal.SIGINT, self._note)
        except ValueError:  # not in the main thread, where signals cannot be taken
            self.previous = None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.previous is not None:
            signal.signal(signal.SIGINT, self.previous)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            raise KeyboardInterrupt
        self.wanted = True


def _loop(run: Run, settings: TrainingSettings, folder: RunFolder, interruption: _Interruption) -> None:
    began, first = time.perf_counter(), run.steps
    while run.steps < settings.steps:
        row = _update(run, folder)
        folder.add(row)
        if settings.on_update is not None:
            settings.on_update(row)
        rate = (run.steps - first) / (time.perf_counter() - began)
        _say(settings, progress_line(row, settings.steps, rate))
        last = run.steps >= settings.steps or interruption.wanted
        if last or run.updates % settings.checkpoint_every == 0:
            folder.save(run.checkpoint)
        if interruption.wanted and run.steps < settings.steps:
            _say(settings, _how_to_resume(settings))
            return


def _update(run: Run, folder: RunFolder) -> dict[str, float]:
    try:
        return run.update()
    except FloatingPointError as error:
        saved = folder.save_stopped(run.checkpoint)
        raise UserError(
            f"training diverged in update {run.updates + 1} of agent {run.agent.name!r}: {error}; {saved}; "
            "lower the learning rate or look at the term that is not finite"
        ) from error


def _say(settings: TrainingSettings, line: str) -> None:
    if settings.say is not None:
        settings.say(line)
        sys.stdout.flush()


def _how_to_resume(settings: TrainingSettings) -> str:
    if settings.out is None:
        return "stopped; nothing was saved, since no folder was named"
    return f"stopped and saved in {settings.out}: the same call with resume=True (--resume) goes on from here"
