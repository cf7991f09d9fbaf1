"""The core's own players: they play every deck to the end, by what their seat sees, and as their archetype would."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mtg_causal_rl import Game, GameBatch, Pool, scenario
from mtg_causal_rl.cards.archetypes import WEIGHTS, weights_of
from mtg_causal_rl.game.binding import pilot_weights, pilots

POOL = Pool.standard()
DECKS = tuple(POOL.decks)
RED, CONTROL, MIDRANGE, RAMP, CONVOKE = DECKS
LIBRARY = ["Mountain"] * 8


def winners(decks: tuple[str, str], players: tuple[str, str], games: int, first_seed: int = 0) -> np.ndarray:
    """Who wins each of so many games between two of the core's players; -1 for a draw."""
    batch = GameBatch(games, decks=decks, seeds=range(first_seed, first_seed + games))
    weights = [weights_of(POOL.decks[deck], POOL) for deck in decks]
    numbers = (pilots().index(players[0]), pilots().index(players[1]))
    batch._core.play(numbers, weights, range(games))
    assert batch.over.all()
    return batch.winner


def plays(game: Game, deck: str, most: int = 10) -> list[str]:
    """What the scripted pilot does until it passes, in words."""
    seat, done = game.player, list[str]()
    while not game.over and game.player == seat and len(done) < most:
        index = game.suggestion("heuristic", POOL.decks[deck])
        done.append(dict(game.legal_actions())[index])
        game.apply(index)
        if done[-1] == "Pass priority":
            break
    return done


def position(step: str = "main1", **sides: dict[str, Any]) -> Any:
    """A scenario in which both players have something to draw."""
    filled = {side: {"library": LIBRARY, **sides.get(side, {})} for side in ("you", "opponent")}
    return scenario(active="you", step=step, **filled)


def engine(situation: Any) -> Game:
    return situation.session.engine  # type: ignore[no-any-return]


def test_the_core_and_the_table_name_the_same_weights() -> None:
    assert pilot_weights() == tuple(WEIGHTS)


@pytest.mark.parametrize("deck", DECKS)
def test_it_beats_random_play(deck: str) -> None:
    """At least 90% for proactive decks and 85% for the others over 2,000 games, here with a margin for 200."""
    least = 0.80 if deck in (CONTROL, RAMP) else 0.85
    first = winners((deck, deck), ("heuristic", "random"), 100)
    second = winners((deck, deck), ("random", "heuristic"), 100, first_seed=100)
    assert ((first == 0).sum() + (second == 1).sum()) / 200 >= least


def test_every_pair_comes_to_an_end() -> None:
    for number, own in enumerate(DECKS):
        for opposing in DECKS:
            winners((own, opposing), ("heuristic", "heuristic"), 4, first_seed=100 * number)


def test_no_seat_is_better_than_the_other() -> None:
    won = np.concatenate([winners((deck, deck), ("heuristic", "heuristic"), 200) for deck in DECKS])
    decided = won[won >= 0]
    assert abs((decided == 0).mean() - 0.5) < 2.6 * 0.5 / np.sqrt(len(decided))


