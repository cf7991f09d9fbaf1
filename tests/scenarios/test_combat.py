"""Combat: declaring, strikes, trample, planeswalkers, and what happens when somebody leaves."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

HERO = "Heartfire Hero"
SWIFTSPEAR = "Monastery Swiftspear"
EMPEROR = "The Wandering Emperor"
PREACHER = "Preacher of the Schism"
KNIGHT = "Knight-Errant of Eos"


class TestAttacking:
    def test_attackers_tap_unless_vigilant(self) -> None:
        """508.1f, 702.20b."""
        g = scenario(you=dict(battlefield=[HERO, "Samurai Token"]))
        g.attack([HERO, "Samurai Token"])
        assert [p.tapped for p in g.permanents()] == [True, False]

    @pytest.mark.parametrize("options", [dict(tapped=True), dict(sick=True)])
    def test_tapped_and_sick_creatures_stay(self, options: dict[str, bool]) -> None:
        """508.1a, 302.6."""
        g = scenario(you=dict(battlefield=[(HERO, options), SWIFTSPEAR]))
        with pytest.raises(IllegalAction):
            g.attack([HERO])
        assert g.step == "main1"

    def test_noncreatures_do_not_attack(self) -> None:
        """508.1a."""
        g = scenario(you=dict(battlefield=["Restless Reef", "Map Token", HERO]))
        for name in ("Restless Reef", "Map Token"):
            assert not g.can_attack(name)

    def test_attackers_may_split(self) -> None:
        """508.1b."""
        g = scenario(you=dict(battlefield=[HERO, SWIFTSPEAR]), opponent=dict(battlefield=[EMPEROR]))
        g.attack({HERO: EMPEROR, SWIFTSPEAR: "opponent"})
        g.damage()
        assert (g.permanent(EMPEROR).loyalty, g.opponent.life) == (2, 19)

    def test_ones_own_planeswalker_is_not_attacked(self) -> None:
        """508.1b."""
        g = scenario(you=dict(battlefield=[HERO, EMPEROR]))
        with pytest.raises(IllegalAction):
            g.attack({HERO: EMPEROR})

    def test_they_stay_attackers_until_combat_ends(self) -> None:
        """511.3."""
        g = scenario(you=dict(battlefield=[HERO]))
        g.attack([HERO])
        g.damage()
        assert g.permanent(HERO).attacking == "opponent"
        g.to("main2")
        assert g.permanent(HERO).attacking is None


class TestBlocking:
    def test_flying_is_blocked_by_flying(self) -> None:
        """702.9b."""
        g = scenario(
            you=dict(battlefield=["Slickshot Show-Off"]), opponent=dict(battlefield=[HERO, "Deep-Cavern Bat"])
        )
        g.attack(["Slickshot Show-Off"])
        assert not g.can_block(HERO, "Slickshot Show-Off")
        g.block({"Slickshot Show-Off": ["Deep-Cavern Bat"]})
        g.damage()
        assert (g.opponent.life, g.opponent.graveyard) == (21, ["Deep-Cavern Bat"])

    def test_tapped_creatures_do_not_block(self) -> None:
        """509.1a."""
        g = scenario(
            you=dict(battlefield=[HERO]), opponent=dict(battlefield=[("Soldier Token", dict(tapped=True))])
        )
        g.attack([HERO])
        assert not g.can_block("Soldier Token", HERO)
        with pytest.raises(IllegalAction):
            g.block({HERO: ["Soldier Token"]})

    def test_a_creature_blocks_one_attacker(self) -> None:
        """509.1a."""
        g = scenario(you=dict(battlefield=[HERO, SWIFTSPEAR]), opponent=dict(battlefield=["Soldier Token"]))
        g.attack([HERO, SWIFTSPEAR])
        with pytest.raises(IllegalAction):
            g.block({HERO: ["Soldier Token"], SWIFTSPEAR: ["Soldier Token"]})
        assert g.step == "attackers"

    def test_sick_creatures_block(self) -> None:
        """302.6 is about attacking."""
        g = scenario(
            you=dict(battlefield=[HERO]), opponent=dict(battlefield=[("Samurai Token", dict(sick=True))])
        )
        g.attack([HERO])
        g.block({HERO: ["Samurai Token"]})
        g.damage()
        assert (g.opponent.life, g.you.graveyard, g.stack) == (20, [HERO], [HERO])

    def test_blocked_without_blockers_deals_nothing(self) -> None:
        """509.1h, 510.1c."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[HERO, "Mountain"]),
            opponent=dict(battlefield=["Soldier Token"]),
        )
        g.attack([HERO])
        g.block({HERO: ["Soldier Token"]})
        g.cast("Shock", targets=["Soldier Token"])
        g.resolve()
        g.damage()
        assert g.opponent.life == 20

    def test_with_trample_everything_goes_through(self) -> None:
        """702.19d."""
        role = ("Monster", dict(attached_to=HERO))
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[HERO, role, "Mountain"]),
            opponent=dict(battlefield=["Soldier Token"]),
        )
        g.attack([HERO])
        g.block({HERO: ["Soldier Token"]})
        g.cast("Shock", targets=["Soldier Token"])
        g.resolve()
        g.damage()
        assert g.opponent.life == 18

    def test_losing_flying_after_blocks_changes_nothing(self) -> None:
        """509.1h."""
        warden = ("Warden of the Inner Sky", dict(counters={"+1/+1": 3}))
        g = scenario(you=dict(battlefield=[warden]), opponent=dict(battlefield=["Samurai Token"]))
        g.attack(["Warden of the Inner Sky"])
        g.block({})
        g.damage()
        assert g.opponent.life == 16


