"""The variables that the core writes are those that the Python definitions give, position by position."""

from __future__ import annotations

import numpy as np
from env.playing import by_rule, vector

from mtg_causal_rl.causal import FACTORS, STRATEGY, Counts
from mtg_causal_rl.env.causal_info import NAMES, WIN_MODEL

TOLERANCE = 1e-12


def test_native_variables_equal_the_reference() -> None:
    env = vector(32, deck="domain_ramp", opponent="all").unwrapped
    _, info = env.reset(seed=0)
    compared = 0
    for number in range(150):
        _, _, _, _, info = env.step(np.array([by_rule(mask, number) for mask in info["action_mask"]]))
        position = env._lanes.position
        measured = STRATEGY.measure(Counts(*position.counts.astype(np.float64).T))
        assert set(NAMES) - set(measured) == {"win_probability"}
        measured["win_probability"] = WIN_MODEL.probability(np.stack([measured[name] for name in FACTORS], 1))
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
