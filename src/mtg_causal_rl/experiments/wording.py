"""How names and numbers are written, the same in sentences, tables and figures. Nothing is computed here."""

from __future__ import annotations

TITLES = {"ppo": "PPO", "cgfa": "CGFA-PPO", "cwm": "CWM-PPO", "mono_red_aggro": "Mono-Red Aggro"}
TIE = 1e-9  # so that 51.75 rounds the same way whether it came from counts or from a mean


def title(name: str) -> str:
    """An id as people write it."""
    return TITLES.get(name, name.replace("_", " ").title())


def percent(rate: float) -> str:
    """A rate with one decimal."""
    return f"{100 * rate + TIE:.1f}%"


def points(difference: float) -> str:
    """A difference of rates in percentage points, with its sign."""
    return f"{100 * difference + (TIE if difference > 0 else -TIE):+.1f}" if difference else "0.0"


def p_text(p_value: float) -> str:
    """A p-value with enough digits to see what it is, and no more."""
    return f"{p_value:.4f}".rstrip("0").rstrip(".") if p_value >= 0.0001 else "< 0.0001"


def count(number: int, noun: str) -> str:
    """1 seed, 2 seeds."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
