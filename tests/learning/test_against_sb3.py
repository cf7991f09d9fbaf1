"""Against sb3-contrib's MaskablePPO: same weights and rollout, same losses, gradients and step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium import spaces
from torch import Tensor

from mtg_causal_rl.learning.advantages import Moments
from mtg_causal_rl.learning.agents import AGENTS, Agent
from mtg_causal_rl.learning.batch import Batch
from mtg_causal_rl.learning.experience import Experience
from mtg_causal_rl.learning.learner import Learner
from mtg_causal_rl.learning.masked import masked_log_probabilities
from mtg_causal_rl.learning.networks import Critic, Network, Shape
from mtg_causal_rl.learning.returns import Endings, advantages, next_values
from mtg_causal_rl.learning.schedules import Linear
from mtg_causal_rl.learning.streams import make_streams

sb3_contrib = pytest.importorskip("sb3_contrib")

OBSERVATION, ACTIONS, STEPS, GAMES = 30, 11, 16, 4
HIDDEN = (24, 16)
ENTROPY = 0.03


class _Quiet(gymnasium.Env[Any, Any]):
    """Spaces for MaskablePPO to build its network from; never played."""

    observation_space = spaces.Box(-1.0, 1.0, (OBSERVATION,), np.float32)
    action_space = spaces.Discrete(ACTIONS)


def _names(width: int) -> dict[str, tuple[str, slice]]:
    """sb3's parameter -> ours, and the rows of it."""
    pairs = {
        "mlp_extractor.policy_net.0": ("input", slice(0, width)),
        "mlp_extractor.value_net.0": ("input", slice(width, None)),
        "mlp_extractor.policy_net.2": ("policy_tower.0", slice(None)),
        "mlp_extractor.value_net.2": ("value_tower.0", slice(None)),
        "action_net": ("policy_head", slice(None)),
        "value_net": ("value_head", slice(None)),
    }
    return {
        f"{theirs}.{kind}": (f"{ours}.{kind}", rows)
        for theirs, (ours, rows) in pairs.items()
        for kind in ("weight", "bias")
    }


def _agent() -> Agent:
    """PPO with one epoch over one minibatch, so that its gradient can be read afterwards."""
    ppo = AGENTS["ppo"]
    numbers = replace(
        ppo.optimisation, hidden=HIDDEN, epochs=1, minibatch=STEPS * GAMES, learning_rate=Linear(1e-3, 1e-3)
    )
    return replace(ppo, optimisation=numbers, terms=ppo.with_coefficient("entropy", ENTROPY))


def _theirs(agent: Agent) -> Any:
    numbers = agent.optimisation
    return sb3_contrib.MaskablePPO(
        "MlpPolicy",
        _vectorised(),
        n_steps=STEPS,
        batch_size=STEPS * GAMES,
        n_epochs=1,
        gamma=numbers.gamma,
        gae_lambda=numbers.trace,
        clip_range=numbers.clip,
        ent_coef=ENTROPY,
        vf_coef=0.5,
        max_grad_norm=numbers.gradient_norm,
        learning_rate=1e-3,
        policy_kwargs={"net_arch": {"pi": list(HIDDEN), "vf": list(HIDDEN)}, "activation_fn": torch.nn.ReLU},
        device="cpu",
        seed=0,
    )


def _vectorised() -> Any:
    from stable_baselines3.common.vec_env import DummyVecEnv

    return DummyVecEnv([_Quiet] * GAMES)


