"""The native vector environment: the same episodes as single ones to the byte, for any number of threads and lanes."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from env.playing import RED, by_rule, flat, lane, single, vector
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from mtg_causal_rl.env import MTGCausalVector
from mtg_causal_rl.errors import EpisodeState, IllegalAction, InvalidSnapshot, InvalidValue, UnknownName

WINNERS = ("agent", "opponent", "draw")


def actions(masks: np.ndarray, number: int) -> np.ndarray:
    return np.array([by_rule(mask, number) for mask in masks])


def bytes_of(env: Any, steps: int, lanes: slice = slice(None), seed: Any = 0) -> bytes:
    """Everything that some lanes saw."""
    observations, info = env.reset(seed=seed)
    seen = [observations[lanes].tobytes()]
    for number in range(steps):
        observations, rewards, terminated, truncated, info = env.step(actions(info["action_mask"], number))
        parts = (observations, rewards, terminated, truncated, info["action_mask"], info["factors"])
        parts += (info["factor_rewards"], info["epsilon"], info["causal_variables"], info["play"])
        seen += [np.ascontiguousarray(part[lanes]).tobytes() for part in parts]
    return b"".join(seen)


def test_every_number_of_threads_gives_the_same_bytes() -> None:
    assert len({bytes_of(vector(9, threads=threads), 150) for threads in (1, 2, 3)}) == 1


def test_every_batch_size_gives_the_same_bytes() -> None:
    assert len({bytes_of(vector(lanes), 120, slice(0, 2)) for lanes in (2, 3, 8)}) == 1


@pytest.mark.parametrize(
    "options",
    [
        {"opponent": "all"},
        {"reward": "dense", "max_turns": 6, "at_cap": "truncate"},
        {"agency": "auto", "pilot": "heuristic"},
    ],
)
def test_a_vector_is_its_singles_byte_for_byte(options: dict[str, Any]) -> None:
    """Observations, rewards, ends and the whole record, final ones included, over several episodes of each lane."""
    many = vector(3, **options)
    singles = [single(**options) for _ in range(3)]
    observations, infos = many.reset(seed=[5, 17, 2**62])
    starts = [env.reset(seed=seed) for env, seed in zip(singles, (5, 17, 2**62), strict=True)]
    ends = 0
    for number in range(200):
        for index, (observation, info) in enumerate(starts):
            assert observations[index].tobytes() == observation.tobytes()
            assert flat(shown(lane(infos, index), many=True)) == flat(shown(info))
        chosen = actions(infos["action_mask"], number)
        observations, rewards, terminated, truncated, infos = many.step(chosen)
        for index, env in enumerate(singles):
            observation, reward, ended, cut, info = env.step(int(chosen[index]))
            assert (rewards[index], terminated[index], truncated[index]) == (reward, ended, cut)
            starts[index] = observation, info
            if ended or cut:
                ends += 1
                assert infos["final_obs"][index].tobytes() == observation.tobytes()
                assert flat(finished(lane(infos["final_info"], index))) == flat(finished(info))
                assert infos["factor_rewards"][index].tobytes() == info["factor_rewards"].tobytes()
                starts[index] = env.reset()
    assert ends > 5


PRESENT = ("action_mask", "card_ids", "causal_variables", "factors", "matchup")
FINAL = (*PRESENT, "factor_rewards", "epsilon", "play", "illegal_actions")


def shown(info: dict[str, Any], many: bool = False) -> dict[str, Any]:
    """The part of an info that is about the present position."""
    return {key: info[key] for key in PRESENT}


def finished(info: dict[str, Any]) -> dict[str, Any]:
    """The record of a finished step; winners are numbers in a vector and words alone."""
    summary = dict(info["summary"])
    summary["winner"] = summary["winner"] if isinstance(summary["winner"], str) else WINNERS[summary["winner"]]
    numbers = {key: float(summary.pop(key)) for key in ("return", "length", "turns")}
    plays = {key: int(info[key]) for key in ("play", "illegal_actions", "automatic")}
    return {key: info[key] for key in FINAL} | plays | {"summary": summary, "numbers": numbers}


def test_it_is_what_gymnasium_calls_same_step_autoreset() -> None:
    env = vector(4)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=0)
    assert observations in env.observation_space
    assert env.action_space.shape == (4,)
    for number in range(200):
        observations, _, terminated, truncated, info = env.step(actions(info["action_mask"], number))
        ended = terminated | truncated
        assert ("final_info" in info) == ended.any()
        assert info["action_mask"].any(axis=1).all()
        if ended.any():
            assert np.array_equal(info["_final_obs"], ended)
            assert not info["final_info"]["action_mask"][ended].any()
            assert all((info["final_obs"][index] is not None) == ended[index] for index in range(4))


def test_one_seed_gives_each_lane_its_own() -> None:
    observations, _ = vector(3).reset(seed=10)
    other, _ = vector(2).reset(seed=11)
    assert np.array_equal(observations[1:], other)
    assert len({row.tobytes() for row in observations}) == 3


def test_buffers_are_reused_unless_a_copy_is_asked_for() -> None:
    for kept in (False, True):
        env = vector(2, copy=kept)
        observations, info = env.reset(seed=0)
        again, _, _, _, later = env.step(actions(info["action_mask"], 0))
        assert (again is observations) != kept
        assert (later["action_mask"] is info["action_mask"]) != kept


def test_gymnasium_s_wrappers_work() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(vector(3)))
    _, infos = env.reset(seed=0)
    finished_episodes = 0
    for number in range(150):
        masks = np.stack([info["action_mask"] for info in infos])
        _, _, _, _, infos = env.step(actions(masks, number))
        finished_episodes += sum("final_info" in info for info in infos)
    assert finished_episodes > 1


def test_snapshots_go_back() -> None:
    env = MTGCausalVector(num_envs=3, deck=RED, opponent="all", pilot="random")
    _, info = env.reset(seed=4)
    for number in range(25):
        _, _, _, _, info = env.step(actions(info["action_mask"], number))
    blob = env.snapshot()

    def goes_on(info: dict[str, Any]) -> list[bytes]:
        seen = []
        for number in range(80):
            observations, rewards, _, _, info = env.step(actions(info["action_mask"], number))
            seen.append(observations.tobytes() + rewards.tobytes() + flat(info.get("final_info", {})))
        return seen

    first = goes_on(info)
    _, again = env.restore(blob)
    assert goes_on(again) == first


def test_a_bad_snapshot_changes_nothing() -> None:
    env, other = vector(2).unwrapped, vector(3).unwrapped
    env.reset(seed=0)
    other.reset(seed=0)
    blob = env.snapshot()
    damaged = blob[:-20] + bytes([blob[-20] ^ 4]) + blob[-19:]
    for bad in (damaged, blob[:-1], blob[: len(blob) // 2], b"", other.snapshot()):
        with pytest.raises(InvalidSnapshot):
            env.restore(bad)
        assert env.snapshot() == blob


def test_forks_are_seen_alike_and_differ_in_what_is_hidden() -> None:
    env = vector(3, opponent="dimir_midrange").unwrapped
    observations, info = env.reset(seed=1)
    for number in range(30):
        observations, _, _, _, info = env.step(actions(info["action_mask"], number))
    forks = env.fork([2, 0], n=3)
    assert forks.num_envs == 6
    sources = [2, 2, 2, 0, 0, 0]
    assert np.array_equal(forks._observation(), observations[sources])
    seen = forks._info(None)
    for key in ("action_mask", "causal_variables", "factors"):
        assert np.array_equal(seen[key], info[key][sources])
    assert seen["matchup"]["opponent"].tolist() == info["matchup"]["opponent"][sources].tolist()
    assert len({forks.game(index).snapshot() for index in range(3)}) == 3


def test_wrong_actions_are_refused_whole() -> None:
    env = MTGCausalVector(num_envs=2, deck=RED, opponent=RED, pilot="random")
    with pytest.raises(EpisodeState, match="reset"):
        env.step(np.array([1, 1]))
    _, info = env.reset(seed=0)
    before = env.snapshot()
    bad: list[Any] = [[1], [1.0, 1.0], [1, np.nan], [[1], [1]], [1, 478], [1, -1], "ab", None, [True, False]]
    for wrong in bad:
        with pytest.raises(InvalidValue):
            env.step(wrong)
    illegal = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalAction, match=r"lane 1: .*no lane was moved"):
        env.step(np.array([by_rule(info["action_mask"][0], 0), illegal]))
    assert env.snapshot() == before


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"num_envs": 0}, InvalidValue, "num_envs"),
        ({"num_envs": 2.0}, InvalidValue, "num_envs"),
        ({"threads": 0}, InvalidValue, "threads"),
        ({"treads": 2}, UnknownName, "option 'treads'"),
    ],
)
def test_bad_options_are_typed_errors(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        MTGCausalVector(**({"deck": RED, "opponent": RED, "pilot": "random"} | options))


def test_bad_seeds_are_typed_errors() -> None:
    env = vector(2)
    for seed in ([1], [1, 2, 3], [1, "two"], -1, 0.5):
        with pytest.raises(InvalidValue, match="seed"):
            env.reset(seed=seed)


def test_infos_can_be_kept_by_copying() -> None:
    env = vector(2)
    _, info = env.reset(seed=0)
    kept = copy.deepcopy(info)
    env.step(actions(info["action_mask"], 0))
    assert np.array_equal(kept["factors"], info["factors"])
