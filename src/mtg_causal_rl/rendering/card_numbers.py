"""What the observation says of each card of a pool, and which cards lie close together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.game import Game
from mtg_causal_rl.game.layout import layout

Floats = npt.NDArray[np.float32]

_MAIN = 4
"""The step of the position: first main phase."""


def card_numbers(pool: Pool) -> Floats:
    """The numbers [faces, n] that are about the card, not its situation, in the order of `pool.faces`."""
    printed = next(field.index for field in layout.fields if field.name == "copies")
    slots = next(block.cards for block in layout.blocks if block.name == "own.hand")
    faces = range(len(pool.faces))
    hands = (faces[first : first + slots] for first in range(0, len(faces), slots))
    return np.concatenate([_in_hand(hand, pool)[:, :printed] for hand in hands])


def nearest(numbers: Floats, count: int) -> list[list[int]]:
    """For each card those others whose numbers differ least in sum, the nearest first."""
    distances = np.abs(numbers[:, None] - numbers[None]).sum(axis=-1)
    np.fill_diagonal(distances, np.inf)
    return [[int(other) for other in np.argsort(row, kind="stable")[:count]] for row in distances]


def _in_hand(faces: Sequence[int], pool: Pool) -> Floats:
    """The hand slots of a position in which the first player holds these cards."""
    header = [1, 0, 0, 0, _MAIN, 1, 0]
    nothing = [20, 0, *[0] * 6, 0]
    own = [*nothing, len(faces), *faces, 0, 0, 0]
    other = [*nothing, 0, 0, 0, 0]
    game = Game.from_position(np.array([*header, *own, *other], dtype=np.int32), pool)
    table = layout.split(game.observe(0))[1]
    return table[: len(faces)]
