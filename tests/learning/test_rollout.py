"""The rollout copies what the environment may overwrite, and keeps a truncation's last observation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from mtg_causal_rl.errors import EngineBug
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.experience import prepare
from mtg_causal_rl.learning.rollout import Rollout, RolloutShape
from mtg_causal_rl.learning.run import Run, start
from mtg_causal_rl.learning.settings import RunSettings

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]
SHAPE = RolloutShape(steps=2, games=3, observation=4, actions=2, factor_scales=(0.25,) * 6, epsilon=True, scores=0)


def _infos() -> dict[str, Any]:
    return {"action_mask": np.ones((3, 2), np.int8), "factors": np.full((3, 6), 0.5, np.float32)}


def test_positions_are_copied() -> None:
    rollout = Rollout(SHAPE, torch.device("cpu"))
    observations, infos = np.ones((3, 4), np.float32), _infos()
    rollout.put_position(0, observations, infos)
    observations[:] = 7.0
    infos["action_mask"][:] = 0
    infos["factors"][:] = 9.0
    assert rollout.observations[0].unique().tolist() == [1.0]
    assert rollout.masks[0].all()
    assert rollout.factors[0].unique().tolist() == [2.0]  # divided by their scale


def test_a_game_without_a_legal_action_is_named() -> None:
    rollout = Rollout(SHAPE, torch.device("cpu"))
    infos = _infos()
    infos["action_mask"][1] = 0
    rollout.put_position(0, np.zeros((3, 4), np.float32), infos)
    with pytest.raises(EngineBug, match=r"\[1\].*step 0"):
        rollout.refuse_empty_masks(0)


def _played(make_toy: MakeToy, small_agent: SmallAgent, cut_off: int) -> Run:
    settings = RunSettings(seed=0, steps=1000, device=torch.device("cpu"), environment={})
    run = start(small_agent("cgfa"), make_toy(cut_off=cut_off), settings)
    run.update()
    return run


def test_truncated_games_bootstrap_from_their_own_last_observation(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    run = _played(make_toy, small_agent, cut_off=2)
    rollout = run.rollout
    assert len(rollout.final_places) == int(rollout.truncated.sum()) > 0
    experience = prepare(rollout, run.network, run.agent)
    step, game = rollout.final_places[0]
    final = rollout.final_observations[0]
    assert not torch.equal(final, rollout.observations[step + 1, game])
    values = experience.critic.values.view(rollout.shape.steps, rollout.shape.games)
    with torch.no_grad():
        final_value = run.network.critic(run.network.input.select(final.unsqueeze(0))).values.item()
    delta = rollout.rewards[step, game].item() + 0.995 * final_value - values[step, game].item()
    stored = experience.batch.advantages.view(rollout.shape.steps, rollout.shape.games)
    assert stored[step, game].item() == pytest.approx(delta, abs=1e-5)


def test_factor_returns_are_advantages_plus_values(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    run = _played(make_toy, small_agent, cut_off=12)
    experience = prepare(run.rollout, run.network, run.agent)
    batch, critic = experience.batch, experience.critic
    torch.testing.assert_close(batch.factor_returns, batch.factor_advantages + critic.factor_values)
    torch.testing.assert_close(batch.returns, batch.advantages + critic.values)
    undiscounted_trace = replace(run.agent, optimisation=replace(run.agent.optimisation, trace=1.0))
    outcomes = prepare(run.rollout, run.network, undiscounted_trace).batch.advantages
    torch.testing.assert_close(batch.outcomes, (outcomes - outcomes.mean()) / outcomes.std(), atol=1e-5, rtol=1e-4)
    assert batch.outcomes.mean().item() == pytest.approx(0.0, abs=1e-5)
    assert batch.outcomes.std().item() == pytest.approx(1.0, abs=1e-4)


def test_the_batch_has_the_actions_that_were_legal_somewhere(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    run = _played(make_toy, small_agent, cut_off=12)
    run.rollout.masks[..., 2] = False
    run.rollout.actions[run.rollout.actions == 2] = 1
    run.rollout.masks[:-1].scatter_(2, run.rollout.actions.unsqueeze(2), True)
    batch = prepare(run.rollout, run.network, run.agent).batch
    assert batch.offered.tolist() == [0, 1, 3, 4, 5]
    assert torch.equal(batch.masks, run.rollout.masks[:-1].flatten(0, 1)[:, batch.offered])
    assert torch.equal(batch.offered[batch.actions], run.rollout.actions.flatten())
    assert batch.rows(torch.tensor([3, 1])).offered is batch.offered
