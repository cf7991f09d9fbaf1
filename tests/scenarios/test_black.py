"""Black cards, scenario by scenario."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

BAT = "Deep-Cavern Bat"
PREACHER = "Preacher of the Schism"
SHEOLDRED = "Sheoldred, the Apocalypse"
THROAT = "Go for the Throat"
HERO = "Heartfire Hero"
EMPEROR = "The Wandering Emperor"


class TestDeepCavernBat:
    def test_flying_and_lifelink(self) -> None:
        """702.9b, 120.3f."""
        g = scenario(you=dict(battlefield=[BAT]), opponent=dict(battlefield=[HERO]))
        g.attack([BAT])
        assert not g.can_block(HERO, BAT)
        g.damage()
        assert (g.you.life, g.opponent.life) == (21, 19)

    def test_the_exile_is_optional_and_takes_no_land(self) -> None:
        """608.2d."""
        g = scenario(
            you=dict(hand=[BAT], battlefield=["Swamp", "Swamp"]),
            opponent=dict(hand=["Plains", "Shock", "Steam Vents"]),
        )
        g.cast(BAT)
        g.resolve_all()
        assert g.pending is not None
        assert (g.pending.player, g.pending.options) == ("you", ["Shock"])
        g.choose([])
        assert (g.opponent.exile, len(g.opponent.hand)) == ([], 3)
        assert sorted(g.known("opponent").hand) == ["Plains", "Shock", "Steam Vents"]

    def test_a_bat_that_is_gone_still_looks(self) -> None:
        """610.3b."""
        g = scenario(
            you=dict(hand=[BAT], battlefield=["Swamp", "Swamp"]),
            opponent=dict(hand=["Cut Down", "Sunfall"], battlefield=["Swamp"]),
        )
        g.cast(BAT)
        g.resolve()
        g.pass_priority()
        g.cast("Cut Down", targets=[BAT])
        g.resolve()
        g.resolve()
        if g.pending is not None:
            g.choose("Sunfall")
        assert (g.opponent.exile, g.opponent.hand) == ([], ["Sunfall"])
        assert g.known("opponent").hand == ["Sunfall"]

    def test_the_exiled_card_is_face_up(self) -> None:
        """Public; it comes back to its owner's hand."""
        bat = (BAT, dict(holds=["Sunfall"]))
        g = scenario(
            you=dict(battlefield=[bat]), opponent=dict(hand=["Get Lost"], battlefield=["Plains"] * 2)
        )
        g.pass_priority()
        g.cast("Get Lost", targets=[BAT])
        g.resolve()
        assert (g.opponent.hand, g.opponent.exile) == (["Sunfall"], [])
        assert g.known("opponent").hand == ["Sunfall"]


class TestPreacherOfTheSchism:
    def test_attacking_a_planeswalker_makes_no_vampire(self) -> None:
        """508.3a."""
        g = scenario(you=dict(battlefield=[PREACHER]), opponent=dict(battlefield=[EMPEROR]))
        g.attack({PREACHER: EMPEROR})
        assert g.stack == [PREACHER]
        g.resolve()
        assert (g.you.drawn_this_turn, g.you.life, g.you.battlefield) == (1, 19, [PREACHER])

    def test_the_vampire_does_not_attack(self) -> None:
        """508.4 is about others."""
        g = scenario(you=dict(life=10, battlefield=[PREACHER]))
        g.attack([PREACHER])
        g.resolve()
        vampire = g.permanent("Vampire Token")
        assert (vampire.attacking, vampire.tapped, vampire.keywords) == (None, False, ["lifelink"])
        assert (vampire.power, vampire.toughness, vampire.colours) == (1, 1, "W")

    def test_deathtouch(self) -> None:
        """704.5h."""
        g = scenario(
            you=dict(battlefield=[PREACHER]),
            opponent=dict(life=15, battlefield=["Topiary Stomper", SHEOLDRED]),
        )
        g.attack([PREACHER])
        g.resolve_all()
        g.block({PREACHER: [SHEOLDRED]})
        g.damage()
        assert (g.you.graveyard, g.opponent.graveyard) == ([PREACHER], [SHEOLDRED])

    def test_drawing_is_not_optional(self) -> None:
        """Draw and loss are mandatory."""
        g = scenario(you=dict(life=20, library=[], battlefield=[PREACHER]), opponent=dict(life=5))
        g.attack([PREACHER])
        g.resolve_all()
        assert (g.over, g.winner) == (True, "opponent")


class TestSheoldred:
    def test_one_trigger_a_card(self) -> None:
        """121.2."""
        g = scenario(you=dict(battlefield=[SHEOLDRED, "Faerie Mastermind", *["Island"] * 4]))
        g.activate("Faerie Mastermind")
        g.resolve(answers=[[SHEOLDRED, f"{SHEOLDRED}/2"]])
        assert len(g.stack) == 2
        g.resolve_all()
        assert (g.you.life, g.opponent.life) == (22, 18)

    def test_putting_into_the_hand_is_no_draw(self) -> None:
        """121.5."""
        g = scenario(
            you=dict(
                hand=["Memory Deluge"],
                battlefield=[SHEOLDRED, *["Island"] * 4],
                library=["Shock"] * 2 + ["Duress"] * 2,
            )
        )
        g.cast("Memory Deluge")
        g.resolve_all(answers=[["Shock", "Duress"]])
        assert (g.you.life, g.stack) == (20, [])

    def test_it_is_loss_of_life_not_damage(self) -> None:
        """Soul-Scar Mage and the like see nothing; a planeswalker neither."""
        g = scenario(you=dict(battlefield=[SHEOLDRED]), opponent=dict(life=2), active="opponent", step="draw")
        g.to("draw")
        assert g.stack == [SHEOLDRED]
        g.resolve()
        assert (g.over, g.winner) == (True, "you")

    def test_deathtouch_kills_what_it_touches(self) -> None:
        """702.2b."""
        g = scenario(
            you=dict(battlefield=["Topiary Stomper", *["Forest"] * 7]), opponent=dict(battlefield=[SHEOLDRED])
        )
        g.attack(["Topiary Stomper"])
        g.block({"Topiary Stomper": [SHEOLDRED]})
        g.damage()
        assert (g.you.graveyard, g.opponent.graveyard) == (["Topiary Stomper"], [])

    def test_different_controllers_may_have_one_each(self) -> None:
        """704.5j."""
        g = scenario(you=dict(battlefield=[SHEOLDRED]), opponent=dict(battlefield=[SHEOLDRED]))
        assert g.pending is None
        assert len(g.permanents(SHEOLDRED)) == 2


