"""What an environment is made with: the arguments of `gym.make`, checked once. Plays nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.cards.archetypes import weights_of
from mtg_causal_rl.env.beginning import LIFE, Beginning
from mtg_causal_rl.env.causal_info import LEVELS, Measures, read_measures
from mtg_causal_rl.env.matchups import Decks, Drawn, read_decks, read_opponent
from mtg_causal_rl.env.rewards import Reward, read_reward
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game.binding import Scheme, Settings, pilots
from mtg_causal_rl.game.setting import Stops, faces_of, read_settings
from mtg_causal_rl.policies.protocol import Policy

AT_CAP = ("draw", "truncate")
ON_THE_PLAY = {"agent": 0, "opponent": 1}
ON_ILLEGAL = ("raise", "pass", "lose")
EPSILON = ("factual",)
AGENCY = ("full", "auto")
#: The parts of a game that the scripted pilot may take over, as the core numbers them.
PARTS = {"combat": 1, "targets": 2, "mana": 4}
SCRIPTED = "heuristic"
POLICY_PILOT = -1  # in place of a pilot's number: the caller answers


@dataclass(frozen=True, slots=True)
class Options:
    """The whole setting of an environment."""

    pool: Pool
    own: Drawn
    opposing: Drawn
    pilot: int
    policy: Policy | None
    pilot_name: str
    reward: Reward
    settings: Settings
    truncates: bool
    gamma: float
    causal: str
    measures: Measures
    automatic: int
    on_illegal: int
    life: tuple[int, int]

    def scheme(self, autoreset: bool) -> Scheme:
        """The same for the core."""
        decks = [*self.own.decks, *self.opposing.decks]
        faces = [faces_of(deck, self.pool) for deck in decks]
        scripted = self.automatic or (self.policy is None and self.pilot_name == SCRIPTED)
        return Scheme(
            own=faces[: len(self.own.decks)],
            opposing=faces[len(self.own.decks) :],
            weights=[*self.own.weights, *self.opposing.weights],
            settings=self.settings,
            pilot=self.pilot,
            on_illegal=self.on_illegal,
            autoreset=autoreset,
            automatic=self.automatic,
            life=self.life,
            archetypes=[weights_of(deck, self.pool) for deck in decks] if scripted else (),
            model=self.measures.program,
            variables=len(self.measures.names),
        )

    @property
    def setting(self) -> bytes:
        """What a snapshot must share with the environment that it is restored in: decks, pilot and rules of play."""
        decks = [(deck.id, sorted(deck.cards.items())) for deck in (*self.own.decks, *self.opposing.decks)]
        parts = decks, len(self.own.decks), self.pilot_name, self.settings, self.automatic, self.on_illegal
        return hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of `gym.make("mtg_causal_rl:MTGCausal-v0", ...)` with their defaults."""

    deck: Decks = "mono_red_aggro"
    opponent: Any = "azorius_control"  # as deck, or "all", or ("not", id, ...)
    pilot: str | Policy = "heuristic"
    reward: str | Reward = "shaped"
    agency: Any = "full"  # or "auto", or parts of a game: dict(combat="auto", targets="full", mana="auto")
    max_turns: int | None = 50
    at_cap: str = "draw"
    gamma: float = 0.995
    causal: str = "full"
    win_model: Any = "cold"
    causal_model: Any = None  # left out: STRATEGY
    epsilon: str = "factual"
    stops: Stops = "usual"
    on_the_play: str = "random"
    on_illegal: str = "raise"
    pool: Pool | None = None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Arguments:
        """The arguments by name; an unknown one is answered with the closest known."""
        known = cls.__dataclass_fields__
        unknown = next((name for name in given if name not in known), None)
        if unknown is not None:
            raise unknown_name("option", unknown, known, "the environment")
        return cls(**given)

    def read(self, beginning: Beginning | None = None) -> Options:
        """Checked, and with names replaced by what they name; a reset may begin otherwise."""
        if beginning is not None:
            return replace(replace(self, **beginning.arguments).read(), life=beginning.life)
        pool = _read_pool(self.pool)
        pilot, policy, name = _read_pilot(self.pilot)
        _one_of("epsilon", self.epsilon, EPSILON)
        measures = read_measures(self.causal_model, self.win_model)
        return Options(
            pool=pool,
            own=read_decks(self.deck, pool, "deck"),
            opposing=read_opponent(self.opponent, pool),
            pilot=pilot,
            policy=policy,
            pilot_name=name,
            reward=read_reward(self.reward, measures.names),
            settings=read_settings(_read_starter(self.on_the_play), self.max_turns, self.stops),
            truncates=_one_of("at_cap", self.at_cap, AT_CAP) == "truncate",
            gamma=_read_gamma(self.gamma),
            causal=_one_of("causal", self.causal, LEVELS),
            measures=measures,
            automatic=_read_agency(self.agency),
            on_illegal=ON_ILLEGAL.index(_one_of("on_illegal", self.on_illegal, ON_ILLEGAL)),
            life=(LIFE, LIFE),
        )


def _one_of(what: str, value: object, known: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise unknown_name(what, value, known, "the environment")
    return value


def _read_pool(value: object) -> Pool:
    if value is not None and not isinstance(value, Pool):
        raise InvalidValue(f"pool is a Pool, not {value!r}")
    return value or Pool.standard()


def _read_starter(value: str) -> int | None:
    known = ("random", *ON_THE_PLAY)
    return ON_THE_PLAY.get(_one_of("on_the_play", value, known))


def _read_gamma(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.floating) or not 0 <= value <= 1:
        raise InvalidValue(f"gamma must lie in 0..1, not {value!r}")
    return float(value)


def _read_agency(value: object) -> int:
    """Bits of the parts that the scripted pilot takes over."""
    if not isinstance(value, Mapping):
        return sum(PARTS.values()) if _one_of("agency", value, AGENCY) == "auto" else 0
    bits = 0
    for part, who in value.items():
        if part not in PARTS:
            raise unknown_name("part of a game", part, PARTS, "agency")
        bits |= PARTS[part] if _one_of("agency", who, AGENCY) == "auto" else 0
    return bits


def _read_pilot(value: str | Policy) -> tuple[int, Policy | None, str]:
    if isinstance(value, str):
        _one_of("pilot", value, pilots())
        return pilots().index(value), None, value
    if not callable(getattr(value, "act", None)):
        known = ", ".join(pilots())
        raise InvalidValue(f"a pilot is one of {known} or a Policy with an `act`, not {value!r}")
    return POLICY_PILOT, value, str(getattr(value, "name", type(value).__name__))
