"""Whatever is asked in a random game: each of `pending.options` is an answer, and the words hold together."""

from __future__ import annotations

import numpy as np
import pytest

from mtg_causal_rl import Pool, scenario
from mtg_causal_rl.game.scenario import Scenario
from mtg_causal_rl.game.view import LegalRow
from mtg_causal_rl.game.words import PermanentFlag, Question, Verb

DECLARING = (Question.ATTACKERS, Question.BLOCKERS)
MOST_OPTIONS = 12
DECISIONS = 400


def _library(rng: np.random.Generator) -> list[str]:
    """A deck of the pool with a dozen cards of other decks among the first."""
    pool = Pool.standard()
    deck = pool.decks[str(rng.choice(list(pool.decks)))]
    cards = [name for name, copies in deck.cards.items() for _ in range(copies)]
    mixed = [str(name) for name in rng.permutation(cards)]
    for place in rng.choice(30, 12, replace=False):
        mixed[place] = str(rng.choice(list(pool.cards)))
    return mixed


def _begun_declaring(g: Scenario) -> bool:
    """In the middle of a declaration, which no scenario ever is."""
    selected = any(
        row.flags & PermanentFlag.SELECTED or row.blocking >= 0 for row in g.session.view.permanents
    )
    return g.session.question in DECLARING and selected


def _check_options(g: Scenario) -> None:
    assert g.pending is not None
    options = g.pending.options
    for option in options if len(options) <= MOST_OPTIONS else ():
        twin = Scenario(g.session.twin(), g.position)
        twin.choose(option)
    assert all(isinstance(words, str) and words for words in g.legal())


def _next(g: Scenario, rng: np.random.Generator) -> LegalRow:
    """Plays cards rather than passing, and takes nothing back."""
    rows = [row for row in g.session.legal if row.verb != Verb.CANCEL]
    plays = [row for row in rows if row.verb in (Verb.CAST, Verb.PLAY_LAND, Verb.ATTACK, Verb.BLOCK_ATTACKER)]
    chosen = plays if plays and rng.random() < 0.6 else rows
    return chosen[int(rng.integers(len(chosen)))]


@pytest.mark.parametrize("seed", range(6))
def test_every_option_of_every_question_is_a_valid_answer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    g = scenario(
        you=dict(library=_library(rng)), opponent=dict(library=_library(rng)), step="mulligan", seed=seed
    )
    for _ in range(DECISIONS):
        if g.over:
            break
        if g.pending is not None and not g.session.view.announced and not _begun_declaring(g):
            _check_options(g)
        g.session.apply(_next(g, rng))
    assert len(g.transcript().splitlines()) > DECISIONS / 2
