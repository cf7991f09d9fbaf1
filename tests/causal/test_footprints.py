"""A footprint is what the engine then does, count by count, for every card that resolves without chance or choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from causal.footprints import (
    MANA,
    Play,
    answering,
    first,
    last,
    plays,
    position,
    resolve,
    to_next_turn,
)

from mtg_causal_rl import Game, Pool
from mtg_causal_rl.cards.cost import type_line
from mtg_causal_rl.cards.vocabulary import Type, Zone
from mtg_causal_rl.causal import COUNTS
from mtg_causal_rl.causal.interventions import describe_footprint, foresee
from mtg_causal_rl.game.view import read_legal, read_state
from mtg_causal_rl.game.words import Question, Verb

POOL = Pool.standard()

#: Boards on which every card is played. Libraries hold Plains alone, so that what is drawn is certain.
BOARDS: dict[str, dict[str, dict[str, Any]]] = {
    "plain": {
        "you": {"battlefield": ["Soldier Token"]},
        "opponent": {"battlefield": ["Samurai Token", ("Samurai Token", {"tapped": True})]},
    },
    "triggers": {
        "you": {
            "battlefield": [
                "Monastery Swiftspear",
                "Slickshot Show-Off",
                "Up the Beanstalk",
                "Haughty Djinn",
                "Heartfire Hero",
                ("Monster", {"attached_to": "Heartfire Hero"}),
            ],
            "graveyard": ["Shock"],
        },
        "opponent": {
            "battlefield": ["Preacher of the Schism", "Faerie Mastermind", "Haughty Djinn", "Restless Reef"],
            "graveyard": ["Duress", "Shock"],
        },
    },
    "replacements": {
        "you": {
            "battlefield": [
                "Soul-Scar Mage",
                ("Kumano Faces Kakkazan", {"face": "back"}),
                ("Restless Anchorage", {"animated": True}),
                "Adarkar Wastes",
                "Topiary Stomper",
                *["Plains"] * 4,
            ],
        },
        "opponent": {
            "battlefield": [
                ("Incubator Token", {"face": "back", "counters": {"+1/+1": 3}}),
                ("The Wandering Emperor", {"counters": {"loyalty": 3}}),
                ("Deep-Cavern Bat", {"holds": [("Lightning Strike", {"owner": "you"})]}),
                ("Leyline Binding", {"holds": [("Llanowar Elves", {"owner": "you"})]}),
                "Vampire Token",
                "Sheoldred, the Apocalypse",
            ],
        },
    },
}

CARDS = sorted(POOL.cards)
PERMANENT = Type.ARTIFACT | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER


def game_with(board: str, **zones: Any) -> Game:
    sides = BOARDS[board]
    you = {**sides["you"], "mana": MANA, **zones}
    return position(you=you, opponent=sides["opponent"])


def uses(board: str, name: str) -> list[Play]:
    """Every play of a card from the hand, the graveyard and the battlefield."""
    statement = POOL.cards[name]
    games = [game_with(board, hand=[name])]
    if statement.flashback is not None:
        games.append(game_with(board, graveyard=[name]))
    if type_line(statement.type_line)[0] & PERMANENT:
        games.append(game_with(board, battlefield=[*BOARDS[board]["you"]["battlefield"], name]))
    if any(rule.spells is not None for ability in statement.abilities for rule in ability.targets):
        games += answers_to_spells(board, name)
    return [play for game in games for play in plays(game)]


def answers_to_spells(board: str, name: str) -> list[Game]:
    """A spell of the opponent's to answer: he can pay for it, or not."""
    you = {**BOARDS[board]["you"], "hand": [name], "mana": MANA}
    opponents = [{**BOARDS[board]["opponent"], "mana": mana} for mana in ("RR", "R" * 10)]
    return [answering(opponent, spell, **you) for opponent in opponents for spell in ("Shock", "Kumano Faces Kakkazan")]


def below(play: Play) -> int:
    return len(read_state(play.start.view_state()).stack)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", CARDS)
def test_what_a_card_does_is_foreseen_count_by_count(name: str, board: str) -> None:
    """Every announcement of it; what it asks while it resolves is answered by the first option and by the last."""
    checked = 0
    for use in uses(board, name):
        for choose in (first, last):
            play = resolve(use.copy(), below(use), choose)
            checked += 1
            assert not play.difference(), (play.words, play.difference())
    assert checked


