"""THE causal model of the game: one function per variable, whose positional parameters are its parents.

V = f(parents) + u. Identities act at once. A keyword-only `a_to_b` is the coefficient of an edge that
describes play and acts later: one number per later horizon and phase. No number of a fit stands here.
"""

from __future__ import annotations

from enum import StrEnum

from mtg_causal_rl.causal.counts import Counts
from mtg_causal_rl.causal.expression import Value, maximum, sigmoid, where
from mtg_causal_rl.causal.fit import Fit
from mtg_causal_rl.causal.model import CausalModel
from mtg_causal_rl.causal.parameters import Parameters
from mtg_causal_rl.causal.variable import BINARY, Range, measured, structural
from mtg_causal_rl.causal.win_probability import WinModel
from mtg_causal_rl.errors import InvalidValue


class Layer(StrEnum):
    """The four layers of the paper's table."""

    RESOURCES = "resources"
    BOARD_STATE = "board state"
    STRATEGIC_POSITION = "strategic position"
    OUTCOME = "outcome"


#: `resolved`: what the play put on the stack has left it. `turn`: the end of the current turn, after cleanup.
#: `next_turn`: the end of the agent's next own turn.
HORIZONS = ("resolved", "turn", "next_turn")
PHASES = ("own_turn_before_combat", "own_turn_after_combat", "opponent_turn")


@measured(Layer.RESOURCES, Range(0, 10), "own permanents that can make mana, mana creatures included")
def mana(see: Counts) -> Value:
    return see.own_mana_sources


@measured(Layer.RESOURCES, BINARY, "whether a land card is in hand")
def land_drop(see: Counts) -> Value:
    return where(see.own_lands_in_hand > 0, 1.0, 0.0)


@measured(Layer.RESOURCES, Range(0, 10), "own creatures that can make mana")
def mana_creatures(see: Counts) -> Value:
    return see.own_mana_creatures


@structural(
    Layer.RESOURCES,
    Range(0, 10),
    "mana, one more for a land in hand, and mana creatures once more",
    measure=lambda see: (
        see.own_mana_sources + where(see.own_lands_in_hand > 0, 1.0, 0.0) + see.own_mana_creatures
    ),
)
def mana_next(mana: Value, land_drop: Value, mana_creatures: Value) -> Value:
    return mana + land_drop + mana_creatures


@measured(Layer.RESOURCES, Range(0, 15), "cards in own hand")
def card_count(see: Counts) -> Value:
    return see.own_hand


@measured(Layer.RESOURCES, BINARY, "whether a removal card is in own hand")
def has_removal(see: Counts) -> Value:
    return where(see.own_removal_in_hand > 0, 1.0, 0.0)


@structural(
    Layer.BOARD_STATE,
    Range(-20, 20),
    "total power of own creatures less that of the opponent's",
    measure=lambda see: see.own_power - see.opponent_power,
)
def board_pressure(
    mana_next: Value,
    threat_density: Value,
    *,
    mana_next_to_board_pressure: Value,
    threat_density_to_board_pressure: Value,
) -> Value:
    return mana_next_to_board_pressure * mana_next + threat_density_to_board_pressure * threat_density


@structural(
    Layer.BOARD_STATE,
    Range(0, 1),
    "share of own permanents that are threats: creatures of power 1 or more that may attack, planeswalkers",
    measure=lambda see: see.own_threats / maximum(1.0, see.own_permanents),
)
def threat_density(mana_next: Value, *, mana_next_to_threat_density: Value) -> Value:
    return mana_next_to_threat_density * mana_next


@structural(
    Layer.STRATEGIC_POSITION,
    Range(-10, 10),
    "own permanents less the opponent's",
    measure=lambda see: see.own_permanents - see.opponent_permanents,
)
def card_advantage(
    card_count: Value,
    board_pressure: Value,
    *,
    card_count_to_card_advantage: Value,
    board_pressure_to_card_advantage: Value,
) -> Value:
    return card_count_to_card_advantage * card_count + board_pressure_to_card_advantage * board_pressure


