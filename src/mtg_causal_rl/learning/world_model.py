"""The causal world model: predicts how an action changes the factors and what that does to the chance to win.

The policy that acts is softmax((1 - w) log pi + w s) over the legal actions, mixed with a uniform one for
exploration; s is the predicted change of the log-odds of winning, so both parts are in nats. PPO's ratio is
that of this acting policy, new over old, with the scores of the rollout held constant; the stored log-
probability is the acting one. It sees the factors and the action's index alone, as the paper describes it,
not the card behind a slot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from mtg_causal_rl.learning.masked import ILLEGAL_LOGIT, masked_log_probabilities, probabilities
from mtg_causal_rl.learning.networks import HIDDEN_GAIN, VALUE_GAIN, linear
from mtg_causal_rl.learning.replay import Replay, Sample
from mtg_causal_rl.learning.rollout import Rollout
from mtg_causal_rl.learning.schedules import Linear, value_at


@dataclass(frozen=True, slots=True)
class WorldModelSettings:
    """The numbers of a world model; the agents say which."""

    embedding: int
    hidden: int
    learning_rate: float
    buffer: int
    steps: int
    minibatch: int
    win_weight: float
    blend: float
    exploration: Linear

    def build(self, factors: int, actions: int, generator: torch.Generator) -> WorldModel:
        """A new model with weights from `generator`."""
        return WorldModel(self, factors, actions, generator)


class Predictor(nn.Module):
    """Factors and an action -> change of the factors; factors -> log-odds of winning."""

    def __init__(self, settings: WorldModelSettings, factors: int, actions: int, generator: torch.Generator) -> None:
        super().__init__()
        table = torch.empty(actions, settings.embedding).normal_(generator=generator)
        self.embedding = nn.Parameter(table)
        self.hidden = linear(factors + settings.embedding, settings.hidden, HIDDEN_GAIN, generator)
        self.change_head = linear(settings.hidden, factors, VALUE_GAIN, generator)
        self.win_hidden = linear(factors, settings.hidden, HIDDEN_GAIN, generator)
        self.win_head = linear(settings.hidden, 1, VALUE_GAIN, generator)

    def change(self, factors: Tensor, actions: Tensor) -> Tensor:
        """The predicted change of each factor, [n, K] and int64 [n] -> [n, K]."""
        seen = torch.cat((factors, self.embedding[actions]), dim=-1)
        result: Tensor = self.change_head(self.hidden(seen).relu())
        return result

    def win_log_odds(self, factors: Tensor) -> Tensor:
        """[n, K] -> [n]."""
        result: Tensor = self.win_head(self.win_hidden(factors).relu()).squeeze(-1)
        return result


def change_loss(predicted: Tensor, observed: Tensor) -> Tensor:
    """Mean squared error of the predicted change."""
    return functional.mse_loss(predicted, observed)


def win_loss(log_odds: Tensor, won: Tensor) -> Tensor:
    """Cross-entropy in which won and lost games count the same in total; [n], `won` is nan where the game
    goes on."""
    known = ~torch.isnan(won)
    target = torch.where(known, won, 0.0)
    wins, losses = target.sum(), (known & (target == 0)).sum()
    weights = torch.where(target == 1, 0.5 / wins.clamp_min(1), 0.5 / losses.clamp_min(1)) * known
    return functional.binary_cross_entropy_with_logits(log_odds, target, weight=weights, reduction="sum")


class WorldModel:
    """A predictor with its optimiser and its memory of transitions; a `Companion`."""

    def __init__(self, settings: WorldModelSettings, factors: int, actions: int, generator: torch.Generator) -> None:
        self.settings = settings
        self.predictor = Predictor(settings, factors, actions, generator)
        self.replay = Replay(settings.buffer, factors)
        self.optimiser = torch.optim.Adam(self.predictor.parameters(), lr=settings.learning_rate)

    @torch.no_grad()
    def scores(self, factors: Tensor, masks: Tensor) -> Tensor:
        """The predicted change of the log-odds of winning for each legal action, [n, A]."""
        games, actions = masks.nonzero(as_tuple=True)
        before = factors[games]
        after = before + self.predictor.change(before, actions)
        gains = self.predictor.win_log_odds(after) - self.predictor.win_log_odds(factors)[games]
        result = torch.zeros(masks.shape, device=masks.device)
        result[games, actions] = gains
        return result

    def deciding(self, logits: Tensor, masks: Tensor, scores: Tensor) -> Tensor:
        """log softmax of the blend, [n, A]."""
        blend = self.settings.blend
        blended = (1.0 - blend) * masked_log_probabilities(logits, masks) + blend * scores
        return masked_log_probabilities(blended, masks)

    def acting(self, logits: Tensor, masks: Tensor, scores: Tensor, progress: float) -> Tensor:
        """The blend mixed with a uniform choice among legal actions, [n, A]."""
        exploration = value_at(self.settings.exploration, progress)
        uniform = exploration / masks.sum(dim=-1, keepdim=True)
        decided = probabilities(self.deciding(logits, masks, scores), masks)
        mixed = (1.0 - exploration) * decided + uniform
        return torch.where(masks, mixed, 1.0).log().masked_fill(~masks, ILLEGAL_LOGIT)

    def learn(self, rollout: Rollout, generator: torch.Generator) -> dict[str, float]:
        """Remember the rollout and take the optimiser's steps."""
        self.replay.add(rollout)
        losses = [self._learn_from(self._draw(generator)) for _ in range(self.settings.steps)]
        change, win = torch.stack(losses).mean(dim=0).tolist()
        return {"world_model/change_loss": change, "world_model/win_loss": win}

    def _draw(self, generator: torch.Generator) -> Sample:
        rows = torch.randint(self.replay.filled, (self.settings.minibatch,), generator=generator)
        return self.replay.sample(rows)

    def _learn_from(self, drawn: Sample) -> Tensor:
        change = change_loss(self.predictor.change(drawn.factors, drawn.actions), drawn.changes)
        win = win_loss(self.predictor.win_log_odds(drawn.factors), drawn.won)
        self.optimiser.zero_grad(set_to_none=True)
        (change + self.settings.win_weight * win).backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        return torch.stack((change.detach(), win.detach()))

    def state(self) -> dict[str, Tensor]:
        """Weights, Adam's moments and the memory."""
        weights = {f"weights.{name}": value.detach() for name, value in self.predictor.named_parameters()}
        memory = {f"replay.{name}": value for name, value in self.replay.state().items()}
        adam = {
            f"adam.{name}.{key}": value
            for name, parameter in self.predictor.named_parameters()
            for key, value in self.optimiser.state[parameter].items()
        }
        return weights | memory | adam

    def load(self, state: Mapping[str, Tensor]) -> None:
        """Take what `state` gave."""
        for name, parameter in self.predictor.named_parameters():
            parameter.data.copy_(state[f"weights.{name}"])
            start = f"adam.{name}."
            moments = {key.removeprefix(start): value.clone() for key, value in state.items() if key.startswith(start)}
            if moments:
                self.optimiser.state[parameter] = moments
        self.replay.load(
            {key.removeprefix("replay."): value for key, value in state.items() if key.startswith("replay.")}
        )

    def to(self, device: torch.device) -> WorldModel:
        """Move weights and memory."""
        self.predictor.to(device)
        self.replay.to(device)
        return self
