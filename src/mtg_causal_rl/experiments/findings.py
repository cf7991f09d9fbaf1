"""What the results show: a tested finding per registered comparison, and the sentence that says just that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import pandas as pd

from mtg_causal_rl.experiments.plan import PlannedTest, planned
from mtg_causal_rl.experiments.protocol import ALPHA, Family
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.wording import count, p_text, percent, points, title
from mtg_causal_rl.stats import Interval, PairedResult, holm, paired_t, sign_flip, wilson
from mtg_causal_rl.stats.paired_tests import EXACT_PAIRS


@dataclass(frozen=True, slots=True)
class Finding:
    """A registered comparison on one deck, tested over the seeds that both players have finished."""

    design: PlannedTest
    differences: tuple[float, ...]  # of win rates, one per shared seed
    rates: tuple[float, float]  # mean win rates of test and reference over those seeds
    result: PairedResult
    adjusted_p: float

    @property
    def complete(self) -> bool:
        """Whether every registered seed is there."""
        return len(self.differences) == self.design.seeds

    @property
    def attainable(self) -> bool:
        """Whether this design can reach significance at all."""
        return self.design.smallest_p_after_holm <= ALPHA

    @property
    def significant(self) -> bool:
        """Whether a claim is made: registered as confirmatory, complete, and below alpha after Holm."""
        return self.design.status == "confirmatory" and self.complete and self.adjusted_p <= ALPHA


@dataclass(frozen=True, slots=True)
class Cell:
    """All evaluation games of one player with one deck under one pilot, in one family."""

    family: str
    deck: str
    agent: str
    pilot: str
    seeds: int
    games: int
    wins: int
    draws: int

    @property
    def rate(self) -> float:
        """Wins over games; a draw is not a win."""
        return self.wins / self.games

    @property
    def panel(self) -> tuple[str, str, str]:
        """What the players that are shown side by side have in common."""
        return self.family, self.deck, self.pilot

    @property
    def interval(self) -> Interval:
        """Wilson's interval over games: how sure the rate of these very policies is, not of the method."""
        return wilson(self.wins, self.games)


def cells(results: Results) -> tuple[Cell, ...]:
    """Every (family, deck, pilot, player) that has games, in the order of the protocol."""
    protocol = results.registration.protocol
    found = (
        cell_of(family.name, games, (deck, agent, pilot))
        for family in protocol.families
        for games in (family_episodes(results, family),)
        for deck, pilot, agent in product(family.decks, protocol.evaluation.pilots, family.players)
    )
    return tuple(cell for cell in found if cell.games)


def cell_of(family: str, episodes: pd.DataFrame, key: tuple[str, str, str]) -> Cell:
    """The counts of one player's games."""
    deck, agent, pilot = key
    games = episodes[chosen(episodes, deck, agent, pilot)]
    wins, draws = (int((games["winner"] == winner).sum()) for winner in ("agent", "draw"))
    return Cell(family, deck, agent, pilot, games["seed"].nunique(), len(games), wins, draws)


def chosen(episodes: pd.DataFrame, deck: str, agent: str, pilot: str) -> pd.Series:
    """Which rows are this player's."""
    return (episodes["deck"] == deck) & (episodes["agent"] == agent) & (episodes["pilot"] == pilot)


def family_episodes(results: Results, family: Family) -> pd.DataFrame:
    """The games of one family's own runs: another family may hold the same player with other opponents."""
    names = [run.name for run in results.registration.runs_of(family)]
    return results.episodes[results.episodes["run"].isin(names)]


def findings(results: Results) -> tuple[Finding, ...]:
    """Every registered comparison for which at least one seed is complete; Holm within each family."""
    return tuple(
        finding for family in results.registration.protocol.families for finding in corrected(family, results)
    )


def corrected(family: Family, results: Results) -> Iterator[Finding]:
    """One family's findings; comparisons that have no data yet count for Holm with p = 1."""
    raw = list(tested(family, results))
    waiting = family.questions - len(raw)
    adjusted = holm([finding.result.p_value for finding in raw] + [1.0] * waiting)
    for finding, p_value in zip(raw, adjusted[: len(raw)], strict=True):
        yield replace(finding, adjusted_p=p_value)


