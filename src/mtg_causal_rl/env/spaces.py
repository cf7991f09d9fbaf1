"""The spaces of an environment, and the versions its numbers depend on. No episodes."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from mtg_causal_rl.env.causal_info import Measures
from mtg_causal_rl.game.binding import ACTIONS, Floats, layout_hash, rules_version
from mtg_causal_rl.game.layout import layout


def observation_space() -> spaces.Space[Floats]:
    """Each number within its documented range."""
    return spaces.Box(layout.low, layout.high, dtype=np.float32)


def action_space() -> spaces.Discrete:
    """The 478 indices of the action table; `sample(mask)` takes `info["action_mask"]`."""
    return spaces.Discrete(ACTIONS)


def versions(measures: Measures) -> dict[str, str]:
    """What makes a result stale when it changes."""
    return {
        "rules_version": str(rules_version()),
        "layout_hash": f"{layout_hash():016x}",
        "causal_model_version": measures.model.structure[:16],
    }
