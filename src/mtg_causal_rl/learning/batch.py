"""What an optimisation step sees: stored transitions and live network answers. No losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from torch import Tensor

from mtg_causal_rl.learning.networks import Critic, Selected


@dataclass(frozen=True, slots=True)
class Batch:
    """Transitions as the rollout stored them: B of them, O actions offered, K factors (0 without causal heads).

    An action that is offered nowhere in the rollout has no probability, no gradient and no column here.
    """

    observations: Selected  # [B, C], the selected columns
    masks: Tensor  # bool [B, O]
    actions: Tensor  # int64 [B], as columns of the masks; offered[actions] are those of the action table
    log_probabilities: Tensor  # [B], of the policy that really acted
    scores: Tensor  # [B, O] of the companion, [B, 0] without one
    advantages: Tensor  # [B], the scalar A
    returns: Tensor  # [B], A + V
    outcomes: Tensor  # [B], discounted rewards minus V (GAE with trace 1), standardised over the rollout
    factor_advantages: Tensor  # [B, K], A_k
    factor_returns: Tensor  # [B, K], G_k = A_k + V_k
    epsilon: Tensor  # [B, K], the change of each factor that the causal model predicted
    blended: Tensor  # [B], the agent's advantage with the weights that collected the rollout
    offered: Tensor  # int64 [O], the actions that are legal somewhere in the rollout, ascending

    def rows(self, index: Tensor) -> Batch:
        """The transitions at `index`, int64 [b]."""
        names = (field.name for field in fields(self) if field.name != "offered")
        taken = {name: getattr(self, name).index_select(0, index) for name in names}
        return Batch(**taken, offered=self.offered)

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True, slots=True)
class Live:
    """What the network being trained answers for a batch, with gradient."""

    log_probabilities: Tensor  # [B, O], of the acting policy
    critic: Critic


@dataclass(frozen=True, slots=True)
class Step:
    """Everything a loss term may use."""

    batch: Batch
    live: Live
    advantages: Tensor  # [B], blended and normalised as the agent says, with gradient where the blend is live
    clip: float


AdvantageFunction = Callable[[Batch, Critic], Tensor]
LossTerm = Callable[[Step], Tensor]
