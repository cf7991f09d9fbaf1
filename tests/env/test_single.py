"""MTGCausal-v0 as a Gymnasium environment: its record, its seeds, snapshots and what it refuses."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from env.playing import RED, by_rule, flat, play, single, to_the_end
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

from mtg_causal_rl import scenario
from mtg_causal_rl.env import MTGCausal
from mtg_causal_rl.errors import (
    EpisodeState,
)

SUMMARY = {"return", "length", "winner", "reason", "turns", "matchup", "credit"}
ALWAYS = {"action_mask", "card_ids", "play", "illegal_actions", "automatic", "matchup"}


@pytest.mark.filterwarnings("error")
def test_gymnasium_s_own_checker_is_content() -> None:
    env = single(on_illegal="pass")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    ("level", "keys"),
    [
        ("off", set()),
        ("factors", {"factors", "factor_rewards"}),
        ("full", {"factors", "factor_rewards", "causal_variables", "epsilon"}),
    ],
)
def test_the_record_has_what_was_asked_for(level: str, keys: set[str]) -> None:
    env = single(causal=level)
    _, info = env.reset(seed=1)
    assert set(info) == ALWAYS | keys
    assert set(to_the_end(env)) == ALWAYS | keys | {"summary"}


def test_shapes_types_and_ranges_of_the_record() -> None:
    env = single()
    for step in play(env, 0, 150):
        observation, info = step[0], step[-1]
        assert observation in env.observation_space
        assert (info["action_mask"].dtype, info["action_mask"].shape) == (np.int8, (478,))
        assert (info["causal_variables"].dtype, info["causal_variables"].shape) == (np.float32, (13,))
        for key in ("factors", "factor_rewards", "epsilon"):
            assert (info[key].dtype, info[key].shape) == (np.float32, (6,))


def test_the_summary_tells_the_episode() -> None:
    env = single()
    info = to_the_end(env)
    summary = info["summary"]
    assert set(summary) == SUMMARY
    assert summary["winner"] in ("agent", "opponent", "draw")
    assert summary["matchup"] == info["matchup"]
    assert (info["matchup"]["deck"], info["matchup"]["pilot"]) == (RED, "random")
    assert not info["action_mask"].any()


def test_returns_and_credit_add_up() -> None:
    env = single()
    _, info = env.reset(seed=5)
    total, credit, first = 0.0, np.zeros(6), info["factors"]
    length = 0
    while "summary" not in info:
        _, reward, _, _, info = env.step(by_rule(info["action_mask"], length))
        total, credit, length = total + reward, credit + info["factor_rewards"], length + 1
    assert info["summary"]["return"] == pytest.approx(total)
    assert info["summary"]["length"] == length
    assert info["summary"]["credit"] == pytest.approx(credit, abs=1e-4)
    assert info["factors"] - first == pytest.approx(credit, abs=1e-4)


def test_a_finished_game_has_a_settled_probability_of_winning() -> None:
    env = single()
    for seed in range(10):
        info = to_the_end(env, seed)
        assert info["causal_variables"][-1] == float(info["summary"]["winner"] == "agent")


def test_factual_epsilon_is_the_observed_change() -> None:
    for step in play(single(), 3, 60):
        assert np.array_equal(step[-1]["epsilon"], step[-1]["factor_rewards"])


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = ([flat(dict(enumerate(step))) for step in play(single(), 4, 200)] for _ in range(2))
    assert first == second
    assert first != [flat(dict(enumerate(step))) for step in play(single(), 5, 200)]


def test_reset_without_a_seed_goes_on_to_other_games() -> None:
    env = single()
    first, _ = env.reset(seed=9)
    second, _ = env.reset()
    again, _ = env.reset(seed=9)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)


def test_arrays_are_fresh_at_every_step() -> None:
    env = single()
    observation, info = env.reset(seed=0)
    kept = observation.copy(), info["action_mask"].copy()
    env.step(by_rule(info["action_mask"], 0))
    assert np.array_equal(observation, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])


def test_play_numbers_group_the_decisions_of_one_play() -> None:
    """A spell, its target and its payment share one number; numbers never fall within an episode."""
    env = single(opponent="azorius_control")
    _, info = env.reset(seed=2)
    last, targeted = 0, 0
    for number in range(300):
        words = dict(env.unwrapped.legal_actions())
        action = by_rule(info["action_mask"], number)
        _, _, terminated, _, info = env.step(action)
        if words[action].startswith(("Cast", "Use")) and " at " in words[action]:
            assert info["play"] == last
            targeted += 1
        assert info["play"] in (last, last + 1)
        last = info["play"]
        if terminated:
            _, info = env.reset()
            last = 0
    assert targeted > 3


def test_masks_by_every_convention() -> None:
    env = single()
    _, info = env.reset(seed=0)
    masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
    assert (masks.dtype, masks.shape) == (np.bool_, (478,))
    assert np.array_equal(masks, info["action_mask"] != 0)
    env.action_space.seed(0)
    assert info["action_mask"][env.action_space.sample(info["action_mask"])] == 1
    assert [index for index, _ in env.unwrapped.legal_actions()] == np.flatnonzero(masks).tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("at_cap", "terminated", "reward"), [("draw", True, -1.0), ("truncate", False, 0.0)])
def test_the_turn_cap_is_a_draw_or_a_truncation(at_cap: str, terminated: bool, reward: float) -> None:
    env = single(deck="azorius_control", opponent="azorius_control", max_turns=2, at_cap=at_cap, reward="sparse")
    _, info = env.reset(seed=0)
    step: tuple[Any, ...] = ()
    while "summary" not in info:
        step = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        info = step[4]
    assert step[1:4] == (reward, terminated, not terminated)
    assert (info["summary"]["winner"], info["summary"]["reason"]) == ("draw", "turn_cap")
    assert (info["causal_variables"][-1] == 0) == terminated


def goes_on(env: Any, info: dict[str, Any], steps: int) -> list[bytes]:
    seen = []
    for number in range(steps):
        step = env.step(by_rule(info["action_mask"], number))
        seen.append(flat(dict(enumerate(step))))
        info = step[4]
        if "summary" in info:
            break
    return seen


def test_snapshots_go_back_and_revive_an_ended_episode() -> None:
    env = MTGCausal(deck=RED, opponent="azorius_control", pilot="random")
    _, info = env.reset(seed=6)
    for number in range(20):
        _, _, _, _, info = env.step(by_rule(info["action_mask"], number))
    blob = env.snapshot()
    first = goes_on(env, info, 10_000)
    observation, again = env.restore(blob)
    assert observation in env.observation_space
    assert np.array_equal(again["action_mask"], info["action_mask"])
    assert goes_on(env, again, 10_000) == first
    ended = env.snapshot()
    other = MTGCausal(deck=RED, opponent="azorius_control", pilot="random")
    other.restore(ended)
    with pytest.raises(EpisodeState):
        other.step(0)
    assert flat(other.reset()[1]) == flat(env.reset()[1])


def test_copies_and_pickles_go_on_alike() -> None:
    env = single().unwrapped
    _, info = env.reset(seed=8)
    for number in range(15):
        _, _, _, _, info = env.step(by_rule(info["action_mask"], number))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = goes_on(env, info, 60)
    for twin in twins:
        assert goes_on(twin, info, 60) == expected


def test_a_fork_is_seen_alike_and_leaves_the_original_alone() -> None:
    """Other hidden cards and other luck change nothing that the agent sees."""
    env = MTGCausal(deck=RED, opponent="dimir_midrange", pilot="random")
    _, info = env.reset(seed=3)
    for number in range(40):
        observation, _, terminated, _, info = env.step(by_rule(info["action_mask"], number))
        if terminated:
            break
        before = env.snapshot()
        twin = env.fork()
        twin_info = twin._info(None)
        assert np.array_equal(twin._observation(), observation)
        for key in ("action_mask", "causal_variables", "factors"):
            assert np.array_equal(twin_info[key], info[key])
        twin.step(by_rule(twin_info["action_mask"], 1))
        assert env.snapshot() == before
    assert env.fork("same", "true").snapshot() == env.snapshot()


def test_the_game_of_an_environment_is_a_copy() -> None:
    env = MTGCausal(deck=RED, opponent=RED, pilot="random")
    env.reset(seed=1)
    before = env.snapshot()
    game = env.game
    assert game.legal_actions() == env.legal_actions()
    game.apply(game.legal_actions()[0][0])
    assert env.snapshot() == before


def test_decks_can_be_drawn() -> None:
    env = single(deck={RED: 3, "domain_ramp": 1}, opponent=("not", RED, "domain_ramp"))
    met = [env.reset(seed=seed)[1]["matchup"] for seed in range(200)]
    own = [matchup["deck"] for matchup in met]
    assert 120 < own.count(RED) < 180
    assert {matchup["opponent"] for matchup in met} == {"azorius_control", "dimir_midrange", "boros_convoke"}
    everyone = single(opponent="all")
    assert len({everyone.reset(seed=seed)[1]["matchup"]["opponent"] for seed in range(100)}) == 5


def test_who_starts_can_be_said() -> None:
    for starter in ("agent", "opponent"):
        env = single(on_the_play=starter)
        assert {env.reset(seed=seed)[1]["matchup"]["starter"] for seed in range(5)} == {starter}


def test_the_usual_wrappers_work() -> None:
    env = RecordEpisodeStatistics(single())
    info = to_the_end(env)
    assert info["episode"]["l"] == info["summary"]["length"]


def test_no_warning_from_making_and_playing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        to_the_end(single())


def test_the_registered_name_is_found_twice() -> None:
    assert gymnasium.make("mtg_causal_rl:MTGCausal-v0", pilot="random").spec is not None
    assert gymnasium.spec("MTGCausal-v0").id == "MTGCausal-v0"


@pytest.mark.parametrize("kind", [gymnasium.vector.SyncVectorEnv, gymnasium.vector.AsyncVectorEnv])
def test_gymnasium_s_own_vectors_take_it(kind: Any) -> None:
    games = kind([single, single])
    observations, infos = games.reset(seed=3)
    alone, _ = single().reset(seed=4)
    assert np.array_equal(observations[1], alone)
    for number in range(5):
        chosen = np.array([by_rule(mask, number) for mask in infos["action_mask"]])
        observations, _, _, _, infos = games.step(chosen)
    assert observations.shape == (2, 3077)
    games.close()


def test_stable_baselines_find_masks_and_statistics() -> None:
    maskable = pytest.importorskip("sb3_contrib.common.maskable.utils")
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv

    games = DummyVecEnv([lambda: Monitor(single(on_illegal="pass"))])
    games.seed(0)
    games.reset()
    assert maskable.is_masking_supported(games)
    lengths = []
    for number in range(300):
        masks = maskable.get_action_masks(games)
        _, _, _, infos = games.step(np.array([by_rule(masks[0], number)]))
        lengths += [(info["episode"]["l"], info["summary"]["length"]) for info in infos if "episode" in info]
    assert lengths
    assert all(counted == told for counted, told in lengths)


@pytest.mark.parametrize("agency", ["auto", {"combat": "auto"}, {"targets": "auto", "mana": "full"}, {"mana": "auto"}])
def test_the_scripted_pilot_can_take_over_parts_of_the_game(agency: Any) -> None:
    """The parts that are automatic are never asked, and counted."""
    parts = {"combat": ("Attack", "Block"), "targets": ("Aim", "Target"), "mana": ("Pay for", "Pay with")}
    taken = parts if agency == "auto" else {part: parts[part] for part, who in agency.items() if who == "auto"}
    never = tuple(word for words in taken.values() for word in words)
    env = single(agency=agency, deck="boros_convoke", opponent="azorius_control")
    counted = 0
    for seed in range(3):
        _, info = env.reset(seed=seed)
        number = 0
        while "summary" not in info:
            legal = env.unwrapped.legal_actions()  # type: ignore[attr-defined]
            assert [words for _, words in legal if words.startswith(never)] == []
            _, _, _, _, info = env.step(by_rule(info["action_mask"], number))
            number += 1
        counted += info["automatic"]
    assert counted > 0
    assert to_the_end(single())["automatic"] == 0


def test_card_ids_name_the_cards_that_are_seen() -> None:
    env = single(deck="domain_ramp")
    _, info = env.reset(seed=0)
    assert (info["card_ids"].dtype, info["card_ids"].shape) == (np.int16, (90,))
    game = env.unwrapped.game  # type: ignore[attr-defined]
    named = {game.pool.faces[face - 1].name for face in info["card_ids"][:10] if face}
    assert named <= set(game.pool.decks["domain_ramp"].cards)
    assert named
    for step in play(env, 0, 80):
        cards = step[0][17:].reshape(90, 34)
        assert np.array_equal(step[-1]["card_ids"] != 0, cards.any(axis=1))


def test_a_reset_can_begin_otherwise_and_the_next_one_does_not() -> None:
    env = single()
    options = {"deck": "domain_ramp", "opponent": ["boros_convoke"], "on_the_play": "opponent"}
    _, info = env.reset(seed=1, options=options | {"life": {"agent": 7}})
    matchup = {"deck": "domain_ramp", "opponent": "boros_convoke", "pilot": "random", "starter": "opponent"}
    assert info["matchup"] == matchup
    counts = env.unwrapped.game.counts(0)  # type: ignore[attr-defined]
    assert counts[-2:].tolist() == [7.0, 20.0]
    assert env.reset()[1]["matchup"]["deck"] == RED


def test_an_episode_can_begin_in_a_scenario() -> None:
    here = dict(hand=["Lightning Strike"], battlefield=["Mountain", "Mountain"])
    position = scenario(you=here, opponent=dict(life=3))
    env = single(reward="sparse")
    _, info = env.reset(seed=0, options={"position": position})
    while "summary" not in info:
        words = env.unwrapped.legal_actions()  # type: ignore[attr-defined]
        aimed = [index for index, text in words if text.endswith(("Lightning Strike", "at opponent"))]
        _, reward, terminated, _, info = env.step(aimed[0] if aimed else words[0][0])
    assert (info["summary"]["winner"], reward, terminated) == ("agent", 1.0, True)
    assert info["summary"]["length"] <= 3
    many = gymnasium.make_vec("mtg_causal_rl:MTGCausal-v0", num_envs=2, deck=RED, opponent=RED, pilot="random")
    _, infos = many.reset(seed=0, options={"position": position})
    assert infos["causal_variables"][:, 10].tolist() == [17.0, 17.0]
