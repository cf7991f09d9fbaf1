"""The paper's library on our games: sb3's view of a vector environment, MaskablePPO with an agent's numbers.

Weights go both ways. The loop is in `sb3_training`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from mtg_causal_rl.errors import InvalidValue, MissingExtra
from mtg_causal_rl.learning import agents, terms
from mtg_causal_rl.learning.agents import Agent, Optimisation
from mtg_causal_rl.learning.environments import AnyVectorEnv, attribute
from mtg_causal_rl.learning.networks import Network
from mtg_causal_rl.learning.rollout import Finished
from mtg_causal_rl.learning.schedules import Schedule, value_at

try:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra(f'trainer="sb3" needs {error.name}: pip install "mtg-causal-rl[learn]"') from error

Callback: TypeAlias = BaseCallback
Infos = list[dict[str, Any]]


class Sb3Games(VecEnv):
    """Our games as an sb3 VecEnv. Its arrays are copies, which sb3 keeps beyond the next step."""

    def __init__(self, venv: AnyVectorEnv, seed: int) -> None:
        self.venv, self.first_seed = venv, seed
        self.finished = Finished()
        self.masks: npt.NDArray[np.bool_] = np.zeros((venv.num_envs, 0), np.bool_)
        self.chosen: npt.NDArray[np.int64] = np.zeros(venv.num_envs, np.int64)
        super().__init__(venv.num_envs, venv.single_observation_space, venv.single_action_space)

    def reset(self) -> npt.NDArray[np.float32]:
        """Begin all games, always from the run's own seed."""
        observations, infos = self.venv.reset(seed=self.first_seed)
        self.masks = np.array(infos["action_mask"], dtype=np.bool_)
        return np.array(observations, dtype=np.float32)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Nothing: sb3 seeds itself with the run's small seed, the games have theirs."""
        return [self.first_seed] * self.num_envs

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Take note of the actions."""
        self.chosen = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> tuple[Any, Any, Any, Infos]:
        """Play them; the info of a finished game holds its true last observation, as sb3 wants it."""
        observations, rewards, terminated, truncated, infos = self.venv.step(self.chosen)
        self.masks = np.array(infos["action_mask"], dtype=np.bool_)
        ended = np.flatnonzero(terminated | truncated)
        told: Infos = [{} for _ in range(self.num_envs)]
        if len(ended):
            self.finished.add(infos["final_info"]["summary"], ended)
        for game in ended:
            cut_off = bool(truncated[game] and not terminated[game])
            last = np.array(infos["final_obs"][game], dtype=np.float32)
            told[game] = {"terminal_observation": last, "TimeLimit.truncated": cut_off}
        seen = np.array(observations, dtype=np.float32)
        return seen, np.asarray(rewards, dtype=np.float32).copy(), terminated | truncated, told

    def close(self) -> None:
        """Nothing: who made the games closes them."""

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, bool [N, A]."""
        return self.masks

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Of each game; the masks are the one thing that MaskablePPO asks for."""
        return list(getattr(self, method_name)(*args, **kwargs)[list(self._get_indices(indices))])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Of each game, the same for all."""
        value = self.action_masks if attr_name == "action_masks" else attribute(self.venv, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the games are set when they are made."""
        raise InvalidValue(f"{attr_name} cannot be set on running games: make the environment with it")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped on its own."""
        return [False for _ in self._get_indices(indices)]


_LOSSES = {
    "policy": terms.clipped_surrogate,
    "value": terms.value_loss,
    "entropy": terms.negative_entropy,
}


def refuse_other_agents(agent: Agent) -> None:
    """MaskablePPO has PPO's three losses and one network; an agent that needs more is refused."""
    plain = agents.PPO
    same = all(
        getattr(agent, name) == getattr(plain, name)
        for name in ("advantage", "normalisation", "heads", "companion", "alteration")
    )
    losses = {term.name: term.loss for term in agent.terms}
    if not same or losses != _LOSSES or coefficient(agent, "policy") != 1.0:
        raise InvalidValue(
            f"MaskablePPO cannot train agent {agent.name!r}: it knows PPO's three losses and no heads, gate or "
            'companion; take ppo with other numbers, or trainer="own"'
        )


def coefficient(agent: Agent, term: str) -> Schedule:
    """The coefficient of one loss."""
    return next(each.coefficient for each in agent.terms if each.name == term)


def maskable_ppo(agent: Agent, games: Sb3Games, seed: int, device: torch.device) -> Any:
    """MaskablePPO with the agent's numbers; the entropy coefficient is that of the beginning."""
    refuse_other_agents(agent)
    numbers, value = agent.optimisation, coefficient(agent, "value")
    if not isinstance(value, float):
        raise InvalidValue(f"agent {agent.name!r}: MaskablePPO takes one value coefficient for the whole run")
    return MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=lambda remaining: value_at(numbers.learning_rate, 1.0 - max(0.0, remaining)),
        n_steps=numbers.transitions // games.num_envs,
        batch_size=numbers.minibatch,
        n_epochs=numbers.epochs,
        gamma=numbers.gamma,
        gae_lambda=numbers.trace,
        clip_range=numbers.clip,
        ent_coef=value_at(coefficient(agent, "entropy"), 0.0),
        vf_coef=value,
        max_grad_norm=numbers.gradient_norm,
        policy_kwargs=_policy_arguments(numbers),
        seed=seed,
        device=device,
    )


def _policy_arguments(numbers: Optimisation) -> dict[str, Any]:
    towers = {"pi": list(numbers.hidden), "vf": list(numbers.hidden)}
    return {
        "net_arch": towers,
        "activation_fn": torch.nn.ReLU,
        "optimizer_kwargs": {"eps": numbers.adam_epsilon},
    }


def _places(layers: int, width: int) -> Iterator[tuple[str, str, slice]]:
    """sb3's layer, ours, and the rows of ours that it is."""
    for tower, rows in (("policy", slice(0, width)), ("value", slice(width, None))):
        yield f"mlp_extractor.{tower}_net.0", "input", rows
        for layer in range(1, layers):
            yield f"mlp_extractor.{tower}_net.{2 * layer}", f"{tower}_tower.{2 * (layer - 1)}", slice(None)
    yield "action_net", "policy_head", slice(None)
    yield "value_net", "value_head", slice(None)


def named_weights(network: Network) -> Iterable[tuple[str, str, slice]]:
    """Every weight by sb3's name, ours, and the rows of ours that it is."""
    for theirs, ours, rows in _places(len(network.shape.hidden), network.shape.hidden[0]):
        for kind in ("weight", "bias"):
            yield f"{theirs}.{kind}", f"{ours}.{kind}", rows


@torch.no_grad()
def copy_to_sb3(network: Network, policy: torch.nn.Module) -> None:
    """Put a network's weights into MaskablePPO's policy."""
    weights = network.weights()
    for theirs, ours, rows in named_weights(network):
        policy.get_parameter(theirs).copy_(weights[ours][rows])


@torch.no_grad()
def copy_from_sb3(policy: torch.nn.Module, network: Network) -> None:
    """Put MaskablePPO's weights into a network, over all columns; causal heads stay as they are."""
    weights: dict[str, Tensor] = {name: value.clone() for name, value in network.weights().items()}
    for theirs, ours, rows in named_weights(network):
        weights[ours][rows] = policy.get_parameter(theirs).to(weights[ours].device)
    network.load_weights(weights)
