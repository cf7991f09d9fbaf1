"""What a training run is asked for and what it leaves, checked before anything is made. No loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from mtg_causal_rl.causal.win_learner import WinLearning
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.folder import CHECKPOINT, Row
from mtg_causal_rl.learning.policy import TrainedPolicy

TRAINERS = ("own", "sb3")


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a run is made, beside the agent and the environment."""

    seed: int
    steps: int
    device: str = "auto"
    out: Path | None = None
    resume: bool = False
    threads: int | None = None  # torch's and the games'; on the CPU the same number gives the same bytes
    checkpoint_every: int = 25  # updates
    trainer: str = "own"  # or "sb3", the paper's library
    tensorboard: bool = False
    win_learning: WinLearning | None = None  # learns the probability of winning; no shipped loss reads it
    environment: Mapping[str, Any] = field(default_factory=dict)  # its options, which a resumed run must share
    say: Callable[[str], None] | None = print
    on_update: Callable[[Row], None] | None = None


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What makes one run of an agent differ from another."""

    seed: int
    steps: int
    device: torch.device
    environment: Mapping[str, Any]
    win_learning: WinLearning | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """What training leaves."""

    agent: Agent
    policy: TrainedPolicy
    steps: int
    updates: int
    finished: bool
    out: Path | None


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
    if settings.trainer not in TRAINERS:
        raise unknown_name("trainer", settings.trainer, TRAINERS)
    choose_device(settings.device)
    if settings.tensorboard and settings.out is None:
        raise InvalidValue("tensorboard=True writes into the run's folder: name one with out=")
    saved = None if settings.out is None else settings.out / CHECKPOINT
    if settings.resume and (saved is None or not saved.is_file()):
        raise InvalidValue(f"nothing to resume in {settings.out}: there is no {CHECKPOINT}")
    if saved is not None and saved.exists() and not settings.resume:
        raise InvalidValue(f"{settings.out} already holds a run: resume it (resume=True) or name another folder")
