"""What an environment refuses: a typed error each, and the episode goes on from where it was."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from env.playing import RED, by_rule, single, to_the_end

from mtg_causal_rl import Game
from mtg_causal_rl.env import MTGCausal
from mtg_causal_rl.errors import (
    EpisodeState,
    IllegalAction,
    InvalidCard,
    InvalidDeck,
    InvalidSnapshot,
    InvalidValue,
    UnknownName,
)


def test_calls_at_the_wrong_time_are_typed_errors() -> None:
    env = MTGCausal(deck=RED, opponent=RED, pilot="random")
    for call in (lambda: env.step(0), env.snapshot, env.fork, env.legal_actions):
        with pytest.raises(EpisodeState, match="reset"):
            call()
    to_the_end(env)
    with pytest.raises(EpisodeState, match="ended"):
        env.step(0)
    env.reset()
    env.step(1)


@pytest.mark.parametrize("action", [0.0, float("nan"), "0", None, True, -1, 478, np.array([0, 1]), np.array([0.5])])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    for mode in ("raise", "pass", "lose"):
        env = MTGCausal(deck=RED, opponent=RED, pilot="random", on_illegal=mode)
        env.reset(seed=0)
        before = env.snapshot()
        with pytest.raises(InvalidValue):
            env.step(action)
        assert env.snapshot() == before


def illegal(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"] == 0)[0])


def test_an_illegal_action_raises_and_the_episode_goes_on() -> None:
    env = MTGCausal(deck=RED, opponent=RED, pilot="random")
    _, info = env.reset(seed=0)
    before = env.snapshot()
    with pytest.raises(IllegalAction, match=r"legal: .*Keep the hand"):
        env.step(illegal(info))
    assert env.snapshot() == before
    _, _, _, _, info = env.step(by_rule(info["action_mask"], 0))
    assert info["illegal_actions"] == 0


def test_an_illegal_action_can_pass_instead() -> None:
    lenient, plain = (single(on_illegal=mode) for mode in ("pass", "raise"))
    (_, info), (_, other) = lenient.reset(seed=0), plain.reset(seed=0)
    for count in range(1, 4):
        expected = int(np.flatnonzero(other["action_mask"])[0])
        seen, _, _, _, info = lenient.step(illegal(info))
        wanted, _, _, _, other = plain.step(expected)
        assert np.array_equal(seen, wanted)
        assert info["illegal_actions"] == count


def test_an_illegal_action_can_lose_the_game() -> None:
    env = single(on_illegal="lose", reward="sparse")
    _, info = env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(illegal(info))
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert (info["summary"]["winner"], info["summary"]["reason"]) == ("opponent", "illegal")


def test_a_bad_snapshot_is_refused_and_the_episode_goes_on() -> None:
    env = MTGCausal(deck=RED, opponent=RED, pilot="random")
    _, info = env.reset(seed=6)
    blob = env.snapshot()
    elsewhere = MTGCausal(deck="domain_ramp", opponent=RED, pilot="random")
    elsewhere.reset(seed=6)
    bad: list[bytes] = [
        elsewhere.snapshot(),
        b"",
        blob[:-1],
        blob + b"\0",
        env.game.snapshot(),
        Game(decks=(RED, RED)).snapshot(),
    ]
    bad += [bytes([*blob[:place], blob[place] ^ 1, *blob[place + 1 :]]) for place in range(0, len(blob), 7)]
    for damaged in bad:
        with pytest.raises(InvalidSnapshot):
            env.restore(damaged)
    with pytest.raises(InvalidValue):
        env.restore("text")  # type: ignore[arg-type]
    assert env.snapshot() == blob
    env.step(by_rule(info["action_mask"], 0))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"deck": "mono_red"}, UnknownName, "mono_red_aggro"),
        ({"opponent": ["domain"]}, UnknownName, "domain_ramp"),
        ({"opponent": ("not", "domain_rampp")}, UnknownName, "domain_ramp"),
        ({"pilot": "heuristics"}, UnknownName, "heuristic"),
        ({"pilot": 3}, InvalidValue, "pilot"),
        ({"reward": "dens"}, UnknownName, "dense"),
        ({"causal": "ful"}, UnknownName, "full"),
        ({"epsilon": "interventional"}, UnknownName, "factual"),
        ({"at_cap": "drow"}, UnknownName, "draw"),
        ({"on_illegal": "ignore"}, UnknownName, "pass"),
        ({"on_the_play": "me"}, UnknownName, "agent"),
        ({"stops": "never"}, UnknownName, "usual"),
        ({"gamma": 1.5}, InvalidValue, "gamma"),
        ({"gamma": float("nan")}, InvalidValue, "gamma"),
        ({"max_turns": -1}, InvalidValue, "max_turns"),
        ({"oponent": RED}, UnknownName, "opponent"),
        ({"agency": "atuo"}, UnknownName, "auto"),
        ({"agency": {"combt": "auto"}}, UnknownName, "combat"),
        ({"agency": {"combat": True}}, UnknownName, "auto"),
        ({"record": "games.parquet"}, UnknownName, "record"),
        ({"pool": "x"}, InvalidValue, "pool"),
        ({"deck": {RED: "x"}}, InvalidValue, "weights"),
        ({"deck": {RED: 1, "domain_rmp": 1}}, UnknownName, "domain_ramp"),
        ({"deck": ["Mountain"] * 59 + ["Lightnin Strike"]}, InvalidDeck, "Lightning Strike"),
        ({"deck": {RED: 0.0}}, InvalidValue, "weights"),
        ({"deck": {RED: -1.0, "domain_ramp": 2.0}}, InvalidValue, "weights"),
    ],
)
def test_bad_options_are_typed_errors(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        single(**options)


def test_bad_arguments_of_reset_are_typed_errors() -> None:
    env = MTGCausal(deck=RED, opponent=RED, pilot="random")
    env.reset(seed=0)
    before = env.snapshot()
    for seed in (-1, 1.5, "seven", 2**64):
        with pytest.raises(InvalidValue, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    over = Game(decks=(RED, RED), max_turns=1)
    while not over.over:
        over.apply(over.legal_actions()[0][0])
    bad: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"speed": 1}, UnknownName),
        ({"deck": "mono_red"}, UnknownName),
        ({"life": 3}, InvalidValue),
        ({"life": {"me": 3}}, UnknownName),
        ({"life": {"agent": 0}}, InvalidValue),
        ({"position": "main1"}, InvalidValue),
        ({"position": over}, InvalidValue),
        ({"position": Game(decks=(RED, RED)), "life": {"agent": 1}}, InvalidValue),
    ]
    for options, error in bad:
        with pytest.raises(error):
            env.reset(options=options)
    assert env.snapshot() == before


def test_a_broken_custom_card_is_refused_as_the_environment_is_made() -> None:
    from dataclasses import replace

    from mtg_causal_rl.cards import Pool

    pool = Pool.standard()
    with pytest.raises(InvalidCard):
        single(pool=pool.with_cards([replace(pool.cards["Shock"], name="Broken", type_line="Instand")]))
