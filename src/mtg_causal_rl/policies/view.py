"""What a player may look at and try: legal actions in words, forks by what that player knows. Nothing hidden."""

from __future__ import annotations

from mtg_causal_rl.cards import Deck
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.binding import Floats, Masks


class PlayerView:
    """A game through the eyes of the seat that decides in it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.player = game.player

    def legal_actions(self) -> list[tuple[int, str]]:
        """Every legal action: its index, and what it does in words."""
        return self._game.legal_actions()

    def mask(self) -> Masks:
        """The legal actions, int8[478]."""
        return self._game.mask()

    def observe(self) -> Floats:
        """What the player sees, float32[3077]."""
        return self._game.observe(self.player)

    def fork(self, seed: int) -> Game:
        """A game as it might be: fresh luck, hidden cards dealt anew among what the player cannot tell apart."""
        return self._game.fork("fresh", "resampled", self.player, seed)

    def suggestion(self, pilot: str, deck: Deck | None, seed: int) -> int:
        """What one of the core's own players would do here, with that deck or the one that is played."""
        return self._game.suggestion(pilot, deck, seed)
