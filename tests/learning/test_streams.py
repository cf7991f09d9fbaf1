"""Generators: one per purpose, different for every seed, stream and purpose, and restorable."""

from __future__ import annotations

from itertools import product

import pytest
import torch

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.learning.streams import Streams, environment_seed, make_streams

PURPOSES = ("towers", "heads", "actions", "minibatches", "companion")
CPU = torch.device("cpu")


def _draws(streams: Streams) -> dict[str, tuple[float, ...]]:
    return {purpose: tuple(torch.rand(4, generator=getattr(streams, purpose)).tolist()) for purpose in PURPOSES}


def test_every_seed_stream_and_purpose_draws_its_own_numbers() -> None:
    drawn = {
        (seed, stream, purpose): numbers
        for seed, stream in product((0, 1, 2**40), ("shared", "cgfa_scalar_only"))
        for purpose, numbers in _draws(make_streams(seed, stream, CPU)).items()
    }
    assert len(set(drawn.values())) == len(drawn) == 30


def test_the_same_seed_draws_the_same_numbers() -> None:
    assert _draws(make_streams(3, "shared", CPU)) == _draws(make_streams(3, "shared", CPU))
    assert environment_seed(3, "shared") == environment_seed(3, "shared") != environment_seed(3, "other")


def test_a_restored_state_goes_on_where_it_was_taken() -> None:
    streams = make_streams(3, "shared", CPU)
    _draws(streams)
    state = streams.state()
    expected = _draws(streams)
    other = make_streams(4, "shared", CPU)
    other.load(state)
    assert _draws(other) == expected


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InvalidValue, match="-1"):
        make_streams(-1, "shared", CPU)
