"""The policy and value towers and the causal heads on the critic's features. No loss, no optimiser."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from mtg_causal_rl.learning.sparse import SparseRows, product, sparse_rows

# Gains of the orthogonal initialisation, as sb3-contrib's MaskablePPO sets them.
HIDDEN_GAIN = math.sqrt(2.0)
POLICY_GAIN = 0.01
VALUE_GAIN = 1.0


class Mixture(Enum):
    """How the mixture's parameters become weights of the factors."""

    SOFTMAX = "softmax"
    SIGNED = "signed"  # divided by the sum of sizes, so that a negative weight stays negative


@dataclass(frozen=True, slots=True)
class Heads:
    """What stands on the critic's features besides the scalar value; factors = 0 means nothing does."""

    factors: int
    gate_hidden: int
    mixture: Mixture


NO_HEADS = Heads(factors=0, gate_hidden=0, mixture=Mixture.SOFTMAX)


@dataclass(frozen=True, slots=True)
class Shape:
    """All that is needed to build a network that a checkpoint's weights fit into."""

    observation: int
    actions: int
    hidden: tuple[int, ...]
    heads: Heads

    @classmethod
    def from_json(cls, described: Mapping[str, Any]) -> Shape:
        """The shape in a checkpoint's header."""
        heads = described["heads"]
        return cls(
            observation=described["observation"],
            actions=described["actions"],
            hidden=tuple(described["hidden"]),
            heads=Heads(heads["factors"], heads["gate_hidden"], Mixture(heads["mixture"])),
        )


@dataclass(frozen=True, slots=True)
class Critic:
    """The critic's answers; without causal heads K is 0 and the gate is 0."""

    values: Tensor  # [B]
    factor_values: Tensor  # [B, K]
    gate: Tensor  # [B], in (0, 1)
    mixture: Tensor  # [K]


def linear(inputs: int, outputs: int, gain: float, generator: torch.Generator) -> nn.Linear:
    """An orthogonal layer with zero bias; gain 0 gives zero weights. Draws only from `generator`."""
    # Built without memory first, so that torch's own initialisation draws nothing.
    layer = nn.Linear(inputs, outputs, device="meta").to_empty(device="cpu")
    nn.init.zeros_(layer.bias)
    if gain == 0.0:
        nn.init.zeros_(layer.weight)
    else:
        nn.init.orthogonal_(layer.weight, gain=gain, generator=generator)
    return layer


Selected = Tensor | SparseRows
# The widest block of weights whose columns in use (some 2,000) stay in a core's cache.
_BLOCK = 256


class InputLayer(nn.Module):
    """The first layer of both towers, over those observation columns that were ever non-zero.

    A column that has been zero in every observation so far has had neither gradient nor Adam moment, so
    leaving it out changes the work and not the result. `full` holds the weights of such columns until one
    appears. Weights stand by column, in blocks of outputs: first those of the policy tower.
    """

    full: Tensor  # [K, D, w] with K * w = 2H; stale in the columns of `weight`
    columns: Tensor  # int64 [C], ascending
    places: Tensor  # int64 [D], the place of each column in `columns`, -1 where it is not selected

    def __init__(self, inputs: int, width: int, generator: torch.Generator) -> None:
        super().__init__()
        towers = [linear(inputs, width, HIDDEN_GAIN, generator) for _ in ("policy", "value")]
        self.width = width
        self.block = _BLOCK if width % _BLOCK == 0 else width
        self.register_buffer("full", self._blocks(torch.cat([tower.weight.detach() for tower in towers])))
        self.register_buffer("columns", torch.arange(0))
        self.register_buffer("places", torch.full((inputs,), -1))
        self.weight = nn.Parameter(self.full[:, :0].clone())
        self.bias = nn.Parameter(torch.zeros(2 * width))

    def _blocks(self, weight: Tensor) -> Tensor:
        """[2H, D] -> [K, D, w]."""
        return weight.view(-1, self.block, weight.shape[1]).transpose(1, 2).contiguous()

    def unseen(self, observations: Tensor) -> Tensor:
        """The columns, int64, that are non-zero somewhere in observations [n, D] and not selected yet."""
        appeared = (observations != 0).any(dim=0)
        appeared[self.columns] = False
        return appeared.nonzero().squeeze(1)

    def dense(self) -> Tensor:
        """The weights of all columns, [2H, D]."""
        return self._current().transpose(1, 2).reshape(2 * self.width, -1)

    def _current(self) -> Tensor:
        weight = self.full.clone()
        weight[:, self.columns] = self.weight.detach()
        return weight

    def choose(self, columns: Tensor) -> None:
        """Compute with these columns from now on; the weights stay what they are."""
        current = self._current()
        self.full.copy_(current)
        self.columns = columns
        self.places.fill_(-1)
        self.places[columns] = torch.arange(len(columns), device=columns.device)
        self.weight.data = current[:, columns].contiguous()

    def put(self, weight: Tensor) -> None:
        """Replace the weights of all columns by `weight` [2H, D], and select none."""
        self.full.copy_(self._blocks(weight.to(self.full.device)))
        self.columns = torch.arange(0, device=self.full.device)
        self.places.fill_(-1)
        self.weight.data = self.full[:, :0].clone()

    def select(self, observations: Tensor) -> Selected:
        """What is in the selected columns of observations [n, D]; on a CPU without the zeros."""
        if observations.is_cuda:
            return observations.index_select(-1, self.columns)
        return sparse_rows(observations, self.places, len(self.columns))

    def policy(self, selected: Selected) -> Tensor:
        """The policy tower's first hidden layer, [n, C] -> [n, H]."""
        half = len(self.weight) // 2
        return _hidden(selected, self.weight[:half], self.bias[: self.width])

    def value(self, selected: Selected) -> Tensor:
        """The value tower's first hidden layer, [n, C] -> [n, H]."""
        half = len(self.weight) // 2
        return _hidden(selected, self.weight[half:], self.bias[self.width :])

    def both(self, selected: Selected) -> tuple[Tensor, Tensor]:
        """Both first hidden layers from one product."""
        hidden = _hidden(selected, self.weight, self.bias)
        return hidden[:, : self.width], hidden[:, self.width :]


