"""What training needs of a vector environment beyond Gymnasium's interface. No environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning.agents import Agent, MixtureStart
from mtg_causal_rl.learning.networks import Shape
from mtg_causal_rl.learning.rollout import RolloutShape

AnyVectorEnv = VectorEnv[Any, Any, Any]


def attribute(venv: AnyVectorEnv, name: str) -> Any:
    """An attribute of the environment below all wrappers, or None."""
    return getattr(venv.unwrapped, name, None)


def refuse_other_gamma(agent: Agent, venv: AnyVectorEnv) -> None:
    """Shaping cancels only if the environment's potential is discounted as the agent discounts."""
    theirs, ours = attribute(venv, "gamma"), agent.optimisation.gamma
    if theirs is None:
        raise InvalidValue(
            f"agent {agent.name!r} discounts with gamma {ours}, and the environment does not say with which "
            "gamma it shapes: give it an attribute gamma"
        )
    if theirs != ours:
        raise InvalidValue(
            f"agent {agent.name!r} discounts with gamma {ours} and the environment shapes with {theirs}: "
            "make both the same"
        )


def network_shape(agent: Agent, venv: AnyVectorEnv) -> Shape:
    """The sizes that the agent's network needs in this environment."""
    observations, actions = venv.single_observation_space, venv.single_action_space
    if (
        not isinstance(observations, spaces.Box)
        or len(observations.shape) != 1
        or not isinstance(actions, spaces.Discrete)
    ):
        raise InvalidValue(f"training needs a flat Box and Discrete actions, not {observations} and {actions}")
    return Shape(observations.shape[0], int(actions.n), agent.optimisation.hidden, agent.heads)


def rollout_shape(agent: Agent, venv: AnyVectorEnv, shape: Shape) -> RolloutShape:
    """T such that T * num_envs are the agent's transitions per update."""
    transitions = agent.optimisation.transitions
    if transitions % venv.num_envs:
        raise InvalidValue(f"num_envs {venv.num_envs} does not divide the agent's {transitions} transitions per update")
    return RolloutShape(
        steps=transitions // venv.num_envs,
        games=venv.num_envs,
        observation=shape.observation,
        actions=shape.actions,
        factor_scales=agent.factor_scales if shape.heads.factors or agent.companion else (),
        epsilon=shape.heads.factors > 0,
        scores=shape.actions if agent.companion else 0,
        factors=agent.factors,
    )


def first_mixture(agent: Agent, venv: AnyVectorEnv) -> np.ndarray | None:
    """The win model's weights [K] on the agent's factor scales, where its mixture starts at them."""
    if agent.mixture_start is MixtureStart.EQUAL:
        return None
    weights = attribute(venv, "win_weights")
    if weights is None or np.shape(weights) != (agent.heads.factors,):
        raise InvalidValue(
            f"agent {agent.name!r} starts its mixture at {agent.heads.factors} weights of the win model, and "
            f"the environment's win_weights is {weights}: give it a win_model or start the mixture equal"
        )
    return (np.asarray(weights) * agent.factor_scales).astype(np.float32)


def versions(venv: AnyVectorEnv) -> Mapping[str, str]:
    """Rules, layout and causal-model versions, to which a checkpoint is bound; empty where there are none."""
    return dict(attribute(venv, "versions") or {})


def snapshot(venv: AnyVectorEnv) -> bytes:
    """Every game of the environment, as bytes; empty where it cannot."""
    take = attribute(venv, "snapshot")
    return bytes(take()) if take else b""


def restore(venv: AnyVectorEnv, blob: bytes) -> tuple[np.ndarray, Mapping[str, Any]]:
    """Put the games where `blob` says; returns observations and info as a reset does."""
    put = attribute(venv, "restore")
    if not blob or put is None:
        raise InvalidValue("this environment cannot restore its games, so the run cannot resume: start it anew")
    observations, infos = put(blob)
    return observations, infos
