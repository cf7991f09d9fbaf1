"""MTG-Causal-RL: a benchmark for causal reinforcement learning on two-player Magic: The Gathering."""

from __future__ import annotations

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.env.registration import register
from mtg_causal_rl.errors import IllegalAction, PendingChoice
from mtg_causal_rl.game import Game, GameBatch
from mtg_causal_rl.game.scenario import scenario

__all__ = ["Game", "GameBatch", "IllegalAction", "PendingChoice", "Pool", "scenario"]

register()
