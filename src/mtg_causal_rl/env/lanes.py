"""Episodes of one agent as arrays: steps, measures, rewards. How Gymnasium sees them: `single`, `vector`."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.env.causal_info import Values
from mtg_causal_rl.env.options import Options
from mtg_causal_rl.env.pilot import PolicyPilot
from mtg_causal_rl.env.rewards import Transition
from mtg_causal_rl.errors import EpisodeState, InvalidSnapshot, InvalidValue
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.binding import Changes, CoreArena, compiled, reasons

AGENT, OPPONENT, NOBODY = range(3)
WINNERS = ("agent", "opponent", "draw")

#: Magic, format, the environment's setting, return and credit so far, whether ended, the pilot's decisions.
_HEADER = struct.Struct("<4sH8s7d?Q")
_MAGIC = b"MTGE"
_FORMAT = 1
_DIGEST_BYTES = 8


@dataclass(frozen=True, slots=True)
class Position:
    """What is measured of n positions."""

    counts: npt.NDArray[np.float32]  # [n, 15]
    variables: Values  # [n, 13]
    factors: Values  # [n, 6]
    potential: Values  # [n], the reward scheme's


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of n lanes led to; `after` is the position after the action, before any new episode."""

    rewards: Values
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    after: Position
    factor_rewards: Values
    returns: Values  # of the episode so far, this step included
    credit: Values  # change of each factor in the episode so far, float64[n, 6]

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Which lanes finished an episode."""
        return np.asarray(self.terminated | self.truncated)


class Lanes:
    """n episodes side by side. `rows` are the core's arrays, the same ones at every step."""

    def __init__(self, options: Options, lanes: int, threads: int, autoreset: bool) -> None:
        scheme = options.scheme(autoreset)
        self._take(options, CoreArena(compiled(options.pool), scheme, lanes, threads), threads)

    def _take(self, options: Options, arena: CoreArena, threads: int) -> None:
        self.options, self.threads = options, threads
        self._arena = arena
        self.rows = arena.rows
        self._pilot = None if options.policy is None else PolicyPilot(options.policy, arena, self.game)
        self.returns: Values = np.zeros(arena.lanes)
        self.credit: Values = np.zeros((arena.lanes, len(FACTORS)))
        self.begun = False
        self.position = self._look()

    @property
    def lanes(self) -> int:
        """How many there are."""
        return self._arena.lanes

    def reset(self, seeds: Sequence[int], fresh: Sequence[bool]) -> None:
        """Begins episode 0 of a seed where `fresh`, the next episode elsewhere."""
        self._arena.reset(seeds, fresh)
        self._start()

    def place(self, position: bytes, seeds: Sequence[int]) -> None:
        """Every lane goes on from a position, with the luck of its seed."""
        self._arena.place(position, seeds)
        self._start()

    def _start(self) -> None:
        self.begun = True
        if self._pilot is not None:
            self._pilot.begin(np.arange(self.lanes))
            self._pilot.answer()
        self.returns = np.zeros(self.lanes)
        self.credit = np.zeros((self.lanes, len(FACTORS)))
        self.position = self._look()

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """One action of the agent in each lane; an illegal one raises where it is to be refused."""
        if not self.begun:
            raise EpisodeState("reset the environment before the first step")
        self._arena.actions[:] = actions
        self._arena.step()
        if self._pilot is not None:
            self._pilot.begin(np.flatnonzero(self.rows.facts["ended"]))
            self._pilot.answer()
        return self._settle()

    def _settle(self) -> Step:
        facts, options = self.rows.facts, self.options
        before = self.position
        self.position = self._look()
        ended = facts["ended"] != 0
        terminated, truncated, after = ended, ended, self.position
        if ended.any():
            at_cap = facts["reason"] == reasons().index("turn_cap")
            truncated = ended & at_cap if options.truncates else np.zeros_like(ended)
            terminated = ended & ~truncated
            after = self._final(after, ended, terminated)
        rewards = options.reward.of(
            Transition(
                before.counts,
                after.counts,
                before.potential,
                after.potential,
                options.gamma,
                terminated,
                np.where(terminated, facts["winner"], NOBODY),
            )
        )
        changes = after.factors - before.factors
        returns, credit = self.returns + rewards, self.credit + changes
        self.returns, self.credit = returns, credit
        if ended.any():
            self.returns, self.credit = np.where(ended, 0.0, returns), np.where(ended[:, None], 0.0, credit)
        return Step(rewards, terminated, truncated, after, changes, returns, credit)

    def _look(self) -> Position:
        rows = self.rows
        return self._position(rows.counts.copy(), rows.variables.copy())

    def _position(self, counts: npt.NDArray[np.float32], variables: Values) -> Position:
        measures = self.options.measures
        potential = self.options.reward.potential_of(variables, measures.names)
        return Position(counts, variables, measures.factors_of(variables), potential)

    def _final(self, running: Position, ended: npt.NDArray[np.bool_], terminated: npt.NDArray[np.bool_]) -> Position:
        """Where the step led: the last position of each finished episode, the running one elsewhere."""
        counts, variables = running.counts.copy(), running.variables.copy()
        counts[ended] = self.rows.final_counts[ended]
        variables[ended] = self.rows.final_variables[ended]
        won = self.rows.facts["winner"][terminated] == AGENT
        variables[terminated] = self.options.measures.settled(variables[terminated], won)
        return self._position(counts, variables)

    def set_win_model(self, win_model: WinModel) -> None:
        """Other weights of the probability of winning from here on; games and factors stay as they are."""
        self.options = replace(self.options, measures=self.options.measures.with_win_model(win_model))
        self._arena.set_model(self.options.measures.program)
        if self.begun:
            self._arena.write()
            self.position = self._look()

    def game(self, lane: int) -> Game:
        """A copy of the present game of a lane, free of pilot and episode."""
        facts, options = self.rows.facts[lane], self.options
        decks = options.own.decks[facts["deck"]], options.opposing.decks[facts["opponent"]]
        return Game.of_core(self._arena.games((lane,)), options.pool, int(facts["seed"]), decks)

    def fork(self, sources: Sequence[int], changes: Changes, seeds: Sequence[int]) -> Lanes:
        """Copies of some lanes, with luck and hidden cards changed."""
        if not self.begun:
            raise EpisodeState("reset the environment before it is forked")
        twin = Lanes.__new__(Lanes)
        arena = self._arena.fork(sources, changes, seeds, self.threads)
        twin._take(self.options, arena, self.threads)
        twin.begun = True
        twin.returns, twin.credit = self.returns[list(sources)], self.credit[list(sources)]
        if self._pilot is not None and twin._pilot is not None:
            twin._pilot.counts = self._pilot.counts[list(sources)]
        return twin

    def snapshot(self, lane: int, ended: bool = False) -> bytes:
        """A lane as bytes; a Policy in the opponent's seat is not part of it."""
        decisions = 0 if self._pilot is None else int(self._pilot.counts[lane])
        header = _HEADER.pack(
            _MAGIC, _FORMAT, self.options.setting, self.returns[lane], *self.credit[lane], ended, decisions
        )
        body = header + self._arena.snapshot(lane)
        return body + _digest(body)

    def restore(self, lane: int, blob: bytes) -> bool:
        """Puts a lane where the snapshot was taken, and says whether its episode had ended."""
        if not isinstance(blob, bytes | bytearray | memoryview):
            raise InvalidValue(f"a snapshot is bytes, not {type(blob).__name__}")
        blob = bytes(blob)
        body = blob[:-_DIGEST_BYTES]
        if len(body) < _HEADER.size or not body.startswith(_MAGIC):
            raise InvalidSnapshot(f"these {len(blob)} bytes are no snapshot of an environment")
        if _digest(body) != blob[-_DIGEST_BYTES:]:
            raise InvalidSnapshot("the snapshot is damaged or cut short: its checksum does not match")
        _, version, setting, total, *credit, ended, decisions = _HEADER.unpack_from(body)
        if version != _FORMAT:
            raise InvalidSnapshot(f"a snapshot of format {version}; this version reads {_FORMAT}")
        if setting != self.options.setting:
            raise InvalidSnapshot("the snapshot was made in an environment with other decks, pilot or rules of play")
        self._arena.restore(lane, body[_HEADER.size :])
        self._arena.write()
        self.begun = True
        self.returns[lane], self.credit[lane] = total, credit
        if self._pilot is not None:
            self._pilot.counts[lane] = decisions
        self.position = self._look()
        return bool(ended)


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST_BYTES).digest()
