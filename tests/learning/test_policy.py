"""A trained policy: greedy, legal, the same from its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mtg_causal_rl.errors import InvalidSnapshot, InvalidValue
from mtg_causal_rl.learning import checkpoint as checkpoints
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.policy import load_policy, policy_of
from mtg_causal_rl.learning.run import start
from mtg_causal_rl.learning.settings import RunSettings, Trained, TrainingSettings
from mtg_causal_rl.learning.trainer import train_on

MakeToy = Callable[..., Any]
SmallAgent = Callable[[str], Agent]


def _trained(agent: Agent, make_toy: MakeToy, out: Path) -> Trained:
    return train_on(agent, make_toy(), TrainingSettings(seed=0, steps=128 * 4, out=out, say=None))


@pytest.mark.parametrize("name", ["ppo", "cwm", "cgfa"])
def test_the_file_plays_as_the_trained_policy_does(
    name: str, tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    trained = _trained(small_agent(name), make_toy, tmp_path)
    observations, infos = make_toy(games=200).reset(seed=1)
    masks = infos["action_mask"]
    for loaded in (load_policy(tmp_path), load_policy(str(tmp_path / "checkpoint.safetensors"))):
        probabilities = loaded.probabilities(observations, masks, infos)
        assert np.array_equal(probabilities, trained.policy.probabilities(observations, masks, infos))
        actions = loaded.act(observations, masks, infos, [])
        assert actions.dtype == np.int64
        assert np.array_equal(actions, probabilities.argmax(axis=1))
        assert masks[np.arange(200), actions].all()


def test_a_world_model_plays_by_the_scores_it_was_trained_with(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    settings = RunSettings(seed=0, steps=1000, device=torch.device("cpu"), environment={})
    run = start(small_agent("cwm"), make_toy(), settings)
    run.update()
    observations, infos = run.position
    policy = policy_of(run.agent, run.network, run.companion)
    last, companion = run.rollout.shape.steps, run.companion
    assert companion is not None
    masks = run.rollout.masks[last]
    logits = run.network.logits(run.network.input.select(run.rollout.observations[last]))
    expected = companion.deciding(logits, masks, companion.scores(run.rollout.factors[last], masks)).exp()
    played = torch.from_numpy(policy.probabilities(observations, infos["action_mask"], infos))
    torch.testing.assert_close(played, expected.detach())


def test_the_generators_are_not_used(tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent) -> None:
    policy = _trained(small_agent("ppo"), make_toy, tmp_path).policy
    observations, infos = make_toy().reset(seed=1)
    generator = np.random.default_rng(0)
    before = generator.bit_generator.state
    policy.act(observations, infos["action_mask"], infos, [generator] * 8)
    assert generator.bit_generator.state == before


def test_wrong_observations_and_missing_factors_are_refused(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    policy = _trained(small_agent("cwm"), make_toy, tmp_path).policy
    observations, infos = make_toy().reset(seed=1)
    with pytest.raises(InvalidValue, match=r"\(n, 20\)"):
        policy.act(observations[:, :5], infos["action_mask"], infos, [])
    with pytest.raises(InvalidValue, match="factors"):
        policy.act(observations, infos["action_mask"], {}, [])


def test_a_checkpoint_without_its_weights_is_refused(
    tmp_path: Path, make_toy: MakeToy, small_agent: SmallAgent
) -> None:
    _trained(small_agent("ppo"), make_toy, tmp_path)
    path = tmp_path / "checkpoint.safetensors"
    stored = checkpoints.read(path)
    tensors = {name: value for name, value in stored.tensors.items() if name != "network.policy_head.bias"}
    broken = checkpoints.Checkpoint(stored.configuration, stored.shape, stored.steps, stored.updates, tensors)
    checkpoints.write(path, broken)
    with pytest.raises(InvalidSnapshot, match=r"policy_head\.bias"):
        load_policy(path)


def test_training_on_does_not_change_a_policy_that_was_taken(make_toy: MakeToy, small_agent: SmallAgent) -> None:
    settings = RunSettings(seed=0, steps=1000, device=torch.device("cpu"), environment={})
    run = start(small_agent("cwm"), make_toy(), settings)
    run.update()
    observations, infos = make_toy().reset(seed=1)
    policy = policy_of(run.agent, run.network, run.companion)
    before = policy.probabilities(observations, infos["action_mask"], infos)
    run.update()
    assert np.array_equal(before, policy.probabilities(observations, infos["action_mask"], infos))
