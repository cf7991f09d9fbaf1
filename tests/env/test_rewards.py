"""Reward schemes: shaping telescopes, outcomes are what they are said to be, and schemes are checked values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from env.playing import by_rule, single, vector

from mtg_causal_rl.env import DENSE, SHAPED, SPARSE, Outcome, Reward
from mtg_causal_rl.env.causal_info import standard_measures
from mtg_causal_rl.env.rewards import POTENTIAL, REWARDS
from mtg_causal_rl.errors import InvalidValue, UnknownName

GAMMA = 0.9


def potential(info: dict[str, Any]) -> float:
    variables = np.asarray(info["causal_variables"], np.float64)[None]
    return float(SHAPED.potential_of(variables, standard_measures().names)[0])


@pytest.mark.parametrize("at_cap", ["draw", "truncate"])
def test_shaping_telescopes(at_cap: str) -> None:
    """Sum of gamma^t r_t = gamma^(T-1) outcome - first potential, and + gamma^T last potential where cut off."""
    env = single(reward="shaped", gamma=GAMMA, max_turns=9, at_cap=at_cap)
    endings = set()
    for seed in range(60):
        _, info = env.reset(seed=seed)
        first, total, steps, truncated = potential(info), 0.0, 0, False
        while "summary" not in info:
            _, reward, _, truncated, info = env.step(by_rule(info["action_mask"], steps))
            total += GAMMA**steps * reward
            steps += 1
        outcome = 0.0 if truncated else {"agent": 1.0}.get(info["summary"]["winner"], -1.0)
        last = GAMMA**steps * potential(info) if truncated else 0.0
        assert total == pytest.approx(GAMMA ** (steps - 1) * outcome - first + last, abs=1e-5)
        endings.add((truncated, info["summary"]["winner"]))
    assert len(endings) >= 2


def test_sparse_rewards_come_at_the_end_alone() -> None:
    env = single(reward="sparse")
    for seed in range(5):
        _, info = env.reset(seed=seed)
        rewards = []
        while "summary" not in info:
            _, reward, _, _, info = env.step(by_rule(info["action_mask"], len(rewards)))
            rewards.append(reward)
        assert not any(rewards[:-1])
        assert rewards[-1] == (1.0 if info["summary"]["winner"] == "agent" else -1.0)


def test_dense_adds_to_shaped_what_happened() -> None:
    shaped, dense = single(reward="shaped"), single(reward="dense")
    (_, info), _ = shaped.reset(seed=2), dense.reset(seed=2)
    extra = []
    for number in range(60):
        action = by_rule(info["action_mask"], number)
        (_, plain, ended, _, info), (_, more, *_) = shaped.step(action), dense.step(action)
        extra.append(more - plain)
        if ended:
            break
    assert min(extra) > -1e-12
    assert max(extra) >= min(DENSE.rises.values()) - 1e-12


def test_the_potential_stays_within_one() -> None:
    largest = {"mana": 10, "card_advantage": 10, "board_pressure": 20, "tempo": 1, "life_buffer": 20}
    assert sum(POTENTIAL[name] * largest[name] for name in POTENTIAL) == pytest.approx(1.0)


def test_a_user_s_own_scheme_works_everywhere() -> None:
    mine = Reward("mine", Outcome(win=2.0, draw=0.5, loss=-3.0), falls={"opponent_life": 0.1})
    for env in (single(reward=mine), vector(1, reward=mine)):
        _, info = env.reset(seed=0)
        total, step = 0.0, 0
        while True:
            mask = info["action_mask"] if info["action_mask"].ndim == 1 else info["action_mask"][0]
            action = by_rule(mask, step)
            _, reward, ended, _, info = env.step(action if info["action_mask"].ndim == 1 else np.array([action]))
            total, step = total + float(np.sum(reward)), step + 1
            if np.any(ended):
                break
        assert total > 0 or total < -1


def test_names_and_values() -> None:
    assert set(REWARDS) == {"sparse", "shaped", "dense"}
    assert not SPARSE.potential
    assert SHAPED.outcome == Outcome(win=1.0, draw=-1.0, loss=-1.0)


def test_unknown_quantities_and_bad_weights_are_typed_errors() -> None:
    with pytest.raises(UnknownName, match="life_buffer"):
        single(reward=Reward("typo", potential={"life_bufer": 1.0}))
    with pytest.raises(UnknownName, match="own_hand"):
        single(reward=Reward("typo", rises={"own_hands": 1.0}))
    with pytest.raises(UnknownName, match="shaped"):
        single(reward=[3])
    with pytest.raises(InvalidValue, match="nan"):
        Reward("bad", potential={"mana": float("nan")})
