"""Bytes that are no snapshot of this environment or game are refused with the reason, and harm nothing."""

from __future__ import annotations

from typing import Any

import pytest

from mtg_causal_rl import Game, Pool
from mtg_causal_rl.cards import Card
from mtg_causal_rl.env import MTGCausal, MTGCausalVector
from mtg_causal_rl.errors import InvalidSnapshot, InvalidValue

RED = "mono_red_aggro"
BEAR = Card("Toy Bear", "{1}{G}", "Creature — Bear", power=2, toughness=2)


@pytest.fixture
def env() -> MTGCausal:
    """A single environment without Gymnasium's wrappers, in its first game."""
    made = MTGCausal(deck=RED, opponent=RED, pilot="random")
    made.reset(seed=3)
    return made


@pytest.fixture
def venv() -> MTGCausalVector:
    """Three lanes in their first games."""
    made = MTGCausalVector(num_envs=3, deck=RED, opponent=RED, pilot="random")
    made.reset(seed=3)
    return made


def damaged(blob: bytes) -> list[bytes]:
    """Nothing, something else, cut short, too long, and one bit wrong in several places."""
    flipped = []
    for place in range(0, len(blob), len(blob) // 7):
        other = bytearray(blob)
        other[place] ^= 1
        flipped.append(bytes(other))
    return [b"", b"not a snapshot", blob[:40], blob[:-1], blob + b"\0", *flipped]


def test_foreign_and_damaged_bytes_are_no_snapshot_of_an_environment(env: MTGCausal) -> None:
    before = env.snapshot()
    for blob in [*damaged(before), Game(decks=(RED, RED)).snapshot()]:
        with pytest.raises(InvalidSnapshot, match="snapshot"):
            env.restore(blob)
    for value in ("text", None, 3):
        with pytest.raises(InvalidValue, match="a snapshot is bytes, not"):
            env.restore(value)  # type: ignore[arg-type]
    assert env.snapshot() == before
    env.restore(before)


def test_foreign_and_damaged_bytes_are_no_snapshot_of_lanes(venv: MTGCausalVector, env: MTGCausal) -> None:
    before = venv.snapshot()
    for blob in [*damaged(before), env.snapshot(), before[: len(before) // 2]]:
        with pytest.raises(InvalidSnapshot):
            venv.restore(blob)
    for value in ("text", None, 3):
        with pytest.raises(InvalidValue, match="a snapshot is bytes, not"):
            venv.restore(value)  # type: ignore[arg-type]
    assert venv.snapshot() == before


def test_foreign_and_damaged_bytes_are_no_snapshot_of_a_game(env: MTGCausal) -> None:
    for blob in [*damaged(Game(decks=(RED, RED)).snapshot()), env.snapshot()]:
        with pytest.raises(InvalidSnapshot, match="snapshot"):
            Game.restore(blob)
    with pytest.raises(InvalidValue, match="a snapshot is bytes, not str"):
        Game.restore("text")  # type: ignore[arg-type]


def test_a_snapshot_of_another_pool_is_refused(env: MTGCausal) -> None:
    pool = Pool.standard().with_cards([BEAR])
    with pytest.raises(InvalidSnapshot, match="another card pool; restore it with that pool"):
        Game.restore(Game(decks=(RED, RED)).snapshot(), pool)
    refuse(MTGCausal(deck=RED, opponent=RED, pilot="random", pool=pool), env.snapshot(), "another card pool")


@pytest.mark.parametrize("other", [{"deck": "domain_ramp"}, {"opponent": "domain_ramp"}, {"max_turns": 40}])
def test_a_snapshot_of_another_setting_is_refused(env: MTGCausal, other: dict[str, Any]) -> None:
    options = {"deck": RED, "opponent": RED, "pilot": "random"}
    refuse(MTGCausal(**options | other), env.snapshot(), "other decks, pilot or rules of play")


def refuse(env: MTGCausal, blob: bytes, reason: str) -> None:
    """The environment takes no snapshot for that reason, and stays as it is."""
    env.reset(seed=1)
    before = env.snapshot()
    with pytest.raises(InvalidSnapshot, match=reason):
        env.restore(blob)
    assert env.snapshot() == before
