"""Snapshots: a game comes back exactly, and bytes that are no snapshot are refused without harm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from game.playing import DECKS, RED, advance, middle, random_action

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.errors import EngineBug, InvalidSnapshot, InvalidValue, UserError
from mtg_causal_rl.game import Game


@pytest.mark.parametrize("deck", DECKS)
def test_a_restored_game_goes_on_exactly_as_the_original(deck: str) -> None:
    """At every decision of a game: all bytes are equal, and the restored game then takes the place of the original."""
    generator = np.random.default_rng(3)
    original = Game(decks=(deck, "domain_ramp"), seed=9)
    game = original.copy()
    for _ in range(250):
        if original.over:
            break
        blob = game.snapshot()
        assert blob == original.snapshot()
        game = Game.restore(blob)
        assert game.mask().tobytes() == original.mask().tobytes()
        assert game.observe(0).tobytes() == original.observe(0).tobytes()
        assert game.observe(1).tobytes() == original.observe(1).tobytes()
        action = random_action(original, generator)
        original.apply(action)
        game.apply(action)
    assert (game.over, game.winner, game.turn) == (original.over, original.winner, original.turn)


def test_a_finished_game_comes_back_finished() -> None:
    game = advance(Game(decks=(RED, RED), seed=0), np.random.default_rng(0), 10_000)
    again = Game.restore(game.snapshot())
    assert (again.over, again.winner, again.reason) == (True, game.winner, game.reason)


def test_a_snapshot_is_small() -> None:
    assert len(middle(("dimir_midrange", "domain_ramp"), decisions=80).snapshot()) < 6_000


def test_every_flipped_bit_is_noticed() -> None:
    blob = middle().snapshot()
    for bit in range(len(blob) * 8):
        damaged = bytearray(blob)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidSnapshot):
            Game.restore(bytes(damaged))


def test_a_snapshot_that_is_cut_short_or_too_long_is_refused() -> None:
    blob = middle().snapshot()
    for length in (0, 3, 10, len(blob) // 2, len(blob) - 1):
        with pytest.raises(InvalidSnapshot):
            Game.restore(blob[:length])
    with pytest.raises(InvalidSnapshot):
        Game.restore(blob + b"\0")


def test_foreign_bytes_and_other_types_are_refused() -> None:
    with pytest.raises(InvalidSnapshot, match="no snapshot"):
        Game.restore(b"PK\x03\x04" + bytes(500))
    with pytest.raises(InvalidValue, match="bytes"):
        Game.restore("text")  # type: ignore[arg-type]


def test_a_snapshot_belongs_to_its_pool() -> None:
    pool = Pool.standard()
    larger = pool.with_cards([replace(pool.cards["Shock"], name="Another Shock")])
    with pytest.raises(InvalidSnapshot, match="pool"):
        Game.restore(middle().snapshot(), pool=larger)


def sealed(body: bytes) -> bytes:
    """The body with the checksum that the core expects (FNV-1a), as a malicious stranger would write it."""
    total = 0xCBF29CE484222325
    for byte in body:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return body + total.to_bytes(8, "little")


def test_the_checksum_is_known_to_the_tests() -> None:
    blob = middle().snapshot()
    assert sealed(blob[:-8]) == blob


@pytest.mark.parametrize("version", ["format", "rules"])
def test_other_versions_are_refused_by_name(version: str) -> None:
    body = bytearray(middle().snapshot()[:-8])
    body[4 if version == "format" else 6] ^= 0x40
    with pytest.raises(InvalidSnapshot, match=version):
        Game.restore(sealed(bytes(body)))


def test_forged_snapshots_are_refused_or_work() -> None:
    """Random bytes exchanged, the checksum corrected: never a crash, and what is let in can be looked at."""
    generator = np.random.default_rng(0)
    bodies = [middle(decks, decisions=60).snapshot()[:-8] for decks in ((RED, RED), ("dimir_midrange", "domain_ramp"))]
    refused = 0
    for _ in range(600):
        body = bytearray(bodies[int(generator.integers(len(bodies)))])
        for place in generator.integers(16, len(body), size=int(generator.integers(1, 4))):
            body[place] = int(generator.integers(256))
        try:
            game = Game.restore(sealed(bytes(body)))
        except InvalidSnapshot:
            refused += 1
            continue
        play_on(game, generator)
    assert refused > 100


def play_on(game: Game, generator: np.random.Generator) -> None:
    """A forged position may contradict itself later: that is reported, not a crash."""
    try:
        advance(game, generator, 20)
    except (EngineBug, UserError):
        return
    assert game.observe(0).shape == (3077,)
