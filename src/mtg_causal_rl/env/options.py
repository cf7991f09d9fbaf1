"""What an environment is made with: the arguments of `gym.make`, checked once. Plays nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from mtg_causal_rl.cards import Deck, Pool
from mtg_causal_rl.cards.archetypes import weights_of
from mtg_causal_rl.env.causal_info import LEVELS, compiled_model
from mtg_causal_rl.env.rewards import Reward, read_reward
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.game.binding import Scheme, Settings, pilots
from mtg_causal_rl.game.setting import DeckLike, Stops, faces_of, read_deck, read_settings
from mtg_causal_rl.policies.protocol import Policy

#: A deck, several with equal chances, or weights by id.
Decks: TypeAlias = DeckLike | Sequence[DeckLike] | Mapping[str, float]

AT_CAP = ("draw", "truncate")
ON_THE_PLAY = {"agent": 0, "opponent": 1}
ON_ILLEGAL = ("raise", "pass", "lose")
EPSILON = ("factual",)
POLICY_PILOT = -1  # in place of a pilot's number: the caller answers
_WEIGHT_UNITS = 1_000_000  # weights become whole numbers, so that every machine draws the same decks


@dataclass(frozen=True, slots=True)
class Drawn:
    """Decks and how often each is drawn, in whole numbers."""

    decks: tuple[Deck, ...]
    weights: tuple[int, ...]


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
    on_illegal: int

    def scheme(self, autoreset: bool) -> Scheme:
        """The same for the core."""
        lists = [[faces_of(deck, self.pool) for deck in side.decks] for side in (self.own, self.opposing)]
        weights = [*self.own.weights, *self.opposing.weights]
        return Scheme(
            own=lists[0],
            opposing=lists[1],
            weights=weights,
            settings=self.settings,
            pilot=self.pilot,
            on_illegal=self.on_illegal,
            autoreset=autoreset,
            archetypes=self._archetypes(),
            model=compiled_model(),
        )

    def _archetypes(self) -> Sequence[Sequence[int]]:
        """The weights by which the scripted pilot plays each opposing deck."""
        if self.policy is not None or self.pilot_name != "heuristic":
            return ()
        return [weights_of(deck, self.pool) for deck in self.opposing.decks]


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of `gym.make("mtg_causal_rl:MTGCausal-v0", ...)` with their defaults."""

    deck: Decks = "mono_red_aggro"
    opponent: Any = "azorius_control"  # as deck, or "all", or ("not", id, ...)
    pilot: str | Policy = "heuristic"
    reward: str | Reward = "shaped"
    max_turns: int | None = 50
    at_cap: str = "draw"
    gamma: float = 0.995
    causal: str = "full"
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

    def read(self) -> Options:
        """Checked, and with names replaced by what they name."""
        pool = self.pool or Pool.standard()
        pilot, policy, name = _read_pilot(self.pilot)
        _one_of("epsilon", self.epsilon, EPSILON)
        return Options(
            pool=pool,
            own=_read_decks(self.deck, pool, "deck"),
            opposing=_read_opponent(self.opponent, pool),
            pilot=pilot,
            policy=policy,
            pilot_name=name,
            reward=read_reward(self.reward),
            settings=read_settings(_read_starter(self.on_the_play), self.max_turns, self.stops),
            truncates=_one_of("at_cap", self.at_cap, AT_CAP) == "truncate",
            gamma=_read_gamma(self.gamma),
            causal=_one_of("causal", self.causal, LEVELS),
            on_illegal=ON_ILLEGAL.index(_one_of("on_illegal", self.on_illegal, ON_ILLEGAL)),
        )


def _one_of(what: str, value: object, known: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise unknown_name(what, value, known, "the environment")
    return value


def _read_starter(value: str) -> int | None:
    known = ("random", *ON_THE_PLAY)
    return ON_THE_PLAY.get(_one_of("on_the_play", value, known))


def _read_gamma(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.floating) or not 0 <= value <= 1:
        raise InvalidValue(f"gamma must lie in 0..1, not {value!r}")
    return float(value)


def _read_pilot(value: str | Policy) -> tuple[int, Policy | None, str]:
    if isinstance(value, str):
        _one_of("pilot", value, pilots())
        return pilots().index(value), None, value
    if not callable(getattr(value, "act", None)):
        known = ", ".join(pilots())
        raise InvalidValue(f"a pilot is one of {known} or a Policy with an `act`, not {value!r}")
    return POLICY_PILOT, value, str(getattr(value, "name", type(value).__name__))


def _read_opponent(value: Any, pool: Pool) -> Drawn:
    if isinstance(value, str) and value == "all":
        return _equal(tuple(pool.decks.values()))
    if isinstance(value, tuple) and value and value[0] == "not":
        left_out = {read_deck(name, pool, "opponent").id for name in value[1:]}
        rest = tuple(deck for deck in pool.decks.values() if deck.id not in left_out)
        if not rest:
            raise InvalidValue(f"opponent={value!r} leaves no deck")
        return _equal(rest)
    return _read_decks(value, pool, "opponent")


def _read_decks(value: Any, pool: Pool, where: str) -> Drawn:
    if isinstance(value, Mapping) and value and all(name in pool.decks for name in value):
        return _weighted(value, pool, where)
    if isinstance(value, Sequence) and not isinstance(value, str) and value and _names_decks(value, pool):
        return _equal(tuple(read_deck(item, pool, f"{where}[{place}]") for place, item in enumerate(value)))
    return _equal((read_deck(value, pool, where),))


def _names_decks(values: Sequence[Any], pool: Pool) -> bool:
    """A list of decks, not a deck as a list of card names."""
    return not all(isinstance(value, str) and value in pool.cards for value in values)


def _equal(decks: tuple[Deck, ...]) -> Drawn:
    return Drawn(decks, (1,) * len(decks))


def _weighted(weights: Mapping[str, float], pool: Pool, where: str) -> Drawn:
    bad = next((name for name, weight in weights.items() if not math.isfinite(weight) or weight < 0), None)
    total = sum(weights.values())
    if bad is not None or not total > 0:
        raise InvalidValue(f"{where}: weights are numbers of at least 0 and not all 0, not {dict(weights)}")
    whole = tuple(round(weight / total * _WEIGHT_UNITS) for weight in weights.values())
    return Drawn(tuple(pool.decks[name] for name in weights), whole)
