"""One file, findings first, nothing fetched, warnings on the first page, user text escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from experiments.fakes import VERSIONS, tiny

from mtg_causal_rl.errors import InvalidValue
from mtg_causal_rl.experiments.findings import findings, sentence
from mtg_causal_rl.experiments.report import Contents, write_report
from mtg_causal_rl.experiments.store import Results
from mtg_causal_rl.experiments.tables import TABLES, Table
from mtg_causal_rl.experiments.versions import Versions


class Balanced(HTMLParser):
    """Fails on a tag that is closed twice or never."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "path", "use", "rect"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing stays open."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"path", "use", "rect"}:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def report(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(results, tmp_path_factory.mktemp("report"), VERSIONS)


def test_findings_come_first(results: Results, report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    assert text.index("<h2>Findings") < text.index("<h2>Figures") < text.index("<h2>Tables")
    assert sentence(findings(results)[0]) in text
    assert "class=notice" not in text.split("</style>")[1]


def test_it_is_one_file_that_fetches_nothing(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    fetched = re.findall(r"<(?:script|link|img|iframe)\b|@import|src=|url\((?!#)", text)
    assert fetched == []
    assert "<svg" in text


def test_html_is_balanced_and_escaped(report: Path) -> None:
    checker = Balanced()
    text = report.read_text(encoding="utf-8")
    checker.feed(text)
    assert checker.open == []
    assert "A study of nothing &amp; &lt;nobody&gt;" in text


def test_tables_and_figures_lie_beside_it(report: Path) -> None:
    found = {path.relative_to(report.parent).as_posix() for path in report.parent.rglob("*.*")}
    tables = {
        f"tables/{name}.{form}" for name in ("win_rates", "comparisons", "factors") for form in ("md", "tex")
    }
    assert found == {"report.html", "figures/headline.png", "figures/headline.pdf", *tables}


def test_changed_stale_and_unfinished_studies_say_so_first(results: Results, tmp_path: Path) -> None:
    other = replace(results, registered=tiny(3), missing=tiny(3).runs()[:1])
    path = write_report(other, tmp_path, Versions("rules-2", "layout-1", "model-1"))
    first = path.read_text(encoding="utf-8").split("<h2>Findings")[0]
    assert "The protocol was changed after the first run" in first
    assert "1 planned run not finished" in first
    assert "Stale: made by other versions" in first


def test_a_table_of_ones_own_is_one_function(results: Results, tmp_path: Path) -> None:
    def mine(results: Results) -> Table:
        return Table("mine", "My own table", ("games",), ((str(len(results.episodes)),),), words=0)

    path = write_report(results, tmp_path, contents=Contents(tables=(*TABLES, mine)))
    assert "My own table" in path.read_text(encoding="utf-8")
    assert (tmp_path / "tables" / "mine.tex").is_file()


def test_nothing_finished_is_nothing_to_report(results: Results, tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="no run of this study is finished"):
        write_report(replace(results, runs=results.runs.iloc[:0]), tmp_path)