class _Rollout:
    """Random transitions; the stored log-probabilities are off, so that some ratios are clipped."""

    def __init__(self, network: Network) -> None:
        luck = np.random.default_rng(0)
        self.observations = luck.uniform(-1, 1, (STEPS, GAMES, OBSERVATION)).astype(np.float32)
        self.masks = luck.random((STEPS, GAMES, ACTIONS)) < 0.4
        self.masks[..., 0] = True
        self.actions = np.array([[luck.choice(np.flatnonzero(row)) for row in game] for game in self.masks])
        self.rewards = luck.normal(size=(STEPS, GAMES)).astype(np.float32)
        self.ended = luck.random((STEPS, GAMES)) < 0.15
        with torch.no_grad():
            logits, critic = network(torch.from_numpy(self.observations).flatten(0, 1), torch.arange(ACTIONS))
            live = masked_log_probabilities(logits, torch.from_numpy(self.masks).flatten(0, 1))
        taken = live.gather(1, torch.from_numpy(self.actions).flatten().unsqueeze(1)).view(STEPS, GAMES)
        self.log_probabilities = taken + torch.from_numpy(luck.normal(0, 0.2, (STEPS, GAMES)).astype(np.float32))
        self.values = critic.values.view(STEPS, GAMES)
        self.last = torch.from_numpy(luck.normal(size=GAMES).astype(np.float32))

    def fill(self, model: Any) -> None:
        """As MaskablePPO's collect_rollouts does it."""
        starts = np.vstack([np.zeros((1, GAMES), bool), self.ended[:-1]])
        for step in range(STEPS):
            model.rollout_buffer.add(
                self.observations[step],
                self.actions[step].reshape(-1, 1),
                self.rewards[step],
                starts[step],
                self.values[step].unsqueeze(1),
                self.log_probabilities[step],
                action_masks=self.masks[step],
            )
        model.rollout_buffer.compute_returns_and_advantage(self.last, self.ended[-1])

    def experience(self, agent: Agent) -> Experience:
        numbers = agent.optimisation
        ended = torch.from_numpy(self.ended)
        endings = Endings(ended, torch.zeros_like(ended))
        following = next_values(self.values, self.last, torch.zeros_like(self.values), endings)
        gained = advantages(
            torch.from_numpy(self.rewards),
            self.values,
            following,
            endings,
            gamma=numbers.gamma,
            trace=numbers.trace,
        )
        flat, nothing = gained.flatten(), torch.zeros(STEPS * GAMES, 0)
        batch = Batch(
            observations=torch.from_numpy(self.observations).flatten(0, 1),
            masks=torch.from_numpy(self.masks).flatten(0, 1),
            actions=torch.from_numpy(self.actions).flatten(),
            log_probabilities=self.log_probabilities.flatten(),
            scores=nothing,
            advantages=flat,
            returns=flat + self.values.flatten(),
            outcomes=flat,
            factor_advantages=nothing,
            factor_returns=nothing,
            epsilon=nothing,
            blended=flat,
            offered=torch.arange(ACTIONS),
        )
        return Experience(batch, Critic(self.values.flatten(), nothing, flat, nothing[0]), Moments.of(flat))


@pytest.fixture
def both() -> tuple[Any, Learner, dict[str, float], _Rollout]:
    """Both after one update from the same weights and transitions, and what ours logged."""
    from stable_baselines3.common.logger import Logger

    agent = _agent()
    shape = Shape(OBSERVATION, ACTIONS, HIDDEN, agent.heads)
    network = Network(shape, torch.Generator().manual_seed(0), torch.Generator())
    network.load_weights(network.weights())
    model = _theirs(agent)
    with torch.no_grad():
        for theirs, (ours, rows) in _names(HIDDEN[0]).items():
            model.policy.get_parameter(theirs).copy_(network.weights()[ours][rows])
    rollout = _Rollout(network)
    rollout.fill(model)
    model.set_logger(Logger(folder=None, output_formats=[]))
    model.train()
    learner = Learner(network, agent)
    experience = rollout.experience(agent)
    logged = learner.update(
        experience,
        lambda logits, masks, scores: masked_log_probabilities(logits, masks),
        0.5,
        make_streams(0, agent.stream, torch.device("cpu")),
    )
    return model, learner, logged, rollout


Both = tuple[Any, Learner, dict[str, float], _Rollout]


def test_the_same_advantages_and_returns(both: Both) -> None:
    model, learner, _, rollout = both
    batch, buffer = rollout.experience(learner.agent).batch, model.rollout_buffer

    def by_step(array: np.ndarray) -> Tensor:
        return torch.from_numpy(array.reshape(GAMES, STEPS).T.copy()).flatten()

    torch.testing.assert_close(batch.advantages, by_step(buffer.advantages), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(batch.returns, by_step(buffer.returns), atol=1e-5, rtol=1e-5)


def test_the_same_losses(both: Both) -> None:
    model, _, logged, _ = both
    theirs = model.logger.name_to_value
    for ours, name in {
        "loss/policy": "train/policy_gradient_loss",
        "loss/value": "train/value_loss",
        "loss/entropy": "train/entropy_loss",
        "clip_fraction": "train/clip_fraction",
        "kl": "train/approx_kl",
    }.items():
        assert logged[ours] == pytest.approx(float(theirs[name]), abs=1e-5), name
    assert 0.1 < logged["clip_fraction"] < 0.9


def test_the_same_clipped_gradients(both: Both) -> None:
    model, learner, logged, _ = both
    assert logged["gradient_norm"] > learner.agent.optimisation.gradient_norm
    for theirs, (ours, rows) in _names(HIDDEN[0]).items():
        expected = model.policy.get_parameter(theirs).grad
        gradient = learner.network.get_parameter(ours).grad
        assert gradient is not None
        if ours == "input.weight":
            gradient = gradient.transpose(1, 2).flatten(0, 1)
        torch.testing.assert_close(gradient[rows], expected, atol=1e-5, rtol=1e-5)
        assert expected.abs().max() > 0


def test_the_same_weights_after_the_step(both: Both) -> None:
    model, learner, _, _ = both
    for theirs, (ours, rows) in _names(HIDDEN[0]).items():
        torch.testing.assert_close(
            learner.network.weights()[ours][rows],
            model.policy.get_parameter(theirs).data,
            atol=1e-5,
            rtol=1e-5,
        )