def tested(family: Family, results: Results) -> Iterator[Finding]:
    """The uncorrected tests of one family."""
    deviation = results.registration.protocol.assumed_deviation
    episodes = family_episodes(results, family)
    for deck, asked in product(family.decks, family.comparisons):
        sides = [seed_rates(episodes[chosen(episodes, deck, agent, asked.pilot)]) for agent in asked.sides]
        both = pd.concat(sides, axis=1, join="inner").sort_index().to_numpy()
        if len(both):
            differences = both[:, 0] - both[:, 1]
            result = sign_flip(differences) if len(both) <= EXACT_PAIRS else paired_t(differences)
            test, reference = (float(rate) for rate in both.mean(axis=0))
            design = planned(family, deck, asked, deviation)
            yield Finding(design, tuple(differences.tolist()), (test, reference), result, result.p_value)


def seed_rates(games: pd.DataFrame) -> pd.Series:
    """One win rate per seed: the mean over the opponents, each weighing the same."""
    won = games.assign(won=games["winner"] == "agent")
    return won.groupby(["seed", "opponent"])["won"].mean().groupby("seed").mean()


def sentence(finding: Finding) -> str:
    """One finding in words, with the exact condition under which it may be read."""
    asked, result = finding.design.comparison, finding.result
    test, reference = (title(side) for side in asked.sides)
    won, won_by_reference = (percent(rate) for rate in finding.rates)
    rates = f"{test} won {won} and {reference} {won_by_reference} of the same games"
    size = f"{points(result.estimate)} points over {count(len(finding.differences), 'seed')}"
    place = f"with {title(finding.design.deck)} against {asked.pilot} pilots"
    return f"{verdict(finding)}: {place}, {rates} ({size}; {evidence(finding)})."


def verdict(finding: Finding) -> str:
    """What may be concluded, and why not more."""
    design = finding.design
    if not finding.complete:
        return f"Unfinished: {len(finding.differences)} of {count(design.seeds, 'registered seed')}"
    if not finding.attainable:
        floor = p_text(design.smallest_p)
        if design.smallest_p_after_holm > design.smallest_p:
            floor += f", or {p_text(design.smallest_p_after_holm)} after Holm"
        return f"Exploratory: {count(design.seeds, 'seed')} cannot give p below {floor}"
    if design.status == "exploratory":
        return "Exploratory: not registered as confirmatory"
    if not finding.significant:
        return "No difference shown, which does not show that there is none"
    return "Higher win rate" if finding.result.estimate > 0 else "Lower win rate"


def evidence(finding: Finding) -> str:
    """The test behind a sentence: its p, the corrected p and its interval."""
    result = finding.result
    interval = "interval not attainable"
    if result.interval.attainable:
        ends = f"{points(result.interval.low)} to {points(result.interval.high)}"
        interval = f"{100 * result.interval.confidence:.4g}% interval {ends}"
    return (
        f"{result.method} p = {p_text(result.p_value)}, {p_text(finding.adjusted_p)} after Holm; {interval}"
    )


def policy_sentences(results: Results) -> Iterator[str]:
    """What each trained policy did, which holds for that very policy whatever the number of seeds."""
    trained = {agent for family in results.registration.protocol.families for agent in family.agents}
    rows = results.episodes
    for key, games in rows[rows["agent"].isin(trained)].groupby(
        ["agent", "deck", "seed", "pilot"], sort=False
    ):
        agent, deck, seed, pilot = key
        wins = int((games["winner"] == "agent").sum())
        found = wilson(wins, len(games))
        yield (
            f"{title(agent)} trained with seed {seed} on {title(deck)} won {wins} of {len(games)} games "
            f"({percent(wins / len(games))}) against {pilot} pilots; 95% Wilson interval over games "
            f"{percent(found.low)} to {percent(found.high)}."
        )
