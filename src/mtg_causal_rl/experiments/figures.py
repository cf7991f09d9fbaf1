"""The figures of a study, as pure functions of its results; legible in print and for colour-blind readers."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas

from mtg_causal_rl.experiments.findings import Cell, cells
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.wording import percent, title

# Okabe and Ito (2008), and a hatch for each so that grey print suffices.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "++", "oo")
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "mtg-causal-rl",
    "svg.fonttype": "path",
    "font.size": 10,
    "hatch.linewidth": 0.5,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawn figure with its caption, and what it shows in words for those who cannot see it."""

    name: str
    caption: str
    description: str
    canvas: Canvas

    def rendered(self, form: Literal["svg", "png", "pdf"]) -> bytes:
        """The file's bytes, the same every time."""
        dates: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
        target = io.BytesIO()
        with mpl.rc_context(STYLE):
            self.canvas.savefig(target, format=form, dpi=200, bbox_inches="tight", metadata=dates[form])
        return target.getvalue()


def headline(results: Results) -> Figure:
    """Win rates of every player as bars with Wilson intervals, one panel per deck and pilot."""
    found = cells(results)
    panels = list(dict.fromkeys(cell.panel for cell in found))
    agents = list(dict.fromkeys(cell.agent for cell in found))
    with mpl.rc_context(STYLE):
        height = 0.9 + len(panels) * (0.55 + 0.34 * len(agents))  # inches
        canvas = Canvas(figsize=(5.5, height), layout="constrained")
        FigureCanvasAgg(canvas)
        axes = canvas.subplots(max(1, len(panels)), 1, sharex=True, squeeze=False)[:, 0]
        for axis, panel in zip(axes, panels, strict=False):
            bars(axis, [cell for cell in found if cell.panel == panel], agents)
            axis.set_title(f"{title(panel[1])}, {panel[2]} pilots ({panel[0]})", loc="left", fontsize=10)
        axes[-1].set_xlabel("Games won (%)")
    return Figure(
        name="headline",
        caption="Win rates by deck and pilot with 95% Wilson intervals over games; the line marks 50%.",
        description="; ".join(f"{title(c.agent)} against {c.pilot} pilots {percent(c.rate)}" for c in found),
        canvas=canvas,
    )


def bars(axis: Any, found: list[Cell], agents: list[str]) -> None:
    """One panel: a bar for each player, best read from top to bottom."""
    for row, cell in enumerate(found):
        style = agents.index(cell.agent) % len(COLOURS)
        rate, interval = 100 * cell.rate, cell.interval
        reach = [[rate - 100 * interval.low], [100 * interval.high - rate]]
        colours = {"color": COLOURS[style], "hatch": HATCHES[style], "edgecolor": "white"}
        axis.barh(row, rate, height=0.7, **colours)
        axis.errorbar(rate, row, xerr=reach, color="black", capsize=3, linewidth=1.2)
        axis.text(100 * interval.high + 1.5, row, percent(cell.rate), va="center", fontsize=9)
    axis.axvline(50, color="#555555", linewidth=0.8, linestyle=":")
    axis.set_yticks(range(len(found)), [title(cell.agent) for cell in found])
    axis.invert_yaxis()
    axis.set_xlim(0, 116)
    axis.spines[["top", "right"]].set_visible(False)


FIGURES: tuple[Callable[[Results], Figure], ...] = (headline,)
