"""The raw counts that causal variables are made of, in the order in which the core writes them. No rules."""

from __future__ import annotations

from dataclasses import dataclass, fields

from mtg_causal_rl.causal.expression import Value


@dataclass(frozen=True, slots=True)
class Counts:
    """What the agent can count in a position, each an array [n]; the order of fields is that in memory."""

    own_mana_sources: Value  # permanents with a mana ability, mana creatures included
    own_mana_creatures: Value  # creatures with a mana ability
    own_lands_in_hand: Value
    own_hand: Value  # cards in hand
    own_removal_in_hand: (
        Value  # cards whose program destroys, exiles, damages or shrinks an opposing creature
    )
    own_power: Value  # total power of own creatures
    opponent_power: Value
    own_threats: Value  # creatures of power 1 or more that may attack, and planeswalkers
    own_permanents: Value
    opponent_permanents: Value
    own_mana_spent: Value  # since the start of that player's own latest turn
    opponent_mana_spent: Value
    opponent_mana_sources: Value
    own_life: Value
    opponent_life: Value


COUNTS: tuple[str, ...] = tuple(field.name for field in fields(Counts))
