"""Agents that must be one another: scalar-only is PPO with idle parameters, and a closed gate leaves PPO."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.learning.advantages import Blend, Normalisation
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.settings import TrainingSettings
from mtg_causal_rl.learning.trainer import train_on

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]


def _weights(agent: Agent, make_toy: MakeToy) -> dict[str, Tensor]:
    trained = train_on(agent, make_toy(), TrainingSettings(seed=5, steps=128 * 5, say=None))
    return trained.policy.network.weights()


def _assert_same_towers(left: dict[str, Tensor], right: dict[str, Tensor]) -> None:
    towers = [name for name in left if not name.startswith("causal.")]
    assert len(towers) == 10
    for name in towers:
        assert torch.equal(left[name], right[name]), name


def test_scalar_only_is_ppo_to_the_bit(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    ppo, scalar_only = small_agent("ppo"), small_agent("cgfa_scalar_only")
    shared = replace(scalar_only, stream=ppo.stream)
    _assert_same_towers(_weights(ppo, make_toy), _weights(shared, make_toy))


def test_scalar_only_has_streams_of_its_own(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    ppo, scalar_only = (_weights(small_agent(name), make_toy) for name in ("ppo", "cgfa_scalar_only"))
    assert not torch.equal(ppo["value_head.weight"], scalar_only["value_head.weight"])


def test_scalar_only_has_the_parameter_count_of_cgfa(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    counts = {
        name: sum(value.numel() for value in _weights(small_agent(name), make_toy).values())
        for name in ("cgfa", "cgfa_scalar_only")
    }
    assert counts["cgfa"] == counts["cgfa_scalar_only"]


@pytest.mark.parametrize("normalisation", Normalisation)
def test_a_closed_gate_without_causal_losses_is_ppo_to_the_bit(
    normalisation: Normalisation, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    cgfa = small_agent("cgfa")
    closed = replace(
        cgfa,
        terms=replace(cgfa, terms=cgfa.with_coefficient("factor", 0.0)).with_coefficient("calibration", 0.0),
        advantage=Blend(held_gate=0.0),
        normalisation=normalisation,
    )
    ppo = replace(small_agent("ppo"), normalisation=normalisation)
    _assert_same_towers(_weights(ppo, make_toy), _weights(closed, make_toy))
