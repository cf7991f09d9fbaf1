"""Games of Magic: one or many, their layout, words and positions. Rewards, episodes and agents live above."""

from __future__ import annotations

from mtg_causal_rl.game.batch import GameBatch
from mtg_causal_rl.game.game import Game

__all__ = ["Game", "GameBatch"]
