"""Training: the loop, its progress, checkpoints, interruption, resuming. It knows no agent by name."""

from __future__ import annotations

import math
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import gymnasium
import torch

from mtg_causal_rl.errors import InvalidValue, UserError
from mtg_causal_rl.learning import checkpoint as checkpoints
from mtg_causal_rl.learning.agents import Agent, find_agent
from mtg_causal_rl.learning.environments import AnyVectorEnv
from mtg_causal_rl.learning.metrics import MetricsLog
from mtg_causal_rl.learning.policy import TrainedPolicy, policy_of
from mtg_causal_rl.learning.run import Run, RunSettings, start

CHECKPOINT = "checkpoint.safetensors"
STOPPED = "stopped.safetensors"
METRICS = "metrics"
ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"

Row = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a run is made, beside the agent and the environment."""

    seed: int
    steps: int
    device: str = "auto"
    out: Path | None = None
    resume: bool = False
    threads: int | None = None  # torch's; on the CPU the same number gives the same bytes
    checkpoint_every: int = 25  # updates
    environment: Mapping[str, Any] = field(
        default_factory=dict
    )  # its options, which a resumed run must share
    say: Callable[[str], None] | None = print
    on_update: Callable[[Row], None] | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """What training leaves."""

    agent: Agent
    policy: TrainedPolicy
    steps: int
    updates: int
    finished: bool
    out: Path | None


def train(
    agent: str | Agent,
    *,
    deck: Any,
    opponent: Any = "all",
    pilot: Any = "heuristic",
    seed: int = 0,
    steps: int = 1_000_000,
    device: str = "auto",
    out: str | Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    say: Callable[[str], None] | None = print,
    **environment: Any,
) -> Trained:
    """Train an agent by name or value; further keywords are options of the environment."""
    chosen = find_agent(agent)
    made = {"gamma": chosen.optimisation.gamma} | dict(chosen.environment) | environment
    made |= {"deck": deck, "opponent": opponent, "pilot": pilot}
    settings = TrainingSettings(
        seed=seed,
        steps=steps,
        device=device,
        out=None if out is None else Path(out),
        resume=resume,
        threads=threads,
        environment=made,
        say=say,
    )
    refuse_bad_settings(settings)
    venv = gymnasium.make_vec(ENVIRONMENT, num_envs=chosen.optimisation.games, **made)
    try:
        return train_on(chosen, venv, settings)
    finally:
        venv.close()


def train_on(agent: Agent, venv: AnyVectorEnv, settings: TrainingSettings) -> Trained:
    """Train in any vector environment that publishes what the agent needs (see environments)."""
    refuse_bad_settings(settings)
    if settings.threads is not None:
        torch.set_num_threads(settings.threads)
    device = choose_device(settings.device)
    run = start(agent, venv, RunSettings(settings.seed, settings.steps, device, settings.environment))
    store = _Store(settings)
    if settings.resume:
        store.resume(run, device)
    with _Interruption() as interruption:
        _loop(run, settings, store, interruption)
    finished = run.steps >= settings.steps
    return Trained(
        agent, policy_of(agent, run.network, run.companion), run.steps, run.updates, finished, settings.out
    )


def choose_device(name: str) -> torch.device:
    """The device of that name; "auto" is the GPU where there is one."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name.partition(":")[0] not in ("cpu", "cuda"):
        raise InvalidValue(f'unknown device {name!r}: give "auto", "cpu", "cuda" or "cuda:0"')
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise InvalidValue(f'device {name!r}: torch finds no GPU here; give "cpu" or "auto"')
    return torch.device(name)


def refuse_bad_settings(settings: TrainingSettings) -> None:
    """Raise before anything is made where the settings cannot work."""
    for name, value in {"steps": settings.steps, "checkpoint_every": settings.checkpoint_every}.items():
        if value < 1:
            raise InvalidValue(f"{name} {value}: give a whole number of at least 1")
    if settings.threads is not None and settings.threads < 1:
        raise InvalidValue(f"threads {settings.threads}: give a whole number of at least 1")
    choose_device(settings.device)
    saved = None if settings.out is None else settings.out / CHECKPOINT
    if settings.resume and (saved is None or not saved.is_file()):
        raise InvalidValue(f"nothing to resume in {settings.out}: there is no {CHECKPOINT}")
    if saved is not None and saved.exists() and not settings.resume:
        raise InvalidValue(
            f"{settings.out} already holds a run: resume it (resume=True) or name another folder"
        )


class _Store:
    """The run's folder; without one, nothing is kept."""

    def __init__(self, settings: TrainingSettings) -> None:
        self.out = settings.out
        self.log = None if settings.out is None else MetricsLog(settings.out / METRICS)

    def resume(self, run: Run, device: torch.device) -> None:
        if self.out is None or self.log is None:
            return
        path = self.out / CHECKPOINT
        stored = checkpoints.read(path)
        checkpoints.refuse_differences(path, stored.configuration, run.configuration)
        run.load(stored, device)

    def add(self, row: Row) -> None:
        if self.log is not None:
            self.log.add(row)

    def save(self, run: Run) -> None:
        if self.out is not None and self.log is not None:
            self.log.flush()
            checkpoints.write(self.out / CHECKPOINT, run.checkpoint())

    def save_stopped(self, run: Run) -> str:
        if self.out is None:
            return "nothing was saved, since no folder was named"
        path = self.out / STOPPED
        checkpoints.write(path, run.checkpoint())
        last = (
            f"the last good checkpoint is {self.out / CHECKPOINT}"
            if (self.out / CHECKPOINT).exists()
            else "no earlier one"
        )
        return f"the weights before the bad step are in {path}, {last}"


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


def _loop(run: Run, settings: TrainingSettings, store: _Store, interruption: _Interruption) -> None:
    began, first = time.perf_counter(), run.steps
    while run.steps < settings.steps:
        row = _update(run, store)
        store.add(row)
        if settings.on_update is not None:
            settings.on_update(row)
        rate = (run.steps - first) / (time.perf_counter() - began)
        _say(settings, progress_line(row, settings.steps, rate))
        last = run.steps >= settings.steps or interruption.wanted
        if last or run.updates % settings.checkpoint_every == 0:
            store.save(run)
        if interruption.wanted and run.steps < settings.steps:
            _say(settings, _how_to_resume(settings))
            return


def _update(run: Run, store: _Store) -> dict[str, float]:
    try:
        return run.update()
    except FloatingPointError as error:
        saved = store.save_stopped(run)
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


def progress_line(row: Row, total: int, rate: float) -> str:
    """One line per update: where it is, how fast, how it plays, how long it still takes."""
    steps = int(row["steps"])
    left = max(0.0, total - steps) / rate
    games = (
        "no game ended"
        if math.isnan(row["win_rate"])
        else f"win {row['win_rate']:.0%}  return {row['return']:+.2f}"
    )
    return (
        f"update {int(row['update'])}  {steps:,}/{total:,} steps  {rate:,.0f} steps/s  {games}  "
        f"entropy {row['policy_entropy']:.2f}  {_clock_time(left)} left"
    )


def _clock_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
