"""Numbers that change linearly over a run. What they are the numbers of is said by the agents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Linear:
    """From `start` at the beginning of training to `end` at its last update."""

    start: float
    end: float


Schedule = float | Linear


def value_at(schedule: Schedule, progress: float) -> float:
    """The number at `progress` in [0, 1]."""
    if isinstance(schedule, Linear):
        return schedule.start + (schedule.end - schedule.start) * progress
    return schedule


def is_always_zero(schedule: Schedule) -> bool:
    """Whether the number is zero during the whole run."""
    return schedule in (0.0, Linear(0.0, 0.0))