@pytest.mark.parametrize(
    "name", ["Monstrous Rage", "Restless Reef", "Restless Anchorage", "Shock", "Go for the Throat", "Sunfall"]
)
def test_what_ends_with_the_turn_is_marked(name: str) -> None:
    """Pumps and animations are gone after cleanup, also those of what dies now."""
    kinds = ("power", "threats", "creatures", "permanents")
    lasting = [place for place, count in enumerate(COUNTS) if count.endswith(kinds)]
    passing = 0
    for board in BOARDS:
        for use in uses(board, name):
            passing += bool(use.credited[1].any())
            after, idle = to_next_turn(resolve(use.copy(), 0)), to_next_turn(Play.of(use.start))
            if after.game.over or idle.game.over:
                continue
            change = after.game.counts(use.seat) - idle.game.counts(use.seat)
            np.testing.assert_allclose(use.credited[0][lasting], change[lasting], err_msg=str(use.words))
    assert passing


@pytest.mark.parametrize("name", ["Lightning Strike", "Slickshot Show-Off", "The Wandering Emperor", "Make Disappear"])
def test_taking_a_play_back_is_the_reverse(name: str) -> None:
    """Wherever an announcement is cancelled, its credits come to nothing, and so do the predicted variables."""
    for board in BOARDS:
        opponent = {**BOARDS[board]["opponent"], "mana": "R"}
        game = answering(opponent, "Shock", **BOARDS[board]["you"], hand=[name], mana=MANA)
        for start in Play.of(game).legal:
            if start.verb not in {Verb.CAST, Verb.ACTIVATE}:
                continue
            play = Play.of(game)
            play.take(start)
            while (cancel := next((row for row in play.legal if row.verb == Verb.CANCEL), None)) is not None:
                back = play.copy()
                back.take(cancel)
                np.testing.assert_allclose(back.credited, 0, atol=1e-6)
                np.testing.assert_allclose(back.predicted, 0, atol=1e-9)
                play.take(next(row for row in play.legal if row.verb != Verb.CANCEL))


def test_paying_carries_nothing() -> None:
    you = {"hand": ["Play with Fire"], "battlefield": ["Mountain", "Steam Vents", "Goblin Guide"]}
    game = position(you=you)
    play = Play.of(game)
    play.take(next(row for row in play.legal if row.verb == Verb.CAST))
    play.take(next(row for row in play.legal if row.verb == Verb.TARGET_PLAYER))
    paying = [row for row in play.legal if row.verb in {Verb.AUTO_PAY, Verb.SOURCE}]
    assert len(paying) == 3
    assert not foresee(play.game, [row.action for row in paying]).footprints.change().any()


def expected(play: Play, *names: str) -> list[float]:
    return [round(float(play.total[COUNTS.index(name)]), 4) for name in names]


HAND = ("own_hand", "own_lands_in_hand", "own_removal_in_hand")


def only(game: Game, verb: Verb) -> Play:
    """The one play of a kind, its first answers taken."""
    return next(play for play in plays(game) if verb in {Verb.CAST, Verb.ACTIVATE})


def test_a_draw_is_expected_over_the_own_unseen_cards() -> None:
    """4 of 10 cards in the library are lands and 1 is removal, wherever they lie."""
    library = ["Plains"] * 4 + ["Shock"] + ["Goblin Guide"] * 5
    for order in (library, library[::-1]):
        you = {"hand": ["Up the Beanstalk"], "mana": MANA, "library": order}
        assert expected(only(position(you=you), Verb.CAST), *HAND) == [0, 0.4, 0.1]


def test_the_best_cards_are_taken_as_often_as_they_are_there() -> None:
    """Memory Deluge sees 4 of 8 cards, one of which is removal: half of the time it is among them."""
    library = ["Shock"] + ["Goblin Guide"] * 7
    you = {"hand": ["Memory Deluge"], "mana": MANA, "library": library}
    assert expected(only(position(you=you), Verb.CAST), *HAND) == [1, 0, 0.5]


