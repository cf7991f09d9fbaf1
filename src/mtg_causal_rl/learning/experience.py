"""From a rollout to the batch that epochs learn from: values and advantages. No optimisation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mtg_causal_rl.learning.advantages import Moments
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.batch import Batch
from mtg_causal_rl.learning.networks import Critic, Network
from mtg_causal_rl.learning.returns import Endings, advantages, next_values
from mtg_causal_rl.learning.rollout import Rollout


@dataclass(frozen=True, slots=True)
class Experience:
    """A rollout, flat [T * N], with the critic's answers and the blend's moments at its time."""

    batch: Batch
    critic: Critic
    moments: Moments


@dataclass(frozen=True, slots=True)
class _Channel:
    """One reward with its values: [T, N], or [T, N, K] for factors."""

    rewards: Tensor
    values: Tensor
    following: Tensor
    endings: Endings
    gamma: float

    def advantages(self, trace: float) -> Tensor:
        """GAE, flat."""
        result = advantages(self.rewards, self.values, self.following, self.endings, gamma=self.gamma, trace=trace)
        return result.flatten(0, 1)


def _channel(rewards: Tensor, values: Tensor, final: Tensor, rollout: Rollout, gamma: float) -> _Channel:
    endings = Endings(rollout.terminated, rollout.truncated)
    by_step = values.view(rollout.shape.steps + 1, rollout.shape.games, *values.shape[1:])
    final_by_step = torch.zeros_like(by_step[:-1])
    if rollout.final_places:
        steps, games = zip(*rollout.final_places, strict=True)
        final_by_step[list(steps), list(games)] = final
    return _Channel(
        rewards, by_step[:-1], next_values(by_step[:-1], by_step[-1], final_by_step, endings), endings, gamma
    )


def _offered(masks: Tensor) -> Tensor:
    """The actions that are legal somewhere in masks [n, A]; on a GPU all, so that shapes stay the same."""
    if masks.is_cuda:
        return torch.arange(masks.shape[1], device=masks.device)
    return masks.any(dim=0).nonzero().squeeze(1)


@torch.no_grad()
def prepare(rollout: Rollout, network: Network, agent: Agent) -> Experience:
    """Evaluate the critic once over everything seen, then GAE for the reward and each factor."""
    numbers, transitions = agent.optimisation, rollout.shape.steps * rollout.shape.games
    selected = network.input.select(rollout.observations.flatten(0, 1))
    critic = network.critic(selected)
    final = network.critic(network.input.select(rollout.final_batch()))
    stored = Critic(
        critic.values[:transitions],
        critic.factor_values[:transitions],
        critic.gate[:transitions],
        critic.mixture,
    )
    scalar = _channel(rollout.rewards, critic.values, final.values, rollout, numbers.gamma)
    scalar_advantages = scalar.advantages(numbers.trace)
    if network.causal is None:
        factor_advantages = stored.factor_values
    else:
        factor = _channel(rollout.factor_rewards, critic.factor_values, final.factor_values, rollout, numbers.gamma)
        factor_advantages = factor.advantages(numbers.trace)
    outcomes = scalar.advantages(1.0)
    masks, actions = rollout.masks[:-1].flatten(0, 1), rollout.actions.flatten()
    offered = _offered(masks)
    scores = rollout.scores.flatten(0, 1)
    batch = Batch(
        observations=selected[:transitions],
        masks=masks[:, offered],
        actions=torch.searchsorted(offered, actions),
        log_probabilities=rollout.log_probabilities.flatten(),
        scores=scores[:, offered] if rollout.shape.scores else scores,
        advantages=scalar_advantages,
        returns=scalar_advantages + stored.values,
        outcomes=Moments.of(outcomes).normalise(outcomes),
        factor_advantages=factor_advantages,
        factor_returns=factor_advantages + stored.factor_values,
        epsilon=rollout.epsilon.flatten(0, 1),
        blended=scalar_advantages,
        offered=offered,
    )
    blended = agent.advantage(batch, stored)
    return Experience(replace(batch, blended=blended), stored, Moments.of(blended))
