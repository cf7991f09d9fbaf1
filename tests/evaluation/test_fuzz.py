"""Watched random games find nothing; what they would find can be read, replayed and set up as a scenario."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np
import pytest

from mtg_causal_rl import Game, Pool, cli, scenario
from mtg_causal_rl.errors import InvalidValue, UnknownName
from mtg_causal_rl.evaluation.fuzz import CHUNK, Finding, Fork, Report, described, fuzz, usual_decks
from mtg_causal_rl.evaluation.positions import position_as_python
from mtg_causal_rl.game import binding
from mtg_causal_rl.game.view import read_state

POOL = Pool.standard()


def together(reports: list[Report]) -> Report:
    return reduce(add, reports)


def found(report: Report) -> str:
    return "\n".join(described(finding) for finding in report.findings)


def test_two_thousand_games_without_a_finding() -> None:
    report = together(list(fuzz(2_000, seed=1, threads=2)))
    assert not report.findings, found(report)
    assert report.counts["games"] == 2_000
    assert min(report.counts[name] for name in ("saved", "forked", "hidden", "tried")) > 1_000


@pytest.mark.slow
def test_fifty_thousand_games_without_a_finding() -> None:
    report = together(list(fuzz(50_000, seed=2, threads=2)))
    assert not report.findings, found(report)


def test_the_report_does_not_depend_on_threads_or_parts() -> None:
    alone = list(fuzz(CHUNK + 30, seed=3))
    assert [report.counts["games"] for report in alone] == [CHUNK, 30]
    assert list(fuzz(CHUNK + 30, seed=3, threads=3)) == alone
    assert list(fuzz(60, seed=4)) != list(fuzz(60, seed=5))


def test_all_pairs_and_the_cards_of_no_deck_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    decks = usual_decks(POOL)
    names = {name for deck in decks for name in deck.cards}
    assert names == set(POOL.cards)
    line = "finding\t{}\t{}\t{}\t1\t0\t0\t50\t\t0\tsomething"
    text = "\n".join(line.format(n, n % 6, n // 6) for n in range(36))
    monkeypatch.setattr(binding, "fuzz", lambda *_: text)
    (report,) = fuzz(36)
    assert len({(first.id, second.id) for first, second in (finding.decks for finding in report.findings)}) == 36


def a_finding(length: int, fork: Fork | None = None) -> tuple[Finding, Game]:
    """As if something had gone wrong after that many actions, and the game itself."""
    decks = (POOL.decks["mono_red_aggro"], POOL.decks["boros_convoke"])
    finding = Finding(7, decks, 11, frozenset({"main1", "main2"}), 50, fork, (), "it broke")
    luck, actions = np.random.default_rng(0), []
    game = Game(decks, 11, max_turns=50, stops=finding.stops)
    while len(actions) < length:
        if fork is not None and fork.at == len(actions):
            game = game.fork(fork.randomness, fork.hidden, fork.player, fork.seed)
        actions.append(int(luck.choice(np.flatnonzero(game.mask()))))
        game.apply(actions[-1])
    return Finding(7, decks, 11, finding.stops, 50, fork, tuple(actions), "it broke"), game


@pytest.mark.parametrize("fork", [None, Fork(20, "fresh", "resampled", 1, 99), Fork(0, "same", "resampled", 0, 5)])
def test_a_finding_can_be_played_again(fork: Fork | None) -> None:
    finding, game = a_finding(40, fork)
    assert finding.replay(POOL, 40).snapshot() == game.snapshot()
    code = described(finding).partition("from mtg_causal_rl import Game")
    played: dict[str, Game] = {}
    exec(code[1] + code[2], played)
    assert played["game"].snapshot() == game.snapshot()
    assert "it broke" in code[0]
    assert code[0].rstrip().endswith(f"({finding.actions[-1]})")
    assert "g = scenario(" in code[0]


def test_a_position_is_written_as_a_scenario() -> None:
    """Zones, permanents and totals of the rebuilt position are those of the game."""
    written = 0
    for seed in range(24):
        decks = usual_decks(POOL)
        game, luck = Game((decks[seed % 6], decks[5 - seed % 6]), seed=seed), np.random.default_rng(seed)
        while not game.over:
            code = position_as_python(game) if luck.random() < 0.1 else None
            if code is not None:
                assert looks(rebuilt(code)) == looks(game), code
                written += 1
            game.apply(int(luck.choice(np.flatnonzero(game.mask()))))
    assert written > 100


def rebuilt(code: str) -> Game:
    names = {"scenario": scenario}
    exec(code, names)
    engine = names["g"].session.engine  # type: ignore[attr-defined]
    assert isinstance(engine, Game)
    return engine


def looks(game: Game) -> object:
    """What a scenario keeps: cards by zone, permanents without what lasts until end of turn, life, mana."""
    view = read_state(game.view_state())
    totals = [(row.life, row.mana, bool(row.lands_played)) for row in view.players]
    zones = [
        [view.objects[row.object].face for row in view.places if (row.seat, row.zone) == (seat, zone)]
        for seat in range(2)
        for zone in range(5)
    ]
    permanents = [
        sorted(
            (view.objects[row.object].face, row.flags & 3, row.damage, sorted(row.counters.items()))
            for row in view.permanents
            if row.controller == seat
        )
        for seat in range(2)
    ]
    exiled = [sorted(faces) if place % 5 == 4 else faces for place, faces in enumerate(zones)]
    return view.game.step, view.game.active, totals, exiled, permanents


def test_the_command_prints_findings_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["fuzz", "--games", "40", "--decks", "mono_red_aggro"]) == 0
    assert "40 games" in capsys.readouterr().out
    finding, _ = a_finding(30)
    report = Report({"games": 1, "findings": 1}, (finding,))
    monkeypatch.setattr("mtg_causal_rl.evaluation.fuzz.fuzz", lambda *_: iter([report]))
    assert cli.main(["fuzz"]) == 1
    text = capsys.readouterr().out
    assert "game 7, Mono-Red Aggro against Boros Convoke: it broke" in text
    assert "1 findings" in text


def test_bad_requests_are_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean 'mono_red_aggro'"):
        list(fuzz(10, decks=["mono_red_agro"]))
    with pytest.raises(InvalidValue, match="games"):
        list(fuzz(0))
    with pytest.raises(InvalidValue, match="threads"):
        list(fuzz(10, threads=0))
