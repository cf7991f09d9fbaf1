"""Plays become shifts by one table, the core predicts what numpy predicts, and neither can know the outcome."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from causal.footprints import MANA, answering, position
from causal.positions import made_up_strategy

from mtg_causal_rl import Game, GameBatch
from mtg_causal_rl.causal import COUNTS, FACTORS, PHASES, STRATEGY, Counts, MissingFit
from mtg_causal_rl.causal.interventions import Footprints, Prediction, foresee, predict, shifts
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.strategy import PERSISTENT
from mtg_causal_rl.errors import EpisodeState, IllegalAction, InvalidValue, UnknownName

DECKS = ("mono_red_aggro", "azorius_control", "dimir_midrange", "domain_ramp", "boros_convoke")
PAIRS = [(own, opposing) for own in DECKS for opposing in DECKS]


def decisions(pairs: list[tuple[str, str]], generator: np.random.Generator, every: int) -> Iterator[Game]:
    """Positions of random play in which somebody decides, one in so many."""
    for seed, pair in enumerate(pairs):
        game = Game(decks=pair, seed=seed, max_turns=16)
        while not game.over:
            if generator.integers(every) == 0:
                yield game
            game.apply(int(generator.choice(np.flatnonzero(game.mask()))))


def foresee_all(game: Game, model: CausalModel = STRATEGY, horizon: str | None = None) -> Prediction:
    return foresee(game, np.flatnonzero(game.mask()).tolist(), model=model, horizon=horizon)


def footprints(**changes: float) -> Footprints:
    """One play that changes these counts for good, in a position with four mana sources."""
    counts = dict.fromkeys(COUNTS, 0.0) | {"own_mana_sources": 4, "own_permanents": 5, "own_mana_spent": 2}
    counts |= {"own_lands_in_hand": 1, "own_hand": 3, "own_life": 20, "opponent_life": 20}
    return Footprints.of([counts[name] for name in COUNTS], [changes.get(name, 0.0) for name in COUNTS])


def one(values: dict[str, np.ndarray], *names: str) -> list[float]:
    return [round(float(values[name][0]), 9) for name in names]


def test_the_core_predicts_what_numpy_predicts() -> None:
    """Every legal action of some hundred decisions, all pairs of decks, at once and later, to the bit but WinProb."""
    generator = np.random.default_rng(1)
    outcome = STRATEGY.names.index("win_probability")
    checked = 0
    for model, horizon in ((STRATEGY, "resolved"), (made_up_strategy(), "turn"), (made_up_strategy(), "next_turn")):
        for game in decisions(PAIRS, generator, every=15):
            seen = foresee_all(game, model, horizon)
            values = predict(seen.footprints, model, horizon, seen.phases)
            expected = np.column_stack([values[name] for name in seen.names])
            exact = np.delete(expected, outcome, axis=1)
            np.testing.assert_array_equal(np.delete(seen.changes, outcome, axis=1), exact)
            np.testing.assert_allclose(seen.changes[:, outcome], expected[:, outcome], rtol=0, atol=1e-12)
            checked += len(seen.changes)
    assert checked > 1000


def test_a_play_is_a_shift_of_what_each_variable_has_of_its_own() -> None:
    """`STRATEGY.predict` with the shifts gives the same values."""
    for game in decisions(PAIRS[::3], np.random.default_rng(2), every=40):
        seen = foresee_all(game)
        before = seen.footprints.counts.astype(np.float64)
        measured = STRATEGY.measure(Counts(*before.T))
        carried = Footprints.of(seen.footprints.counts, seen.footprints.carried())
        arms = [STRATEGY.predict(measured, shift=shifts(part)) for part in (seen.footprints, carried)]
        for place, name in enumerate(seen.names):
            np.testing.assert_allclose(arms[0][name] - arms[1][name], seen.changes[:, place], atol=1e-9, err_msg=name)


def test_what_its_parents_alone_say_is_never_shifted() -> None:
    assert tuple(shifts(footprints())) == PERSISTENT


def test_playing_a_land_is_one_more_mana_and_permanent_and_one_card_less() -> None:
    """LandDrop is 1 before the last land is played, and 0 after: Mana(t+1) stays as it was."""
    land = footprints(own_mana_sources=1, own_permanents=1, own_hand=-1, own_lands_in_hand=-1)
    names = ("mana", "land_drop", "mana_next", "card_count", "card_advantage")
    assert one(predict(land), *names) == [1, -1, 0, -1, 1]


def test_tempo_moves_with_its_denominator() -> None:
    """Two of four mana spent; one of five more makes 3/5, and another source alone makes 2/5."""
    assert one(predict(footprints(own_mana_sources=1, own_mana_spent=1)), "tempo") == [0.1]
    assert one(predict(footprints(own_mana_sources=1)), "tempo") == [-0.1]


def test_a_binary_variable_is_predicted_as_a_chance() -> None:
    assert one(predict(footprints(own_removal_in_hand=0.25)), "has_removal", "removal_available") == [0.25, 0.25]
    lost = footprints(own_lands_in_hand=-0.25)
    assert one(predict(lost), "land_drop", "mana_next") == [-0.25, -0.25]
    assert one(predict(footprints(own_lands_in_hand=1.5)), "land_drop") == [0]


def test_values_are_cut_off_after_everything_else() -> None:
    strong = footprints(own_power=50)
    assert one(shifts(strong), "board_pressure") == [50]
    assert one(predict(strong), "board_pressure") == [20]


def test_an_answer_makes_the_difference_to_what_was_carried() -> None:
    """The second removal in hand goes: the play as it was carried had taken the first."""
    counts = [2.0 if name == "own_removal_in_hand" else 0.0 for name in COUNTS]
    less = [-1.0 if name == "own_removal_in_hand" else 0.0 for name in COUNTS]
    assert one(predict(Footprints.of(counts, less)), "has_removal") == [0]
    assert one(predict(Footprints.of(counts, less, carried_stays=less)), "has_removal") == [-1]


def test_later_horizons_need_a_fit() -> None:
    game = position(you={"hand": ["Goblin Guide"], "mana": MANA})
    for horizon in ("turn", "next_turn"):
        with pytest.raises(MissingFit, match="mtg-causal fit"):
            predict(footprints(own_power=1), horizon=horizon)
        with pytest.raises(MissingFit, match="mtg-causal fit"):
            foresee_all(game, horizon=horizon)


def test_what_ends_with_the_turn_is_gone_later_and_the_rest_persists_in_part() -> None:
    model = made_up_strategy()
    pump = Footprints.of(np.zeros(15), np.zeros(15), [2.0 if name == "own_power" else 0.0 for name in COUNTS])
    assert one(predict(pump, model), "board_pressure") == [2]
    assert one(predict(pump, model, "turn"), "board_pressure") == [0]
    lasting = footprints(own_power=2)
    persistence = model.parameters.persistence("board_pressure", "turn")
    assert one(predict(lasting, model, "turn"), "board_pressure") == [2 * persistence]


def test_epsilon_is_the_change_of_the_factors() -> None:
    game = position(you={"hand": ["Goblin Guide"], "mana": MANA})
    seen = foresee_all(game)
    play = int(np.flatnonzero(seen.footprints.change().any(axis=1))[0])
    assert seen.epsilon.shape == (len(seen.changes), len(FACTORS))
    # A permanent, 2 power, one mana of none, and the only permanent is a threat.
    assert seen.epsilon[play].tolist() == [1, 2, 1, 0, 1, 0]


def bytes_of(seen: Prediction) -> bytes:
    parts = seen.footprints
    arrays = (parts.stays, parts.turn, parts.carried_stays, parts.carried_turn, seen.changes)
    return b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)


def test_nothing_hidden_reaches_a_prediction() -> None:
    """Its bytes are the same under any permutation of hidden cards, any seed and so any opponent."""
    checked = 0
    for game in decisions(PAIRS, np.random.default_rng(3), every=25):
        seen = bytes_of(foresee_all(game))
        for seed in range(3):
            twin = game.fork(randomness="fresh", hidden="resampled", seed=seed)
            assert (twin.mask() == game.mask()).all()
            assert bytes_of(foresee_all(twin)) == seen, game.transcript()
        checked += 1
    assert checked > 100


def test_a_batch_is_foreseen_like_its_games() -> None:
    games = GameBatch(4, decks=("mono_red_aggro", "boros_convoke"), seeds=range(4))
    generator = np.random.default_rng(4)
    for _ in range(40):
        games.apply([int(generator.choice(np.flatnonzero(row))) if row.any() else -1 for row in games.mask])
    running = np.flatnonzero(~games.over).tolist()
    actions = [int(np.flatnonzero(games.mask[game])[-1]) for game in running]
    together = foresee(games, actions, sources=running)
    for place, (game, action) in enumerate(zip(running, actions, strict=True)):
        alone = foresee(games.game(game), [action])
        np.testing.assert_array_equal(alone.changes[0], together.changes[place])


def test_questions_are_left_as_they_are() -> None:
    """Nothing is executed: the game is the same afterwards, byte by byte."""
    for game in decisions(PAIRS[::6], np.random.default_rng(5), every=10):
        before = game.snapshot()
        foresee_all(game)
        assert game.snapshot() == before


def test_bad_input_is_refused() -> None:
    game = Game(decks=("mono_red_aggro", "mono_red_aggro"), seed=0)
    illegal = int(np.flatnonzero(game.mask() == 0)[0])
    with pytest.raises(IllegalAction, match=str(illegal)):
        foresee(game, [illegal])
    with pytest.raises(InvalidValue, match="shape"):
        Footprints.of(np.zeros((2, 15)), np.zeros((3, 15)))
    with pytest.raises(InvalidValue, match="shape"):
        Footprints.of(np.zeros((2, 14)), 0)
    with pytest.raises(InvalidValue, match="not finite in row 1"):
        Footprints.of(np.zeros((2, 15)), [[0.0] * 15, [np.nan] * 15])
    with pytest.raises(UnknownName, match="averted"):
        Footprints.of(np.zeros(15), 0, avertd=1)
    with pytest.raises(InvalidValue, match="phase"):
        predict(footprints(), phase=len(PHASES))
    while not game.over:
        game.apply(int(np.flatnonzero(game.mask())[0]))
    with pytest.raises(EpisodeState):
        foresee(game, [0])


def test_what_lies_on_the_stack_is_due_and_a_counterspell_averts_it() -> None:
    """Kumano is on the stack: later the opponent has a permanent more and you a life less, unless it is countered."""
    model = made_up_strategy()
    game = answering({"mana": "R"}, "Kumano Faces Kakkazan", hand=["Counterspell"], mana=MANA)
    due = {"opponent_permanents": 1, "own_life": -1}
    row = [float(due.get(name, 0)) for name in COUNTS]
    later = foresee_all(game, model, "turn")
    countering = later.footprints.change(at_once=False)[:, COUNTS.index("own_hand")] == -1
    np.testing.assert_array_equal(later.footprints.due, [row] * len(countering))
    np.testing.assert_array_equal(later.footprints.averted, [[-x * cast for x in row] for cast in countering])
    assert countering.sum() == 1
    assert later.changes[countering, model.names.index("card_advantage")][0] > 0
    assert not foresee_all(game).footprints.due.any()


def test_the_examples_of_the_page_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "footprints.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0
