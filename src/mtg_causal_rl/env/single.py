"""MTGCausal-v0 as a Gymnasium environment: one game after another. Arrays are fresh at every step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.env.beginning import read_beginning
from mtg_causal_rl.env.lanes import NOBODY, WINNERS, Lanes, Step
from mtg_causal_rl.env.options import Arguments
from mtg_causal_rl.env.spaces import action_space, observation_space, versions
from mtg_causal_rl.errors import EpisodeState, IllegalAction
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.binding import Floats, reasons
from mtg_causal_rl.game.game import Hidden, Randomness, derived_seed, read_changes
from mtg_causal_rl.game.setting import read_action, read_seed

Info = dict[str, Any]
_AGENT_SEAT = 0


class MTGCausal(gymnasium.Env[Floats, np.int64]):
    """One agent against a pilot; see `Arguments` for what it is made with."""

    def __init__(self, **arguments: Any) -> None:
        self._arguments = Arguments.of(arguments)
        self._open(Lanes(self._arguments.read(), lanes=1, threads=1, autoreset=False), ended=False)

    def _open(self, lanes: Lanes, ended: bool) -> None:
        self._lanes, self._ended, self._forks = lanes, ended, 0
        self._usual = lanes  # those that resets without options use
        self.metadata = {"render_modes": []}
        self.observation_space = observation_space()
        self.action_space = action_space()
        self.gamma = lanes.options.gamma
        self.versions = versions(lanes.options.measures)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Floats, Info]:
        """Begins a game: of this seed, or the next one of the seed that is running; see `env.beginning` for options."""
        beginning = read_beginning(options)
        lanes = self._usual
        if not beginning.usual:
            lanes = Lanes(self._arguments.read(beginning), lanes=1, threads=1, autoreset=False)
        fresh = seed is not None or not lanes.begun
        chosen = self._seed(seed) if fresh or beginning.position else 0
        if beginning.position:
            lanes.place(beginning.position, [chosen])
        else:
            lanes.reset([chosen], [fresh])
        self._lanes, self._ended = lanes, False
        return self._observation(), self._info(None)

    def _seed(self, seed: int | None) -> int:
        if seed is None:
            return int(self.np_random.integers(2**63))
        chosen = read_seed(seed)
        super().reset(seed=chosen)
        return chosen

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, Info]:
        """Takes an action and plays on to the agent's next decision, or to the end."""
        number = read_action(action)
        if self._ended:
            raise EpisodeState("the episode has ended: reset() begins the next one, restore() goes back")
        try:
            step = self._lanes.step(np.array([number]))
        except IllegalAction:
            raise IllegalAction(self.game.refusal(number)) from None
        self._ended = bool(step.ended[0])
        rows = self._lanes.rows
        observation = rows.final_observation[0].copy() if self._ended else self._observation()
        ends = bool(step.terminated[0]), bool(step.truncated[0])
        return observation, float(step.rewards[0]), *ends, self._info(step)

    def _observation(self) -> Floats:
        observation: Floats = self._lanes.rows.observation[0].copy()
        return observation

    def _info(self, step: Step | None) -> Info:
        rows, level = self._lanes.rows, self._lanes.options.causal
        mask = np.zeros_like(rows.mask[0]) if self._ended else rows.mask[0].copy()
        facts = rows.facts[0]
        info: Info = {
            "action_mask": mask,
            "play": int(facts["play"]),
            "illegal_actions": int(facts["illegal"]),
            "automatic": int(facts["automatic"]),
            "card_ids": (rows.final_card_ids if self._ended else rows.card_ids)[0].copy(),
            "matchup": self._matchup(),
        }
        if level != "off":
            info |= self._causal(step, level)
        if step is not None and self._ended:
            info["summary"] = self._summary(step)
        return info

    def _causal(self, step: Step | None, level: str) -> Info:
        position = self._lanes.position if step is None else step.after
        factors = position.factors[0]
        changes = np.zeros_like(factors) if step is None else step.factor_rewards[0]
        info = {"factors": factors.astype(np.float32), "factor_rewards": changes.astype(np.float32)}
        if level == "full":
            info["causal_variables"] = position.variables[0].astype(np.float32)
            info["epsilon"] = changes.astype(np.float32)
        return info

    def _matchup(self) -> dict[str, str]:
        facts, options = self._lanes.rows.facts[0], self._lanes.options
        return {
            "deck": options.own.decks[facts["deck"]].id,
            "opponent": options.opposing.decks[facts["opponent"]].id,
            "pilot": options.pilot_name,
            "starter": WINNERS[facts["starter"]],
        }

    def _summary(self, step: Step) -> Info:
        facts = self._lanes.rows.facts[0]
        winner = facts["winner"] if step.terminated[0] else NOBODY
        return {
            "return": float(step.returns[0]),
            "length": int(facts["length"]),
            "winner": WINNERS[winner],
            "reason": reasons()[facts["reason"]],
            "turns": int(facts["turns"]),
            "matchup": self._matchup(),
            "credit": step.credit[0].astype(np.float32),
        }

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
        """The legal actions, bool[478], as sb3-contrib asks for them."""
        if self._ended:
            return np.zeros(self._lanes.rows.mask.shape[1], np.bool_)
        return np.asarray(self._lanes.rows.mask[0] != 0)

    def legal_actions(self) -> list[tuple[int, str]]:
        """Every legal action: its index, and what it does in words."""
        return self.game.legal_actions()

    @property
    def game(self) -> Game:
        """A copy of the present game, free of pilot and episode."""
        if not self._lanes.begun:
            raise EpisodeState("reset the environment before its game is looked at")
        return self._lanes.game(0)

    def fork(
        self, randomness: Randomness = "fresh", hidden: Hidden = "resampled", seed: int | None = None
    ) -> MTGCausal:
        """A twin that may be simulated on; "same" and "true" keep the luck to come and the hidden cards."""
        changes = read_changes(randomness, hidden, _AGENT_SEAT)
        luck = self._lanes.rows.facts["seed"][0]
        chosen = derived_seed(int(luck), self._forks) if seed is None else read_seed(seed)
        self._forks += seed is None
        return self._twin(self._lanes.fork((0,), changes, (chosen,)))

    def _twin(self, lanes: Lanes) -> MTGCausal:
        twin = MTGCausal.__new__(MTGCausal)
        twin._arguments = self._arguments
        twin._open(lanes, self._ended)
        return twin

    def snapshot(self) -> bytes:
        """The episode as bytes, for `restore` in an environment made with the same arguments."""
        if not self._lanes.begun:
            raise EpisodeState("reset the environment before its snapshot is taken")
        return self._lanes.snapshot(0, self._ended)

    def restore(self, blob: bytes) -> tuple[Floats, Info]:
        """Goes back to where the snapshot was taken, also from an ended episode; returns what reset would."""
        self._ended = self._lanes.restore(0, blob)
        return self._observation(), self._info(None)

    def __getstate__(self) -> Info:
        begun = self._lanes.begun
        return {
            "arguments": self._arguments,
            "snapshot": self.snapshot() if begun else None,
            "random": self._np_random,
            "random_seed": self._np_random_seed,
            "spec": self.spec,
            "spaces": (self.observation_space, self.action_space),
            "forks": self._forks,
        }

    def __setstate__(self, state: Info) -> None:
        self.__init__(**_given(state["arguments"]))  # type: ignore[misc]
        self.observation_space, self.action_space = state["spaces"]
        self._np_random, self._np_random_seed = state["random"], state["random_seed"]
        self.spec, self._forks = state["spec"], state["forks"]
        if state["snapshot"] is not None:
            self.restore(state["snapshot"])


def _given(arguments: Arguments) -> Info:
    return {name: getattr(arguments, name) for name in Arguments.__dataclass_fields__}


def make(**arguments: Any) -> MTGCausal:
    """The entry point of `gym.make`."""
    return MTGCausal(**arguments)
