"""A game that was played once is played again, line by line: rules that change are seen, and need a new version."""

from __future__ import annotations

from difflib import unified_diff

import pytest
from golden import regenerate
from golden.regenerate import FOLDER, Pair, pairs, path_of, played, refused, version_of

from mtg_causal_rl.game.binding import rules_version

MOST_LINES = 60
COMMAND = "`.venv/bin/python -m tests.golden.regenerate`"


@pytest.mark.parametrize("pair", pairs(), ids="-".join)
def test_the_golden_game_is_played_again(pair: Pair) -> None:
    stored = path_of(pair).read_text("utf-8")
    version = version_of(stored)
    assert version == rules_version(), f"a game of rules version {version}: play it anew with {COMMAND}"
    lines = unified_diff(stored.splitlines(), played(pair).splitlines(), "golden", "now", lineterm="")
    difference = list(lines)
    more = len(difference) - MOST_LINES
    shown = "\n".join([*difference[:MOST_LINES], *([f"... {more} lines more"] if more > 0 else [])])
    assert not difference, f"the rules version must change with the rules\n{shown}"


def test_every_golden_game_is_of_a_pair() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(pair).name for pair in pairs()}


def test_a_changed_game_is_refused_unless_the_rules_version_changed() -> None:
    pair, other = pairs()[:2]
    now = {pair: "rules version 2\nnow\n", other: "rules version 2\nsame\n"}
    assert refused({pair: "rules version 2\nbefore\n", other: now[other]}, now) == [pair]
    assert refused({pair: "rules version 1\nbefore\n"}, now) == []
    assert refused({}, now) == []


def test_the_program_writes_nothing_that_it_refuses(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regenerate, "FOLDER", tmp_path)
    monkeypatch.setattr(regenerate, "pairs", lambda: pairs()[:2])
    monkeypatch.setattr(regenerate, "played", lambda pair: f"rules version 7\n{pair}\n")
    assert regenerate.main() == 0
    assert regenerate.main() == 0
    monkeypatch.setattr(regenerate, "played", lambda pair: "rules version 7\nanother\n")
    assert regenerate.main() == 1
    assert "RULES_VERSION" in capsys.readouterr().err
    assert "another" not in regenerate.path_of(pairs()[0]).read_text("utf-8")
