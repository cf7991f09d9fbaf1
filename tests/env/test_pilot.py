"""A Policy in the opponent's seat: asked with its own observation and luck, the same alone and in a vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from env.playing import RED, by_rule, single, vector

from mtg_causal_rl.errors import IllegalAction, InvalidValue
from mtg_causal_rl.policies import PlayerView, RandomPolicy


class Watching(RandomPolicy):
    """Plays at random and remembers what it was shown."""

    needs_view = True

    def __init__(self) -> None:
        super().__init__("watching")
        object.__setattr__(self, "views", [])
        object.__setattr__(self, "begun", [])

    def act(
        self, observations: Any, masks: Any, infos: Mapping[str, Any], generators: Sequence[np.random.Generator]
    ) -> Any:
        for row, view in enumerate(infos["view"]):
            assert isinstance(view, PlayerView)
            assert np.array_equal(view.mask(), masks[row])
            assert np.array_equal(view.observe(), observations[row])
        self.views.extend(infos["view"])  # type: ignore[attr-defined]
        return super().act(observations, masks, infos, generators)

    def reset(self, indices: np.ndarray) -> None:
        self.begun.extend(indices.tolist())  # type: ignore[attr-defined]


class Stubborn:
    """Always answers the same."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, observations: Any, masks: Any, infos: Any, generators: Any) -> Any:
        return self.answer


def test_it_is_asked_for_the_opponent_s_decisions_alone() -> None:
    policy = Watching.__new__(Watching)
    Watching.__init__(policy)
    env = single(pilot=policy)
    _, info = env.reset(seed=0)
    number = 0
    while "summary" not in info:
        _, _, _, _, info = env.step(by_rule(info["action_mask"], number))
        number += 1
    assert info["matchup"]["pilot"] == "watching"
    assert len(policy.views) > 5  # type: ignore[attr-defined]
    assert all(view.player == 1 for view in policy.views)  # type: ignore[attr-defined]


def test_a_vector_is_its_singles_with_a_policy_too() -> None:
    many = vector(3, pilot=RandomPolicy(), opponent="boros_convoke")
    singles = [single(pilot=RandomPolicy(), opponent="boros_convoke") for _ in range(3)]
    observations, infos = many.reset(seed=3)
    alone = [env.reset(seed=3 + index) for index, env in enumerate(singles)]
    for number in range(120):
        chosen = np.array([by_rule(mask, number) for mask in infos["action_mask"]])
        for index, (observation, _) in enumerate(alone):
            assert observations[index].tobytes() == observation.tobytes()
        observations, rewards, _, _, infos = many.step(chosen)
        for index, env in enumerate(singles):
            observation, reward, ended, cut, info = env.step(int(chosen[index]))
            assert rewards[index] == reward
            alone[index] = env.reset() if ended or cut else (observation, info)


def test_lanes_that_begin_anew_are_announced() -> None:
    policy = Watching.__new__(Watching)
    Watching.__init__(policy)
    env = vector(2, pilot=policy)
    _, info = env.reset(seed=0)
    ends = 0
    for number in range(100):
        _, _, ended, _, info = env.step(np.array([by_rule(mask, number) for mask in info["action_mask"]]))
        ends += int(ended.sum())
    assert len(policy.begun) == 2 + ends  # type: ignore[attr-defined]


@pytest.mark.parametrize(("answer", "error"), [([0.0], InvalidValue), ([1, 2], InvalidValue), ([477], IllegalAction)])
def test_a_pilot_that_answers_nonsense_is_named(answer: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="pilot"):
        single(pilot=Stubborn(answer), on_the_play="opponent").reset(seed=0)


def test_player_views_fork_only_what_the_player_may_know() -> None:
    env = single(opponent="dimir_midrange").unwrapped
    env.reset(seed=0)
    view = PlayerView(env.game)  # type: ignore[attr-defined]
    assert view.fork(1).snapshot() == view.fork(1).snapshot()
    assert view.fork(1).snapshot() != view.fork(2).snapshot()
    assert not hasattr(view, "game")


def test_random_policies_have_even_chances() -> None:
    masks = np.zeros((1, 478), np.int8)
    masks[0, [3, 5, 9, 100]] = 1
    chances = RandomPolicy().probabilities(np.zeros((1, 3077), np.float32), masks, {})
    assert chances[0, [3, 5, 9, 100]].tolist() == [0.25] * 4
    assert chances.sum() == 1.0


def test_red_mirror_is_even() -> None:
    """The same pilot in both seats wins half of the games (4 sigma of 600)."""
    env = vector(32, pilot="random", deck=RED, opponent=RED)
    generator = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    winners: list[int] = []
    while len(winners) < 600:
        chances = np.where(info["action_mask"] != 0, generator.random(info["action_mask"].shape), -1.0)
        _, _, ended, _, info = env.step(chances.argmax(axis=1))
        if ended.any():
            winners += info["final_info"]["summary"]["winner"][ended].tolist()
    assert abs(winners.count(0) / len(winners) - 0.5) < 4 * 0.5 / len(winners) ** 0.5
