"""Measures speed: environments, engine and forks beside an environment that does nothing. No policies."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
OBSERVATION_SIZE = 3077
ACTIONS = 478
DECK = "mono_red_aggro"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: every figure is the median of `repeats` runs of about `seconds` each."""

    repeats: int = 5
    seconds: float = 1.0
    games: int = 64
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured quantity."""

    name: str
    value: float
    unit: str


class NullEnvironment(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """Gymnasium's own cost at our sizes: the same arrays every step, every action legal, no game."""

    def __init__(self) -> None:
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self._observation = np.zeros(OBSERVATION_SIZE, dtype=np.float32)
        self._info = {"action_mask": np.ones(ACTIONS, dtype=np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """The same position every time."""
        super().reset(seed=seed, options=options)
        return self._observation.copy(), self._info

    def step(self, action: np.int64) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Copies one observation, as every environment must."""
        return self._observation.copy(), 0.0, False, False, self._info


def measure(effort: Effort) -> Iterator[Figure]:
    """Every figure, one after the other."""
    yield Figure("null environment", steps_per_second(NullEnvironment, effort), "steps/s")
    yield Figure("single environment, random pilot", steps_per_second(single_environment, effort), "steps/s")
    for pilot in ("random", "heuristic"):
        name = f"vector environment of {effort.games}, {effort.threads} thread, {pilot} pilot"
        yield Figure(name, decisions_per_second(pilot, effort), "decisions/s")
    yield Figure("bare engine, random against random", games_per_second(effort), "games/s")
    yield from state_figures(effort)


def single_environment() -> gymnasium.Env[Any, Any]:
    """The environment as gymnasium.make gives it, with its usual wrappers."""
    return gymnasium.make(ENVIRONMENT, deck=DECK, opponent=DECK, pilot="random")


def steps_per_second(make: Callable[[], gymnasium.Env[Any, Any]], effort: Effort) -> float:
    """Steps of one environment under uniformly random legal actions; choosing them is not counted."""
    generator = np.random.default_rng(0)
    with closing(make()) as environment:
        _, info = environment.reset(seed=0)

        def run() -> float:
            nonlocal info
            steps, spent, end = 0, 0.0, time.perf_counter() + effort.seconds
            while time.perf_counter() < end:
                action = random_actions(info["action_mask"][None], generator)[0]
                before = time.perf_counter()
                _, _, terminated, truncated, info = environment.step(action)
                if terminated or truncated:
                    _, info = environment.reset()
                spent += time.perf_counter() - before
                steps += 1
            return steps / spent

        return median_of(run, effort)


def decisions_per_second(pilot: str, effort: Effort) -> float:
    """Decisions of all games of a vector environment, everything written; choosing actions is not counted."""
    generator = np.random.default_rng(0)
    options: dict[str, Any] = {"num_envs": effort.games, "threads": effort.threads}
    with closing(gymnasium.make_vec(ENVIRONMENT, deck=DECK, opponent=DECK, pilot=pilot, **options)) as games:
        _, infos = games.reset(seed=0)

        def run() -> float:
            nonlocal infos
            decisions, spent, end = 0, 0.0, time.perf_counter() + effort.seconds
            while time.perf_counter() < end:
                actions = random_actions(infos["action_mask"], generator)
                before = time.perf_counter()
                _, _, _, _, infos = games.step(actions)
                spent += time.perf_counter() - before
                decisions += effort.games
            return decisions / spent

        return median_of(run, effort)


def random_actions(masks: npt.NDArray[Any], generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """One legal action for each row, uniformly: the legal one with the largest random key."""
    keys = generator.random(masks.shape, dtype=np.float32)
    return np.asarray(np.argmax(np.where(masks != 0, keys, -1.0), axis=1), dtype=np.int64)


def games_per_second(effort: Effort) -> float:
    """Whole games inside the engine, both sides random, nothing written."""
    from mtg_causal_rl.game import GameBatch

    def run() -> float:
        seeds = list(range(effort.games * 4))
        games = GameBatch(len(seeds), decks=(DECK, DECK), seeds=seeds, threads=effort.threads)
        before = time.perf_counter()
        games.play_random()
        return len(seeds) / (time.perf_counter() - before)

    return median_of(run, effort)


def state_figures(effort: Effort) -> Iterator[Figure]:
    """What a fork costs, and how large a state is."""
    from mtg_causal_rl import Game

    game = Game(decks=(DECK, DECK), seed=0)
    forks = 2000

    def run() -> float:
        before = time.perf_counter()
        for _ in range(forks):
            game.fork(randomness="same", hidden="true")
        return (time.perf_counter() - before) / forks * 1e6

    yield Figure("fork from Python", median_of(run, effort), "us")
    yield Figure("snapshot", float(len(game.snapshot())), "bytes")


def median_of(run: Callable[[], float], effort: Effort) -> float:
    """The median of several runs."""
    return statistics.median(run() for _ in range(effort.repeats))


def table(figures: list[Figure]) -> str:
    """The figures as aligned text."""
    width = max(len(figure.name) for figure in figures)
    return "\n".join(f"{figure.name:<{width}}  {figure.value:>14,.1f} {figure.unit}" for figure in figures)


def write_json(figures: list[Figure], effort: Effort, path: Path) -> None:
    """The same figures for programs, with what they were measured on."""
    machine = {"processor": platform.machine(), "python": platform.python_version(), "numpy": np.__version__}
    content = {
        "machine": machine,
        "effort": asdict(effort),
        "figures": [asdict(figure) for figure in figures],
    }
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
