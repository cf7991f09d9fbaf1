"""The line of progress that training prints for each update. Measures nothing."""

from __future__ import annotations

import math

from mtg_causal_rl.learning.folder import Row


def progress_line(row: Row, total: int, rate: float) -> str:
    """One line per update: where it is, how fast, how it plays, how long it still takes."""
    steps = int(row["steps"])
    left = max(0.0, total - steps) / rate
    games = (
        "no game ended" if math.isnan(row["win_rate"]) else f"win {row['win_rate']:.0%}  return {row['return']:+.2f}"
    )
    return (
        f"update {int(row['update'])}  {steps:,}/{total:,} steps  {rate:,.0f} steps/s  {games}  "
        f"entropy {row['policy_entropy']:.2f}  {_clock_time(left)} left"
    )


def _clock_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
