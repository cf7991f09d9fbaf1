"""Players of any kind: the protocol they keep, and those that need no training. No learning and no environment."""

from __future__ import annotations

from mtg_causal_rl.errors import unknown_name
from mtg_causal_rl.policies.heuristic import HeuristicPolicy
from mtg_causal_rl.policies.protocol import Policy
from mtg_causal_rl.policies.random import RandomPolicy
from mtg_causal_rl.policies.view import PlayerView

POLICIES = {"random": RandomPolicy, "heuristic": HeuristicPolicy}


def make_policy(name: str, deck: object = None) -> Policy:
    """An untrained policy by name. None of them looks at the deck, which trained ones may."""
    if name not in POLICIES:
        raise unknown_name("policy", name, POLICIES)
    policy: Policy = POLICIES[name]()
    return policy


__all__ = ["POLICIES", "HeuristicPolicy", "PlayerView", "Policy", "RandomPolicy", "make_policy"]
