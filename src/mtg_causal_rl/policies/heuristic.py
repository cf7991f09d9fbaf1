"""The core's scripted pilot as a policy; its rules of thumb are in the core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtg_causal_rl.cards import Deck
from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.game.binding import Floats, Masks
from mtg_causal_rl.policies.protocol import Actions, Infos


@dataclass(frozen=True, slots=True)
class HeuristicPolicy:
    """Asks the core what the scripted pilot would do; it needs to see each game, not only its numbers."""

    #: Whose weights it plays by; left out, those of the deck that it plays.
    deck: Deck | None = None
    name: str = "heuristic"
    needs_view: bool = True

    def act(
        self, observations: Floats, masks: Masks, infos: Infos, generators: Sequence[np.random.Generator]
    ) -> Actions:
        """One legal action for each row."""
        if "view" not in infos:
            raise InvalidValue('the heuristic policy needs infos["view"], a PlayerView of each game')
        return np.array([view.suggestion(self.name, self.deck, 0) for view in infos["view"]], np.int64)
