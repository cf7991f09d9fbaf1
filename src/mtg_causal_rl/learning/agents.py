"""The agents as frozen values, and, once, every number of the paper's table that a learner has.

An agent says what is optimised; how it is done (rollouts, epochs, clipping, logging) is the trainer's, which
knows no agent by name. A new one: `replace(PPO, name="my", terms=(*PPO.terms, Term("my", my_loss, 0.1)))`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from mtg_causal_rl.causal.factors import FACTOR_SCALES, FACTORS
from mtg_causal_rl.errors import InvalidValue, unknown_name
from mtg_causal_rl.learning.advantages import Blend, Normalisation, Reading, scalar
from mtg_causal_rl.learning.alterations import Alteration, PermutedEpsilon
from mtg_causal_rl.learning.batch import AdvantageFunction, LossTerm
from mtg_causal_rl.learning.companion import CompanionSettings
from mtg_causal_rl.learning.factors import PUBLISHED_FACTORS, FactorSource, ObservedCounts
from mtg_causal_rl.learning.networks import NO_HEADS, Heads, Mixture
from mtg_causal_rl.learning.schedules import Linear, Schedule
from mtg_causal_rl.learning.terms import (
    calibration_loss,
    clipped_surrogate,
    clipped_surrogate_of_constant,
    factor_loss,
    negative_entropy,
    negative_gate_entropy,
    outcome_regression,
    value_loss,
)
from mtg_causal_rl.learning.world_model import WorldModelSettings


@dataclass(frozen=True, slots=True)
class Term:
    """A loss term with its coefficient."""

    name: str
    loss: LossTerm
    coefficient: Schedule


@dataclass(frozen=True, slots=True)
class Optimisation:
    """What all agents share: rollouts, discounting, epochs, Adam and the towers."""

    learning_rate: Linear
    minibatch: int
    transitions: int  # per update, over all games
    games: int
    epochs: int
    gamma: float
    trace: float  # GAE's lambda
    clip: float
    gradient_norm: float
    hidden: tuple[int, ...]
    adam_epsilon: float


class MixtureStart(Enum):
    """Where the mixture's parameters begin."""

    WIN_MODEL = "win_model"  # the weights of the frozen win model, on the agent's factor scales
    EQUAL = "equal"


PAPER = Optimisation(
    learning_rate=Linear(3e-4, 1e-5),
    minibatch=256,
    transitions=2048,
    # The paper gives no count. 16 x 128: a stretch of 128 decisions is seven times the reach of GAE, 1 / (1 -
    # gamma lambda) = 18, so bootstrapping at its end matters little; more games at once would shorten it.
    games=16,
    epochs=10,
    gamma=0.995,
    trace=0.95,
    clip=0.2,
    gradient_norm=0.5,
    hidden=(512, 256),
    adam_epsilon=1e-5,  # sb3-contrib's
)


@dataclass(frozen=True, slots=True)
class Agent:
    """What is optimised, and with which numbers."""

    name: str
    terms: tuple[Term, ...]
    advantage: AdvantageFunction = scalar
    normalisation: Normalisation = Normalisation.MINIBATCH
    reading: Reading = Reading.LIVE
    heads: Heads = NO_HEADS
    mixture_start: MixtureStart = MixtureStart.EQUAL
    companion: CompanionSettings | None = None
    alteration: Alteration | None = None
    factors: FactorSource = PUBLISHED_FACTORS
    optimisation: Optimisation = PAPER
    stream: str = "shared"  # agents of one stream and seed start from the same towers and meet the same luck
    environment: tuple[tuple[str, str], ...] = (("causal", "off"),)  # options that it needs
    factor_scales: tuple[float, ...] = tuple(FACTOR_SCALES.values())  # factors are divided by these

    def __post_init__(self) -> None:
        names = [term.name for term in self.terms]
        if len(set(names)) != len(names):
            raise InvalidValue(f"agent {self.name!r} has two loss terms of one name: {', '.join(names)}")

    def with_coefficient(self, term: str, coefficient: Schedule) -> tuple[Term, ...]:
        """Its terms, with another coefficient for one of them."""
        self._refuse_unknown(term)
        return tuple(replace(each, coefficient=coefficient) if each.name == term else each for each in self.terms)

    def without(self, term: str) -> tuple[Term, ...]:
        """Its terms but one."""
        self._refuse_unknown(term)
        return tuple(each for each in self.terms if each.name != term)

    def _refuse_unknown(self, term: str) -> None:
        if term not in (names := [each.name for each in self.terms]):
            raise unknown_name("loss term", term, names, f"agent {self.name!r}")


