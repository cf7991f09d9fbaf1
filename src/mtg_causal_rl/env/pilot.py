"""A Policy in the opponent's seat: asked wherever the core waits. The core's own pilots never come here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.errors import IllegalAction, InvalidValue
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.binding import ACTIONS, CoreArena
from mtg_causal_rl.policies.protocol import Policy
from mtg_causal_rl.policies.view import PlayerView


class CountedGenerators(Sequence[np.random.Generator]):
    """A generator for each row, made when asked for, from the game's seed and a count: no stream to keep."""

    def __init__(self, seeds: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> None:
        self._seeds, self._counts = seeds.tolist(), counts.tolist()

    @overload
    def __getitem__(self, row: int) -> np.random.Generator: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[np.random.Generator]: ...
    def __getitem__(self, row: int | slice) -> np.random.Generator | Sequence[np.random.Generator]:
        if isinstance(row, slice):
            return [self[place] for place in range(*row.indices(len(self)))]
        return np.random.default_rng((self._seeds[row], self._counts[row]))

    def __len__(self) -> int:
        return len(self._seeds)


class PolicyPilot:
    """The opponent of every lane; `counts` says how many decisions it has taken in each running game."""

    def __init__(self, policy: Policy, arena: CoreArena, game: Callable[[int], Game]) -> None:
        self._policy, self._arena, self._game = policy, arena, game
        self.counts = np.zeros(arena.lanes, np.int64)

    def begin(self, lanes: npt.NDArray[np.int64]) -> None:
        """New games begin in these lanes."""
        if len(lanes):
            self.counts[lanes] = 0
            reset = getattr(self._policy, "reset", None)
            if reset is not None:
                reset(lanes)

    def answer(self) -> None:
        """Answers for the opponent until the agent decides in every lane."""
        facts = self._arena.rows.facts
        while len(lanes := np.flatnonzero(facts["waiting"])):
            self._arena.actions[lanes] = self._ask(lanes)
            self.counts[lanes] += 1
            ended = facts["ended"].copy()
            self._arena.answer()
            self.begin(np.flatnonzero(facts["ended"] > ended))

    def _ask(self, lanes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        rows = self._arena.rows
        masks = rows.opponent_mask[lanes]
        generators = CountedGenerators(rows.facts["seed"][lanes], self.counts[lanes])
        infos: dict[str, Any] = {"action_mask": masks, "lanes": lanes}
        if getattr(self._policy, "needs_view", False):
            infos["view"] = [PlayerView(self._game(lane)) for lane in lanes.tolist()]
        answer = np.asarray(self._policy.act(rows.opponent_observation[lanes], masks, infos, generators))
        if answer.shape != lanes.shape or not np.issubdtype(answer.dtype, np.integer):
            raise InvalidValue(f"the pilot answered {answer.dtype} of shape {answer.shape} for {len(lanes)} decisions")
        legal = (answer >= 0) & (answer < ACTIONS)
        legal &= masks[np.arange(len(lanes)), np.where(legal, answer, 0)] != 0
        if not legal.all():
            raise IllegalAction(f"the pilot chose {answer[~legal].tolist()}, which its mask did not allow")
        return answer
