"""Conformance scenarios S02 to S20, each with the rule that decides it."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario


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
