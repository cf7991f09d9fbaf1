"""Players of any kind: the protocol they keep, and those that need no training. No environment."""

from __future__ import annotations

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.errors import unknown_name
from mtg_causal_rl.game.setting import DeckLike, read_deck
from mtg_causal_rl.policies.heuristic import HeuristicPolicy
from mtg_causal_rl.policies.protocol import Policy
from mtg_causal_rl.policies.random import RandomPolicy
from mtg_causal_rl.policies.view import PlayerView

POLICIES = ("random", "heuristic")


def make_policy(name: str, deck: DeckLike | None = None, pool: Pool | None = None) -> Policy:
    """An untrained policy by name; the scripted one plays as the archetype of the deck does."""
    if name not in POLICIES:
        raise unknown_name("policy", name, POLICIES)
    if name == "random":
        return RandomPolicy()
    return HeuristicPolicy(None if deck is None else read_deck(deck, pool or Pool.standard(), "make_policy"))


__all__ = ["POLICIES", "HeuristicPolicy", "PlayerView", "Policy", "RandomPolicy", "make_policy"]
