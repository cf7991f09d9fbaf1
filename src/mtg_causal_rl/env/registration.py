"""Tells Gymnasium about MTGCausal-v0, as the package is imported. Imports no environment."""

from __future__ import annotations

import gymnasium

NAME = "MTGCausal-v0"


def register() -> None:
    """Registers the environment once; a second call changes nothing."""
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point="mtg_causal_rl.env.single:make",
            vector_entry_point="mtg_causal_rl.env.vector:make",
        )