@pytest.mark.parametrize("stops", ["usual", "choices", "all"])
def test_hidden_cards_change_no_decision(stops: str) -> None:
    compared = 0
    for number in range(10):
        own, opposing = DECKS[number % 5], DECKS[(number // 5 + number) % 5]
        game = Game(decks=(own, opposing), seed=number, stops=stops)
        while not game.over:
            index = game.suggestion("heuristic")
            if number % 3 == compared % 3:
                twin = game.fork(randomness="fresh", hidden="resampled", seed=compared)
                assert twin.suggestion("heuristic", game.decks[game.player]) == index, game.transcript()
            compared += 1
            game.apply(index)
    assert compared > 500


def test_the_same_position_gives_the_same_answer() -> None:
    game = Game(decks=(RED, CONTROL), seed=5)
    assert game.suggestion("heuristic", seed=1) == game.suggestion("heuristic", seed=2)


@pytest.mark.parametrize(
    ("deck", "lands", "kept"),
    [(RED, 0, False), (RED, 1, True), (RED, 5, True), (RED, 6, False), (RAMP, 1, False), (RAMP, 2, True)],
)
def test_mulligans_go_by_the_lands(deck: str, lands: int, kept: bool) -> None:
    hand = ["Mountain"] * lands + ["Shock"] * (7 - lands)
    game = engine(scenario(you={"library": hand + LIBRARY}, opponent={"library": LIBRARY * 2}, step="mulligan"))
    words = dict(game.legal_actions())[game.suggestion("heuristic", POOL.decks[deck])]
    assert words.startswith("Keep") == kept


def test_lethal_burn_goes_to_the_face() -> None:
    own = {"hand": ["Lightning Strike"], "battlefield": ["Mountain", "Mountain"]}
    board = {"life": 3, "battlefield": ["Preacher of the Schism"]}
    assert plays(engine(position(you=own, opponent=board)), RED)[1] == "Cast Lightning Strike at opponent"


def test_removal_hits_the_greatest_threat() -> None:
    own = {"hand": ["Go for the Throat"], "battlefield": ["Swamp", "Swamp"]}
    board = {"battlefield": ["Llanowar Elves", "Sheoldred, the Apocalypse", "Phoenix Chick"]}
    situation = position("end", you=board, opponent=own)
    situation.pass_priority()
    done = plays(engine(situation), MIDRANGE)
    assert any("Sheoldred" in words for words in done), done


def test_a_small_creature_does_not_attack_into_a_large_one() -> None:
    large = {"battlefield": ["Topiary Stomper", *["Forest"] * 7]}
    situation = position(you={"battlefield": ["Goblin Guide"]}, opponent=large)
    situation.to("attackers")
    assert plays(engine(situation), MIDRANGE)[0] == "Attack with nothing"


def test_a_flier_attacks_over_the_ground() -> None:
    situation = position(you={"battlefield": ["Phoenix Chick"]}, opponent={"battlefield": ["Topiary Stomper"]})
    situation.to("attackers")
    assert "Phoenix Chick" in plays(engine(situation), RED)[0]


def test_everybody_attacks_for_the_win() -> None:
    own = {"battlefield": ["Goblin Guide", "Goblin Guide", "Soul-Scar Mage"]}
    situation = position(you=own, opponent={"life": 3, "battlefield": ["Topiary Stomper", *["Forest"] * 7]})
    situation.to("attackers")
    assert sum(words.startswith("Attack with your") for words in plays(engine(situation), CONTROL)) == 3


def test_a_creature_blocks_what_it_kills() -> None:
    situation = position(you={"battlefield": ["Goblin Guide"]}, opponent={"battlefield": ["Preacher of the Schism"]})
    situation.attack(["Goblin Guide"])
    situation.to("blockers")
    assert "Goblin Guide" in plays(engine(situation), MIDRANGE)[0]


@pytest.mark.parametrize(("life", "blocks"), [(20, False), (4, True)])
def test_a_creature_is_thrown_away_only_against_death(life: int, blocks: bool) -> None:
    own = {"battlefield": ["Topiary Stomper", *["Forest"] * 7]}
    situation = position(you=own, opponent={"life": life, "battlefield": ["Monastery Swiftspear"]})
    situation.attack(["Topiary Stomper"])
    situation.to("blockers")
    assert (plays(engine(situation), RED)[0] != "Block with nothing") == blocks


@pytest.mark.parametrize(
    ("spell", "lands", "targets", "answered"),
    [("Sheoldred, the Apocalypse", ["Swamp"] * 4, [], True), ("Shock", ["Mountain"], ["opponent"], False)],
)
def test_counterspells_are_for_what_matters(spell: str, lands: list[str], targets: list[str], answered: bool) -> None:
    opposing = {"hand": ["No More Lies", "Sunfall"], "battlefield": ["Plains", "Island"]}
    situation = position(you={"hand": [spell], "battlefield": lands}, opponent=opposing)
    situation.cast(spell, targets=targets)
    situation.pass_priority()
    assert any("No More Lies" in words for words in plays(engine(situation), CONTROL)) == answered


@pytest.mark.parametrize(("creatures", "swept"), [(4, True), (1, False)])
def test_the_board_is_swept_when_that_pays(creatures: int, swept: bool) -> None:
    own = {"hand": ["Sunfall"], "battlefield": ["Plains"] * 5}
    board = {"battlefield": ["Monastery Swiftspear"] * creatures}
    done = plays(engine(position("main2", you=own, opponent=board)), CONTROL)
    assert ("Cast Sunfall" in done) == swept


def test_the_land_that_makes_the_missing_colour_is_played() -> None:
    own = {"hand": ["Mountain", "Plains", "Warden of the Inner Sky"], "battlefield": ["Mountain"]}
    done = plays(engine(position(you=own)), CONVOKE)
    assert done[0] == "Play Plains"


def test_creatures_that_stay_at_home_convoke() -> None:
    own = {
        "hand": ["Knight-Errant of Eos"],
        "battlefield": ["Plains", "Plains", *[("Soldier Token", {"sick": True})] * 3],
    }
    assert "Cast Knight-Errant of Eos" in plays(engine(position(you=own)), CONVOKE)


def test_nobody_pays_the_last_life_for_mana() -> None:
    own = {"life": 1, "hand": ["Memory Deluge"], "battlefield": ["Adarkar Wastes"] * 4}
    situation = position("end", you={}, opponent=own)
    situation.pass_priority()
    assert not any("Memory Deluge" in words for words in plays(engine(situation), CONTROL))
