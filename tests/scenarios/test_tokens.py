"""Tokens, scenario by scenario: Map, Incubator and Phyrexian, the creatures, the Role."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

HERO = "Heartfire Hero"


class TestMapToken:
    def test_it_is_used_the_turn_it_comes(self) -> None:
        """302.6: it is no creature."""
        g = scenario(
            you=dict(
                battlefield=[("Map Token", dict(entered_this_turn=True)), HERO, "Plains"], library=["Plains"]
            )
        )
        g.activate("Map Token", targets=[HERO])
        assert "Map Token" not in g.you.battlefield
        g.resolve_all()
        assert g.you.hand == ["Plains"]

    def test_sorcery_timing_and_an_own_creature(self) -> None:
        """602.5d, 111.10s."""
        side = dict(battlefield=["Map Token", HERO, "Plains"])
        assert scenario(you=side).can_activate("Map Token")
        assert not scenario(you=side, step="combat").can_activate("Map Token")
        g = scenario(you=dict(battlefield=["Map Token", "Plains"]), opponent=dict(battlefield=[HERO]))
        assert not g.can_activate("Map Token")

    def test_it_needs_to_be_untapped_and_paid(self) -> None:
        """602.2b."""
        assert not scenario(you=dict(battlefield=["Map Token", HERO])).can_activate("Map Token")
        tapped = ("Map Token", dict(tapped=True))
        assert not scenario(you=dict(battlefield=[tapped, HERO, "Plains"])).can_activate("Map Token")

    @pytest.mark.parametrize(("answer", "graveyard"), [("yes", ["Shock"]), ("no", [])])
    def test_exploring_into_a_nonland(self, answer: str, graveyard: list[str]) -> None:
        """701.44a."""
        g = scenario(
            you=dict(battlefield=["Map Token", "Soldier Token", "Plains"], library=["Shock", "Duress"])
        )
        g.activate("Map Token", targets=["Soldier Token"])
        g.resolve()
        assert g.permanent("Soldier Token").counters == {"+1/+1": 1}
        g.choose(answer)
        assert g.you.graveyard == graveyard
        assert g.you.library == (["Duress"] if graveyard else ["Shock", "Duress"])
        if not graveyard:
            assert g.known("you", by="opponent").library == ["Shock", None]

    def test_exploring_into_nothing(self) -> None:
        """701.44a with an empty library: a counter."""
        g = scenario(you=dict(battlefield=["Map Token", "Soldier Token", "Plains"], library=[]))
        g.activate("Map Token", targets=["Soldier Token"])
        g.resolve()
        assert (g.pending, g.permanent("Soldier Token").counters) == (None, {"+1/+1": 1})

    def test_without_its_creature_nothing_is_explored(self) -> None:
        """608.2b."""
        g = scenario(
            you=dict(battlefield=["Map Token", "Soldier Token", "Plains"], library=["Plains"]),
            opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
        )
        g.activate("Map Token", targets=["Soldier Token"])
        g.pass_priority()
        g.cast("Shock", targets=["Soldier Token"])
        g.resolve_all()
        assert (g.you.hand, g.you.library) == ([], ["Plains"])


class TestIncubator:
    def test_it_transforms_at_instant_speed(self) -> None:
        """701.27a, 712.18."""
        token = ("Incubator Token", dict(counters={"+1/+1": 2}, tapped=True))
        g = scenario(you=dict(battlefield=[token, "Plains", "Plains"]), active="opponent", step="end")
        incubator = g.permanent("Incubator Token")
        g.pass_priority()
        g.activate("Incubator Token")
        g.resolve()
        assert (incubator.name, incubator.power, incubator.tapped) == ("Phyrexian Token", 2, True)
        assert incubator.subtypes == ["Phyrexian"]

    def test_a_fresh_one_is_summoning_sick(self) -> None:
        """302.6."""
        token = ("Incubator Token", dict(counters={"+1/+1": 2}, entered_this_turn=True))
        g = scenario(you=dict(battlefield=[token, "Plains", "Plains"]))
        g.activate("Incubator Token")
        g.resolve()
        assert not g.can_attack("Phyrexian Token")

    def test_transforming_twice_is_ignored(self) -> None:
        """701.27f."""
        token = ("Incubator Token", dict(counters={"+1/+1": 2}))
        g = scenario(you=dict(battlefield=[token, *["Plains"] * 4]))
        g.activate("Incubator Token")
        g.activate("Incubator Token")
        g.resolve_all()
        assert "Phyrexian Token" in g.you.battlefield

    def test_destroyed_it_ceases_to_exist(self) -> None:
        """111.7, 704.5d."""
        token = ("Phyrexian Token", dict(counters={"+1/+1": 2}))
        g = scenario(
            you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]), opponent=dict(battlefield=[token])
        )
        phyrexian = g.permanent("Phyrexian Token")
        g.cast("Get Lost", targets=["Phyrexian Token"])
        g.resolve()
        assert (phyrexian.left, g.opponent.graveyard, g.opponent.exile) == (True, [], [])

    def test_cut_down_measures_it(self) -> None:
        """Power plus toughness 4 and 6."""
        for counters, legal in ((2, True), (3, False)):
            token = ("Phyrexian Token", dict(counters={"+1/+1": counters}))
            g = scenario(
                you=dict(hand=["Cut Down"], battlefield=["Swamp"]), opponent=dict(battlefield=[token])
            )
            assert g.can_cast("Cut Down") == legal


class TestCreatureTokens:
    def test_what_they_are(self) -> None:
        """111.4."""
        names = ["Soldier Token", "Vampire Token", "Samurai Token"]
        g = scenario(you=dict(battlefield=names))
        facts = [(p.power, p.toughness, p.colours, p.subtypes, p.keywords) for p in g.permanents()]
        assert facts == [
            (1, 1, "W", ["Soldier"], []),
            (1, 1, "W", ["Vampire"], ["lifelink"]),
            (2, 2, "W", ["Samurai"], ["vigilance"]),
        ]

    def test_a_dead_token_is_gone(self) -> None:
        """704.5d."""
        g = scenario(you=dict(hand=["Shock"], battlefield=["Soldier Token", "Mountain"]))
        g.cast("Shock", targets=["Soldier Token"])
        g.resolve()
        assert (g.you.graveyard, g.you.battlefield) == (["Shock"], ["Mountain"])

    def test_a_new_token_is_not_the_old_one(self) -> None:
        """400.7: handles of what left stay left."""
        g = scenario(
            you=dict(
                hand=["Shock", "Resolute Reinforcements"],
                battlefield=["Soldier Token", "Mountain", "Plains", "Plains"],
            )
        )
        old = g.permanent("Soldier Token")
        g.cast("Shock", targets=["Soldier Token"])
        g.resolve()
        g.cast("Resolute Reinforcements")
        g.resolve_all()
        assert old.left
        assert g.permanent("Soldier Token") != old

    def test_lifelink_of_the_vampire(self) -> None:
        """120.3f."""
        g = scenario(you=dict(life=3, battlefield=["Vampire Token"]))
        g.attack(["Vampire Token"])
        g.damage()
        assert (g.you.life, g.opponent.life) == (4, 19)


class TestMonster:
    def test_a_loose_role_goes(self) -> None:
        """704.5m."""
        g = scenario(you=dict(battlefield=["Monster", "Plains"]))
        assert g.you.battlefield == ["Plains"]

    def test_it_cannot_stay_on_a_noncreature(self) -> None:
        """704.5m: enchant creature."""
        anchorage = ("Restless Anchorage", dict(animated=True))
        role = ("Monster", dict(attached_to="Restless Anchorage"))
        g = scenario(you=dict(battlefield=[anchorage, role]))
        assert g.permanent("Restless Anchorage").power == 3
        g.next_turn()
        assert g.you.battlefield == ["Restless Anchorage"]

    def test_trample_deals_the_rest(self) -> None:
        """702.19b."""
        role = ("Monster", dict(attached_to="Samurai Token"))
        g = scenario(
            you=dict(battlefield=["Samurai Token", role]), opponent=dict(battlefield=["Soldier Token"])
        )
        g.attack(["Samurai Token"])
        g.block({"Samurai Token": ["Soldier Token"]})
        g.damage()
        with pytest.raises(IllegalAction):
            g.choose({"opponent": 3})
        g.choose({"Soldier Token": 1, "opponent": 2})
        assert g.opponent.life == 18
