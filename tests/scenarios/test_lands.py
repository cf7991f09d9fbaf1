"""Lands, scenario by scenario: how they enter, what they make, those that fight."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

BASICS = [("Plains", "W"), ("Island", "U"), ("Swamp", "B"), ("Mountain", "R"), ("Forest", "G")]
EMPEROR = "The Wandering Emperor"


class TestBasicLands:
    @pytest.mark.parametrize(("land", "colour"), BASICS)
    def test_each_makes_its_colour(self, land: str, colour: str) -> None:
        """305.6."""
        g = scenario(you=dict(hand=[land]))
        g.play_land(land)
        basic = g.permanent(land)
        assert (basic.types, basic.subtypes, basic.colours, basic.tapped) == (["Land"], [land], "", False)
        g.tap_for_mana(land, colour)
        assert g.you.mana == colour
        other = next(letter for letter in "WUBRG" if letter != colour)
        with pytest.raises(IllegalAction):
            g.tap_for_mana(land, other)

    def test_one_land_each_turn_at_sorcery_timing(self) -> None:
        """305.2, 116.2a."""
        g = scenario(you=dict(hand=["Plains", "Plains", "Shock"], battlefield=["Mountain"]))
        g.cast("Shock", targets=["opponent"])
        assert not g.can_play_land("Plains")
        g.resolve()
        g.play_land("Plains")
        assert (g.stack, g.priority) == ([], "you")
        with pytest.raises(IllegalAction):
            g.play_land("Plains")
        g.to("main1", of="opponent")
        g.pass_priority()
        assert not g.can_play_land("Plains")
        g.to("main2", of="you")
        assert g.can_play_land("Plains")


class TestPainlands:
    @pytest.mark.parametrize(
        ("land", "colours"),
        [("Adarkar Wastes", "WU"), ("Battlefield Forge", "RW"), ("Underground River", "UB")],
    )
    def test_each_makes_colourless_or_two_colours(self, land: str, colours: str) -> None:
        """605.3b, 120.3a."""
        for colour in "WUBRGC":
            g = scenario(you=dict(battlefield=[land]))
            if colour == "C" or colour in colours:
                g.tap_for_mana(land, colour)
                assert (g.you.mana, g.you.life) == (colour, 20 if colour == "C" else 19)
            else:
                with pytest.raises(IllegalAction):
                    g.tap_for_mana(land, colour)

    def test_generic_mana_is_paid_without_pain(self) -> None:
        """Paying by itself takes the harmless ability."""
        g = scenario(you=dict(hand=["Lightning Strike"], battlefield=["Mountain", "Adarkar Wastes"]))
        g.cast("Lightning Strike", targets=["opponent"])
        assert g.you.life == 20

    def test_it_is_damage_and_may_kill(self) -> None:
        """120.3a, 704.5a: legal at 1 life, and the spell never resolves."""
        g = scenario(
            you=dict(life=1, hand=["Shock"], battlefield=["Battlefield Forge"]), opponent=dict(life=2)
        )
        g.cast("Shock", targets=["opponent"])
        assert (g.over, g.winner, g.opponent.life) == (True, "opponent", 2)

    def test_it_enters_untapped(self) -> None:
        """No clause about entering."""
        g = scenario(you=dict(hand=["Underground River"]))
        g.play_land("Underground River")
        assert not g.permanent("Underground River").tapped


class TestSlowAndFastLands:
    @pytest.mark.parametrize("land", ["Deserted Beach", "Shipwreck Marsh"])
    @pytest.mark.parametrize(("others", "tapped"), [(0, True), (1, True), (2, False), (3, False)])
    def test_slow_lands(self, land: str, others: int, tapped: bool) -> None:
        """614.1d, 614.12."""
        g = scenario(you=dict(hand=[land], battlefield=[("Plains", dict(tapped=True))] * others))
        g.play_land(land)
        assert g.permanent(land).tapped == tapped

    @pytest.mark.parametrize(("others", "tapped"), [(0, False), (2, False), (3, True), (5, True)])
    def test_the_fast_land(self, others: int, tapped: bool) -> None:
        """614.1d, 614.12."""
        g = scenario(you=dict(hand=["Inspiring Vantage"], battlefield=["Plains"] * others))
        g.play_land("Inspiring Vantage")
        assert g.permanent("Inspiring Vantage").tapped == tapped

    @pytest.mark.parametrize(
        ("land", "colours"),
        [("Deserted Beach", "WU"), ("Shipwreck Marsh", "UB"), ("Inspiring Vantage", "RW")],
    )
    def test_their_colours_hurt_nobody(self, land: str, colours: str) -> None:
        """No colourless, no damage."""
        for colour in colours:
            g = scenario(you=dict(battlefield=[land]))
            g.tap_for_mana(land, colour)
            assert (g.you.mana, g.you.life) == (colour, 20)
        with pytest.raises(IllegalAction):
            scenario(you=dict(battlefield=[land])).tap_for_mana(land, "C")


class TestShockLands:
    @pytest.mark.parametrize(
        ("land", "subtypes"),
        [("Hallowed Fountain", ["Plains", "Island"]), ("Steam Vents", ["Island", "Mountain"])],
    )
    def test_two_life_or_tapped(self, land: str, subtypes: list[str]) -> None:
        """614.12a, 119.4."""
        for answer, tapped, life in (("yes", False, 18), ("no", True, 20)):
            g = scenario(you=dict(hand=[land]))
            g.play_land(land)
            assert g.pending is not None
            assert (g.pending.player, g.pending.options) == ("you", ["yes", "no"])
            g.choose(answer)
            shock = g.permanent(land)
            assert (shock.tapped, g.you.life, shock.subtypes) == (tapped, life, subtypes)

    def test_answers_feed_the_question(self) -> None:
        """At exactly 2 life it may be paid, and is deadly."""
        g = scenario(you=dict(life=2, hand=["Steam Vents"]))
        g.play_land("Steam Vents", answers=["yes"])
        assert (g.over, g.winner) == (True, "opponent")

    def test_they_make_both_colours(self) -> None:
        """305.6."""
        for colour in "UR":
            g = scenario(you=dict(battlefield=["Steam Vents"]))
            g.tap_for_mana("Steam Vents", colour)
            assert g.you.mana == colour


class TestRestlessLands:
    @pytest.mark.parametrize("land", ["Restless Anchorage", "Restless Reef"])
    def test_they_enter_tapped(self, land: str) -> None:
        """614.1d."""
        g = scenario(you=dict(hand=[land], battlefield=["Plains"] * 3))
        g.play_land(land)
        assert g.permanent(land).tapped

    def test_anchorage_is_a_flying_bird_and_a_land(self) -> None:
        """613.1d, 613.1e, 613.1f, 613.4b."""
        g = scenario(you=dict(battlefield=["Restless Anchorage", "Plains", "Island", "Island"]))
        g.activate("Restless Anchorage")
        g.resolve()
        bird = g.permanent("Restless Anchorage")
        assert (bird.power, bird.toughness, bird.keywords, bird.colours) == (2, 3, ["flying"], "WU")
        assert (bird.types, bird.subtypes) == (["Land", "Creature"], ["Bird"])
        g.tap_for_mana("Restless Anchorage", "W")
        g.next_turn()
        assert (bird.power, bird.types, bird.keywords, bird.colours) == (None, ["Land"], [], "")

    def test_reef_is_a_deathtouching_shark(self) -> None:
        """613.1d, 613.4b."""
        g = scenario(you=dict(battlefield=["Restless Reef", "Island", "Swamp", "Swamp", "Swamp"]))
        g.activate("Restless Reef")
        g.resolve()
        shark = g.permanent("Restless Reef")
        assert (shark.power, shark.toughness, shark.keywords, shark.subtypes) == (
            4,
            4,
            ["deathtouch"],
            ["Shark"],
        )

    def test_it_may_pay_for_itself_and_be_tapped(self) -> None:
        """The ability has no {T}; then it cannot attack."""
        g = scenario(you=dict(battlefield=["Restless Anchorage", "Plains", "Island"]))
        g.activate("Restless Anchorage")
        g.resolve()
        assert g.permanent("Restless Anchorage").tapped
        assert not g.can_attack("Restless Anchorage")

    def test_a_fresh_one_is_summoning_sick(self) -> None:
        """302.6, 602.5a: neither attacks nor taps for mana while it is a creature."""
        fresh = ("Restless Anchorage", dict(entered_this_turn=True))
        g = scenario(you=dict(battlefield=[fresh, "Plains", "Island", "Island"]))
        assert any("Anchorage" in words for words in g.legal())
        g.activate("Restless Anchorage", pay=["Plains", "Island", "Island"])
        g.resolve()
        assert not g.can_attack("Restless Anchorage")
        with pytest.raises(IllegalAction):
            g.tap_for_mana("Restless Anchorage", "W")

    def test_activating_twice_changes_nothing_more(self) -> None:
        """613.7."""
        g = scenario(you=dict(battlefield=["Restless Anchorage", *["Plains"] * 3, *["Island"] * 3]))
        for _ in range(2):
            g.activate("Restless Anchorage")
            g.resolve()
        bird = g.permanent("Restless Anchorage")
        assert (bird.power, bird.toughness, bird.subtypes) == (2, 3, ["Bird"])

    def test_reef_may_mill_its_controller(self) -> None:
        """115.1d."""
        reef = ("Restless Reef", dict(animated=True))
        g = scenario(you=dict(battlefield=[reef]))
        g.attack(["Restless Reef"], answers=["you"])
        g.resolve()
        assert g.you.graveyard == ["Plains"] * 4

    def test_its_attack_triggers_against_a_planeswalker_too(self) -> None:
        """508.3a."""
        anchorage = ("Restless Anchorage", dict(animated=True))
        g = scenario(you=dict(battlefield=[anchorage]), opponent=dict(battlefield=[EMPEROR]))
        g.attack({"Restless Anchorage": EMPEROR})
        assert g.stack == ["Restless Anchorage"]
        g.resolve()
        g.damage()
        assert g.permanent(EMPEROR).loyalty == 1

    def test_ceasing_to_be_a_creature_needs_the_turn_to_end(self) -> None:
        """514.2."""
        anchorage = ("Restless Anchorage", dict(animated=True, damage=2))
        g = scenario(you=dict(battlefield=[anchorage]))
        g.to("main1", of="opponent")
        assert (g.permanent("Restless Anchorage").damage, g.permanent("Restless Anchorage").types) == (
            0,
            ["Land"],
        )
