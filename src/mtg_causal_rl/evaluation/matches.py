"""Plays a policy against opponents from paired seeds, one row per episode. Intervals and tests: see stats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.policies import PlayerView

if TYPE_CHECKING:
    from mtg_causal_rl.policies import Policy

ENVIRONMENT = "mtg_causal_rl:MTGCausal-v0"
EVALUATION_SEEDS = range(2**62, 2**63)  # training seeds lie below: no game is both trained on and evaluated
EPISODES_PER_STREAM = 2**20
LANES = 256  # games played side by side
WINNERS = ("agent", "opponent", "draw")


@dataclass(frozen=True, slots=True)
class Episode:
    """One finished game, seen from the policy's side."""

    deck: str
    opponent: str
    pilot: str
    seed: int
    episode: int
    game_seed: int
    winner: str
    reason: str
    turns: int
    length: int
    total_return: float
    mean_factors: tuple[float, ...]  # in the order of FACTORS, averaged over the policy's decisions

    @property
    def won(self) -> bool:
        """Whether the policy won; a draw is not a win."""
        return self.winner == "agent"


@dataclass(frozen=True, slots=True)
class Matches:
    """The episodes of one evaluation, in the order opponent, episode."""

    rows: tuple[Episode, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Episode]:
        return iter(self.rows)

    @property
    def wins(self) -> int:
        """How many games the policy won."""
        return sum(row.won for row in self.rows)

    @property
    def win_rate(self) -> float:
        """Wins over games; draws count as games."""
        return self.wins / len(self.rows)

    def against(self, opponent: str) -> Matches:
        """The episodes against one opponent."""
        return Matches(tuple(row for row in self.rows if row.opponent == opponent))

    def columns(self) -> dict[str, list[Any]]:
        """The table by columns, as Parquet and pandas take it."""
        return {field.name: [getattr(row, field.name) for row in self.rows] for field in fields(Episode)}


@dataclass(frozen=True, slots=True)
class Pairing:
    """One opponent to be met, and the environment in which it happens."""

    deck: object
    opponent: object
    pilot: object
    seed: int
    environment: dict[str, Any]


def play_matches(
    policy: Policy,
    *,
    deck: object,
    opponents: Sequence[object] | str,
    episodes: int = 300,
    seed: int = 0,
    pilot: object = "heuristic",
    **environment: Any,
) -> Matches:
    """Plays `episodes` games against each opponent; episode e has the same luck for every policy.

    What the policy itself draws comes from a stream derived from the game's seed. Further keyword
    arguments go to the environment.
    """
    if episodes < 1 or episodes > EPISODES_PER_STREAM:
        raise InvalidValue(f"play_matches: episodes must lie in 1..{EPISODES_PER_STREAM}, not {episodes}")
    met = [opponents] if isinstance(opponents, str) else list(opponents)
    options = {"causal": "factors"} | environment
    rows: list[Episode] = []
    for opponent in met:
        rows += play_pairing(policy, Pairing(deck, opponent, pilot, seed, options), episodes)
    return Matches(tuple(rows))


