"""Conformance scenarios S62 to S80, each with the rule that decides it."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario

EMPEROR = "The Wandering Emperor"
PREACHER = "Preacher of the Schism"
KNIGHT = "Knight-Errant of Eos"
HELPERS = [
    "Warden of the Inner Sky",
    ("Resolute Reinforcements", dict(sick=True)),
    "Soldier Token",
    "Monastery Swiftspear",
]
SIX = ["Sunfall", "Atraxa, Grand Unifier", "Heartfire Hero", "Haughty Djinn", "Shock", KNIGHT]
ATRAXA = "Atraxa, Grand Unifier"
TEN = [
    *["Forest"] * 3,
    *["Topiary Stomper"] * 2,
    "Leyline Binding",
    "Up the Beanstalk",
    "Sunfall",
    "Memory Deluge",
    "Go for the Throat",
]


def _knight(lands: int, helpers: list[object], library: list[str]) -> Scenario:
    return scenario(
        you=dict(hand=[KNIGHT], battlefield=["Plains"] * lands + helpers, library=library),
        opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]),
    )


def test_s62_x_still_counts_a_creature_that_has_died() -> None:
    """702.51a, 702.51c, 608.2c."""
    g = _knight(1, list(HELPERS), [*SIX, "Plains"])
    convoke = ["Warden of the Inner Sky", "Resolute Reinforcements", "Soldier Token", "Monastery Swiftspear"]
    g.cast(KNIGHT, convoke=convoke)
    assert g.stack_objects[0].mana_spent == 1
    g.resolve()
    g.pass_priority()
    g.cast("Cut Down", targets=["Warden of the Inner Sky"])
    g.resolve()
    assert "Warden of the Inner Sky" not in g.you.battlefield
    g.resolve()
    assert g.pending is not None
    assert sorted(map(str, g.pending.options)) == ["Haughty Djinn", "Heartfire Hero"]
    g.choose(["Haughty Djinn", "Heartfire Hero"])
    assert sorted(g.you.hand) == ["Haughty Djinn", "Heartfire Hero"]
    assert g.known("you", by="opponent").hand == g.you.hand
    assert (len(g.you.library), g.you.drawn_this_turn) == (5, 0)


def test_s62_five_creatures_make_x_five() -> None:
    """702.51a."""
    g = _knight(0, [*HELPERS, "Vampire Token"], [*SIX, "Plains"])
    names = ["Warden of the Inner Sky", "Resolute Reinforcements", "Soldier Token", "Monastery Swiftspear"]
    g.cast(KNIGHT, convoke=[*names, "Vampire Token"])
    g.resolve_all()
    assert g.pending is not None
    assert KNIGHT in g.pending.options
    g.choose([KNIGHT])
    assert g.you.hand == [KNIGHT]


def test_s62_without_convoking_nothing_can_be_taken() -> None:
    """608.2c."""
    g = _knight(5, [], [*SIX, *["Plains"] * 4])
    g.cast(KNIGHT)
    g.resolve_all()
    assert (g.pending, g.you.hand, len(g.you.library)) == (None, [], 10)
    assert "you shuffle" in g.transcript()


def _elves_and_knight() -> Scenario:
    elves = ["Llanowar Elves", ("Llanowar Elves", dict(sick=True))]
    return scenario(you=dict(hand=[KNIGHT], battlefield=[*elves, *["Plains"] * 3]))


def test_s64_an_elf_makes_mana_or_convokes() -> None:
    """302.6, 702.51a."""
    plains = ["Plains"] * 3
    g = _elves_and_knight()
    g.cast(KNIGHT, pay=[*plains, ("Llanowar Elves", "G")], convoke=["Llanowar Elves#2"])
    assert g.stack_objects[0].mana_spent == 4
    g = _elves_and_knight()
    g.cast(KNIGHT, pay=plains, convoke=["Llanowar Elves", "Llanowar Elves#2"])
    assert g.stack_objects[0].mana_spent == 3


def test_s64_an_elf_does_not_do_both_and_a_sick_one_makes_no_mana() -> None:
    """302.6, 601.2g."""
    g = _elves_and_knight()
    plains = ["Plains"] * 3
    for pay, convoke in (
        ([*plains, ("Llanowar Elves", "G")], ["Llanowar Elves"]),
        ([*plains, ("Llanowar Elves#2", "G")], ["Llanowar Elves"]),
    ):
        with pytest.raises(IllegalAction):
            g.cast(KNIGHT, pay=pay, convoke=convoke)
    assert g.you.hand == [KNIGHT]


def test_s64_an_elf_pays_no_white_mana() -> None:
    """702.51a."""
    elves = ["Llanowar Elves", ("Llanowar Elves", dict(sick=True))]
    g = scenario(you=dict(hand=[KNIGHT], battlefield=[*elves, *["Forest"] * 4]))
    assert not g.can_cast(KNIGHT)


def test_s66_a_warden_below_three_counters_keeps_attacking() -> None:
    """704.5q, 614.1a, 506.4."""
    g = scenario(
        you=dict(battlefield=[("Warden of the Inner Sky", dict(counters={"+1/+1": 3}))]),
        opponent=dict(hand=["Shock"], battlefield=["Soul-Scar Mage", "Mountain"]),
    )
    warden = g.permanent("Warden of the Inner Sky")
    assert (warden.power, warden.toughness, sorted(warden.keywords)) == (4, 5, ["flying", "vigilance"])
    g.attack(["Warden of the Inner Sky"])
    g.pass_priority()
    g.cast("Shock", targets=["Warden of the Inner Sky"])
    g.resolve_all()
    assert (warden.counters, warden.damage) == ({"+1/+1": 1}, 0)
    assert (warden.power, warden.toughness, warden.keywords) == (2, 3, [])
    assert (warden.attacking, warden.tapped) == ("opponent", False)


def test_s68_summoning_sick_elves_make_no_mana() -> None:
    """602.5a, 605.3b."""
    g = scenario(you=dict(hand=["Llanowar Elves"], battlefield=["Forest"]), turn=1)
    g.cast("Llanowar Elves")
    g.resolve()
    assert g.permanent("Llanowar Elves").sick
    with pytest.raises(IllegalAction):
        g.tap_for_mana("Llanowar Elves", "G")
    g.to("main1", of="opponent")
    g.pass_priority()
    with pytest.raises(IllegalAction):
        g.tap_for_mana("Llanowar Elves", "G", by="you")
    g.to("upkeep", of="you")
    g.tap_for_mana("Llanowar Elves", "G")
    assert (g.you.mana, g.stack) == ("G", [])


def test_s70_a_binding_that_is_gone_exiles_nothing() -> None:
    """610.3b."""
    g = scenario(
        you=dict(hand=["Leyline Binding"], battlefield=["Plains"] * 5),
        opponent=dict(hand=["Get Lost"], battlefield=[PREACHER, "Plains", "Plains"]),
    )
    g.cast("Leyline Binding")
    g.resolve()
    assert g.stack_objects[0].targets == [g.permanent(PREACHER)]
    g.pass_priority()
    g.cast("Get Lost", targets=["Leyline Binding"])
    g.resolve()
    assert g.you.battlefield.count("Map Token") == 2
    g.resolve()
    assert PREACHER in g.opponent.battlefield
    assert g.you.graveyard == ["Leyline Binding"]


def _atraxa(library: list[str]) -> Scenario:
    lands = ["Forest", "Plains", "Island", *["Swamp"] * 4]
    g = scenario(you=dict(hand=[ATRAXA], battlefield=lands, library=library))
    g.cast(ATRAXA)
    g.resolve_all()
    return g


def test_s72_atraxa_takes_one_card_of_each_type() -> None:
    """121.5, 701.20a, 608.2d."""
    g = _atraxa([*TEN, "Island"])
    assert g.pending is not None
    assert g.pending.options == ["Topiary Stomper"]
    assert g.known("you", by="opponent").library == [*TEN, None]
    wanted = ["Forest", "Sunfall", "Memory Deluge", "Up the Beanstalk", "Topiary Stomper"]
    g.choose(wanted)
    assert sorted(g.you.hand) == sorted(wanted)
    assert g.you.library[0] == "Island"
    rest = ["Forest", "Forest", "Go for the Throat", "Leyline Binding", "Topiary Stomper"]
    assert sorted(g.you.library[1:]) == rest
    assert g.you.drawn_this_turn == 0


def test_s72_atraxa_never_takes_two_of_one_type() -> None:
    """608.2d."""
    g = _atraxa(TEN)
    with pytest.raises(IllegalAction):
        g.choose(["Forest", "Memory Deluge", "Go for the Throat"])
    g.choose(["Go for the Throat"])
    assert g.you.hand == ["Go for the Throat"]


def test_s72_atraxa_reveals_what_there_is() -> None:
    """701.20a."""
    g = _atraxa(TEN[:6])
    g.choose(["Leyline Binding", "Forest"])
    assert sorted(g.you.hand) == ["Forest", "Leyline Binding"]
    assert len(g.you.library) == 4


@pytest.mark.parametrize(
    ("division", "dead"),
    [
        ({"Samurai Token": 4}, ["Samurai Token"]),
        (
            {"Soldier Token": 1, "Resolute Reinforcements": 1, "Samurai Token": 2},
            ["Soldier Token", "Resolute Reinforcements", "Samurai Token"],
        ),
    ],
)
def test_s74_damage_is_divided_freely(division: dict[str, int], dead: list[str]) -> None:
    """510.1c, 509.2."""
    blockers = ["Soldier Token", "Resolute Reinforcements", "Samurai Token"]
    g = scenario(you=dict(battlefield=[KNIGHT]), opponent=dict(battlefield=list(blockers)))
    g.attack([KNIGHT])
    g.block({KNIGHT: blockers})
    g.damage()
    assert g.pending is not None
    assert division in g.pending.options
    g.choose(division)
    assert g.opponent.battlefield == [name for name in blockers if name not in dead]


def _goblin_guide_attacks(library: list[str]) -> Scenario:
    g = scenario(
        you=dict(life=2, battlefield=["Vampire Token"], library=library),
        opponent=dict(battlefield=["Goblin Guide", "Soldier Token"]),
        active="opponent",
    )
    g.attack(["Goblin Guide", "Soldier Token"])
    g.resolve_all()
    return g


def test_s76_lifelink_saves_you() -> None:
    """120.3f, 510.2, 704.5a, 121.5."""
    g = _goblin_guide_attacks(["Swamp", "Shock"])
    assert (g.you.hand, g.you.drawn_this_turn) == (["Swamp"], 0)
    g.block({"Soldier Token": ["Vampire Token"]})
    g.damage()
    assert (g.you.life, g.over) == (1, False)


def test_s76_a_revealed_nonland_stays_on_top_known_to_both() -> None:
    """701.20a."""
    g = _goblin_guide_attacks(["Shock", "Swamp"])
    assert (g.you.hand, g.you.library) == ([], ["Shock", "Swamp"])
    assert g.known("you", by="you").library == ["Shock", None]
    assert g.known("you", by="opponent").library == ["Shock", None]


def test_s78_kumano_and_etching() -> None:
    """714.2b, 714.3b, 714.4, 614.1a, 202.3b."""
    g = scenario(
        you=dict(hand=["Kumano Faces Kakkazan", "Phoenix Chick", "Shock"], battlefield=["Mountain"]),
        opponent=dict(battlefield=[EMPEROR, ("Heartfire Hero", dict(counters={"+1/+1": 1}))]),
    )
    g.cast("Kumano Faces Kakkazan")
    g.resolve_all()
    assert (g.opponent.life, g.permanent(EMPEROR).loyalty) == (19, 2)
    saga = g.permanent("Kumano Faces Kakkazan")
    g.to("main1", of="you")
    assert g.stack == ["Kumano Faces Kakkazan"]
    g.resolve()
    g.cast("Phoenix Chick")
    assert g.stack == ["Kumano Faces Kakkazan", "Phoenix Chick"]
    g.resolve_all()
    chick = g.permanent("Phoenix Chick")
    assert (chick.power, chick.toughness, chick.counters) == (2, 2, {"+1/+1": 1})
    g.to("main1", of="you")
    g.resolve_all()
    assert saga.left
    etching = g.permanent("Etching of Kumano")
    assert (etching.power, etching.toughness, etching.keywords, etching.counters) == (2, 2, ["haste"], {})
    g.cast("Shock", targets=["Heartfire Hero"])
    g.resolve()
    assert (g.opponent.exile, g.stack, g.you.life) == (["Heartfire Hero"], [], 20)
    assert g.can_attack("Etching of Kumano")


def test_s80_removing_an_animated_land() -> None:
    """113.7a, 506.4, 608.2b."""
    g = scenario(
        you=dict(hand=[EMPEROR, "Cut Down", "Go for the Throat"], battlefield=["Plains"] * 4),
        opponent=dict(battlefield=["Restless Anchorage", "Plains", "Plains", "Island"]),
        active="opponent",
    )
    g.activate("Restless Anchorage")
    g.resolve()
    g.attack(["Restless Anchorage"])
    assert g.legal_targets("Cut Down") == ["Restless Anchorage"]
    assert g.legal_targets("Go for the Throat") == ["Restless Anchorage"]
    g.pass_priority()
    g.cast(EMPEROR)
    g.resolve()
    g.pass_priority()
    g.activate(EMPEROR, ability=2, targets=["Restless Anchorage"])
    g.resolve()
    assert (g.opponent.exile, g.you.life) == (["Restless Anchorage"], 22)
    g.resolve_all()
    assert "Map Token" in g.opponent.battlefield
    g.next_turn()
    assert g.opponent.exile == ["Restless Anchorage"]
    assert g.you.life == 22
