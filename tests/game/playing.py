"""Random play for tests: legal actions from the mask, games in the middle. Promises nothing itself."""

from __future__ import annotations

import numpy as np

from mtg_causal_rl.game import Game

RED = "mono_red_aggro"
DECKS = ("mono_red_aggro", "azorius_control", "dimir_midrange", "domain_ramp", "boros_convoke")


def random_action(game: Game, generator: np.random.Generator) -> int:
    return int(generator.choice(np.flatnonzero(game.mask())))


def advance(game: Game, generator: np.random.Generator, decisions: int) -> Game:
    """Plays some decisions, or to the end where that comes first."""
    for _ in range(decisions):
        if game.over:
            break
        game.apply(random_action(game, generator))
    return game


def middle(decks: tuple[str, str] = (RED, RED), seed: int = 3, decisions: int = 40) -> Game:
    """A game that has been going on for a while and is not over."""
    game = advance(Game(decks=decks, seed=seed), np.random.default_rng(seed), decisions)
    assert not game.over
    return game