def _hidden(selected: Selected, weight: Tensor, bias: Tensor) -> Tensor:
    """relu(selected times weight + bias)."""
    if isinstance(selected, SparseRows):
        return product(selected, weight).add_(bias).relu_()
    blocks = torch.matmul(selected, weight)  # [K, n, w]
    return blocks.transpose(0, 1).flatten(1).add(bias).relu()


def _tower(widths: Sequence[int], generator: torch.Generator) -> nn.Sequential:
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(widths):
        layers += [linear(inputs, outputs, HIDDEN_GAIN, generator), nn.ReLU()]
    return nn.Sequential(*layers)


class CausalHeads(nn.Module):
    """Factor values, the gate between the two advantages and the mixture over factors."""

    def __init__(self, features: int, heads: Heads, generator: torch.Generator) -> None:
        super().__init__()
        self.kind = heads.mixture
        self.factors = linear(features, heads.factors, VALUE_GAIN, generator)
        # The last layer starts at zero, so the gate starts at sigmoid(0) = 0.5 in every state.
        self.gate = nn.Sequential(
            linear(features, heads.gate_hidden, HIDDEN_GAIN, generator),
            nn.ReLU(),
            linear(heads.gate_hidden, 1, 0.0, generator),
        )
        self.beta = nn.Parameter(torch.zeros(heads.factors))

    def mixture(self) -> Tensor:
        """The weight of each factor, [K]."""
        if self.kind is Mixture.SOFTMAX:
            return torch.softmax(self.beta, dim=0)
        return self.beta / self.beta.abs().sum().clamp_min(1e-8)

    def gate_of(self, features: Tensor) -> Tensor:
        """g(s), [B, F] -> [B]; of detached features, or the policy loss would bend the critic."""
        opening: Tensor = self.gate(features.detach())
        return torch.sigmoid(opening.squeeze(-1))


class Network(nn.Module):
    """Separate ReLU towers for policy and value, over the columns that `input.select` leaves."""

    def __init__(self, shape: Shape, towers: torch.Generator, heads: torch.Generator) -> None:
        super().__init__()
        self.shape = shape
        first, features = shape.hidden[0], shape.hidden[-1]
        self.input = InputLayer(shape.observation, first, towers)
        self.policy_tower = _tower(shape.hidden, towers)
        self.value_tower = _tower(shape.hidden, towers)
        self.policy_head = linear(features, shape.actions, POLICY_GAIN, towers)
        self.value_head = linear(features, 1, VALUE_GAIN, towers)
        self.causal = CausalHeads(features, shape.heads, heads) if shape.heads.factors else None

    def logits(self, selected: Selected) -> Tensor:
        """Unmasked action logits, [B, C] -> [B, A]."""
        result: Tensor = self.policy_head(self.policy_tower(self.input.policy(selected)))
        return result

    def critic(self, selected: Selected) -> Critic:
        """Values of all heads, [B, C] -> [B] and [B, K]."""
        return self._critic(self.value_tower(self.input.value(selected)))

    def forward(self, selected: Selected, offered: Tensor) -> tuple[Tensor, Critic]:
        """Logits of the actions offered, int64 [O], and values, with one product over the observation."""
        policy, value = self.input.both(selected)
        weight, bias = self.policy_head.weight[offered], self.policy_head.bias[offered]
        logits = functional.linear(self.policy_tower(policy), weight, bias)
        return logits, self._critic(self.value_tower(value))

    def _critic(self, features: Tensor) -> Critic:
        values = self.value_head(features).squeeze(-1)
        if self.causal is None:
            return Critic(values, values.new_empty((len(values), 0)), torch.zeros_like(values), values.new_empty(0))
        return Critic(values, self.causal.factors(features), self.causal.gate_of(features), self.causal.mixture())

    def weights(self) -> dict[str, Tensor]:
        """Every weight by name, the input layer's over all columns: what a checkpoint holds."""
        named = {name: parameter.detach() for name, parameter in self.named_parameters()}
        return named | {"input.weight": self.input.dense()}

    def load_weights(self, weights: dict[str, Tensor], columns: Tensor | None = None) -> None:
        """Take weights as `weights()` gives them; `columns` are those to compute with, all of them when left
        out."""
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name != "input.weight":
                    parameter.copy_(weights[name])
            self.input.put(weights["input.weight"])
        chosen = torch.arange(self.shape.observation) if columns is None else columns
        self.input.choose(chosen.to(self.input.full.device))
