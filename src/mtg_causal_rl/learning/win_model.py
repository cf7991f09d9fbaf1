"""The probability of winning, learned from the training games and handed to the environment between rollouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.causal.win_learner import FinishedGame, WinLearning, WinProbLearner
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.game.layout import layout
from mtg_causal_rl.learning.checkpoint import bytes_to_tensor, tensor_to_bytes
from mtg_causal_rl.learning.environments import AnyVectorEnv, attribute
from mtg_causal_rl.learning.factors import Floats, Infos, published
from mtg_causal_rl.learning.streams import host_generator

AGENT_WON = 0
_TURN = layout["turn"].start
_TURNS = 100  # of which the observation shows a share


@dataclass(slots=True)
class _Decisions:
    """One running game so far."""

    factors: list[npt.NDArray[np.float64]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)


class OnlineWinModel:
    """A WinProbLearner that watches the games of one run."""

    def __init__(self, learning: WinLearning, venv: AnyVectorEnv, seed: int, stream: str) -> None:
        self.hand = attribute(venv, "set_win_model")
        if self.hand is None:
            raise InvalidValue(
                "this environment cannot take another win model (it has no set_win_model): train without win_learning"
            )
        self.learner = WinProbLearner(learning, attribute(venv, "win_model") or WinModel.cold())
        self.handed = self.learner.model
        self.seed, self.stream = seed, stream
        self.running = [_Decisions() for _ in range(venv.num_envs)]

    def see(self, observations: Floats, infos: Infos) -> None:
        """Note the positions that the next actions are chosen in."""
        factors = published(infos, "factors", len(observations)).astype(np.float64)
        turns = np.rint(observations[:, _TURN] * _TURNS).astype(np.int64).tolist()
        for game, decisions in enumerate(self.running):
            decisions.factors.append(factors[game])
            decisions.turns.append(turns[game])

    def finish(self, terminated: npt.NDArray[np.bool_], truncated: npt.NDArray[np.bool_], infos: Infos) -> None:
        """Learn from the games that have just ended; one that was cut off has no result and is forgotten."""
        for game in np.flatnonzero(terminated | truncated).tolist():
            decisions, self.running[game] = self.running[game], _Decisions()
            if terminated[game]:
                won = bool(infos["final_info"]["summary"]["winner"][game] == AGENT_WON)
                finished = FinishedGame(np.array(decisions.factors), np.array(decisions.turns), won)
                self.learner.record(finished, self._luck())

    def _luck(self) -> np.random.Generator:
        """A generator for each game, so that no state of one needs to be kept."""
        return host_generator(self.seed, self.stream, "win_model", self.learner.games)

    def hand_over(self) -> None:
        """Give the environment what was learned since the last time."""
        if self.handed is not self.learner.model:
            self.hand(self.learner.model)
            self.handed = self.learner.model

    def row(self) -> dict[str, float]:
        """What to log: how good the predictions were that stood when each game ended."""
        logged = {"win_model/games": float(self.learner.games)}
        if not self.learner.games:
            return logged
        found = self.learner.calibration()
        logged |= {"win_model/brier": found.brier, "win_model/skill": found.skill}
        logged["win_model/calibration_error"] = found.expected_error
        weights = zip(FACTORS, self.learner.model.raw_weights, strict=True)
        return logged | {f"win_model/weight/{name}": weight for name, weight in weights}

    def state(self) -> dict[str, Tensor]:
        """The learner with the scaling of its weights, and the running games."""
        learned = self.learner.state_dict()
        arrays = {name: torch.from_numpy(learned[name]) for name in _ARRAYS}
        counts = [len(decisions.turns) for decisions in self.running]
        factors = [row for decisions in self.running for row in decisions.factors]
        turns = [turn for decisions in self.running for turn in decisions.turns]
        return arrays | {
            "model": bytes_to_tensor(learned["model"].encode()),
            "games": torch.tensor(learned["games"]),
            "running.counts": torch.tensor(counts),
            "running.factors": torch.from_numpy(np.array(factors, np.float64).reshape(-1, len(FACTORS))),
            "running.turns": torch.tensor(turns, dtype=torch.int64),
        }

    def load(self, state: Mapping[str, Tensor]) -> None:
        """Take what `state` gave, and hand its model over."""
        learned: dict[str, Any] = {name: state[name].numpy() for name in _ARRAYS}
        learned |= {"learning": self.learner.state_dict()["learning"], "games": int(state["games"])}
        self.learner.load_state_dict(learned | {"model": tensor_to_bytes(state["model"]).decode()})
        ends = np.cumsum(state["running.counts"].numpy())[:-1]
        parts = (np.split(state[f"running.{name}"].numpy(), ends) for name in ("factors", "turns"))
        self.running = [_Decisions(list(f), t.tolist()) for f, t in zip(*parts, strict=True)]
        self.hand_over()


_ARRAYS = ("decisions", "won", "factors", "predicted")
