"""One self-contained HTML file per study: findings first, then what they rest on. Opens without a network."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.experiments import plan
from mtg_causal_rl.experiments.figures import FIGURES, Figure
from mtg_causal_rl.experiments.findings import findings, policy_sentences, sentence
from mtg_causal_rl.experiments.manifest import SECTIONS
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.tables import TABLES, Table
from mtg_causal_rl.experiments.versions import Versions
from mtg_causal_rl.experiments.wording import count

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 2.2rem; border-bottom: 1px solid #ccc; }
li { margin: .4rem 0; }
.notice { background: #fff4d6; border-left: 4px solid #e69f00; padding: .5rem .8rem; }
figure { margin: 1.2rem 0; }
figcaption { color: #444; margin-bottom: .5rem; }
figure svg { width: 100%; height: auto; max-width: 44rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; white-space: nowrap; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: left; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
thead { background: #f2f2f2; }
code, pre { font-size: .85rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: #f7f7f7; padding: .6rem; }
@media (max-width: 40rem) {
  ul { padding-left: 1.2rem; }
  table { font-size: .8rem; }
}
@media print {
  details { display: none; }
  .wide { overflow: visible; }
  table { white-space: normal; font-size: .7rem; }
  figure { break-inside: avoid; }
}
"""


@dataclass(frozen=True, slots=True)
class Contents:
    """Which tables and figures a report shows; add your own functions of the results to either."""

    tables: tuple[Callable[[Results], Table], ...] = TABLES
    figures: tuple[Callable[[Results], Figure], ...] = FIGURES


def write_report(
    results: Results, folder: Path, versions: Versions | None = None, contents: Contents | None = None
) -> Path:
    """Writes report.html, and every table and figure as files beside it; gives the report's path.

    With `versions` (those of this package) a report on older results says that they are stale.
    """
    if not len(results.runs):
        raise InvalidValue("no run of this study is finished; `mtg-causal run` does them")
    shown = contents or Contents()
    tables = [table(results) for table in shown.tables]
    figures = [figure(results) for figure in shown.figures]
    write_files(tables, figures, folder)
    path = folder / "report.html"
    path.write_text(page(results, tables, figures, notices(results, versions)), encoding="utf-8")
    return path


def write_files(tables: Iterable[Table], figures: Iterable[Figure], folder: Path) -> None:
    """Tables as LaTeX and Markdown, figures as PNG and PDF, for papers and slides."""
    for name in ("tables", "figures"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for table in tables:
        (folder / "tables" / f"{table.name}.tex").write_text(table.latex(), encoding="utf-8")
        (folder / "tables" / f"{table.name}.md").write_text(table.markdown(), encoding="utf-8")
    for figure in figures:
        (folder / "figures" / f"{figure.name}.png").write_bytes(figure.rendered("png"))
        (folder / "figures" / f"{figure.name}.pdf").write_bytes(figure.rendered("pdf"))


def notices(results: Results, versions: Versions | None) -> Iterator[str]:
    """What a reader must know before reading anything else."""
    if results.changed:
        yield (
            f"The protocol was changed after the first run: registered {results.registered.hash[:12]}, "
            f"reported {results.registration.hash[:12]}. Its comparisons are not pre-registered."
        )
    if results.missing:
        yield f"{count(len(results.missing), 'planned run')} not finished; see “What was not run”."
    made = {json.dumps({name: entry["versions"][name] for name in names()}) for entry in results.manifests}
    if len(made) > 1:
        yield "Made by different versions of rules, layout or causal model: these runs must not be compared."
    if versions is not None and made != {json.dumps(asdict(versions))}:
        yield "Stale: made by other versions of rules, layout or causal model than this package has now."


def names() -> tuple[str, ...]:
    """The versions that make a result stale."""
    return tuple(Versions.__dataclass_fields__)


def page(results: Results, tables: list[Table], figures: list[Figure], warnings: Iterable[str]) -> str:
    """The whole document."""
    protocol = results.registration.protocol
    body = [
        *opening(results),
        *(f"<p class=notice>{html.escape(warning)}</p>" for warning in warnings),
        "<h2>Findings</h2>",
        listed(sentence(finding) for finding in findings(results)),
        "<h3>Each trained policy by itself</h3>",
        listed(policy_sentences(results)),
        "<h2>What this design can show</h2>",
        listed(
            plan.sentence(test, protocol.assumed_deviation) for test in plan.plan(results.registration).tests
        ),
        "<h2>Figures</h2>",
        *(drawn(figure) for figure in figures),
        "<h2>Tables</h2>",
        *(table.html() for table in tables),
        "<h2>What was not run</h2>",
        listed([run.name for run in results.missing] or ["Nothing: every planned run is here."]),
        "<h2>How it was made</h2>",
        *made(results),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(protocol.purpose)}</title>",
        f"<style>{STYLE}</style>",
    ]
    parts = ["<!doctype html>", '<html lang="en"><head>', *head, "</head><body>", *body, "</body></html>"]
    return "\n".join(parts) + "\n"


def opening(results: Results) -> Iterator[str]:
    """What study this is and how much of it is done."""
    protocol = results.registration.protocol
    done = f"{len(results.runs)} of {count(len(results.registration.runs()), 'run')}"
    games = f"{len(results.episodes):,} evaluation games"
    registration = f"registration <code>{results.registered.hash}</code>"
    yield f"<h1>{html.escape(protocol.purpose)}</h1>"
    yield f"<p>Study <code>{protocol.name}</code>: {done}, {games}; {registration}.</p>"


def listed(sentences: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>" + "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def drawn(figure: Figure) -> str:
    """A figure inside the page, with its content in words."""
    svg = figure.rendered("svg").decode()
    label = f'<svg role="img" aria-label="{html.escape(figure.description)}"'
    picture = svg[svg.index("<svg") :].replace("<svg", label, 1)
    return f"<figure><figcaption>{html.escape(figure.caption)}</figcaption>{picture}</figure>"


def made(results: Results) -> Iterator[str]:
    """The protocol file and every manifest, folded."""
    yield folded("The protocol, as it was registered", results.registered.content.decode())
    for entry in results.manifests:
        sections = {name: entry[name] for name in SECTIONS}
        yield folded(entry["run"]["name"], json.dumps(sections, indent=2))


def folded(summary: str, text: str) -> str:
    """A part that opens on a click."""
    return f"<details><summary>{html.escape(summary)}</summary><pre>{html.escape(text)}</pre></details>"
