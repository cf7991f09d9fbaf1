"""One update: epochs over minibatches, the agent's weighted loss terms, Adam. No environment, no files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import torch
from torch import Tensor

from mtg_causal_rl.errors import InvalidSnapshot
from mtg_causal_rl.learning.advantages import Moments, Normalisation, Reading
from mtg_causal_rl.learning.agents import Agent
from mtg_causal_rl.learning.batch import Batch, Live, Step
from mtg_causal_rl.learning.experience import Experience
from mtg_causal_rl.learning.masked import entropy
from mtg_causal_rl.learning.networks import Network
from mtg_causal_rl.learning.schedules import is_always_zero, value_at
from mtg_causal_rl.learning.streams import Streams
from mtg_causal_rl.learning.terms import probability_ratio

ActingPolicy = Callable[[Tensor, Tensor, Tensor], Tensor]  # logits, masks, scores -> log-probabilities


def gradient_norm(network: Network) -> Tensor:
    """The norm of all gradients together, summed in order, so that idle parameters change no bit of it."""
    norms = [torch.linalg.vector_norm(each.grad) for each in network.parameters() if each.grad is not None]
    return torch.stack(norms).double().square().cumsum(dim=0)[-1].sqrt()


def refuse_misshapen(name: str, parameter: Tensor, moments: dict[str, Tensor]) -> None:
    """Refuse moments of another shape than their weights: fused Adam would read beyond them."""
    for key, moment in moments.items():
        if moment.dim() and moment.shape != parameter.shape:
            raise InvalidSnapshot(
                f"Adam's {key} of {name} has shape {tuple(moment.shape)} and its weights have "
                f"{tuple(parameter.shape)}: this checkpoint is damaged, take another"
            )


class Learner:
    """A network with its optimiser."""

    def __init__(self, network: Network, agent: Agent) -> None:
        self.network = network
        self.agent = agent
        numbers = agent.optimisation
        self.active = tuple(term for term in agent.terms if not is_always_zero(term.coefficient))
        self.optimiser = torch.optim.Adam(
            network.parameters(), lr=numbers.learning_rate.start, eps=numbers.adam_epsilon, fused=True
        )

    def see(self, observations: Tensor) -> None:
        """Select the columns of observations [n, D] that are non-zero for the first time."""
        layer = self.network.input
        unseen = layer.unseen(observations)
        if len(unseen):
            self._choose(torch.cat((layer.columns, unseen)).sort().values)

    def _choose(self, columns: Tensor) -> None:
        layer = self.network.input
        before, size = layer.columns, layer.full.shape
        layer.choose(columns)
        layer.weight.grad = None
        moments = self.optimiser.state.get(layer.weight, {})
        for name in moments.keys() & {"exp_avg", "exp_avg_sq"}:
            dense = moments[name].new_zeros(size)
            dense[:, before] = moments[name]
            moments[name] = dense[:, columns].contiguous()

    def step(self, batch: Batch, moments: Moments, acting: ActingPolicy) -> Step:
        """What the loss terms see of a batch."""
        logits, critic = self.network(batch.observations, batch.offered)
        live = Live(acting(logits, batch.masks, batch.scores), critic)
        stored = self.agent.reading is Reading.STORED
        blended = batch.blended if stored else self.agent.advantage(batch, critic)
        if self.agent.normalisation is Normalisation.MINIBATCH:
            moments = Moments.of(blended)
        return Step(batch, live, moments.normalise(blended), self.agent.optimisation.clip)

    def total(self, step: Step, progress: float) -> tuple[Tensor, dict[str, Tensor]]:
        """The weighted sum of the active terms, and each of them."""
        losses = {term.name: term.loss(step) for term in self.active}
        weighted = [value_at(term.coefficient, progress) * losses[term.name] for term in self.active]
        return torch.stack(weighted).sum(), losses

    def update(
        self, experience: Experience, acting: ActingPolicy, progress: float, streams: Streams
    ) -> dict[str, float]:
        """All epochs; returns the mean over minibatches of what is worth logging.

        Raises FloatingPointError before the first step whose gradient is not finite.
        """
        numbers, size = self.agent.optimisation, len(experience.batch)
        for group in self.optimiser.param_groups:
            group["lr"] = value_at(numbers.learning_rate, progress)
        logged: defaultdict[str, list[Tensor]] = defaultdict(list)
        for _ in range(numbers.epochs):
            order = torch.randperm(size, generator=streams.minibatches, device=streams.minibatches.device)
            for rows in torch.split(order, numbers.minibatch):
                batch = self._altered(experience.batch.rows(rows), streams)
                step = self.step(batch, experience.moments, acting)
                total, losses = self.total(step, progress)
                norm = self._descend(total, losses)
                named = {f"loss/{name}": value for name, value in losses.items()}
                for name, value in (named | _observed(step) | {"gradient_norm": norm}).items():
                    logged[name].append(value.detach())
        return {name: float(torch.stack(values).double().mean()) for name, values in logged.items()}

    def _altered(self, batch: Batch, streams: Streams) -> Batch:
        alteration = self.agent.alteration
        return batch if alteration is None else alteration(batch, streams.alterations)

    def _descend(self, total: Tensor, losses: dict[str, Tensor]) -> Tensor:
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        norm = gradient_norm(self.network)
        if not bool(torch.isfinite(norm)):
            values = ", ".join(f"{name} {float(value.detach()):g}" for name, value in losses.items())
            raise FloatingPointError(f"gradient norm {float(norm)} with losses {values}")
        largest = self.agent.optimisation.gradient_norm
        torch.nn.utils.clip_grads_with_norm_(self.network.parameters(), largest, norm)
        self.optimiser.step()
        return norm

    def state(self) -> dict[str, Tensor]:
        """Weights over all columns, the selected columns and Adam's moments."""
        weights = {f"network.{name}": value for name, value in self.network.weights().items()}
        adam = {
            f"adam.{name}.{key}": value
            for name, parameter in self.network.named_parameters()
            for key, value in self.optimiser.state.get(parameter, {}).items()
        }
        return weights | adam | {"columns": self.network.input.columns}

    def load(self, state: dict[str, Tensor]) -> None:
        """Take what `state` gave."""
        weights = {name.removeprefix("network."): value for name, value in state.items() if name.startswith("network.")}
        self.network.load_weights(weights, state["columns"])
        for name, parameter in self.network.named_parameters():
            start = f"adam.{name}."
            moments = {key.removeprefix(start): state[key].clone() for key in state if key.startswith(start)}
            refuse_misshapen(name, parameter, moments)
            if moments:
                self.optimiser.state[parameter] = moments


@torch.no_grad()
def _observed(step: Step) -> dict[str, Tensor]:
    ratio = probability_ratio(step)
    return {
        "policy_entropy": entropy(step.live.log_probabilities, step.batch.masks).mean(),
        "clip_fraction": ((ratio - 1.0).abs() > step.clip).float().mean(),
        "kl": (ratio - 1.0 - ratio.log()).mean(),
    }
