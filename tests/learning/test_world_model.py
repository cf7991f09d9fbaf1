"""The causal world model: its losses by hand, the policy that acts, and labels of remembered transitions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from mtg_causal_rl.learning.agents import AGENTS, Agent
from mtg_causal_rl.learning.replay import Replay
from mtg_causal_rl.learning.rollout import Rollout, RolloutShape
from mtg_causal_rl.learning.run import start
from mtg_causal_rl.learning.settings import RunSettings
from mtg_causal_rl.learning.world_model import WorldModel, WorldModelSettings, change_loss, win_loss


def _model(**changes: Any) -> WorldModel:
    settings = AGENTS["cwm"].companion
    assert isinstance(settings, WorldModelSettings)
    return replace(settings, **changes).build(6, 4, torch.Generator().manual_seed(0))


def test_change_loss_by_hand() -> None:
    assert change_loss(torch.tensor([[1.0, 2.0]]), torch.tensor([[0.0, 4.0]])).item() == pytest.approx(2.5)


def test_win_loss_weighs_both_outcomes_alike_and_skips_unfinished_games() -> None:
    log_odds = torch.tensor([0.0, math.log(3.0), math.log(3.0), math.log(4.0), 9.0])
    won = torch.tensor([1.0, 0.0, 0.0, 0.0, math.nan])
    lost = (-math.log(0.25) - math.log(0.25) - math.log(0.2)) / 3
    assert win_loss(log_odds, won).item() == pytest.approx(0.5 * math.log(2.0) + 0.5 * lost)


def test_win_loss_without_a_finished_game_is_zero() -> None:
    assert win_loss(torch.ones(3), torch.full((3,), math.nan)).item() == 0.0


def test_the_acting_policy_by_hand() -> None:
    model = _model()
    masks = torch.tensor([[True, True, False, False]])
    logits = torch.log(torch.tensor([[0.2, 0.8, 1.0, 1.0]]))
    scores = torch.tensor([[1.0, 0.0, 7.0, 0.0]])
    first, second = 0.2**0.4 * math.exp(0.6), 0.8**0.4
    blended = first / (first + second)
    assert model.deciding(logits, masks, scores).exp()[0].tolist() == pytest.approx([blended, 1 - blended, 0.0, 0.0])
    for progress, exploration in ((0.0, 0.10), (1.0, 0.01)):
        acting = model.acting(logits, masks, scores, progress).exp()
        mixed = (1 - exploration) * blended + exploration / 2
        assert acting[0].tolist() == pytest.approx([mixed, 1 - mixed, 0.0, 0.0])


def test_the_ratio_teaches_the_policy_through_the_blend() -> None:
    model = _model()
    logits = torch.zeros(1, 4, requires_grad=True)
    masks = torch.tensor([[True, True, False, True]])
    model.acting(logits, masks, torch.zeros(1, 4), 0.5)[0, 0].backward()  # type: ignore[no-untyped-call]
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()
    assert logits.grad[0, 0] > 0
    assert logits.grad[0, 2] == 0


def test_scores_are_predicted_changes_of_the_log_odds() -> None:
    model = _model()
    factors = torch.randn(2, 6, generator=torch.Generator().manual_seed(1))
    masks = torch.tensor([[True, False, True, False], [False, False, False, True]])
    scores = model.scores(factors, masks)
    assert scores[~masks].abs().max() == 0
    with torch.no_grad():
        after = factors[:1] + model.predictor.change(factors[:1], torch.tensor([2]))
        expected = model.predictor.win_log_odds(after) - model.predictor.win_log_odds(factors[:1])
    assert scores[0, 2].item() == pytest.approx(expected.item(), abs=1e-5)


def test_the_stored_log_probability_is_that_of_the_policy_that_acted(
    make_toy: Callable[..., Any], small_agent: Callable[[str], Agent]
) -> None:
    settings = RunSettings(seed=0, steps=2000, device=torch.device("cpu"), environment={})
    run = start(small_agent("cwm"), make_toy(), settings)
    before = {name: value.clone() for name, value in run.network.weights().items()}
    progress = run.progress
    run.update()
    run.network.load_weights(before)
    rollout, model = run.rollout, run.companion
    assert isinstance(model, WorldModel)
    for step in range(rollout.shape.steps):
        logits = run.network.logits(run.network.input.select(rollout.observations[step]))
        acting = model.acting(logits, rollout.masks[step], rollout.scores[step], progress)
        expected = acting.gather(1, rollout.actions[step].unsqueeze(1)).squeeze(1)
        torch.testing.assert_close(rollout.log_probabilities[step], expected, atol=1e-5, rtol=1e-5)
    assert rollout.scores.abs().max() > 0


def _rollout(ended: list[tuple[int, int]], winners: list[int]) -> Rollout:
    """Three steps of two games; `ended` are (step, game), in the order of `winners`."""
    rollout = Rollout(
        RolloutShape(3, 2, observation=1, actions=1, factor_scales=(1.0,), epsilon=False, scores=0),
        torch.device("cpu"),
    )
    for step, game in ended:
        rollout.terminated[step, game] = True
    rollout.finished.winners.extend(winners)
    return rollout


def test_transitions_learn_who_won_when_their_game_ends() -> None:
    replay = Replay(12, 1)
    replay.add(_rollout([(1, 0)], [0]))
    first = replay.won[:6].view(3, 2)
    assert first[:2, 0].tolist() == [1.0, 1.0]  # the game that the agent won
    assert first[2, 0].isnan()  # its successor
    assert first[:, 1].isnan().all()
    replay.add(_rollout([(0, 1), (2, 0)], [1, 2]))
    assert replay.won[:6].view(3, 2)[:, 1].tolist() == [0.0, 0.0, 0.0]  # lost, two rollouts long
    assert replay.won[4].item() == 0.0  # a draw is no win
    assert replay.won[6:].view(3, 2)[1:, 1].isnan().all()


def test_a_full_memory_forgets_the_oldest() -> None:
    replay = Replay(4, 1)
    rollout = _rollout([], [])
    rollout.actions[:] = torch.arange(6).view(3, 2)
    replay.add(rollout)
    assert replay.filled == 4
    assert sorted(replay.actions.tolist()) == [2, 3, 4, 5]
