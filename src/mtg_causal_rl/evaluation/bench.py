"""Measures speed: environments, engine and forks, beside environments that do nothing. No policies."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.game import Game, GameBatch
from mtg_causal_rl.game.binding import (
    ACTIONS,
    OBSERVATION_SIZE,
    Changes,
    CoreGames,
    compiled,
    pilots,
    state_bytes,
)
from mtg_causal_rl.game.setting import faces_of, read_settings

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
FORKED_TOGETHER = 256
UNDISTURBED = 0.9  # of a processor: less, and the machine had other work

Observations: TypeAlias = npt.NDArray[np.float32]
Info: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: every figure is the median of `repeats` runs of about `seconds` each."""

    repeats: int = 5
    seconds: float = 1.0
    games: int = 64
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("repeats", "games", "threads"):
            if getattr(self, name) < 1:
                raise InvalidValue(f"{name} must be at least 1, not {getattr(self, name)}")
        if not 0 < self.seconds < float("inf"):
            raise InvalidValue(f"seconds must be above 0, not {self.seconds}")


@dataclass(frozen=True, slots=True)
class Runs:
    """What several runs measured, and how much of a processor they had: below 1, other work slowed them down."""

    values: tuple[float, ...]
    processor: float

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)


@dataclass(frozen=True, slots=True)
class Figure:
    """One quantity: its median, and what it is as a share of the null environment's."""

    name: str
    value: float
    unit: str
    lowest: float
    highest: float
    processor: float
    of_null: float | None = None


class NullEnvironment(gymnasium.Env[Observations, np.int64]):
    """Gymnasium's own cost at our sizes: the same arrays every step, every action legal, no game."""

    def __init__(self) -> None:
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self._observation = np.zeros(OBSERVATION_SIZE, dtype=np.float32)
        self._mask = np.ones(ACTIONS, dtype=np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Info]:
        """The same position every time."""
        super().reset(seed=seed, options=options)
        return self._observation.copy(), {"action_mask": self._mask.copy()}

    def step(self, action: np.int64) -> tuple[Observations, float, bool, bool, Info]:
        """Copies one observation and one mask, as every environment must."""
        return self._observation.copy(), 0.0, False, False, {"action_mask": self._mask.copy()}


