"""What a player sees never depends on cards that the player has not seen."""

from __future__ import annotations

import numpy as np

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.game import Game

DECKS = tuple(Pool.standard().decks)


def test_other_hidden_cards_change_no_byte() -> None:
    """Over random games of all pairs of decks: the same position with the hidden cards drawn anew."""
    generator = np.random.default_rng(0)
    compared = 0
    for number in range(25):
        game = Game(decks=(DECKS[number % 5], DECKS[number // 5]), seed=number)
        while not game.over:
            if generator.random() < 0.05:
                twin = game.fork(randomness="fresh", hidden="resampled")
                assert (twin.observe(game.player) == game.observe(game.player)).all(), game.transcript()
                assert (twin.mask() == game.mask()).all(), game.transcript()
                compared += 1
            game.apply(int(generator.choice(np.flatnonzero(game.mask()))))
    assert compared > 100