HEADS = Heads(factors=len(FACTORS), gate_hidden=32, mixture=Mixture.SOFTMAX)
FIRST_GATE = 0.5
WITH_FACTORS = (("causal", "factors"),)
WITH_EPSILON = (("causal", "full"),)

PPO = Agent(
    "ppo",
    terms=(
        Term("policy", clipped_surrogate, 1.0),
        Term("value", value_loss, 0.5),  # the coefficient that the paper's table lacks; sb3-contrib's
        Term("entropy", negative_entropy, Linear(0.05, 0.005)),
    ),
)
CWM = replace(
    PPO,
    name="cwm",
    environment=WITH_FACTORS,
    companion=WorldModelSettings(
        embedding=32,
        hidden=128,
        learning_rate=1e-3,
        buffer=20_000,
        steps=16,
        minibatch=128,
        win_weight=0.5,
        blend=0.6,
        exploration=Linear(0.10, 0.01),
    ),
)
CGFA = replace(
    PPO,
    name="cgfa",
    terms=(
        *PPO.terms,
        Term("factor", factor_loss, 0.5),
        Term("calibration", calibration_loss, 0.1),
        Term("gate", negative_gate_entropy, 0.0),
    ),
    advantage=Blend(),
    normalisation=Normalisation.ROLLOUT,
    heads=HEADS,
    mixture_start=MixtureStart.WIN_MODEL,
    environment=WITH_EPSILON,
)
RETURN_GATE = replace(
    CGFA,
    name="cgfa_return_gate",
    terms=(
        Term("policy", clipped_surrogate_of_constant, 1.0),
        *CGFA.without("policy"),
        Term(
            "outcome", outcome_regression, 1.0
        ),  # gate and mixture get no other gradient, and Adam takes out its scale
    ),
)

_ALL = (
    PPO,
    CWM,
    CGFA,
    replace(PPO, name="cgfa_scalar_only", heads=HEADS, environment=WITH_EPSILON, stream="cgfa_scalar_only"),
    replace(CGFA, name="cgfa_no_gate", advantage=Blend(held_gate=FIRST_GATE)),
    replace(CGFA, name="cgfa_no_calibration", terms=CGFA.without("calibration")),
    replace(CGFA, name="cgfa_no_factor_loss", terms=CGFA.without("factor")),
    RETURN_GATE,
    replace(CGFA, name="cgfa_gate_entropy_0.001", terms=CGFA.with_coefficient("gate", 0.001)),
    replace(CGFA, name="cgfa_gate_entropy_0.01", terms=CGFA.with_coefficient("gate", 0.01)),
    replace(CGFA, name="cgfa_stored_advantages", reading=Reading.STORED),
    replace(CGFA, name="cgfa_factual_epsilon", environment=(*WITH_EPSILON, ("epsilon", "factual"))),
    replace(CGFA, name="cgfa_permuted_epsilon", alteration=PermutedEpsilon()),
    replace(
        CGFA,
        name="cgfa_random_factors",
        factors=ObservedCounts(),
        factor_scales=(10.0,) * len(FACTORS),  # one for all: ten cards, sources or turns
        mixture_start=MixtureStart.EQUAL,
        environment=PPO.environment,
    ),
    replace(CGFA, name="cgfa_signed_mixture", heads=replace(HEADS, mixture=Mixture.SIGNED)),
    replace(CGFA, name="cgfa_raw_units", factor_scales=(1.0,) * len(FACTORS)),
    replace(CGFA, name="cgfa_cold", mixture_start=MixtureStart.EQUAL),
)
AGENTS: Mapping[str, Agent] = MappingProxyType({agent.name: agent for agent in _ALL})


def find_agent(agent: str | Agent) -> Agent:
    """The agent of that name, or the agent itself."""
    if isinstance(agent, Agent):
        return agent
    if agent not in AGENTS:
        raise unknown_name("agent", agent, AGENTS)
    return AGENTS[agent]