class NullVector(VectorEnv[Observations, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """The same for many games: each step writes observations and masks of our sizes, and nothing else."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium's own attribute)

    def __init__(self, games: int) -> None:
        self.num_envs = games
        self.single_observation_space = gymnasium.spaces.Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)
        self._observations = np.zeros((games, OBSERVATION_SIZE), dtype=np.float32)
        self._masks = np.ones((games, ACTIONS), dtype=np.int8)
        self._rewards, self._over = np.zeros(games), np.zeros(games, dtype=np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """The same positions every time."""
        return self._observations, {"action_mask": self._masks}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Writes every observation and mask once, as every environment must."""
        self._observations.fill(0.0)
        self._masks.fill(1)
        return self._observations, self._rewards, self._over, self._over, {"action_mask": self._masks}


def measure(effort: Effort) -> Iterator[Figure]:
    """Every figure, one after the other. Decks are drawn from all pairs of the standard pool."""
    null = runs(lambda: steps_per_second(null_environment, effort), effort)
    yield figure("null environment", "steps/s", null)
    single = runs(lambda: steps_per_second(single_environment, effort), effort)
    yield figure("single environment, random pilot", "steps/s", single, null)
    yield from vector_figures(effort)
    engine = runs(lambda: games_per_second(effort), effort)
    yield figure("engine alone, random against random", "games/s", engine)
    yield figure("fork inside the core", "us", runs(lambda: fork_microseconds(effort), effort))
    yield figure("fork of a Game from Python", "us", runs(lambda: game_fork_microseconds(effort), effort))
    yield figure("state of a game", "bytes", Runs((float(state_bytes()),), 1.0))


def vector_figures(effort: Effort) -> Iterator[Figure]:
    """The vector environment against each of the core's pilots, after one that does nothing."""
    size = f"{effort.games} games, {effort.threads} thread{'s' * (effort.threads > 1)}"
    null = runs(lambda: decisions_per_second(lambda: NullVector(effort.games), effort), effort)
    yield figure(f"null vector environment, {effort.games} games", "decisions/s", null)
    for pilot in pilots():
        make = partial(vector_environment, pilot, effort)
        found = runs(partial(decisions_per_second, make, effort), effort)
        yield figure(f"vector environment, {size}, {pilot} pilot", "decisions/s", found, null)


def runs(run: Callable[[], float], effort: Effort) -> Runs:
    """Runs it again and again."""
    wall, processor = time.perf_counter(), time.process_time()
    values = tuple(run() for _ in range(effort.repeats))
    return Runs(values, (time.process_time() - processor) / (time.perf_counter() - wall))


def figure(name: str, unit: str, measured: Runs, null: Runs | None = None) -> Figure:
    """The median of the runs, beside that of the null environment."""
    share = None if null is None else measured.median / null.median
    spread = min(measured.values), max(measured.values)
    return Figure(name, measured.median, unit, *spread, measured.processor, share)


def null_environment() -> gymnasium.Env[Any, Any]:
    """The null environment in the wrappers that gymnasium.make gives every environment."""
    return gymnasium.make(EnvSpec("Null-v0", entry_point=lambda **_: NullEnvironment()))


def single_environment() -> gymnasium.Env[Any, Any]:
    """The environment as gymnasium.make gives it, with its usual wrappers."""
    return gymnasium.make(ENVIRONMENT, deck=every_deck(), opponent="all", pilot="random")


def vector_environment(pilot: str, effort: Effort) -> Any:
    """The environment for many games."""
    options: dict[str, Any] = {"num_envs": effort.games, "threads": effort.threads, "pilot": pilot}
    return gymnasium.make_vec(ENVIRONMENT, deck=every_deck(), opponent="all", **options)


def every_deck() -> list[str]:
    """The ids of the standard pool."""
    return list(Pool.standard().decks)


def steps_per_second(make: Callable[[], gymnasium.Env[Any, Any]], effort: Effort) -> float:
    """Steps of one environment under uniformly random legal actions; choosing them is not counted."""
    generator = np.random.default_rng(0)
    with closing(make()) as environment:
        _, info = environment.reset(seed=0)
        steps, spent, end = 0, 0.0, time.perf_counter() + effort.seconds
        while not steps or time.perf_counter() < end:
            action = random_actions(info["action_mask"][None], generator)[0]
            before = time.perf_counter()
            _, _, terminated, truncated, info = environment.step(action)
            if terminated or truncated:
                _, info = environment.reset()
            spent += time.perf_counter() - before
            steps += 1
        return steps / spent


def decisions_per_second(make: Callable[[], Any], effort: Effort) -> float:
    """Decisions of all games of a vector environment, everything written; choosing actions is not counted."""
    generator = np.random.default_rng(0)
    with closing(make()) as games:
        _, infos = games.reset(seed=0)
        decisions, spent, end = 0, 0.0, time.perf_counter() + effort.seconds
        while not decisions or time.perf_counter() < end:
            actions = random_actions(infos["action_mask"], generator)
            before = time.perf_counter()
            _, _, _, _, infos = games.step(actions)
            spent += time.perf_counter() - before
            decisions += effort.games
        return decisions / spent


def random_actions(masks: npt.NDArray[Any], generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """One legal action for each row, uniformly: the legal one with the largest random key."""
    keys = generator.random(masks.shape, dtype=np.float32)
    return np.asarray(np.argmax(np.where(masks != 0, keys, -1.0), axis=1), dtype=np.int64)


def games_per_second(effort: Effort) -> float:
    """Whole games inside the engine, both sides random, nothing written, as many of every pair of decks."""
    played, spent = 0, 0.0
    while spent < effort.seconds:
        for first, second in product(every_deck(), repeat=2):
            seeds = range(played, played + effort.games)
            games = GameBatch(effort.games, (first, second), seeds, threads=effort.threads)
            before = time.perf_counter()
            games.play_random()
            spent += time.perf_counter() - before
            played += effort.games
    return played / spent


def fork_microseconds(effort: Effort) -> float:
    """One fork among many made in one call, so that the call itself hardly counts."""
    pool, deck = Pool.standard(), faces_of(Pool.standard().decks["mono_red_aggro"], Pool.standard())
    games = CoreGames(compiled(pool))
    games.deal([deck, deck], read_settings(None, None, "usual"), 0, logged=False)
    sources, luck = [0] * FORKED_TOGETHER, [0] * FORKED_TOGETHER
    changes = Changes(fresh=False, resampled=False, viewer=0)
    return microseconds(lambda: games.fork(sources, changes, luck), effort) / FORKED_TOGETHER


def game_fork_microseconds(effort: Effort) -> float:
    """One `Game.fork` that changes nothing, as a user calls it."""
    game = Game(decks=("mono_red_aggro", "mono_red_aggro"), seed=0)
    return microseconds(lambda: game.fork(randomness="same", hidden="true"), effort)


def microseconds(call: Callable[[], object], effort: Effort) -> float:
    """What one call takes."""
    calls, began = 0, time.perf_counter()
    while not calls or time.perf_counter() - began < effort.seconds:
        call()
        calls += 1
    return (time.perf_counter() - began) / calls * 1e6


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned text, and a word about other work that ran meanwhile."""
    width = max(len(figure.name) for figure in figures)
    lines = [f"{figure.name:<{width}}  {numbers(figure)}" for figure in figures]
    least = min(figure.processor for figure in figures)
    if least < UNDISTURBED:
        lines.append(f"Other work ran meanwhile: this process had as little as {least:.0%} of a processor.")
    return "\n".join(lines)


def numbers(figure: Figure) -> str:
    """One line without its name: the median, the runs' spread, the share of the null environment."""
    text = f"{figure.value:>14,.2f} {figure.unit:<11}"
    if figure.highest > figure.lowest:
        text += f" ({figure.lowest:,.2f} to {figure.highest:,.2f})"
    return text.rstrip() if figure.of_null is None else f"{text}  {figure.of_null:.1%} of null"


def write_json(figures: Sequence[Figure], effort: Effort, path: Path) -> None:
    """The same figures for programs, with what they were measured on."""
    machine = {"processor": platform.machine(), "python": platform.python_version(), "numpy": np.__version__}
    content = {
        "machine": machine,
        "effort": asdict(effort),
        "figures": [asdict(figure) for figure in figures],
    }
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
