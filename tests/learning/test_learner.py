"""The update: schedules reach optimiser and losses, and damaged moments are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from mtg_causal_rl.errors import InvalidSnapshot
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.experience import prepare
from mtg_causal_rl.learning.run import Run, start
from mtg_causal_rl.learning.schedules import Linear, is_always_zero, value_at
from mtg_causal_rl.learning.settings import RunSettings

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]
UPDATE = 128


@pytest.fixture
def run(make_toy: MakeToy, small_agent: SmallAgent) -> Run:
    settings = RunSettings(seed=3, steps=4 * UPDATE, device=torch.device("cpu"), environment={})
    return start(small_agent("cgfa"), make_toy(), settings)


def test_a_schedule_is_a_line() -> None:
    assert [value_at(Linear(0.05, 0.005), progress) for progress in (0.0, 0.5, 1.0)] == pytest.approx(
        [0.05, 0.0275, 0.005]
    )
    assert value_at(0.3, 0.7) == 0.3
    assert is_always_zero(0.0)
    assert is_always_zero(Linear(0.0, 0.0))
    assert not is_always_zero(Linear(0.0, 0.1))


def test_progress_counts_the_rollout_of_the_update_as_sb3_does(run: Run) -> None:
    progress = []
    for _ in range(4):
        progress.append(run.progress)
        run.update()
    assert progress == [0.25, 0.5, 0.75, 1.0]


def test_the_learning_rate_follows_its_schedule(run: Run) -> None:
    rates = []
    for _ in range(4):
        run.update()
        rates.append(run.learner.optimiser.param_groups[0]["lr"])
    assert rates == pytest.approx([2.5e-3, 2.0e-3, 1.5e-3, 1.0e-3])  # the small agent's 3e-3 to 1e-3


def test_the_total_is_the_weighted_sum_at_this_progress(run: Run) -> None:
    run.update()
    experience = prepare(run.rollout, run.network, run.agent)
    step = run.learner.step(experience.batch, experience.moments, run.acting)
    total, losses = run.learner.total(step, 0.5)
    expected = (
        losses["policy"]
        + 0.5 * losses["value"]
        + 0.0275 * losses["entropy"]
        + 0.5 * losses["factor"]
        + 0.1 * losses["calibration"]
    )
    assert set(losses) == {
        "policy",
        "value",
        "entropy",
        "factor",
        "calibration",
    }  # a term that weighs 0 is left out
    assert total.item() == pytest.approx(expected.item(), rel=1e-5)


def test_moments_that_do_not_fit_their_weights_are_refused(run: Run) -> None:
    run.update()
    state = run.learner.state()
    state["adam.input.weight.exp_avg"] = state["adam.input.weight.exp_avg"][:, 1:]
    with pytest.raises(InvalidSnapshot, match=r"exp_avg of input\.weight"):
        run.learner.load(state)
