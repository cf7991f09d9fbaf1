"""Whether units of mana can pay a cost, by matching them one by one. Knows no card."""

from __future__ import annotations

from collections.abc import Sequence

from rules_checker.cards import Cost


def paid(units: Sequence[str], cost: Cost) -> int:
    """How much of the cost the units pay at most; a unit is the colours it can be ("" pays generic mana alone)."""
    demands = cost.demands()
    payer: dict[int, int] = {}
    return sum(_find(unit, units, demands, payer, set()) for unit in range(len(units)))


def _find(unit: int, units: Sequence[str], demands: Sequence[str], payer: dict[int, int], seen: set[int]) -> bool:
    """Gives the unit something to pay, moving others if need be (augmenting paths)."""
    for place, demand in enumerate(demands):
        if place in seen or not _pays(units[unit], demand):
            continue
        seen.add(place)
        if place not in payer or _find(payer[place], units, demands, payer, seen):
            payer[place] = unit
            return True
    return False


def _pays(unit: str, demand: str) -> bool:
    return len(demand) > 1 or demand in unit


def can_pay(units: Sequence[str], cost: Cost) -> bool:
    return len(units) >= cost.total and paid(units, cost) == cost.total
