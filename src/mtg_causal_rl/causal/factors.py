"""The six strategic factors, the parents of the probability of winning: their order and the scale of each."""

from __future__ import annotations

#: One unit on the common scale, in the factor's own unit: the largest size that its declared range allows.
FACTOR_SCALES: dict[str, float] = {
    "card_advantage": 10.0,  # permanents
    "board_pressure": 20.0,  # power
    "tempo": 1.0,  # share of mana
    "life_buffer": 20.0,  # life
    "threat_density": 1.0,  # share of permanents
    "removal_available": 1.0,  # yes or no
}

FACTORS: tuple[str, ...] = tuple(FACTOR_SCALES)