def test_a_card_that_is_known_to_lie_on_top_is_no_chance() -> None:
    library = [*["Plains"] * 2, *["Goblin Guide"] * 8]
    you = {"hand": ["Dissolve"], "battlefield": [*["Island"] * 7, "Faerie Mastermind"], "library": library}
    game = answering({"mana": "R"}, "Shock", **you)
    unknown, dissolve = [next(one for one in plays(game) if name in one.words[0]) for name in ("Faerie", "Dissolve")]
    assert expected(unknown, *HAND) == [1, 0.2, 0]
    seen = resolve(dissolve, 0, first).game  # the Plains that is looked at stays on top
    seen.apply(next(row.action for row in read_legal(seen.view_legal()) if row.verb == Verb.PASS))
    assert expected(only(seen, Verb.ACTIVATE), *HAND) == [1, 1, 0]


def test_a_mulligan_is_seven_cards_of_the_whole_deck_and_the_bottom_one_card() -> None:
    library = ["Plains"] * 30 + ["Shock"] * 15 + ["Goblin Guide"] * 15
    game = position(you={"library": library}, opponent={"library": ["Plains"] * 60}, step="mulligan")
    lands, removal = (game.counts()[COUNTS.index(name)] for name in HAND[1:])
    play = Play.of(game)
    keep = next(row for row in play.legal if row.verb == Verb.KEEP)
    assert not foresee(game, [keep.action]).footprints.change().any()
    play.take(next(row for row in play.legal if row.verb == Verb.MULLIGAN))
    assert expected(play, *HAND) == [0, round(3.5 - lands, 4), round(1.75 - removal, 4)]
    while play.view.game.question != Question.BOTTOM:
        play.game.apply(play.legal[0].action)
    bottom = Play.of(play.game)
    for row in bottom.legal:
        put = bottom.copy()
        put.take(row)
        assert not put.difference()


def test_an_opponent_pays_if_he_can() -> None:
    """With two mana he pays, with one he does not, and the spell is countered."""
    for mana, paid in (("RRR", 2), ("RR", 0)):
        game = answering({"mana": mana}, "Shock", hand=["Make Disappear"], mana=MANA)
        assert expected(only(game, Verb.CAST), "opponent_mana_spent") == [paid]


def test_explore_is_a_land_or_a_counter() -> None:
    library = ["Plains"] * 1 + ["Goblin Guide"] * 3
    you = {"battlefield": ["Map Token", "Soldier Token"], "mana": MANA, "library": library}
    names = ("own_hand", "own_lands_in_hand", "own_power", "own_permanents")
    assert expected(only(position(you=you), Verb.ACTIVATE), *names) == [0.25, 0.25, 0.75, -1]


@pytest.mark.parametrize("face", [face.name for face in POOL.faces])
def test_every_face_has_its_footprint_in_words(face: str) -> None:
    words = describe_footprint(POOL, face)
    assert words
    assert "+0" not in words.replace("+0.", "")


def test_words_say_what_stays_and_what_ends_with_the_turn() -> None:
    words = describe_footprint(POOL, "Monstrous Rage").splitlines()
    assert words[0] == (
        "Cast Monstrous Rage at your Soldier Token: your hand -1; your power +1; your permanents +1; "
        "your mana spent +1; your power +2 until the turn ends"
    )


def test_plays_of_random_games_are_foreseen() -> None:
    """Whatever a random game comes to; left out are plays that a library decides or creatures convoke."""
    generator = np.random.default_rng(6)
    checked = 0
    for seed, pair in enumerate([(own, opposing) for own in POOL.decks for opposing in POOL.decks]):
        game = Game(decks=pair, seed=seed, stops="all", max_turns=14)
        while not game.over:
            if generator.integers(6) == 0 and read_state(game.view_state()).game.question == Question.PRIORITY:
                checked += check_one(game, generator)
            game.apply(int(generator.choice(np.flatnonzero(game.mask()))))
    assert checked > 200


def check_one(game: Game, generator: np.random.Generator) -> bool:
    found = list(plays(game))
    if not found:
        return False
    use = found[int(generator.integers(len(found)))]
    library = len(use.view.zone(use.seat, Zone.LIBRARY))
    if use.view.game.question == Question.PAY:
        return False
    play = resolve(use, below(use), lambda rows: rows[int(generator.integers(len(rows)))])
    chance = len(play.view.zone(play.seat, Zone.LIBRARY)) != library or "Map Token" in play.words[0]
    if chance or play.game.over:
        return False
    assert not play.difference(), (play.words, play.difference(), game.actions_taken())
    return True
