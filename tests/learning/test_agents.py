"""The agents as values: the paper's numbers, what an ablation changes, and errors for unknown names."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mtg_causal_rl.errors import InvalidValue, UnknownName
from mtg_causal_rl.learning.agents import AGENTS, FIRST_GATE, Agent, Term, find_agent
from mtg_causal_rl.learning.description import describe
from mtg_causal_rl.learning.terms import value_loss
from mtg_causal_rl.learning.world_model import WorldModelSettings

PAPER: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "paper_hyperparameters.json").read_text())


def _coefficient(agent: Agent, term: str) -> Any:
    return describe(next(each.coefficient for each in agent.terms if each.name == term))


@pytest.mark.parametrize("name", AGENTS)
def test_the_backbone_has_the_papers_numbers(name: str) -> None:
    numbers = AGENTS[name].optimisation
    assert PAPER["masked PPO backbone"] == {
        "learning rate": describe(numbers.learning_rate),
        "minibatch size": numbers.minibatch,
        "rollout steps": numbers.transitions,
        "epochs per update": numbers.epochs,
        "gamma": numbers.gamma,
        "gae lambda": numbers.trace,
        "clip range": numbers.clip,
        "entropy coefficient": _coefficient(AGENTS[name], "entropy"),
        "max gradient norm": numbers.gradient_norm,
        "network architecture": list(numbers.hidden),
    }


def test_the_world_model_has_the_papers_numbers() -> None:
    model = AGENTS["cwm"].companion
    assert isinstance(model, WorldModelSettings)
    assert PAPER["causal agent"] == {
        "action embedding": model.embedding,
        "hidden width": model.hidden,
        "learning rate": model.learning_rate,
        "replay buffer": model.buffer,
        "optimiser steps per rollout": model.steps,
        "minibatch": model.minibatch,
        "win probability weight": model.win_weight,
        "causal weight": model.blend,
        "exploration": describe(model.exploration),
    }


def test_cgfa_has_the_papers_numbers() -> None:
    cgfa = AGENTS["cgfa"]
    assert PAPER["cgfa"] == {
        "factors": cgfa.heads.factors,
        "initial blend": cgfa.mixture_start.value,
        "factor loss coefficient": _coefficient(cgfa, "factor"),
        "calibration coefficient": _coefficient(cgfa, "calibration"),
        "gate hidden": cgfa.heads.gate_hidden,
        "initial gate": FIRST_GATE,
        "gate entropy coefficient": _coefficient(cgfa, "gate"),
    }


def test_the_value_coefficient_is_one_half() -> None:
    assert {_coefficient(agent, "value") for agent in AGENTS.values()} == {0.5}


def test_the_promised_agents_exist_under_their_names() -> None:
    promised = "ppo cwm cgfa cgfa_scalar_only cgfa_no_gate cgfa_no_calibration cgfa_no_factor_loss cgfa_return_gate"
    assert set(promised.split()) <= set(AGENTS)
    assert all(name == agent.name for name, agent in AGENTS.items())


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("cgfa_no_gate", {"advantage"}),
        ("cgfa_no_calibration", {"terms"}),
        ("cgfa_no_factor_loss", {"terms"}),
        ("cgfa_return_gate", {"terms"}),
        ("cgfa_stored_advantages", {"reading"}),
        ("cgfa_factual_epsilon", {"environment"}),
        ("cgfa_signed_mixture", {"heads"}),
        ("cgfa_cold", {"mixture_start"}),
        ("cgfa_raw_units", {"factor_scales"}),
        ("cgfa_permuted_epsilon", {"alteration"}),
        ("cgfa_random_factors", {"factors", "factor_scales", "mixture_start", "environment"}),
        ("cgfa_gate_entropy_0.01", {"terms"}),
    ],
)
def test_an_ablation_changes_what_it_names_and_nothing_else(name: str, changed: set[str]) -> None:
    cgfa, ablation = describe(AGENTS["cgfa"]), describe(AGENTS[name])
    assert {field for field in cgfa if cgfa[field] != ablation[field]} == changed | {"name"}


def test_an_unknown_agent_is_refused_with_the_closest_names() -> None:
    with pytest.raises(UnknownName, match="cgfa_no_gate"):
        find_agent("cgfa_nogate")


def test_a_new_agent_is_one_statement() -> None:
    ppo = AGENTS["ppo"]
    mine = replace(ppo, name="mine", terms=(*ppo.terms, Term("more", value_loss, 0.1)))
    assert find_agent(mine) is mine


def test_two_terms_of_one_name_and_an_unknown_term_are_refused() -> None:
    ppo = AGENTS["ppo"]
    with pytest.raises(InvalidValue, match="two loss terms of one name"):
        replace(ppo, terms=(*ppo.terms, Term("value", value_loss, 1.0)))
    with pytest.raises(UnknownName, match="'entropy'"):
        ppo.without("entropi")


def test_a_description_is_json_and_names_functions() -> None:
    described = json.loads(json.dumps(describe(AGENTS["cgfa"])))
    assert described["advantage"]["function"] == "mtg_causal_rl.learning.advantages.Blend"
    assert described["terms"][0]["loss"] == "mtg_causal_rl.learning.terms.clipped_surrogate"
