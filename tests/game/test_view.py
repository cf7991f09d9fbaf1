"""The Python face of the core's views: the same rows, fields and words as the core's own table."""

from __future__ import annotations

from mtg_causal_rl import scenario
from mtg_causal_rl.cards.vocabulary import CounterKind, Step, Zone
from mtg_causal_rl.game import words
from mtg_causal_rl.game.binding import view_table
from mtg_causal_rl.game.view import ROWS, read_events, read_legal, read_prospects, read_state

SETS = {
    "verbs": words.Verb,
    "questions": words.Question,
    "events": words.EventKind,
    "zones": Zone,
    "steps": Step,
    "reasons": words.Reason,
    "counters": CounterKind,
    "methods": words.Method,
    "items": words.ItemKind,
}


def _lines(kind: str) -> dict[str, str]:
    lines = (line.partition(": ") for line in view_table().splitlines() if line.startswith(kind))
    return {head.removeprefix(kind).strip(): rest for head, _, rest in lines}


def test_rows_have_the_fields_of_the_core() -> None:
    assert {name: fields.split() for name, fields in _lines("row").items()} == {
        name: list(kind._fields) for name, kind in ROWS.items()
    }


def test_words_are_numbered_as_in_the_core() -> None:
    found = {name: [word.lower() for word in listed.split()] for name, listed in _lines("words").items()}
    assert found == {
        name: [word.name.replace("_", "").lower() for word in members] for name, members in SETS.items()
    }


def test_keywords_are_those_of_the_core() -> None:
    assert tuple(_lines("keywords")[""].split(", ")) == words.KEYWORDS


def test_views_are_read_whole() -> None:
    g = scenario(
        you=dict(hand=["Shock"], battlefield=["Mountain"]), opponent=dict(battlefield=["Soldier Token"])
    )
    g.cast("Shock", targets=["opponent"])
    engine = g.session.engine
    state = read_state(engine.view_state())
    assert (len(state.players), len(state.permanents), len(state.stack)) == (2, 2, 1)
    assert state.zone(0, Zone.BATTLEFIELD) == [row.object for row in state.permanents if row.controller == 0]
    assert [row.verb for row in read_legal(engine.view_legal())] == [words.Verb.PASS]
    assert words.EventKind.CASTS in [row.kind for row in read_events(engine.view_events())]
    assert read_prospects(engine.view_prospects()).attackers == ()
