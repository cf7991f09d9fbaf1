"""What the core is asked and what it answers, as frozen values, sizes and layouts of rows. Calls nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

OBSERVATION_SIZE = 3077
ACTIONS = 478
COUNTS = 15
CARDS = 90
ASKED = -1  # in place of a seat: the one that is asked

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]
Numbers = npt.NDArray[np.int32]

STATUS = np.dtype(
    [(name, "<i4") for name in ("player", "over", "winner", "reason", "turn", "active", "starter", "step")]
)
FACTS = np.dtype(
    [("seed", "<u8")]
    + [
        (name, "<i4")
        for name in (
            *("deck", "opponent", "starter", "turn", "decisions", "play", "illegal", "automatic", "waiting"),
            *("ended", "winner", "reason", "turns", "length"),
        )
    ]
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for a whole game: who starts (None: drawn), the cap (0: none), and where players are asked."""

    starter: int | None = None
    max_turns: int = 50
    stops: int = 0  # 0 usual, 1 choices, 2 all, 3 the steps below
    steps: int = 0  # a bit per step


@dataclass(frozen=True, slots=True)
class Changes:
    """What becomes of luck and hidden cards in a fork; `viewer` is the seat whose knowledge counts."""

    fresh: bool
    resampled: bool
    viewer: int = ASKED


@dataclass(frozen=True, slots=True)
class Scheme:
    """What the episodes of an environment have in common: decks (faces by number) with whole-number weights."""

    own: Sequence[Sequence[int]]
    opposing: Sequence[Sequence[int]]
    weights: Sequence[int]  # of the own decks, then of the opposing ones
    settings: Settings
    pilot: int  # -1: the caller answers for the opponent
    on_illegal: int  # 0 refuse, 1 pass, 2 lose
    autoreset: bool  # the next episode begins in the step that ends one
    life: tuple[int, int]  # of the agent and the opponent as a game begins
    automatic: int  # questions that the scripted pilot answers for the agent: 1 combat, 2 targets, 4 mana
    archetypes: Sequence[Sequence[int]]  # weights of the scripted pilot for each deck; empty where it plays neither
    model: bytes  # a compiled causal model, whose variables are written
    variables: int  # how many it has