class TestGoForTheThroat:
    def test_it_destroys_any_other_creature(self) -> None:
        """701.8."""
        for name in (SHEOLDRED, "Atraxa, Grand Unifier", "Soldier Token"):
            g = scenario(
                you=dict(hand=[THROAT], battlefield=["Swamp"] * 2), opponent=dict(battlefield=[name])
            )
            g.cast(THROAT, targets=[name])
            g.resolve()
            assert g.opponent.battlefield == []

    def test_noncreatures_are_no_targets(self) -> None:
        """115.1."""
        g = scenario(
            you=dict(hand=[THROAT], battlefield=["Swamp"] * 2),
            opponent=dict(battlefield=[EMPEROR, "Plains", "Restless Reef", "Map Token"]),
        )
        assert not g.can_cast(THROAT)

    def test_an_animated_land_is_a_creature(self) -> None:
        """613.1d."""
        reef = ("Restless Reef", dict(animated=True))
        g = scenario(you=dict(hand=[THROAT], battlefield=["Swamp"] * 2), opponent=dict(battlefield=[reef]))
        g.cast(THROAT, targets=["Restless Reef"])
        g.resolve()
        assert g.opponent.graveyard == ["Restless Reef"]


class TestCutDown:
    @pytest.mark.parametrize(
        ("options", "legal"),
        [
            ({}, True),
            (dict(counters={"+1/+1": 1}), True),
            (dict(counters={"+1/+1": 2}), False),
            (dict(counters={"oil": 4}), True),
            (dict(damage=1), True),
        ],
    )
    def test_power_and_toughness_together(self, options: dict[str, object], legal: bool) -> None:
        """Swiftspear is 1/2: sum 3, 5 and 7; damage does not lower toughness."""
        g = scenario(
            you=dict(hand=["Cut Down"], battlefield=["Swamp"]),
            opponent=dict(battlefield=[("Monastery Swiftspear", options)]),
        )
        assert g.can_cast("Cut Down") == legal

    def test_it_is_checked_again_on_resolution(self) -> None:
        """608.2b."""
        g = scenario(
            you=dict(hand=["Cut Down"], battlefield=["Swamp"]),
            opponent=dict(hand=["Monstrous Rage"], battlefield=["Samurai Token", "Mountain"]),
        )
        g.cast("Cut Down", targets=["Samurai Token"])
        g.pass_priority()
        g.cast("Monstrous Rage", targets=["Samurai Token"])
        g.resolve_all()
        assert "Samurai Token" in g.opponent.battlefield

    def test_djinns_size_is_what_it_is_now(self) -> None:
        """613.4a."""
        g = scenario(
            you=dict(hand=["Cut Down"], battlefield=["Swamp"]),
            opponent=dict(graveyard=["Shock", "Shock"], battlefield=["Haughty Djinn"]),
        )
        assert not g.can_cast("Cut Down", targets=["Haughty Djinn"])


class TestDuress:
    def test_the_hand_is_revealed_and_one_card_goes(self) -> None:
        """701.20a."""
        hand = ["Plains", HERO, "Shock", "Sunfall", EMPEROR, "Up the Beanstalk", "Restless Reef"]
        g = scenario(you=dict(hand=["Duress"], battlefield=["Swamp"]), opponent=dict(hand=hand))
        g.cast("Duress")
        g.resolve()
        assert g.pending is not None
        assert g.pending.player == "you"
        assert sorted(map(str, g.pending.options)) == sorted(
            ["Shock", "Sunfall", EMPEROR, "Up the Beanstalk"]
        )
        with pytest.raises(IllegalAction):
            g.choose([])
        g.choose(EMPEROR)
        assert g.opponent.graveyard == [EMPEROR]
        assert sorted(g.known("opponent").hand) == sorted(set(hand) - {EMPEROR})

    def test_nothing_to_discard(self) -> None:
        """608.2d."""
        g = scenario(you=dict(hand=["Duress"], battlefield=["Swamp"]), opponent=dict(hand=["Plains", HERO]))
        g.cast("Duress")
        g.resolve()
        assert (g.pending, g.opponent.graveyard, sorted(g.known("opponent").hand)) == (
            None,
            [],
            [HERO, "Plains"],
        )

    def test_only_the_opponent_is_a_target(self) -> None:
        """115.1."""
        g = scenario(you=dict(hand=["Duress"], battlefield=["Swamp"]))
        assert g.legal_targets("Duress") == ["opponent"]
        with pytest.raises(IllegalAction):
            g.cast("Duress", targets=["you"])

    def test_it_is_a_sorcery(self) -> None:
        """307.1."""
        g = scenario(you=dict(hand=["Duress"], battlefield=["Swamp"]), active="opponent")
        g.pass_priority()
        assert not g.can_cast("Duress")
