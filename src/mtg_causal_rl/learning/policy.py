"""A trained network as a Policy: greedy, so it plays the most probable action. No training."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from mtg_causal_rl.errors import InvalidSnapshot, InvalidValue
from mtg_causal_rl.learning import checkpoint as checkpoints
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.checkpoint import grouped
from mtg_causal_rl.learning.companion import Companion
from mtg_causal_rl.learning.masked import best, masked_log_probabilities, probabilities
from mtg_causal_rl.learning.networks import Network, Shape
from mtg_causal_rl.learning.schedules import Linear
from mtg_causal_rl.learning.world_model import WorldModelSettings

Infos = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class TrainedPolicy:
    """Plays the most probable legal action of a network (and its companion's blend, without exploration)."""

    network: Network
    companion: Companion | None
    factor_scales: tuple[float, ...]

    @property
    def identity(self) -> str:
        """The same text for the same play, another one for other weights."""
        digest = hashlib.sha256(repr(self.factor_scales).encode())
        played = grouped("network", self.network.weights())
        if self.companion is not None:
            played |= grouped("companion", self.companion.state())
        for name, value in sorted(played.items()):
            digest.update(name.encode() + value.detach().cpu().contiguous().numpy().tobytes())
        return f"trained policy {digest.hexdigest()}"

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        infos: Infos,
        generators: Sequence[np.random.Generator],
    ) -> np.ndarray:
        """Greedy actions, int64 [n]; the generators are not used."""
        legal = torch.from_numpy(np.asarray(masks, dtype=bool))
        actions: np.ndarray = best(self._log_probabilities(observations, legal, infos), legal).numpy()
        return actions

    def probabilities(self, observations: np.ndarray, masks: np.ndarray, infos: Infos) -> np.ndarray:
        """What it would play with which probability if it sampled, float32 [n, A]."""
        legal = torch.from_numpy(np.asarray(masks, dtype=bool))
        log_probabilities = self._log_probabilities(observations, legal, infos)
        result: np.ndarray = probabilities(log_probabilities, legal).numpy()
        return result

    @torch.no_grad()
    def _log_probabilities(self, observations: np.ndarray, legal: Tensor, infos: Infos) -> Tensor:
        expected = self.network.shape.observation
        seen = torch.from_numpy(np.asarray(observations, dtype=np.float32))
        if seen.dim() != 2 or seen.shape[1] != expected:
            raise InvalidValue(f"this policy needs observations of shape (n, {expected}), not {tuple(seen.shape)}")
        logits = self.network.logits(self.network.input.select(seen))
        if self.companion is None:
            return masked_log_probabilities(logits, legal)
        if "factors" not in infos:
            raise InvalidValue(
                'this policy needs info["factors"]: make the environment with causal="factors" or "full"'
            )
        factors = torch.from_numpy(np.asarray(infos["factors"], dtype=np.float32)) / torch.tensor(self.factor_scales)
        return self.companion.deciding(logits, legal, self.companion.scores(factors, legal))


def policy_of(agent: Agent, network: Network, companion: Companion | None) -> TrainedPolicy:
    """A policy that later training does not change, on the CPU and over all columns."""
    weights = {name: value.cpu() for name, value in network.weights().items()}
    copied = copy.deepcopy(companion).to(torch.device("cpu")) if companion is not None else None
    return TrainedPolicy(_network(network.shape, weights), copied, agent.factor_scales)


def _network(shape: Shape, weights: dict[str, Tensor]) -> Network:
    unused = torch.Generator()
    network = Network(shape, unused, unused)
    network.load_weights(weights)
    return network.requires_grad_(False)


def load_policy(path: str | Path) -> TrainedPolicy:
    """The policy in a checkpoint file, or in the folder that train(out=...) wrote."""
    file = Path(path)
    if file.is_dir():
        file = file / "checkpoint.safetensors"
    stored = checkpoints.read(file)
    try:
        network = _network(Shape.from_json(stored.shape), stored.group("network"))
        scales = tuple(stored.configuration["agent"]["factor_scales"])
        companion = _companion(stored, network.shape.actions, len(scales))
    except (KeyError, RuntimeError, TypeError) as error:
        raise InvalidSnapshot(f"{file} does not hold the weights that its header describes: {error}") from error
    return TrainedPolicy(network, companion, scales)


def _companion(stored: checkpoints.Checkpoint, actions: int, factors: int) -> Companion | None:
    described = stored.configuration["agent"]["companion"]
    if described is None:
        return None
    numbers = dict(described) | {"exploration": Linear(**described["exploration"])}
    companion = WorldModelSettings(**numbers).build(factors, actions, torch.Generator())
    companion.load(stored.group("companion"))
    return companion
