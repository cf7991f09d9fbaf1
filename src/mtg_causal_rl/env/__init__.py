"""The Gymnasium environments and their reward schemes. Imported on first use: a base import needs none of it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mtg_causal_rl.env.rewards import DENSE, SHAPED, SPARSE, Outcome, Reward
    from mtg_causal_rl.env.single import MTGCausal
    from mtg_causal_rl.env.vector import MTGCausalVector

_PLACES = {
    "DENSE": "rewards",
    "MTGCausal": "single",
    "MTGCausalVector": "vector",
    "Outcome": "rewards",
    "Reward": "rewards",
    "SHAPED": "rewards",
    "SPARSE": "rewards",
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


__all__ = ["DENSE", "SHAPED", "SPARSE", "MTGCausal", "MTGCausalVector", "Outcome", "Reward"]
