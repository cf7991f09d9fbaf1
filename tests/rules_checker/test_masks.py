"""The mask is what the rules allow: a slow checker, written from them, agrees both ways and sees planted faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, product

import numpy as np
import pytest
from rules_checker.cards import Cost
from rules_checker.faults import FAULTS
from rules_checker.mana import can_pay, paid
from rules_checker.plays import TooMany
from rules_checker.spectator import Mask, Spectator

from mtg_causal_rl import Game, Pool
from mtg_causal_rl.evaluation.fuzz import usual_decks

PAIRS = tuple(product(usual_decks(Pool.standard()), repeat=2))
STOPS = ("usual", "choices", "all")
PASSING = (0, 4)
MOST_UNJUDGED = 0.01
SAMPLED = 0.4


def decisions(seed: int) -> Iterator[tuple[Spectator, Mask]]:
    """The decisions of a random game, whose players pass less often than chance would have it."""
    luck = np.random.default_rng(seed)
    stops = STOPS[seed % len(STOPS)]
    game = Game(PAIRS[seed % len(PAIRS)], seed=seed, stops=stops)
    spectator = Spectator(game, tapped_by_hand=stops == "all")
    while not game.over:
        mask = game.mask()
        yield spectator, mask
        legal = np.flatnonzero(mask)
        action = int(luck.choice(legal))
        spectator.take(int(luck.choice(legal)) if action in PASSING else action)


def judge(wanted: int, most_of_a_game: int) -> None:
    """Holds that many masks against the rules, so many of each game, until all pairs had their turn."""
    judged = unjudged = 0
    questions: Counter[str] = Counter()
    for seed in count():
        luck = np.random.default_rng(seed + 2**32)
        left = most_of_a_game
        for spectator, mask in decisions(seed):
            if luck.random() > SAMPLED:
                continue
            verdict = spectator.verdict(mask)
            assert not verdict.faults, f"seed {seed}, {spectator.describe()}: {verdict.faults}"
            judged, unjudged = judged + verdict.judged, unjudged + (not verdict.judged)
            questions[spectator.view.game.question.name] += verdict.judged
            left -= 1
            if not left:
                break
        if judged >= wanted and seed >= len(PAIRS):
            break
    assert unjudged <= MOST_UNJUDGED * judged
    assert len(questions) > 12, questions


def test_masks_are_what_the_rules_allow() -> None:
    judge(wanted=2_000, most_of_a_game=60)


@pytest.mark.slow
def test_many_masks_are_what_the_rules_allow() -> None:
    judge(wanted=100_000, most_of_a_game=1_000)


def test_every_planted_fault_is_seen() -> None:
    """Each fault in masks of random games until every one has been planted three times; one that hides fails here."""
    planted: Counter[str] = Counter()
    for seed in range(120):
        for spectator, mask in decisions(seed):
            plant(spectator, mask, planted)
        if all(planted[fault.__name__] >= 3 for fault in FAULTS):
            return
    pytest.fail(f"some fault could not be planted: {planted}")


def plant(spectator: Spectator, mask: Mask, planted: Counter[str]) -> None:
    for fault in FAULTS:
        try:
            index = fault(spectator, mask) if planted[fault.__name__] < 3 else None
        except TooMany:
            return
        if index is None or not spectator.verdict(mask).judged:
            continue
        wrong = mask.copy()
        wrong[index] = not wrong[index]
        assert spectator.verdict(wrong).faults, f"{fault.__name__} at {spectator.describe()}"
        planted[fault.__name__] += 1


@pytest.mark.parametrize(
    ("units", "cost", "most"),
    [
        (["W", "WU"], "{W}{U}", 2),
        (["WU", "WU"], "{U}{U}", 2),
        (["W", "W"], "{W}{U}", 1),
        (["C", "R"], "{1}{R}", 2),
        (["C", "C"], "{1}{R}", 1),
        (["", "W"], "{1}{W}", 2),
        (["WU", "UB", "U"], "{W}{U}{B}", 3),
    ],
)
def test_what_mana_can_pay(units: list[str], cost: str, most: int) -> None:
    read = Cost.read(cost)
    assert paid(units, read) == most
    assert can_pay(units, read) == (most == read.total)
