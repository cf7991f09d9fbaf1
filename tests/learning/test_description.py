"""Descriptions tell values apart, are the same in every process, and refuse what has no identity."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import torch

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.env.rewards import SHAPED
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning.agents import AGENTS, Agent
from mtg_causal_rl.learning.description import describe
from mtg_causal_rl.learning.policy import policy_of
from mtg_causal_rl.learning.run import start
from mtg_causal_rl.learning.settings import RunSettings
from mtg_causal_rl.policies import HeuristicPolicy, RandomPolicy


class _Nameless:
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def act(self, *_: Any) -> Any:
        return None


class _Named(_Nameless):
    @property
    def identity(self) -> str:
        return f"named to depth {self.depth}"


class _Stateless:
    def act(self, *_: Any) -> Any:
        return None


@dataclass(frozen=True)
class _Deep:
    depth: int

    def act(self, *_: Any) -> Any:
        return None


def test_players_are_told_apart_by_what_they_play_by() -> None:
    deck = Pool.standard().decks["domain_ramp"]
    players = [RandomPolicy(), HeuristicPolicy(), HeuristicPolicy(deck), _Deep(1), _Deep(2), _Stateless()]
    described = [json.dumps(describe(player)) for player in [*players, _Named(1), _Named(2)]]
    assert len(set(described)) == len(described)
    assert not any("0x" in text for text in described)
    assert describe(_Named(1)) == "named to depth 1"


def test_a_player_without_an_identity_is_refused() -> None:
    with pytest.raises(InvalidValue, match=r"_Nameless.*identity"):
        describe({"pilot": _Nameless(1)})


def test_values_of_the_environment_become_json() -> None:
    options = {"reward": SHAPED, "pool": Pool.standard(), "stops": {"end", "draw"}, "max_turns": np.int64(9)}
    described = json.loads(json.dumps(describe(options)))
    assert described["stops"] == ["draw", "end"]
    assert described["max_turns"] == 9
    assert describe(replace(SHAPED, potential={})) != described["reward"]


def test_a_trained_player_is_identified_by_its_weights(
    make_toy: Callable[..., Any], small_agent: Callable[[str], Agent]
) -> None:
    def trained(updates: int) -> Any:
        run = start(small_agent("cwm"), make_toy(), RunSettings(0, 1000, torch.device("cpu"), {}))
        for _ in range(updates):
            run.update()
        return policy_of(run.agent, run.network, run.companion)

    assert describe(trained(1)) == trained(1).identity
    assert trained(1).identity != trained(2).identity


def test_every_agent_has_a_description_of_its_own() -> None:
    described = {json.dumps(describe(replace(agent, name=""))) for agent in AGENTS.values()}
    assert len(described) == len(AGENTS)