@structural(
    Layer.STRATEGIC_POSITION,
    Range(-1, 1),
    "share of own mana spent since own latest turn began, less the same of the opponent since theirs",
    measure=lambda see: (
        see.own_mana_spent / maximum(1.0, see.own_mana_sources)
        - see.opponent_mana_spent / maximum(1.0, see.opponent_mana_sources)
    ),
)
def tempo(
    mana: Value, board_pressure: Value, *, mana_to_tempo: Value, board_pressure_to_tempo: Value
) -> Value:
    return mana_to_tempo * mana + board_pressure_to_tempo * board_pressure


@measured(Layer.STRATEGIC_POSITION, Range(-20, 20), "own life less the opponent's")
def life_buffer(see: Counts) -> Value:
    return see.own_life - see.opponent_life


@structural(
    Layer.STRATEGIC_POSITION,
    BINARY,
    "the same as has_removal",
    measure=lambda see: where(see.own_removal_in_hand > 0, 1.0, 0.0),
)
def removal_available(has_removal: Value) -> Value:
    return has_removal


@structural(Layer.OUTCOME, Range(0, 1), "probability of winning: logistic in the six factors")
def win_probability(
    card_advantage: Value,
    board_pressure: Value,
    tempo: Value,
    life_buffer: Value,
    threat_density: Value,
    removal_available: Value,
    *,
    win_probability_intercept: Value,
    card_advantage_to_win_probability: Value,
    board_pressure_to_win_probability: Value,
    tempo_to_win_probability: Value,
    life_buffer_to_win_probability: Value,
    threat_density_to_win_probability: Value,
    removal_available_to_win_probability: Value,
) -> Value:
    return sigmoid(
        win_probability_intercept
        + card_advantage_to_win_probability * card_advantage
        + board_pressure_to_win_probability * board_pressure
        + tempo_to_win_probability * tempo
        + life_buffer_to_win_probability * life_buffer
        + threat_density_to_win_probability * threat_density
        + removal_available_to_win_probability * removal_available
    )


#: In the order of `info["causal_variables"]`.
VARIABLES = (
    mana,
    land_drop,
    mana_creatures,
    mana_next,
    card_count,
    has_removal,
    board_pressure,
    threat_density,
    card_advantage,
    tempo,
    life_buffer,
    removal_available,
    win_probability,
)

#: These have nothing of their own that a play could change, so a shift never meets them.
MOVED_BY_PARENTS_ALONE = (mana_next.name, removal_available.name, win_probability.name)
#: The coefficients that a fit must bring, one for each edge that acts later.
LAGGED = tuple(name for v in VARIABLES if v is not win_probability for name in v.coefficients)
#: The variables for which a fit must say how much of a shift is left at a later horizon.
PERSISTENT = tuple(v.name for v in VARIABLES if v.name not in MOVED_BY_PARENTS_ALONE)


def strategy(fit: Fit, win_model: WinModel) -> CausalModel:
    """The model with these numbers; a fit of other equations, horizons or phases is refused."""
    lagged = {name: fit.coefficient(name, HORIZONS[0], PHASES) for name in LAGGED}
    unfitted = Parameters(HORIZONS, PHASES, {**lagged, **win_model.coefficients(HORIZONS, PHASES)})
    model = CausalModel("STRATEGY", VARIABLES, Counts, unfitted)
    if not fit.measured:
        return model
    if fit.structure != model.structure:
        raise InvalidValue(
            "the fit belongs to another version of the causal model; run `mtg-causal fit` again"
        )
    if (fit.horizons, fit.phases) != (HORIZONS[1:], PHASES):
        raise InvalidValue(
            f"the fit has horizons {fit.horizons} and phases {fit.phases}, not those of STRATEGY"
        )
    fit.check_covers(LAGGED, PERSISTENT)
    return model.with_parameters(Parameters(HORIZONS, PHASES, unfitted.coefficients, fit.persistences))


STRATEGY = strategy(Fit.unfitted(), WinModel.cold())
