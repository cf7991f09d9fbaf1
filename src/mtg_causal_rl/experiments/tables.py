"""The tables of a study, as pure functions of its results, in LaTeX, Markdown and HTML. No pictures."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass

from mtg_causal_rl.causal.factors import FACTORS
from mtg_causal_rl.experiments.findings import (
    Cell,
    Finding,
    cells,
    chosen,
    family_episodes,
    findings,
)
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.wording import p_text, percent, points, title

PLAYER = ("Family", "Deck", "Player", "Pilot")
COMPARED = ("Family", "Deck", "Comparison", "Pilot")
LATEX = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "<": "$<$",
        ">": "$>$",
    }
)


@dataclass(frozen=True, slots=True)
class Table:
    """A caption, a heading, rows of finished text; the first `words` columns are words, the rest numbers."""

    name: str
    caption: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int

    def markdown(self) -> str:
        """A Markdown table under its caption."""
        marks = ["---" if column < self.words else "---:" for column in range(len(self.heading))]
        lines = [self.heading, tuple(marks), *self.rows]
        return f"{self.caption}\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"

    def latex(self) -> str:
        """A booktabs table."""
        columns = "l" * self.words + "r" * (len(self.heading) - self.words)
        every = (self.heading, *self.rows)
        lines = [" & ".join(cell.translate(LATEX) for cell in row) + r" \\" for row in every]
        body = [r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"]
        caption = rf"\caption{{{self.caption.translate(LATEX)}}}\label{{tab:{self.name}}}"
        inside = [rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}"]
        return "\n".join([r"\begin{table}[t]", r"\centering", caption, *inside, r"\end{table}"]) + "\n"

    def html(self) -> str:
        """An HTML table; a narrow screen scrolls it sideways."""
        head = "".join(f"<th{self.side(i)}>{html.escape(cell)}</th>" for i, cell in enumerate(self.heading))
        body = "".join(f"<tr>{self.cells(row)}</tr>" for row in self.rows)
        inside = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        caption = f"<figcaption>{html.escape(self.caption)}</figcaption>"
        return f"<figure>{caption}<div class=wide>{inside}</div></figure>"

    def cells(self, row: tuple[str, ...]) -> str:
        """The cells of one row."""
        return "".join(f"<td{self.side(i)}>{html.escape(cell)}</td>" for i, cell in enumerate(row))

    def side(self, column: int) -> str:
        """Words stand left, numbers right."""
        return "" if column < self.words else " class=number"


def win_rates(results: Results) -> Table:
    """Win rates of every player, the paper's main and anchor tables in one."""
    return Table(
        name="win_rates",
        caption=(
            "Win rates over all evaluation games; a draw is not a win. The Wilson interval is over games: "
            "it says how sure the rate of these very policies is, not how far another seed may lie."
        ),
        heading=(*PLAYER, "Seeds", "Games", "Won", "Drawn", "95% Wilson"),
        rows=tuple((*player(cell), *rates(cell)) for cell in cells(results)),
        words=len(PLAYER),
    )


def player(cell: Cell) -> tuple[str, ...]:
    """Whose row it is."""
    return cell.family, title(cell.deck), title(cell.agent), cell.pilot


def rates(cell: Cell) -> tuple[str, ...]:
    """The counts and rates of one player."""
    interval = f"{percent(cell.interval.low)} to {percent(cell.interval.high)}"
    shares = percent(cell.rate), percent(cell.draws / cell.games)
    return str(cell.seeds), str(cell.games), *shares, interval


def comparisons(results: Results) -> Table:
    """Every registered comparison with its exact test and what the design could have reached."""
    return Table(
        name="comparisons",
        caption=(
            "Registered comparisons over paired seeds: difference of win rates in points, the interval that "
            "inverts the exact sign-flip test, its p, Holm's p, and the smallest Holm p of the design."
        ),
        heading=(*COMPARED, "Seeds", "Points", "Interval", "p", "Holm p", "Smallest Holm p"),
        rows=tuple(compared(finding) for finding in findings(results)),
        words=len(COMPARED),
    )


def compared(finding: Finding) -> tuple[str, ...]:
    """The row of one comparison."""
    design, result, interval = finding.design, finding.result, finding.result.interval
    test, reference = (title(side) for side in design.comparison.sides)
    who = (design.family, title(design.deck), f"{test} against {reference}", design.comparison.pilot)
    ends = f"{points(interval.low)} to {points(interval.high)}" if interval.attainable else "not attainable"
    numbers = (result.p_value, finding.adjusted_p, design.smallest_p_after_holm)
    size = (f"{len(finding.differences)} of {design.seeds}", points(result.estimate), ends)
    return *who, *size, *(p_text(number) for number in numbers)


def factors(results: Results) -> Table:
    """The measured strategic factors of each player's games beside its win rate."""
    return Table(
        name="factors",
        caption=(
            "The six parents of the probability of winning in the causal model, measured at every decision "
            "and averaged over each game, then over games; beside them the share of games won. These are "
            "measured associations with winning, not effects."
        ),
        heading=(*PLAYER, *(name.replace("_", " ").capitalize() for name in FACTORS), "Won"),
        rows=tuple((*player(cell), *means(results, cell), percent(cell.rate)) for cell in cells(results)),
        words=len(PLAYER),
    )


def means(results: Results, cell: Cell) -> tuple[str, ...]:
    """The mean of every factor over one player's games."""
    family = results.registration.protocol.family(cell.family)
    episodes = family_episodes(results, family)
    games = episodes[chosen(episodes, cell.deck, cell.agent, cell.pilot)]
    return tuple(f"{games[f'mean_{name}'].mean():+.2f}" for name in FACTORS)


TABLES: tuple[Callable[[Results], Table], ...] = (win_rates, comparisons, factors)
