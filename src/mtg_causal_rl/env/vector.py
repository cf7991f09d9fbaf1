"""MTGCausal-v0 for many games: native, SAME_STEP autoreset, the same observation and mask arrays each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.env.beginning import read_beginning
from mtg_causal_rl.env.causal_info import Values
from mtg_causal_rl.env.lanes import NOBODY, WINNERS, Lanes, Position, Step
from mtg_causal_rl.env.options import Arguments
from mtg_causal_rl.env.spaces import action_space, observation_space, versions
from mtg_causal_rl.errors import EpisodeState, IllegalAction, InvalidSnapshot, InvalidValue
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.binding import ACTIONS, Floats, reasons
from mtg_causal_rl.game.game import Hidden, Randomness, derived_seed, read_changes
from mtg_causal_rl.game.setting import read_integer, read_seed

Info = dict[str, Any]
_AGENT_SEAT = 0
_LENGTH_BYTES = 4


class MTGCausalVector(VectorEnv[Floats, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` lanes. With `copy=True` observations and masks are fresh arrays, for those who keep them."""

    def __init__(self, num_envs: int = 1, threads: int = 1, copy: bool = False, **arguments: Any) -> None:
        count = read_integer(num_envs, "num_envs", range(1, 2**20))
        workers = read_integer(threads, "threads", range(1, 1025))
        given = Arguments.of(arguments)
        self._open(given, Lanes(given.read(), count, workers, autoreset=True), copy)

    def _open(self, arguments: Arguments, lanes: Lanes, copy: bool) -> None:
        self._arguments, self._copy, self._forks = arguments, copy, 0
        self._usual = lanes  # those that resets without options use
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = lanes.lanes
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.gamma = lanes.options.gamma
        self.versions = versions(lanes.options.measures)
        self._pilot = np.full(self.num_envs, lanes.options.pilot_name)
        self._reasons = np.array(reasons())
        self._winners = np.array(WINNERS)
        self._everywhere = np.ones(self.num_envs, np.bool_)
        self._unchanged = np.zeros((self.num_envs, len(FACTORS)))
        self._use(lanes)

    def _use(self, lanes: Lanes) -> None:
        self._lanes, self._facts = lanes, lanes.rows.facts
        self._own = np.array([deck.id for deck in lanes.options.own.decks])
        self._opposing = np.array([deck.id for deck in lanes.options.opposing.decks])
        self._matchup = self._read_matchup()

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Floats, Info]:
        """Begins a game in every lane. A single seed gives lane i the seed + i; a list, its own to each."""
        beginning = read_beginning(options)
        lanes = self._usual
        if not beginning.usual:
            read = self._arguments.read(beginning)
            lanes = Lanes(read, self.num_envs, self._usual.threads, autoreset=True)
        fresh = seed is not None or not lanes.begun
        seeds = self._seeds(seed) if fresh else [0] * self.num_envs
        if beginning.position:
            lanes.place(beginning.position, seeds)
        else:
            lanes.reset(seeds, [fresh] * self.num_envs)
        self._use(lanes)
        return self._observation(), self._info(None)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise InvalidValue(f"{self.num_envs} lanes need {self.num_envs} seeds, not {len(seed)}")
            return [self._drawn() if given is None else read_seed(given) for given in seed]
        if seed is None:
            return [self._drawn() for _ in range(self.num_envs)]
        first = read_seed(seed)
        super().reset(seed=first)
        return [first + lane for lane in range(self.num_envs)]

    def _drawn(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Values, npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """One action in every lane; where that ends an episode, the next has begun, and `final_info` has the record."""
        chosen = self._read(actions)
        try:
            step = self._lanes.step(chosen)
        except IllegalAction:
            raise IllegalAction(self._refusal(chosen)) from None
        return self._observation(), step.rewards, step.terminated, step.truncated, self._info(step)

    def _read(self, actions: npt.ArrayLike) -> npt.NDArray[Any]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or not np.issubdtype(chosen.dtype, np.integer):
            raise InvalidValue(f"actions are {self.num_envs} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        if ((chosen < 0) | (chosen >= ACTIONS)).any():
            raise InvalidValue(f"actions lie in 0..{ACTIONS - 1}, not {chosen.min()}..{chosen.max()}")
        return chosen

    def _refusal(self, chosen: npt.NDArray[Any]) -> str:
        legal = self._lanes.rows.mask[np.arange(self.num_envs), chosen] != 0
        lane = int(np.flatnonzero(~legal)[0])
        return f"lane {lane}: {self.game(lane).refusal(int(chosen[lane]))}; no lane was moved"

    def _observation(self) -> Floats:
        rows = self._lanes.rows
        return rows.observation.copy() if self._copy else rows.observation

    def _info(self, step: Step | None) -> Info:
        facts, rows = self._facts, self._lanes.rows
        ended = self._everywhere if step is None else step.ended
        before = self._matchup
        if ended.any():
            self._matchup = self._read_matchup()
        info: Info = {
            "action_mask": rows.mask.copy() if self._copy else rows.mask,
            "play": facts["play"].copy(),
            "illegal_actions": facts["illegal"].copy(),
            "automatic": facts["automatic"].copy(),
            "card_ids": rows.card_ids.copy() if self._copy else rows.card_ids,
            "matchup": self._matchup,
        }
        changes = self._unchanged if step is None else step.factor_rewards
        info |= self._causal(self._lanes.position, changes)
        info |= {f"_{key}": self._everywhere for key in info}
        if step is not None and ended.any():
            final = self._final(step, before, ended)
            info |= {"final_obs": self._final_observations(ended), "final_info": final}
            info |= {"_final_obs": ended, "_final_info": ended}
        return info

    def _causal(self, position: Position, changes: Values) -> Info:
        level = self._lanes.options.causal
        if level == "off":
            return {}
        moved = changes.astype(np.float32)
        info = {"factors": position.factors.astype(np.float32), "factor_rewards": moved}
        if level == "full":
            info |= {"causal_variables": position.variables.astype(np.float32), "epsilon": moved.copy()}
        return info

    def _read_matchup(self) -> Info:
        facts = self._facts
        matchup: Info = {
            "deck": self._own[facts["deck"]],
            "opponent": self._opposing[facts["opponent"]],
            "pilot": self._pilot,
            "starter": self._winners[facts["starter"]],
        }
        return matchup | {f"_{key}": self._everywhere for key in matchup}

    def _final(self, step: Step, matchup: Info, ended: npt.NDArray[np.bool_]) -> Info:
        """The record of the finished steps: rows count where `ended`."""
        facts = self._facts
        summary: Info = {
            "return": step.returns,
            "length": np.where(ended, facts["length"], 0),
            "winner": np.where(step.terminated, facts["winner"], NOBODY),
            "reason": self._reasons[np.where(ended, facts["reason"], 0)],
            "turns": np.where(ended, facts["turns"], 0),
            "matchup": matchup,
            "credit": step.credit.astype(np.float32),
        }
        final: Info = {
            "action_mask": np.zeros_like(self._lanes.rows.mask),
            "play": facts["play"].copy(),
            "illegal_actions": facts["illegal"].copy(),
            "automatic": facts["automatic"].copy(),
            "card_ids": np.where(ended[:, None], self._lanes.rows.final_card_ids, np.int16(0)),
            "matchup": matchup,
            "summary": summary | {f"_{key}": ended for key in summary},
        }
        final |= self._causal(step.after, step.factor_rewards)
        return final | {f"_{key}": ended for key in final}

    def _final_observations(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
        observations = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(ended):
            observations[lane] = self._lanes.rows.final_observation[lane].copy()
        return observations

    @property
    def win_weights(self) -> npt.NDArray[np.float64]:
        """Log odds of winning per unit of each factor, float64[6]."""
        return np.array(self._lanes.options.measures.win_model.raw_weights)

    def set_win_model(self, win_model: WinModel) -> None:
        """Other weights of the probability of winning from here on; games and factors stay as they are."""
        self._arguments = replace(self._arguments, win_model=win_model)
        for lanes in {self._usual, self._lanes}:
            lanes.set_win_model(win_model)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, bool[n, 478], as sb3-contrib asks for them."""
        return np.asarray(self._lanes.rows.mask != 0)

    def game(self, lane: int) -> Game:
        """A copy of the present game of a lane, free of pilot and episode."""
        if not self._lanes.begun:
            raise EpisodeState("reset the environment before its games are looked at")
        return self._lanes.game(read_integer(lane, "lane", range(self.num_envs)))

    def fork(
        self,
        indices: npt.ArrayLike,
        n: int = 1,
        randomness: Randomness = "fresh",
        hidden: Hidden = "resampled",
    ) -> MTGCausalVector:
        """An environment of `n` copies of each lane named, in that order; see `Game.fork`."""
        lanes = np.atleast_1d(np.asarray(indices))
        if not np.issubdtype(lanes.dtype, np.integer) or lanes.min() < 0 or lanes.max() >= self.num_envs:
            raise InvalidValue(f"lanes are whole numbers in 0..{self.num_envs - 1}, not {indices!r}")
        sources = np.repeat(lanes, read_integer(n, "n", range(1, 2**20))).tolist()
        luck = self._facts["seed"]
        seeds = [derived_seed(int(luck[lane]), self._forks + place) for place, lane in enumerate(sources)]
        self._forks += len(sources)
        changes = read_changes(randomness, hidden, _AGENT_SEAT)
        twin = MTGCausalVector.__new__(MTGCausalVector)
        twin._open(self._arguments, self._lanes.fork(sources, changes, seeds), self._copy)
        twin._matchup = twin._read_matchup()
        return twin

    def snapshot(self) -> bytes:
        """Every lane as bytes, for `restore` in an environment made with the same arguments."""
        if not self._lanes.begun:
            raise EpisodeState("reset the environment before its snapshot is taken")
        blobs = [self._lanes.snapshot(lane) for lane in range(self.num_envs)]
        return b"".join(len(blob).to_bytes(_LENGTH_BYTES, "little") + blob for blob in blobs)

    def restore(self, blob: bytes) -> tuple[Floats, Info]:
        """Goes back to where the snapshot was taken; returns what reset would. A refused one changes nothing."""
        blobs = self._parts(blob)
        before = self.snapshot() if self._lanes.begun else None
        try:
            for lane, part in enumerate(blobs):
                self._lanes.restore(lane, part)
        except InvalidSnapshot:
            if before is not None:
                self.restore(before)
            raise
        return self._observation(), self._info(None)

    def _parts(self, blob: bytes) -> list[bytes]:
        if not isinstance(blob, bytes | bytearray | memoryview):
            raise InvalidValue(f"a snapshot is bytes, not {type(blob).__name__}")
        parts, rest = [], bytes(blob)
        while rest:
            length = int.from_bytes(rest[:_LENGTH_BYTES], "little")
            parts.append(rest[_LENGTH_BYTES : _LENGTH_BYTES + length])
            rest = rest[_LENGTH_BYTES + length :]
        if len(parts) != self.num_envs:
            raise InvalidSnapshot(f"a snapshot of {len(parts)} lanes; this environment has {self.num_envs}")
        return parts


def make(num_envs: int = 1, **arguments: Any) -> MTGCausalVector:
    """The entry point of `gym.make_vec`."""
    return MTGCausalVector(num_envs, **arguments)
