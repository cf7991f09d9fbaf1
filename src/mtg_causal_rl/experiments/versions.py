"""What a result depends on besides its settings: the versions of rules, layout and causal model."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

import gymnasium

from mtg_causal_rl.evaluation.matches import ENVIRONMENT


@dataclass(frozen=True, slots=True)
class Versions:
    """A change of any of these makes a result stale."""

    rules_version: str
    layout_hash: str
    causal_model_version: str


def package_versions() -> Versions:
    """What environments have now."""
    with closing(gymnasium.make_vec(ENVIRONMENT, num_envs=1)) as games:
        versions: dict[str, str] = getattr(games.unwrapped, "versions")  # noqa: B009 (Gymnasium's type lacks it)
        return Versions(**versions)
