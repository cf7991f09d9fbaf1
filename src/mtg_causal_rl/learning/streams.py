"""All randomness of a training run: one torch generator per purpose. Nothing is drawn here."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, fields

import numpy as np
import torch

from mtg_causal_rl.errors import InvalidValue

# Half of what lies below evaluation's seeds, so that an environment may count upwards from its reset seed.
TRAINING_SEEDS = range(2**61)


def _sequence(seed: int, stream: str, purpose: str) -> np.random.SeedSequence:
    key = (zlib.crc32(stream.encode()), zlib.crc32(purpose.encode()))
    return np.random.SeedSequence(entropy=seed, spawn_key=key)


def _generator(seed: int, stream: str, purpose: str, device: torch.device) -> torch.Generator:
    low, high = (int(word) for word in _sequence(seed, stream, purpose).generate_state(2))
    generator = torch.Generator(device=device)
    generator.manual_seed(low | (high & 0x7FFFFFFF) << 32)
    return generator


def host_generator(seed: int, stream: str, purpose: str, number: int) -> np.random.Generator:
    """The numpy generator of one event, counted by `number`, for what is drawn outside of torch."""
    return np.random.default_rng([*_sequence(seed, stream, purpose).generate_state(4).tolist(), number])


def environment_seed(seed: int, stream: str) -> int:
    """The seed that the training games are reset with, one of TRAINING_SEEDS."""
    return int(_sequence(seed, stream, "environment").generate_state(1, np.uint64)[0]) % len(TRAINING_SEEDS)


@dataclass(frozen=True, slots=True)
class Streams:
    """Generators that advance independently, so that an agent with more parts meets the same luck in the
    others."""

    towers: torch.Generator
    heads: torch.Generator
    actions: torch.Generator
    minibatches: torch.Generator
    companion: torch.Generator
    alterations: torch.Generator

    def state(self) -> dict[str, torch.Tensor]:
        """Every generator's state by purpose."""
        return {field.name: getattr(self, field.name).get_state() for field in fields(self)}

    def load(self, state: dict[str, torch.Tensor]) -> None:
        """Put every generator where `state` says."""
        for field in fields(self):
            getattr(self, field.name).set_state(state[field.name])


def make_streams(seed: int, stream: str, device: torch.device) -> Streams:
    """The generators of one run: the same seed and stream name give the same draws.

    Weights are drawn on the CPU, so that a run starts from the same ones on every device.
    """
    if seed < 0:
        raise InvalidValue(f"seed {seed} is negative: give a whole number of at least 0")
    cpu = torch.device("cpu")
    places = {"towers": cpu, "heads": cpu, "companion": cpu}
    places |= {"actions": device, "minibatches": device, "alterations": device}
    return Streams(**{purpose: _generator(seed, stream, purpose, place) for purpose, place in places.items()})
