"""Conformance scenarios S42 to S60, each with the rule that decides it."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario

EMPEROR = "The Wandering Emperor"
PREACHER = "Preacher of the Schism"
SHEOLDRED = "Sheoldred, the Apocalypse"


def test_s42_a_resolving_shock_saves_the_djinn() -> None:
    """608.2b, 608.2n, 604.3."""
    g = scenario(
        you=dict(hand=["Shock"], graveyard=["Duress"], battlefield=["Haughty Djinn", "Mountain"]),
        opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]),
    )
    djinn = g.permanent("Haughty Djinn")
    assert (djinn.power, djinn.toughness) == (1, 4)
    g.pass_priority()
    g.cast("Cut Down", targets=["Haughty Djinn"])
    g.pass_priority()
    g.cast("Shock", targets=["opponent"])
    assert djinn.power == 1
    g.resolve()
    assert (djinn.power, g.opponent.life) == (2, 18)
    g.resolve()
    assert not djinn.left
    assert g.opponent.graveyard == ["Cut Down"]


def test_s44_an_incubator_transforms_and_attacks() -> None:
    """712.18, 302.6."""
    token = ("Incubator Token", dict(counters={"+1/+1": 5}))
    g = scenario(you=dict(battlefield=[token, "Plains", "Plains"]))
    incubator = g.permanent("Incubator Token")
    g.activate("Incubator Token")
    g.resolve()
    assert (incubator.name, incubator.power, incubator.toughness, incubator.colours) == (
        "Phyrexian Token",
        5,
        5,
        "",
    )
    assert incubator.types == ["Artifact", "Creature"]
    assert not g.can_activate("Phyrexian Token")
    g.attack(["Phyrexian Token"])
    g.damage()
    assert g.opponent.life == 15


def test_s44_an_incubator_without_counters_dies_as_it_transforms() -> None:
    """704.5f."""
    g = scenario(you=dict(hand=["Sunfall"], battlefield=["Plains"] * 7))
    g.cast("Sunfall")
    g.resolve()
    incubator = g.permanent("Incubator Token")
    assert incubator.counters == {}
    g.activate("Incubator Token")
    g.resolve()
    assert incubator.left
    assert g.you.graveyard == ["Sunfall"]


def test_s46_get_lost_without_its_target_makes_no_maps() -> None:
    """608.2b."""
    g = scenario(
        you=dict(hand=["Get Lost"], battlefield=["Plains"] * 6),
        opponent=dict(hand=["Make Disappear"], battlefield=["Deep-Cavern Bat", "Island", "Island"]),
    )
    g.cast("Get Lost", targets=["Deep-Cavern Bat"])
    g.pass_priority()
    g.cast("Make Disappear", targets=["Get Lost"], casualty="Deep-Cavern Bat")
    g.resolve(answers=["Get Lost"])
    g.resolve(answers=["yes"])
    g.resolve(answers=["yes"])
    g.resolve()
    assert g.you.graveyard == ["Get Lost"]
    assert "Map Token" not in g.you.battlefield + g.opponent.battlefield


def test_s48_the_emperors_last_loyalty_is_a_cost() -> None:
    """606.4, 704.5i, 113.7a."""
    g = scenario(you=dict(battlefield=[(EMPEROR, dict(counters={"loyalty": 1}))]))
    emperor = g.permanent(EMPEROR)
    g.activate(EMPEROR, ability=1)
    assert emperor.left
    assert (g.you.graveyard, g.stack) == ([EMPEROR], [EMPEROR])
    g.resolve()
    assert g.you.battlefield == ["Samurai Token"]


def test_s48_no_loyalty_in_the_opponents_turn_or_in_combat() -> None:
    """606.3."""
    g = scenario(you=dict(battlefield=[EMPEROR]), active="opponent")
    g.pass_priority()
    assert g.priority == "you"
    assert not any(g.can_activate(EMPEROR, ability=ability) for ability in range(3))
    g = scenario(you=dict(battlefield=[EMPEROR]), step="combat")
    assert not any(g.can_activate(EMPEROR, ability=ability) for ability in range(3))
    with pytest.raises(IllegalAction):
        g.activate(EMPEROR, ability=1)


def test_s50_trample_over_a_blocker_into_a_planeswalker() -> None:
    """702.19b, 702.19f, 704.5i."""
    g = scenario(
        you=dict(hand=["Monstrous Rage"], battlefield=["Monastery Swiftspear", "Mountain"]),
        opponent=dict(battlefield=[EMPEROR, "Samurai Token"]),
    )
    g.cast("Monstrous Rage", targets=["Monastery Swiftspear"])
    g.resolve_all()
    swiftspear = g.permanent("Monastery Swiftspear")
    assert (swiftspear.power, swiftspear.toughness) == (5, 4)
    g.attack({"Monastery Swiftspear": EMPEROR})
    assert swiftspear.attacking == g.permanent(EMPEROR)
    g.block({"Monastery Swiftspear": ["Samurai Token"]})
    g.damage()
    for wrong in ({"Samurai Token": 1, EMPEROR: 4}, {"Samurai Token": 2, "opponent": 3}):
        with pytest.raises(IllegalAction):
            g.choose(wrong)
    g.choose({"Samurai Token": 2, EMPEROR: 3})
    assert g.opponent.graveyard == [EMPEROR]
    assert g.opponent.battlefield == []
    assert g.opponent.life == 20


def test_s52_the_legend_rule_counts_one_players_permanents() -> None:
    """704.5j, 700.4."""
    g = scenario(
        you=dict(hand=[SHEOLDRED], battlefield=[SHEOLDRED, *["Swamp"] * 4]),
        opponent=dict(battlefield=[SHEOLDRED]),
    )
    old = g.permanent(SHEOLDRED, of="you")
    g.cast(SHEOLDRED)
    g.resolve()
    assert g.pending is not None
    assert (g.pending.player, len(g.pending.options)) == ("you", 2)
    g.choose(f"{SHEOLDRED}#2")
    assert old.left
    assert g.you.graveyard == [SHEOLDRED]
    assert (len(g.permanents(SHEOLDRED, of="you")), len(g.permanents(SHEOLDRED, of="opponent"))) == (1, 1)


def test_s54_two_sheoldreds_resolve_in_apnap_order() -> None:
    """603.3b, 405.3, 704.5a."""
    g = scenario(
        you=dict(life=2, battlefield=[SHEOLDRED]), opponent=dict(battlefield=[SHEOLDRED]), step="draw"
    )
    g.to("draw")
    assert [item.controller for item in g.stack_objects] == ["opponent", "you"]
    g.resolve()
    assert (g.over, g.winner, g.you.life) == (True, "opponent", 0)


def _preacher_attacks(mine: int, theirs: int) -> Scenario:
    g = scenario(
        you=dict(life=mine, battlefield=[PREACHER], library=["Shock"] * 5),
        opponent=dict(life=theirs, hand=["Lightning Strike"], battlefield=["Mountain", "Mountain"]),
    )
    g.attack([PREACHER])
    return g


def test_s56_at_a_tie_both_triggers_happen_whatever_follows() -> None:
    """508.2a, 603.4."""
    g = _preacher_attacks(20, 20)
    g.choose([PREACHER, PREACHER])
    assert g.stack == [PREACHER, PREACHER]
    g.pass_priority()
    g.cast("Lightning Strike", targets=["you"])
    g.resolve_all()
    assert g.you.life == 16
    assert g.you.hand == ["Shock"]
    assert "Vampire Token" in g.you.battlefield


def test_s56_behind_in_life_only_the_vampire() -> None:
    """508.1m."""
    g = _preacher_attacks(18, 20)
    assert g.stack == [PREACHER]
    g.resolve_all()
    assert (g.you.life, g.you.hand, g.you.battlefield) == (18, [], [PREACHER, "Vampire Token"])


def test_s56_ahead_in_life_only_the_card() -> None:
    """508.1m."""
    g = _preacher_attacks(20, 15)
    g.resolve_all()
    assert (g.you.life, g.you.hand, g.you.battlefield) == (19, ["Shock"], [PREACHER])


def test_s58_the_bats_card_comes_back_at_once() -> None:
    """610.3, 121.5."""
    g = scenario(
        you=dict(hand=["Deep-Cavern Bat"], battlefield=["Swamp", "Swamp"]),
        opponent=dict(hand=["Sunfall", "Cut Down", "Plains"], battlefield=["Swamp"]),
    )
    g.cast("Deep-Cavern Bat")
    g.resolve_all()
    assert g.pending is not None
    assert sorted(map(str, g.pending.options)) == ["Cut Down", "Sunfall"]
    g.choose("Sunfall")
    assert g.opponent.exile == ["Sunfall"]
    g.pass_priority()
    g.cast("Cut Down", targets=["Deep-Cavern Bat"])
    g.resolve()
    assert sorted(g.opponent.hand) == ["Plains", "Sunfall"]
    assert (g.opponent.exile, g.stack, g.opponent.drawn_this_turn) == ([], [], 0)


def test_s60_the_mastermind_counts_earlier_draws() -> None:
    """603.2c, 702.8a."""
    g = scenario(
        you=dict(hand=["Faerie Mastermind"], battlefield=["Island", "Island"]),
        opponent=dict(hand=["Up the Beanstalk"] * 2, battlefield=["Forest"] * 4),
        active="opponent",
        step="draw",
    )
    g.to("draw")
    g.pass_priority()
    g.cast("Faerie Mastermind")
    g.resolve()
    g.to("main1")
    g.cast("Up the Beanstalk")
    g.resolve_all()
    assert (g.opponent.drawn_this_turn, len(g.you.hand)) == (2, 1)
    g.cast("Up the Beanstalk")
    g.resolve_all()
    assert (g.opponent.drawn_this_turn, len(g.you.hand)) == (3, 1)
