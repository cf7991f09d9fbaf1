"""Attacks and blocks: together the credits of a declaration are the combat, given the published blocking rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from causal.footprints import Play, attack, named, position, to_damage

from mtg_causal_rl import Game, scenario
from mtg_causal_rl.causal import COUNTS
from mtg_causal_rl.causal.interventions import foresee
from mtg_causal_rl.game.words import Question, Verb

ATTACKS: dict[str, tuple[list[Any], list[str], list[Any]]] = {
    "nobody blocks": (["Goblin Guide", "Soldier Token"], ["Goblin Guide", "Soldier Token"], []),
    "a blocker that kills and survives": (
        ["Goblin Guide", "Topiary Stomper"],
        ["Goblin Guide"],
        ["Preacher of the Schism"],
    ),
    "it takes the strongest": (
        ["Goblin Guide", "Knight-Errant of Eos", "Soldier Token"],
        ["Soldier Token", "Goblin Guide", "Knight-Errant of Eos"],
        ["Sheoldred, the Apocalypse", ("Samurai Token", {"tapped": True})],
    ),
    "two blockers": (
        ["Goblin Guide", "Soldier Token", "Heartfire Hero"],
        ["Goblin Guide", "Soldier Token", "Heartfire Hero"],
        ["Preacher of the Schism", "Knight-Errant of Eos"],
    ),
    "flying": (
        ["Slickshot Show-Off", "Deep-Cavern Bat"],
        ["Slickshot Show-Off", "Deep-Cavern Bat"],
        ["Knight-Errant of Eos"],
    ),
    "what attacking triggers": (
        ["Preacher of the Schism", "Goblin Guide", ("Restless Anchorage", {"animated": True})],
        ["Preacher of the Schism", "Goblin Guide", "Restless Anchorage"],
        ["Samurai Token"],
    ),
    "trample goes through": (
        ["Heartfire Hero", ("Monster", {"attached_to": "Heartfire Hero"})],
        ["Heartfire Hero"],
        ["Knight-Errant of Eos"],
    ),
    "a planeswalker is attacked": (
        ["Goblin Guide"],
        ["Goblin Guide"],
        [("The Wandering Emperor", {"counters": {"loyalty": 2}})],
    ),
    "lifelink and deathtouch": (["Atraxa, Grand Unifier"], ["Atraxa, Grand Unifier"], ["Sheoldred, the Apocalypse"]),
}


@pytest.mark.parametrize("case", ATTACKS)
def test_an_attack_is_foreseen_attacker_by_attacker(case: str) -> None:
    """Each adds what it adds to those declared before it, given the blocking rule; together they are the combat."""
    own, attackers, opposing = ATTACKS[case]
    game = position(you={"battlefield": own}, opponent={"battlefield": opposing}, step="attackers")
    play = attack(Play.of(game), attackers)
    assert not play.difference(), (play.words, play.difference())
    assert play.credited.any()


def test_each_attacker_counts_what_it_adds() -> None:
    """One blocker stops one of two attackers: the second comes through whole."""
    board = {"battlefield": ["Goblin Guide", "Soldier Token"]}
    game = position(you=board, opponent={"battlefield": ["Preacher of the Schism"]}, step="attackers")
    play = Play.of(game)
    lives = []
    for name in ("Goblin Guide", "Soldier Token"):
        row = next(row for row in play.legal if row.verb == Verb.ATTACK and named(play, row.object) == name)
        play.take(row)
        lives.append(play.total[COUNTS.index("opponent_life")])
    assert lives == [0, -1]


def test_the_declaration_itself_and_passing_change_nothing() -> None:
    game = position(you={"battlefield": ["Goblin Guide"]}, step="attackers")
    play = Play.of(game)
    row = next(row for row in play.legal if row.verb == Verb.PASS)
    assert not foresee(game, [row.action]).footprints.change().any()
    play.take(next(row for row in play.legal if row.verb == Verb.ATTACK))
    before = play.total
    play.take(next(row for row in play.legal if row.verb == Verb.CONFIRM))
    np.testing.assert_array_equal(play.total, before)


BLOCKS: dict[str, tuple[list[Any], list[Any], dict[str, str]]] = {
    "a trade": (["Goblin Guide"], ["Goblin Guide"], {"Goblin Guide": "Goblin Guide"}),
    "a wall": (["Preacher of the Schism"], ["Goblin Guide"], {"Preacher of the Schism": "Goblin Guide"}),
    "one of two": (
        ["Soldier Token"],
        ["Goblin Guide", "Monastery Swiftspear"],
        {"Soldier Token": "Monastery Swiftspear"},
    ),
    "two of two": (
        ["Knight-Errant of Eos", "Heartfire Hero"],
        ["Goblin Guide", "Samurai Token"],
        {"Knight-Errant of Eos": "Samurai Token", "Heartfire Hero": "Goblin Guide"},
    ),
    "two on one": (
        ["Soldier Token", "Samurai Token"],
        ["Knight-Errant of Eos"],
        {"Soldier Token": "Knight-Errant of Eos", "Samurai Token": "Knight-Errant of Eos"},
    ),
}


@pytest.mark.parametrize("case", BLOCKS)
def test_a_block_is_foreseen_against_the_same_combat_without_it(case: str) -> None:
    own, opposing, blocks = BLOCKS[case]
    g = scenario(you={"battlefield": own}, opponent={"battlefield": opposing}, active="opponent", step="attackers")
    g.attack(opposing, by="opponent")
    while g.pending is None or g.pending.kind != "blockers":
        g.pass_priority()
    game: Game = g.session.engine  # type: ignore[assignment]
    play = Play.of(game)
    for blocker, attacker in blocks.items():
        take_block(play, Verb.BLOCK_ATTACKER, attacker)
        if play.view.game.question == Question.BLOCK_WITH:
            take_block(play, Verb.BLOCKER, blocker)
    idle = to_damage(Play.of(game))
    blocked = to_damage(play)
    change = blocked.game.counts(play.seat) - idle.game.counts(play.seat)
    np.testing.assert_allclose(play.total, change, err_msg=str(play.words))
    assert play.credited.any()


def take_block(play: Play, verb: Verb, name: str) -> None:
    play.take(next(row for row in play.legal if row.verb == verb and named(play, row.object) == name))
