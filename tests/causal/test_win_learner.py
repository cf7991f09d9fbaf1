"""The learner: when it refits, what it sees, that it learns, resumes and repeats itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mtg_causal_rl.causal import FACTORS, FinishedGame, WinLearning, WinModel, WinProbLearner
from mtg_causal_rl.causal.calibration import calibration
from mtg_causal_rl.errors import InvalidValue

SMALL = WinLearning(buffer_games=100, refit_every=25)
TRUE_WEIGHTS = np.array([0.3, 0.1, 0.0, -0.1, 0.0, 0.0])


def games(count: int, seed: int) -> list[FinishedGame]:
    """Games of two decisions a turn, won by a known logistic rule on the factors of the game."""
    generator = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        turns = np.repeat(np.arange(1, generator.integers(2, 8)), 2)
        level = generator.normal(size=6) * (3.0, 6.0, 0.5, 6.0, 0.2, 0.5)
        factors = np.repeat(level[None], len(turns), axis=0)
        won = generator.random() < 1 / (1 + np.exp(-TRUE_WEIGHTS @ level))
        made.append(FinishedGame(factors, turns, bool(won)))
    return made


def taught(count: int, learning: WinLearning = SMALL, seed: int = 0) -> WinProbLearner:
    learner, generator = WinProbLearner(learning), np.random.default_rng(seed)
    for game in games(count, seed=1):
        learner.record(game, generator)
    return learner


def test_the_numbers_are_the_papers() -> None:
    assert WinLearning() == WinLearning(buffer_games=2000, refit_every=200, steps=200, learning_rate=0.01)


def test_it_refits_after_every_so_many_games() -> None:
    learner, generator = WinProbLearner(SMALL), np.random.default_rng(0)
    refits = [index for index, game in enumerate(games(80, 1), 1) if learner.record(game, generator)]
    assert refits == [25, 50, 75]
    assert learner.model.origin == "learned from 75 finished games"


def test_one_decision_of_each_turn_is_drawn_and_each_can_be() -> None:
    factors = np.arange(7 * 6, dtype=float).reshape(7, 6)
    game = FinishedGame(factors, np.array([3, 1, 3, 1, 1, 9, 3]), won=True)
    generator = np.random.default_rng(0)
    draws = np.array([game.one_per_turn(generator)[:, 0] / 6 for _ in range(300)])
    assert [set(column) for column in draws.T] == [{1, 3, 4}, {0, 2, 6}, {5}]


def test_the_buffer_holds_the_last_games() -> None:
    assert len(taught(130).state_dict()["won"]) == 100


def test_one_step_by_hand() -> None:
    learner = WinProbLearner(WinLearning(refit_every=2, steps=1, learning_rate=0.5))
    generator = np.random.default_rng(0)
    for level, won in ((2.0, True), (-2.0, False)):
        learner.record(
            FinishedGame(np.full((1, 6), level) * (1, 0, 0, 0, 0, 0), np.array([1]), won), generator
        )
    # cold: log odds 0.1 per unit. Mean 0, deviation 2: standardised weight 0.2, inputs +1 and -1,
    # errors s - 1 and (1 - s) with s = sigmoid(0.2): gradient s - 1 for the weight, 0 for the bias
    weight = 0.2 + 0.5 * (1 - 1 / (1 + np.exp(-0.2)))
    assert learner.model.weights[0] == pytest.approx(weight, abs=1e-12)
    assert learner.model.bias == pytest.approx(0.0, abs=1e-12)
    assert learner.model.raw_weights[0] == pytest.approx(weight / 2, abs=1e-12)
    assert learner.model.raw_weights[1:] == pytest.approx(WinModel.cold().raw_weights[1:]), (
        "never varied, never moved"
    )


def test_it_gets_better_than_cold() -> None:
    learner = taught(1000, WinLearning(buffer_games=500, refit_every=50))
    fresh = games(2000, seed=9)
    factors, won = np.array([g.factors[0] for g in fresh]), np.array([g.won for g in fresh], dtype=float)
    learned = calibration(learner.model.probability(factors), won)
    assert learned.brier < calibration(WinModel.cold().probability(factors), won).brier
    assert learned.skill > 0.1


def test_the_same_games_and_generator_give_the_same_bits() -> None:
    assert taught(60).model == taught(60).model


def test_it_resumes_where_it_stopped() -> None:
    whole, first = taught(60), taught(40)
    second = WinProbLearner(SMALL)
    second.load_state_dict(first.state_dict())
    generator = np.random.default_rng(0)
    for game in games(60, 1)[:40]:
        game.one_per_turn(generator)
    for game in games(60, 1)[40:]:
        second.record(game, generator)
    assert second.model == whole.model
    assert second.calibration() == whole.calibration()


def test_an_empty_learner_can_be_saved() -> None:
    second = WinProbLearner(SMALL)
    second.load_state_dict(WinProbLearner(SMALL).state_dict())
    assert second.model == WinModel.cold()
    with pytest.raises(InvalidValue, match="recorded no decisions"):
        second.calibration()


def test_other_settings_are_refused() -> None:
    with pytest.raises(InvalidValue, match="saved win learner"):
        WinProbLearner(replace(SMALL, steps=7)).load_state_dict(taught(5).state_dict())
    with pytest.raises(InvalidValue, match="above 0"):
        WinLearning(steps=0)


def test_bad_games_are_refused() -> None:
    with pytest.raises(InvalidValue, match="factors"):
        FinishedGame(np.zeros((2, len(FACTORS) - 1)), np.array([1, 2]), won=True)
    with pytest.raises(InvalidValue, match="turns"):
        FinishedGame(np.zeros((2, len(FACTORS))), np.array([1]), won=True)
    with pytest.raises(InvalidValue, match="finite"):
        FinishedGame(np.full((1, len(FACTORS)), np.nan), np.array([1]), won=True)
