"""The policy that takes every legal action with the same chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.game.binding import Floats, Masks
from mtg_causal_rl.policies.protocol import Actions, Infos


@dataclass(frozen=True, slots=True)
class RandomPolicy:
    """Samples from the mask."""

    name: str = "random"

    def act(
        self, observations: Floats, masks: Masks, infos: Infos, generators: Sequence[np.random.Generator]
    ) -> Actions:
        """One legal action for each row."""
        chosen = [self._one(mask, generator) for mask, generator in zip(masks, generators, strict=True)]
        return np.array(chosen, np.int64)

    @staticmethod
    def _one(mask: npt.NDArray[np.int8], generator: np.random.Generator) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[generator.integers(len(legal))])

    def probabilities(self, observations: Floats, masks: Masks, infos: Infos) -> npt.NDArray[np.float64]:
        """The chance of each action, float64[n, 478]."""
        legal = masks != 0
        return np.asarray(legal / legal.sum(axis=1, keepdims=True))