def evaluation_seed(seed: int, opponent: object, episode: int) -> int:
    """The seed of one evaluation game: the same for every policy, deck and list of other opponents."""
    digest = hashlib.blake2b(f"{seed}/{label(opponent)}".encode(), digest_size=8).digest()
    stream = int.from_bytes(digest, "big") % (len(EVALUATION_SEEDS) // EPISODES_PER_STREAM)
    return EVALUATION_SEEDS.start + stream * EPISODES_PER_STREAM + episode


def label(value: object) -> str:
    """How a deck or pilot is called in the rows: its id, or what it is."""
    return value if isinstance(value, str) else str(getattr(value, "id", None) or type(value).__name__)


def play_pairing(policy: Policy, pairing: Pairing, episodes: int) -> list[Episode]:
    """All games against one opponent, in waves of at most LANES games side by side."""
    waves = -(-episodes // LANES)
    lanes = -(-episodes // waves)
    rows: list[Episode] = []
    with closing(make_games(pairing, lanes)) as games:
        for first in range(0, episodes, lanes):
            rows += Wave(policy, pairing, games, first).play(min(lanes, episodes - first))
    return rows


def make_games(pairing: Pairing, lanes: int) -> Any:
    """The vector environment of one pairing."""
    return gymnasium.make_vec(
        ENVIRONMENT,
        num_envs=lanes,
        deck=pairing.deck,
        opponent=pairing.opponent,
        pilot=pairing.pilot,
        **pairing.environment,
    )


@dataclass(frozen=True, slots=True)
class RunningMeans:
    """Means over the decisions of each lane's recorded game."""

    totals: npt.NDArray[np.float64]  # [lanes, factors]
    decisions: npt.NDArray[np.int64]  # [lanes]

    @classmethod
    def zeros(cls, lanes: int, width: int) -> RunningMeans:
        """Nothing seen yet."""
        return cls(np.zeros((lanes, width)), np.zeros(lanes, dtype=np.int64))

    def add(self, values: npt.ArrayLike, running: npt.NDArray[np.bool_]) -> None:
        """Counts this decision in the lanes that are still recorded."""
        self.totals[running] += np.asarray(values, dtype=np.float64)[running]
        self.decisions[running] += 1

    def of(self, lane: int) -> tuple[float, ...]:
        """The means of one lane."""
        return tuple(float(value) for value in self.totals[lane] / self.decisions[lane])


@dataclass(frozen=True, slots=True)
class Wave:
    """Games that start together, one per lane; a finished lane plays on unrecorded until all have."""

    policy: Policy
    pairing: Pairing
    games: Any
    first: int

    def play(self, wanted: int) -> list[Episode]:
        """Plays until the first `wanted` lanes have finished one game each."""
        lanes = int(self.games.num_envs)
        numbers = range(self.first, self.first + lanes)
        seeds = [evaluation_seed(self.pairing.seed, self.pairing.opponent, number) for number in numbers]
        generators = [np.random.default_rng((seed, 1)) for seed in seeds]
        observations, infos = self.games.reset(seed=seeds)
        self.begin(np.arange(lanes))
        running = np.arange(lanes) < wanted
        means = RunningMeans.zeros(lanes, len(FACTORS))
        rows: dict[int, Episode] = {}
        while running.any():
            means.add(infos["factors"], running)
            shown = infos | self.views() if getattr(self.policy, "needs_view", False) else infos
            actions = self.policy.act(observations, infos["action_mask"], shown, generators)
            observations, _, terminated, truncated, infos = self.games.step(actions)
            ended = np.flatnonzero(terminated | truncated)
            for lane in ended[running[ended]]:
                summary = infos["final_info"]["summary"]
                rows[int(lane)] = self.episode(int(lane), seeds[lane], summary, means.of(lane))
            running[ended] = False
            self.begin(ended)
        return [rows[lane] for lane in range(wanted)]

    def views(self) -> dict[str, list[PlayerView]]:
        """Every lane's game as the player in it may see it."""
        games = self.games.unwrapped
        return {"view": [PlayerView(games.game(lane)) for lane in range(int(games.num_envs))]}

    def begin(self, lanes: npt.NDArray[np.int64]) -> None:
        """Tells a policy that remembers which lanes start anew."""
        reset = getattr(self.policy, "reset", None)
        if reset is not None and lanes.size:
            reset(lanes)

    def episode(self, lane: int, game_seed: int, summary: Any, means: tuple[float, ...]) -> Episode:
        """The row of a lane that has just finished."""
        return Episode(
            deck=label(self.pairing.deck),
            opponent=label(self.pairing.opponent),
            pilot=label(self.pairing.pilot),
            seed=self.pairing.seed,
            episode=self.first + lane,
            game_seed=game_seed,
            winner=WINNERS[int(summary["winner"][lane])],
            reason=str(summary["reason"][lane]),
            turns=int(summary["turns"][lane]),
            length=int(summary["length"][lane]),
            total_return=float(summary["return"][lane]),
            mean_factors=means,
        )