class TestDamage:
    def test_all_damage_is_dealt_at_once(self) -> None:
        """510.2."""
        g = scenario(you=dict(battlefield=[HERO]), opponent=dict(battlefield=["Soldier Token"]))
        g.attack([HERO])
        g.block({HERO: ["Soldier Token"]})
        g.damage()
        assert (g.you.graveyard, g.opponent.battlefield, g.stack) == ([HERO], [], [HERO])

    def test_first_strike_kills_before_the_others_strike(self) -> None:
        """510.4, 702.7b."""
        g = scenario(
            you=dict(battlefield=[EMPEROR, "Samurai Token"]), opponent=dict(battlefield=["Samurai Token"])
        )
        g.activate(EMPEROR, targets=["you:Samurai Token"])
        g.resolve()
        g.attack(["Samurai Token"])
        g.block({"Samurai Token": ["Samurai Token"]})
        g.damage("first")
        assert g.opponent.battlefield == []
        g.damage()
        assert g.permanent("Samurai Token").damage == 0

    def test_first_strike_of_a_blocker(self) -> None:
        """510.4."""
        g = scenario(
            you=dict(hand=[EMPEROR], battlefield=[*["Plains"] * 4, "Samurai Token"]),
            opponent=dict(battlefield=[HERO]),
            active="opponent",
        )
        g.attack([HERO])
        g.pass_priority()
        g.cast(EMPEROR)
        g.resolve()
        g.pass_priority()
        g.activate(EMPEROR, targets=["Samurai Token"])
        g.resolve()
        g.block({HERO: ["Samurai Token"]})
        g.damage("first")
        assert g.opponent.graveyard == [HERO]
        assert g.permanent("Samurai Token").damage == 0

    def test_gaining_first_strike_between_the_steps(self) -> None:
        """702.7c: one who has dealt damage in the first step does not strike again, others do."""
        g = scenario(you=dict(battlefield=[EMPEROR, "Samurai Token", SWIFTSPEAR]))
        g.activate(EMPEROR, targets=["Samurai Token"])
        g.resolve()
        g.attack(["Samurai Token", SWIFTSPEAR])
        g.damage("first")
        assert g.opponent.life == 17
        g.damage()
        assert g.opponent.life == 16

    def test_trample_and_deathtouch(self) -> None:
        """702.2c, 702.19b."""
        role = ("Monster", dict(attached_to=PREACHER))
        g = scenario(
            you=dict(life=15, battlefield=[PREACHER, role]),
            opponent=dict(battlefield=["Topiary Stomper", *["Forest"] * 7]),
        )
        g.attack([PREACHER])
        g.resolve_all()
        g.block({PREACHER: ["Topiary Stomper"]})
        g.damage()
        assert g.pending is not None
        g.choose({"Topiary Stomper": 1, "opponent": 2})
        assert (g.opponent.life, "Topiary Stomper" in g.opponent.battlefield) == (18, False)

    def test_trample_counts_marked_damage(self) -> None:
        """702.19b."""
        role = ("Monster", dict(attached_to="Samurai Token"))
        g = scenario(
            you=dict(battlefield=["Samurai Token", role]),
            opponent=dict(battlefield=[("Haughty Djinn", dict(damage=3))]),
        )
        g.attack(["Samurai Token"])
        g.block({"Samurai Token": ["Haughty Djinn"]})
        g.damage()
        g.choose({"Haughty Djinn": 1, "opponent": 2})
        assert g.opponent.life == 18

    def test_the_attacked_planeswalker_is_gone(self) -> None:
        """506.4c, 510.1b."""
        g = scenario(
            you=dict(hand=["Lightning Bolt"], battlefield=[HERO, "Mountain"]),
            opponent=dict(battlefield=[EMPEROR]),
        )
        g.attack({HERO: EMPEROR})
        g.cast("Lightning Bolt", targets=[EMPEROR])
        g.resolve()
        assert g.permanent(HERO).attacking is None
        g.damage()
        assert g.opponent.life == 20

    def test_it_still_fights_its_blocker(self) -> None:
        """506.4c."""
        g = scenario(
            you=dict(hand=["Lightning Bolt"], battlefield=[HERO, "Mountain"]),
            opponent=dict(battlefield=[EMPEROR, "Soldier Token"]),
        )
        g.attack({HERO: EMPEROR})
        g.cast("Lightning Bolt", targets=[EMPEROR])
        g.resolve()
        g.block({HERO: ["Soldier Token"]})
        g.damage()
        assert (g.you.graveyard, "Soldier Token" in g.opponent.battlefield) == (
            ["Lightning Bolt", HERO],
            False,
        )

    def test_two_attackers_are_divided_one_by_one(self) -> None:
        """510.1c."""
        g = scenario(
            you=dict(battlefield=[KNIGHT, KNIGHT]),
            opponent=dict(battlefield=["Soldier Token", "Vampire Token", "Samurai Token", "Samurai Token"]),
        )
        first, second = g.permanents(KNIGHT)
        g.attack([KNIGHT, KNIGHT])
        g.block({first: ["Soldier Token", "Vampire Token"], second: ["Samurai Token", "Samurai Token"]})
        g.damage()
        g.choose({"Soldier Token": 4})
        g.choose({"Samurai Token": 2, "Samurai Token#2": 2})
        assert g.opponent.battlefield == ["Vampire Token"]
        assert g.opponent.life == 21

    def test_lifelink_counts_what_was_dealt(self) -> None:
        """120.3f."""
        g = scenario(you=dict(battlefield=["Vampire Token"]), opponent=dict(battlefield=["Samurai Token"]))
        g.attack(["Vampire Token"])
        g.block({"Vampire Token": ["Samurai Token"]})
        g.damage()
        assert g.you.life == 21
