"""What a player of any kind is to the rest of the package: the Policy protocol. Plays nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.game.binding import Floats, Masks

Infos = Mapping[str, Any]
Actions = npt.NDArray[np.int64]


@runtime_checkable
class Policy(Protocol):
    """A pilot, an agent or a user's own player, for a batch of games.

    Optional: `reset(indices)` when games begin anew; `probabilities(observations, masks, infos)`; `name`; and
    `needs_view = True`, which puts a `PlayerView` of each game into `infos["view"]`.
    """

    def act(
        self, observations: Floats, masks: Masks, infos: Infos, generators: Sequence[np.random.Generator]
    ) -> npt.ArrayLike:
        """One legal action for each row; randomness comes from the row's own generator."""
        ...
