"""Conformance scenarios S22 to S40, each with the rule that decides it."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario

SUNFALL_LANDS = ["Plains"] * 5


def test_s22_a_second_rage_in_the_same_turn() -> None:
    """704.5y, 303.7a, 704.5d."""
    g = scenario(
        you=dict(hand=["Monstrous Rage"] * 2, battlefield=["Heartfire Hero", "Mountain", "Mountain"]),
        opponent=dict(life=20),
    )
    hero = g.permanent("Heartfire Hero")
    g.cast("Monstrous Rage", targets=["Heartfire Hero"])
    g.resolve_all()
    assert (hero.power, hero.toughness, hero.counters) == (5, 3, {"+1/+1": 1})
    first = hero.attachments[0]
    g.cast("Monstrous Rage", targets=["Heartfire Hero"])
    assert g.stack == ["Monstrous Rage"]
    g.resolve_all()
    assert first.left
    assert [role.name for role in hero.attachments] == ["Monster"]
    assert g.you.graveyard == ["Monstrous Rage", "Monstrous Rage"]
    assert (hero.power, hero.toughness, hero.counters) == (7, 3, {"+1/+1": 1})
    assert "trample" in hero.keywords
    g.next_turn()
    assert (hero.power, hero.toughness) == (3, 3)
    assert "trample" in hero.keywords


def test_s24_searing_blood_waits_for_the_death() -> None:
    """603.7b, 603.7d, 704.5g."""
    g = scenario(
        you=dict(hand=["Searing Blood", "Lightning Strike"], battlefield=["Mountain"] * 4),
        opponent=dict(battlefield=["Sheoldred, the Apocalypse"]),
    )
    g.cast("Searing Blood", targets=["Sheoldred, the Apocalypse"])
    g.resolve_all()
    assert g.permanent("Sheoldred, the Apocalypse").damage == 2
    g.cast("Lightning Strike", targets=["Sheoldred, the Apocalypse"])
    g.resolve()
    assert (g.stack, g.opponent.life) == (["Searing Blood"], 20)
    g.resolve()
    assert g.opponent.life == 17


def test_s24_searing_blood_does_not_see_an_exile() -> None:
    """603.7b, 700.4."""
    g = scenario(
        you=dict(hand=["Searing Blood"], battlefield=["Mountain", "Mountain", "The Wandering Emperor"]),
        opponent=dict(battlefield=[("Sheoldred, the Apocalypse", dict(tapped=True))]),
    )
    g.cast("Searing Blood", targets=["Sheoldred, the Apocalypse"])
    g.resolve_all()
    g.activate("The Wandering Emperor", ability=2, targets=["Sheoldred, the Apocalypse"])
    g.resolve_all()
    assert g.opponent.exile == ["Sheoldred, the Apocalypse"]
    assert (g.stack, g.opponent.life) == ([], 20)


def test_s26_slickshots_pumps_add_up() -> None:
    """603.3, 613.4c."""
    g = scenario(
        you=dict(
            hand=["Play with Fire", "Monstrous Rage"],
            battlefield=["Slickshot Show-Off", "Mountain", "Mountain"],
        )
    )
    slickshot = g.permanent("Slickshot Show-Off")
    g.attack(["Slickshot Show-Off"])
    g.cast("Play with Fire", targets=["opponent"])
    g.resolve_all(answers=["bottom"])
    g.cast("Monstrous Rage", targets=["Slickshot Show-Off"])
    g.resolve_all()
    assert (slickshot.power, slickshot.toughness, g.opponent.life) == (8, 3, 18)
    g.damage()
    assert g.opponent.life == 10


def _sunfall_meets_dissolve() -> Scenario:
    g = scenario(
        you=dict(hand=["Dissolve", "Counterspell"], battlefield=["Island"] * 5),
        opponent=dict(hand=["Sunfall", "Counterspell"], battlefield=[*SUNFALL_LANDS, "Island", "Island"]),
        active="opponent",
    )
    g.cast("Sunfall")
    g.pass_priority()
    g.cast("Dissolve", targets=["Sunfall"])
    return g


def test_s28_a_countered_dissolve_does_not_scry() -> None:
    """701.6a."""
    g = _sunfall_meets_dissolve()
    g.pass_priority()
    g.cast("Counterspell", targets=["Dissolve"])
    g.resolve()
    assert (g.pending, g.stack, g.you.graveyard) == (None, ["Sunfall"], ["Dissolve"])


def test_s28_a_resolved_dissolve_counters_and_scries() -> None:
    """701.6a, 701.22a."""
    g = _sunfall_meets_dissolve()
    g.resolve()
    assert g.pending is not None
    assert (g.pending.player, g.pending.kind, g.opponent.graveyard) == ("you", "scry", ["Sunfall"])
    g.choose("top")
    assert g.stack == []


def test_s28_a_dissolve_without_its_target_does_nothing() -> None:
    """608.2b."""
    g = _sunfall_meets_dissolve()
    g.cast("Counterspell", targets=["Sunfall"])
    g.resolve()
    assert g.stack == ["Dissolve"]
    g.resolve()
    assert (g.pending, g.stack) == (None, [])


def test_s30_the_exiled_card_comes_back_as_the_bat_is_sacrificed() -> None:
    """610.3, 702.153a, 608.2b."""
    g = scenario(
        you=dict(hand=["Lightning Strike"], battlefield=["Mountain"] * 6),
        opponent=dict(
            hand=["Make Disappear"],
            battlefield=[("Deep-Cavern Bat", dict(holds=["Monstrous Rage"])), "Island", "Island"],
        ),
    )
    g.cast("Lightning Strike", targets=["Deep-Cavern Bat"])
    g.pass_priority()
    g.cast("Make Disappear", targets=["Lightning Strike"], casualty="Deep-Cavern Bat")
    assert g.you.hand == ["Monstrous Rage"]
    assert g.stack == ["Make Disappear", "Make Disappear", "Lightning Strike"]
    g.resolve(answers=["Lightning Strike"])
    g.resolve(answers=["yes"])
    g.resolve(answers=["yes"])
    assert g.stack == ["Lightning Strike"]
    assert all(land.tapped for land in g.permanents("Mountain", of="you"))
    g.resolve()
    assert (g.opponent.life, g.you.life) == (20, 20)
    assert g.you.graveyard == ["Lightning Strike"]


def test_s32_cut_down_in_response_to_monstrous_rage() -> None:
    """608.2b, 603.10a."""
    g = scenario(
        you=dict(hand=["Monstrous Rage"], battlefield=["Heartfire Hero", "Mountain"]),
        opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]),
    )
    g.cast("Monstrous Rage", targets=["Heartfire Hero"])
    assert g.stack == ["Heartfire Hero", "Monstrous Rage"]
    g.resolve()
    g.pass_priority()
    g.cast("Cut Down", targets=["Heartfire Hero"])
    g.resolve_all()
    assert g.opponent.life == 18
    assert sorted(g.you.graveyard) == ["Heartfire Hero", "Monstrous Rage"]
    assert g.you.battlefield == ["Mountain"]


def test_s34_go_for_the_throat_cannot_target_an_artifact_creature() -> None:
    """115.1, 601.2c, 111.10i."""
    token = ("Incubator Token", dict(face="back", counters={"+1/+1": 4}))
    g = scenario(
        you=dict(hand=["Go for the Throat"], battlefield=["Swamp", "Swamp"]),
        opponent=dict(battlefield=[token, "Sheoldred, the Apocalypse"]),
    )
    assert g.permanent("Phyrexian Token").power == 4
    with pytest.raises(IllegalAction):
        g.cast("Go for the Throat", targets=["Phyrexian Token"])
    assert g.legal_targets("Go for the Throat") == ["Sheoldred, the Apocalypse"]
    g.cast("Go for the Throat", targets=["Sheoldred, the Apocalypse"])
    g.resolve()
    assert g.opponent.graveyard == ["Sheoldred, the Apocalypse"]


def test_s36_casualty_copies_make_disappear() -> None:
    """702.153a, 118.12a, 704.5e."""
    g = scenario(
        you=dict(hand=["Make Disappear"], battlefield=["Vampire Token", "Island", "Island"]),
        opponent=dict(hand=["Sunfall"], battlefield=["Plains"] * 7),
        active="opponent",
    )
    g.cast("Sunfall")
    g.pass_priority()
    g.cast("Make Disappear", targets=["Sunfall"], casualty="Vampire Token")
    g.resolve(answers=["Sunfall"])
    g.resolve()
    assert g.pending is not None
    assert (g.pending.player, g.pending.options) == ("opponent", ["yes", "no"])
    g.choose("yes")
    assert g.stack == ["Make Disappear", "Sunfall"]
    g.resolve()
    assert (g.pending, g.stack) == (None, [])
    assert g.opponent.graveyard == ["Sunfall"]
    assert g.you.graveyard == ["Make Disappear"]


def _deluge_meets_no_more_lies(lands: int) -> Scenario:
    g = scenario(
        you=dict(hand=["No More Lies"], battlefield=["Plains", "Island"]),
        opponent=dict(
            hand=["Memory Deluge"], battlefield=["Island"] * lands, library=["Shock"] * 2 + ["Plains"] * 8
        ),
        active="opponent",
    )
    g.cast("Memory Deluge")
    g.pass_priority()
    g.cast("No More Lies", targets=["Memory Deluge"])
    g.resolve()
    return g


def test_s38_paying_for_no_more_lies() -> None:
    """118.12a, 605.3a."""
    g = _deluge_meets_no_more_lies(7)
    g.choose("yes")
    assert all(land.tapped for land in g.permanents("Island", of="opponent"))
    g.resolve(answers=[["Shock", "Plains"]])
    assert sorted(g.opponent.hand) == ["Plains", "Shock"]
    assert g.opponent.graveyard == ["Memory Deluge"]


def test_s38_declining_to_pay_for_no_more_lies() -> None:
    """118.12a."""
    g = _deluge_meets_no_more_lies(7)
    g.choose("no")
    assert (g.stack, g.opponent.exile, g.opponent.graveyard) == ([], ["Memory Deluge"], [])


def test_s38_not_able_to_pay_for_no_more_lies() -> None:
    """118.3."""
    g = _deluge_meets_no_more_lies(6)
    assert (g.pending, g.stack, g.opponent.exile) == (None, [], ["Memory Deluge"])
    assert sum(land.tapped for land in g.permanents("Island", of="opponent")) == 4


def test_s40_memory_deluge_from_the_graveyard_looks_at_seven() -> None:
    """702.34a, 202.3, 121.5."""
    top = ["Shock", "Duress", "Sunfall", "Plains", "Island", "Swamp", "Mountain"]
    rest = ["Forest", "Cut Down", "Dissolve"]
    g = scenario(
        you=dict(
            graveyard=["Memory Deluge"],
            battlefield=["Up the Beanstalk", *["Island"] * 7],
            library=[*top, *rest],
        )
    )
    g.cast("Memory Deluge", source="graveyard")
    assert g.stack == ["Memory Deluge"]
    assert g.stack_objects[0].mana_spent == 7
    g.resolve()
    assert g.pending is not None
    assert sorted(map(str, g.pending.options)) == sorted(top)
    g.choose(["Sunfall", "Island"])
    assert sorted(g.you.hand) == ["Island", "Sunfall"]
    assert g.you.library[:3] == rest
    assert sorted(g.you.library[3:]) == sorted(set(top) - {"Sunfall", "Island"})
    assert (g.you.exile, g.you.drawn_this_turn) == (["Memory Deluge"], 0)
