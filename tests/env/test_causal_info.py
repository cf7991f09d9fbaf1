"""The variables that the core writes are those that the Python definitions give, position by position."""

from __future__ import annotations

import numpy as np
import pytest
from env.playing import by_rule, vector

from mtg_causal_rl.causal import FACTORS, STRATEGY, CausalModel, Counts, Variable, WinModel, maximum
from mtg_causal_rl.env.causal_info import standard_measures
from mtg_causal_rl.errors import InvalidValue, UnknownName

TOLERANCE = 1e-12
NAMES = standard_measures().names


def test_native_variables_equal_the_reference() -> None:
    env = vector(32, deck="domain_ramp", opponent="all").unwrapped
    _, info = env.reset(seed=0)
    compared = 0
    for number in range(150):
        _, _, _, _, info = env.step(np.array([by_rule(mask, number) for mask in info["action_mask"]]))
        position = env._lanes.position
        measured = STRATEGY.measure(Counts(*position.counts.astype(np.float64).T))
        assert set(NAMES) - set(measured) == {"win_probability"}
        measured["win_probability"] = WinModel.cold().probability(np.stack([measured[name] for name in FACTORS], 1))
        for place, name in enumerate(NAMES):
            assert np.abs(position.variables[:, place] - measured[name]).max() < TOLERANCE, name
        compared += len(position.counts)
    assert compared > 4000


def test_factors_are_the_parents_in_the_paper_s_order() -> None:
    env = vector(4)
    _, info = env.reset(seed=3)
    for number in range(40):
        _, _, _, _, info = env.step(np.array([by_rule(mask, number) for mask in info["action_mask"]]))
        named = [info["causal_variables"][:, NAMES.index(name)] for name in FACTORS]
        assert np.array_equal(info["factors"], np.stack(named, axis=1))
    assert FACTORS[0] == "card_advantage"
    assert FACTORS[-1] == "removal_available"


def test_wanting_less_of_the_record_changes_nothing_else() -> None:
    full, off = vector(3), vector(3, causal="off")
    (first, info), (second, other) = full.reset(seed=1), off.reset(seed=1)
    for number in range(60):
        assert np.array_equal(first, second)
        chosen = np.array([by_rule(mask, number) for mask in info["action_mask"]])
        first, reward, _, _, info = full.step(chosen)
        second, same, _, _, other = off.step(chosen)
        assert np.array_equal(reward, same)
    assert "factors" not in other


def test_other_weights_of_winning_change_nothing_but_the_probability() -> None:
    eager = WinModel((2.0,) * 6, 0.5, (0.0,) * 6, (1.0,) * 6, "a test")
    plain, made, changed = vector(3), vector(3, win_model=eager), vector(3)
    infos = [env.reset(seed=2)[1] for env in (plain, made, changed)]
    changed.unwrapped.set_win_model(eager)
    assert np.allclose(changed.unwrapped.win_weights, eager.raw_weights)
    for number in range(40):
        chosen = np.array([by_rule(mask, number) for mask in infos[0]["action_mask"]])
        infos = [env.step(chosen)[4] for env in (plain, made, changed)]
        seen = [info["causal_variables"] for info in infos]
        assert np.array_equal(seen[0][:, :-1], seen[1][:, :-1])
        assert np.array_equal(seen[1], seen[2])
        expected = eager.probability(made.unwrapped._lanes.position.factors)
        assert np.allclose(seen[1][:, -1], expected, atol=1e-6)


def test_a_model_of_one_s_own_is_shown_whole() -> None:
    def cards_per_land(see: Counts) -> np.ndarray:
        return see.own_hand / maximum(1.0, see.own_mana_sources)

    extra = Variable("cards_per_land", measure=cards_per_land)
    wider = CausalModel("wider", (*STRATEGY.variables, extra), Counts, STRATEGY.parameters)
    env, plain = vector(2, causal_model=wider), vector(2)
    (_, info), (_, other) = env.reset(seed=0), plain.reset(seed=0)
    assert info["causal_variables"].shape == (2, 14)
    for number in range(30):
        _, _, _, _, info = env.step(np.array([by_rule(mask, number) for mask in info["action_mask"]]))
        counts = env.unwrapped._lanes.position.counts
        assert np.allclose(info["causal_variables"][:, -1], counts[:, 3] / np.maximum(1.0, counts[:, 0]))
    assert np.array_equal(env.reset(seed=0)[1]["factors"], other["factors"])


def test_models_that_cannot_be_shown_are_refused() -> None:
    for options, error in (
        ({"causal_model": "paper"}, InvalidValue),
        ({"causal_model": CausalModel("tiny", STRATEGY.variables[:3], Counts)}, UnknownName),
        ({"win_model": "colt"}, UnknownName),
        ({"win_model": 3}, InvalidValue),
    ):
        with pytest.raises(error):
            vector(1, **options)
