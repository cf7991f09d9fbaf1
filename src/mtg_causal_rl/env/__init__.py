"""The Gymnasium environments, single and vector, and their reward schemes. Games, measures and agents live elsewhere."""

from __future__ import annotations

from mtg_causal_rl.env.rewards import DENSE, SHAPED, SPARSE, Outcome, Reward
from mtg_causal_rl.env.single import MTGCausal
from mtg_causal_rl.env.vector import MTGCausalVector

__all__ = ["DENSE", "SHAPED", "SPARSE", "MTGCausal", "MTGCausalVector", "Outcome", "Reward"]
