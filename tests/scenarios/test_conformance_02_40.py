"""The conformance scenarios S02 to S40, each with the rule that decides it. The others are beside this."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario

SUNFALL_LANDS = ["Plains"] * 5


def test_s02_the_starting_player_skips_the_first_draw() -> None:
    """103.8a."""
    g = scenario(you=dict(library=["Plains"] * 20), opponent=dict(library=["Plains"] * 20), step="mulligan")
    g.keep()
    g.keep()
    g.to("main1")
    assert (g.turn, g.active, len(g.you.hand), len(g.opponent.hand)) == (1, "you", 7, 7)
    g.to("main1", of="opponent")
    assert (g.turn, len(g.you.hand), len(g.opponent.hand)) == (2, 7, 8)


def test_s04_only_the_active_player_discards_to_seven() -> None:
    """514.1, 402.2, 514.3."""
    g = scenario(
        you=dict(hand=["Shock"] * 4 + ["Duress"] * 5), opponent=dict(hand=["Shock"] * 9), step="cleanup"
    )
    g.to("upkeep")
    assert g.pending is not None
    assert (g.pending.player, g.pending.kind) == ("you", "discard")
    g.choose(["Duress", "Shock"])
    assert sorted(g.you.graveyard) == ["Duress", "Shock"]
    assert (len(g.you.hand), len(g.opponent.hand)) == (7, 9)
    assert (g.step, g.active, g.priority) == ("upkeep", "opponent", "opponent")


def test_s06_drawing_from_an_empty_library_loses_before_anyone_acts() -> None:
    """121.4, 704.5b."""
    g = scenario(you=dict(library=[]), step="draw")
    g.to("draw")
    assert g.over
    assert g.winner == "opponent"


def test_s08_a_painland_hurts_for_coloured_mana_only() -> None:
    """605.3b, 120.3a."""
    g = scenario(you=dict(battlefield=["Adarkar Wastes"]))
    g.tap_for_mana("Adarkar Wastes", "C")
    assert (g.you.life, g.you.mana, g.stack) == (20, "C", [])
    g.to("main1", of="you")
    g.tap_for_mana("Adarkar Wastes", "W")
    assert (g.you.life, g.you.mana, g.stack) == (19, "W", [])


def test_s10_colourless_mana_pays_no_coloured_symbol() -> None:
    """202.1a, 107.4b, 732.1."""
    g = scenario(you=dict(hand=["Warden of the Inner Sky"], battlefield=["Battlefield Forge"]))
    with pytest.raises(IllegalAction):
        g.cast("Warden of the Inner Sky", pay=[("Battlefield Forge", "C")])
    assert not g.permanent("Battlefield Forge").tapped
    assert g.you.hand == ["Warden of the Inner Sky"]
    g.cast("Warden of the Inner Sky", pay=[("Battlefield Forge", "W")])
    assert (g.you.life, g.stack) == (19, ["Warden of the Inner Sky"])


def test_s12_a_slow_land_does_not_count_the_opponents_lands() -> None:
    """614.12."""
    g = scenario(
        you=dict(hand=["Shipwreck Marsh"], battlefield=["Island"]), opponent=dict(battlefield=["Plains"] * 6)
    )
    g.play_land("Shipwreck Marsh")
    assert g.permanent("Shipwreck Marsh").tapped


def test_s14_a_shock_land_cannot_be_paid_for_at_one_life() -> None:
    """119.4, 614.12a."""
    g = scenario(you=dict(life=1, hand=["Hallowed Fountain"]))
    g.play_land("Hallowed Fountain")
    assert g.pending is None
    assert (g.permanent("Hallowed Fountain").tapped, g.you.life) == (True, 1)


def test_s14_a_shock_land_is_not_basic() -> None:
    """305.8."""
    library = ["Hallowed Fountain", "Forest", "Shock"]
    g = scenario(you=dict(hand=["Topiary Stomper"], battlefield=["Forest"] * 3, library=library))
    g.cast("Topiary Stomper")
    g.resolve_all()
    assert g.pending is not None
    assert g.pending.options == ["Forest"]
    with pytest.raises(IllegalAction):
        g.choose("Hallowed Fountain")
    g.choose("Forest")
    assert g.you.battlefield.count("Forest") == 4
    assert g.permanent("Forest#4").tapped


def _attack_with_anchorage(library: list[str]) -> Scenario:
    lands = ["Restless Anchorage", "Plains", "Plains", "Island", "Plains"]
    g = scenario(you=dict(battlefield=lands, library=library))
    g.activate("Restless Anchorage", pay=["Plains", "Plains", "Island"])
    g.resolve()
    g.attack(["Restless Anchorage"])
    assert g.stack == ["Restless Anchorage"]
    g.resolve()
    assert "Map Token" in g.you.battlefield
    g.damage()
    assert g.opponent.life == 18
    g.to("main2")
    g.activate("Map Token", targets=["Restless Anchorage"])
    assert "Map Token" not in g.you.battlefield
    g.resolve()
    return g


def test_s16_a_map_explores_with_an_animated_land() -> None:
    """508.3a, 111.10s, 701.44a, 613.4c."""
    g = _attack_with_anchorage(["Shock"] + ["Island"] * 10)
    anchorage = g.permanent("Restless Anchorage")
    assert anchorage.counters == {"+1/+1": 1}
    g.choose("yes")
    assert g.you.graveyard == ["Shock"]
    g.to("main1", of="you")
    assert anchorage.counters == {"+1/+1": 1}
    g.activate("Restless Anchorage")
    g.resolve()
    assert (anchorage.power, anchorage.toughness) == (3, 4)


def test_s16_exploring_into_a_land_puts_it_into_the_hand() -> None:
    """701.44a."""
    g = _attack_with_anchorage(["Swamp"] + ["Island"] * 10)
    assert g.pending is None
    assert g.you.hand == ["Swamp"]
    assert g.permanent("Restless Anchorage").counters == {}


def test_s18_milling_a_small_library_does_not_lose_and_deathtouch_kills_both() -> None:
    """701.17b, 704.5h, 510.2."""
    g = scenario(
        you=dict(battlefield=["Restless Reef", "Island", "Island", "Swamp", "Swamp"]),
        opponent=dict(battlefield=["Sheoldred, the Apocalypse"], library=["Plains"] * 3),
    )
    g.activate("Restless Reef")
    g.resolve()
    g.attack(["Restless Reef"])
    assert g.pending is not None
    assert g.pending.options == ["you", "opponent"]
    g.choose("opponent")
    g.resolve()
    assert (g.opponent.library, g.opponent.graveyard, g.over) == ([], ["Plains"] * 3, False)
    g.block({"Restless Reef": ["Sheoldred, the Apocalypse"]})
    g.damage()
    assert "Restless Reef" in g.you.graveyard
    assert "Sheoldred, the Apocalypse" in g.opponent.graveyard


def test_s20_prowess_does_not_see_a_creature_spell() -> None:
    """702.108a."""
    g = scenario(
        you=dict(hand=["Resolute Reinforcements"], battlefield=["Monastery Swiftspear", "Plains", "Plains"])
    )
    g.cast("Resolute Reinforcements")
    assert g.stack == ["Resolute Reinforcements"]


def test_s20_prowess_sees_a_saga() -> None:
    """702.108a."""
    g = scenario(you=dict(hand=["Kumano Faces Kakkazan"], battlefield=["Monastery Swiftspear", "Mountain"]))
    g.cast("Kumano Faces Kakkazan")
    assert g.stack == ["Monastery Swiftspear", "Kumano Faces Kakkazan"]


def test_s20_prowess_sees_a_flashback_cast() -> None:
    """702.108a."""
    lands = ["Island"] * 7
    g = scenario(you=dict(graveyard=["Memory Deluge"], battlefield=["Monastery Swiftspear", *lands]))
    g.cast("Memory Deluge", source="graveyard")
    assert g.stack == ["Monastery Swiftspear", "Memory Deluge"]


def test_s20_plotting_is_not_casting() -> None:
    """702.170b."""
    g = scenario(
        you=dict(hand=["Slickshot Show-Off"], battlefield=["Monastery Swiftspear", "Mountain", "Mountain"])
    )
    g.plot("Slickshot Show-Off")
    assert (g.stack, g.you.exile) == ([], ["Slickshot Show-Off"])


def test_s20_a_casualty_copy_is_not_cast() -> None:
    """702.108a, 707.10."""
    g = scenario(
        you=dict(
            hand=["Make Disappear"], battlefield=["Monastery Swiftspear", "Soldier Token", "Island", "Island"]
        ),
        opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
    )
    g.pass_priority()
    g.cast("Shock", targets=["you"])
    g.pass_priority()
    g.cast(
        "Make Disappear",
        targets=["Shock"],
        casualty="Soldier Token",
        answers=[["Monastery Swiftspear", "Make Disappear"]],
    )
    assert g.stack == ["Make Disappear", "Monastery Swiftspear", "Make Disappear", "Shock"]
    g.resolve(answers=["Shock"])
    assert [(item.name, item.kind) for item in g.stack_objects] == [
        ("Make Disappear", "copy"),
        ("Monastery Swiftspear", "triggered"),
        ("Make Disappear", "spell"),
        ("Shock", "spell"),
    ]


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
