"""What a protocol costs and what it can show, said before anything runs. Nothing is measured here."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mtg_causal_rl.experiments.protocol import ALPHA, Comparison, Family, Registration
from mtg_causal_rl.experiments.wording import count, p_text, title
from mtg_causal_rl.stats import detectable_difference, smallest_p, smallest_p_after_holm


@dataclass(frozen=True, slots=True)
class PlannedTest:
    """One registered comparison on one deck, and the limits of its design."""

    family: str
    status: str
    deck: str
    comparison: Comparison
    seeds: int
    questions: int  # that Holm corrects for
    smallest_p: float
    smallest_p_after_holm: float
    detectable: float  # difference of win rates found with 80% power; infinite where nothing can be shown


@dataclass(frozen=True, slots=True)
class Plan:
    """Cost and limits of a whole study."""

    runs: int
    trained_runs: int
    steps: int
    episodes: int
    tests: tuple[PlannedTest, ...]


def plan(registration: Registration) -> Plan:
    """Counts runs, steps and games, and works out what each comparison can reach."""
    protocol, runs = registration.protocol, registration.runs()
    trained = sum(run.trained for run in runs)
    games = protocol.evaluation.episodes * len(protocol.evaluation.pilots)
    return Plan(
        runs=len(runs),
        trained_runs=trained,
        steps=trained * protocol.training.steps,
        episodes=sum(games * len(run.opponents) for run in runs),
        tests=tuple(
            planned(family, deck, comparison, protocol.assumed_deviation)
            for family in protocol.families
            for deck in family.decks
            for comparison in family.comparisons
        ),
    )


def planned(family: Family, deck: str, comparison: Comparison, deviation: float) -> PlannedTest:
    """The limits of one comparison."""
    seeds, tests = len(family.seeds), family.questions
    return PlannedTest(
        family=family.name,
        status=family.status,
        deck=deck,
        comparison=comparison,
        seeds=seeds,
        questions=tests,
        smallest_p=smallest_p(seeds),
        smallest_p_after_holm=smallest_p_after_holm(seeds, tests),
        detectable=detectable_difference(deviation, seeds, tests, ALPHA),
    )


def described(registration: Registration) -> str:
    """The plan in words, as `run --plan` prints it."""
    found, protocol = plan(registration), registration.protocol
    lines = [
        f"{protocol.name}: {protocol.purpose}",
        f"registration {registration.hash}",
        f"{count(found.runs, 'run')}, {found.trained_runs} of them trained: {found.steps:,} steps in all",
        f"{found.episodes:,} evaluation episodes",
        *(sentence(test, protocol.assumed_deviation) for test in found.tests),
    ]
    return "\n".join(lines)


def sentence(test: PlannedTest, deviation: float) -> str:
    """What one comparison can show."""
    asked = test.comparison
    ours, theirs = (title(side) for side in asked.sides)
    family = f"({test.family}, {test.status})"
    who = f"{title(test.deck)}, {ours} against {theirs}, {asked.pilot} pilots {family}"
    seeds, questions = count(test.seeds, "seed"), count(test.questions, "test")
    corrected = f"{p_text(test.smallest_p_after_holm)} after Holm over {questions}"
    reach = f"smallest p {p_text(test.smallest_p)}, {corrected}"
    power = "no difference is detectable"
    if not math.isinf(test.detectable):
        points = f"{100 * test.detectable:.1f} points"
        power = f"80% power for {points} (assuming a deviation of {100 * deviation:g} points)"
    return f"{who}: {seeds}, {reach}; {power}"
