"""Per agent: every parameter that its losses should teach gets a gradient, and no other one does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.learning.agents import AGENTS, Agent
from mtg_causal_rl.learning.batch import Step
from mtg_causal_rl.learning.experience import prepare
from mtg_causal_rl.learning.run import Run, start
from mtg_causal_rl.learning.settings import RunSettings

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]

GATE = {"causal.gate.0.weight", "causal.gate.0.bias", "causal.gate.2.weight", "causal.gate.2.bias"}
HEADS = {"causal.factors.weight", "causal.factors.bias"}
MIXTURE = {"causal.beta"}
# A correlation does not change when V_k moves by a constant: calibration alone teaches the heads no bias.
UNTAUGHT_BIAS = {"causal.factors.bias"}
IDLE: dict[str, set[str]] = {
    "cgfa_scalar_only": GATE | HEADS | MIXTURE,
    "cgfa_no_gate": GATE,
    "cgfa_stored_advantages": GATE | MIXTURE,
}


def by_row(blocks: torch.Tensor) -> torch.Tensor:
    """The first layer's gradient as [2H, C]."""
    return blocks.transpose(1, 2).flatten(0, 1)


def _run(agent: Agent, make_toy: MakeToy) -> Run:
    """After two updates, when the gate's last layer is no longer the zeros it starts with."""
    settings = RunSettings(seed=3, steps=10_000, device=torch.device("cpu"), environment={})
    run = start(agent, make_toy(), settings)
    run.update()
    run.update()
    return run


def _step(run: Run) -> Step:
    """A minibatch away from ratio 1, so that clipping shows."""
    experience = prepare(run.rollout, run.network, run.agent)
    return run.learner.step(experience.batch.rows(torch.arange(64)), experience.moments, run.acting)


def _gradients(run: Run, loss: Tensor) -> dict[str, Tensor]:
    run.learner.optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    return {
        name: torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        for name, parameter in run.network.named_parameters()
    }


@pytest.mark.parametrize("name", AGENTS)
def test_each_parameter_gets_its_gradient_or_exactly_none(
    name: str, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    run = _run(small_agent(name), make_toy)
    total, _ = run.learner.total(_step(run), run.progress)
    idle = IDLE.get(name, set())
    loose = UNTAUGHT_BIAS if name == "cgfa_no_factor_loss" else set()
    for parameter, gradient in _gradients(run, total).items():
        if parameter not in loose:
            assert (gradient.abs().max() > 0) == (parameter not in idle), parameter


def test_the_return_gate_learns_from_outcomes_alone(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    run = _run(small_agent("cgfa_return_gate"), make_toy)
    step = _step(run)
    for term in run.learner.active:
        gradients = _gradients(run, term.loss(step))
        taught = {name for name in GATE | MIXTURE if gradients[name].abs().max() > 0}
        assert taught == ((GATE | MIXTURE) if term.name == "outcome" else set()), term.name
        step = _step(run)


def test_the_policy_loss_does_not_bend_the_critic_through_the_gate(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    run = _run(small_agent("cgfa"), make_toy)
    policy = next(term for term in run.agent.terms if term.name == "policy")
    gradients = _gradients(run, policy.loss(_step(run)))
    width = run.network.input.width
    assert gradients["causal.gate.0.weight"].abs().max() > 0
    assert by_row(gradients["input.weight"])[width:].abs().max() == 0
    for name in ("value_tower.0.weight", "value_head.weight", "causal.factors.weight"):
        assert gradients[name].abs().max() == 0


def test_the_surrogate_pulls_the_gate_towards_the_larger_advantage(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    """What `gate/pull` logs is the surrogate's slope in g at ratio 1."""
    run = _run(small_agent("cgfa"), make_toy)
    experience = prepare(run.rollout, run.network, run.agent)
    gate = experience.critic.gate.clone().requires_grad_(True)
    blended = (1 - gate) * experience.batch.advantages + gate * (
        experience.batch.factor_advantages @ experience.critic.mixture
    )
    (-experience.moments.normalise(blended).mean()).backward()
    from mtg_causal_rl.learning.diagnostics import of_experience

    assert gate.grad is not None
    assert of_experience(experience, FACTORS)["gate/pull"] == pytest.approx(-float(gate.grad.sum()), rel=1e-4)
