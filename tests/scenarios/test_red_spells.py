"""Red instants, scenario by scenario. Red creatures are in the file beside this."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

EMPEROR = "The Wandering Emperor"
HERO = "Heartfire Hero"
BAT = "Deep-Cavern Bat"


@pytest.mark.parametrize(("name", "damage"), [("Shock", 2), ("Lightning Bolt", 3), ("Lightning Strike", 3)])
class TestBurn:
    def test_it_damages_players(self, name: str, damage: int) -> None:
        """115.4, 120.3a."""
        g = scenario(you=dict(hand=[name, name], battlefield=["Mountain"] * 4))
        g.cast(name, targets=["opponent"])
        g.cast(name, targets=["you"])
        g.resolve_all()
        assert (g.opponent.life, g.you.life) == (20 - damage, 20 - damage)

    def test_it_damages_creatures(self, name: str, damage: int) -> None:
        """120.3e, 704.5g."""
        g = scenario(
            you=dict(hand=[name], battlefield=["Mountain"] * 2),
            opponent=dict(battlefield=["Preacher of the Schism"]),
        )
        g.cast(name, targets=["Preacher of the Schism"])
        g.resolve()
        assert g.permanent("Preacher of the Schism").damage == damage
        g.next_turn()
        assert g.permanent("Preacher of the Schism").damage == 0

    def test_it_damages_planeswalkers(self, name: str, damage: int) -> None:
        """120.3c, 704.5i."""
        g = scenario(
            you=dict(hand=[name], battlefield=["Mountain"] * 2),
            opponent=dict(battlefield=[(EMPEROR, dict(counters={"loyalty": damage}))]),
        )
        g.cast(name, targets=[EMPEROR])
        g.resolve()
        assert (g.opponent.graveyard, g.opponent.life) == ([EMPEROR], 20)

    def test_lands_and_artifacts_are_no_targets(self, name: str, damage: int) -> None:
        """115.4."""
        g = scenario(
            you=dict(hand=[name], battlefield=["Mountain"] * 2),
            opponent=dict(battlefield=["Plains", "Map Token", "Up the Beanstalk"]),
        )
        assert g.legal_targets(name) == ["you", "opponent"]

    def test_it_does_nothing_to_what_has_gone(self, name: str, damage: int) -> None:
        """608.2b."""
        g = scenario(
            you=dict(hand=[name, "Cut Down"], battlefield=["Mountain", "Mountain", "Swamp"]),
            opponent=dict(battlefield=[HERO]),
        )
        g.cast(name, targets=[HERO])
        g.cast("Cut Down", targets=[HERO])
        g.resolve_all()
        assert (g.you.life, g.opponent.life, sorted(g.you.graveyard)) == (19, 20, sorted([name, "Cut Down"]))


class TestPlayWithFire:
    def test_scry_only_where_a_player_was_damaged(self) -> None:
        """Damage to a permanent gives no scry."""
        for target, scries in ((EMPEROR, False), (HERO, False), ("opponent", True), ("you", True)):
            g = scenario(
                you=dict(hand=["Play with Fire"], battlefield=["Mountain"]),
                opponent=dict(battlefield=[EMPEROR, HERO]),
            )
            g.cast("Play with Fire", targets=[target])
            g.resolve()
            assert (g.pending is not None) == scries

    def test_the_scry_is_the_casters(self) -> None:
        """701.22a."""
        g = scenario(you=dict(hand=["Play with Fire"], battlefield=["Mountain"], library=["Shock", "Island"]))
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve()
        assert g.pending is not None
        assert (g.pending.player, g.pending.kind) == ("you", "scry")
        assert g.known("you").library == ["Shock", None]
        assert g.known("you", by="opponent").library == [None, None]
        g.choose("bottom")
        assert g.you.library == ["Island", "Shock"]
        assert g.known("you").library == [None, "Shock"]

    def test_an_empty_library_is_no_question(self) -> None:
        """701.22b."""
        g = scenario(you=dict(hand=["Play with Fire"], battlefield=["Mountain"], library=[]))
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve()
        assert (g.pending, g.opponent.life) == (None, 18)


class TestMonstrousRage:
    def test_the_role_stays_and_the_pump_ends(self) -> None:
        """111.10k, 514.2."""
        g = scenario(you=dict(hand=["Monstrous Rage"], battlefield=["Soldier Token", "Mountain"]))
        soldier = g.permanent("Soldier Token")
        g.cast("Monstrous Rage", targets=["Soldier Token"])
        g.resolve()
        assert (soldier.power, soldier.toughness, soldier.keywords) == (4, 2, ["trample"])
        g.next_turn()
        assert (soldier.power, soldier.toughness, soldier.keywords) == (2, 2, ["trample"])

    def test_the_role_on_an_opposing_creature_is_yours(self) -> None:
        """303.4e."""
        g = scenario(
            you=dict(hand=["Monstrous Rage"], battlefield=["Mountain"]),
            opponent=dict(battlefield=["Soldier Token"]),
        )
        g.cast("Monstrous Rage", targets=["Soldier Token"])
        g.resolve()
        role = g.permanent("Monster")
        assert (role.controller, role.token, role.attached_to) == ("you", True, g.permanent("Soldier Token"))
        assert (role.types, sorted(role.subtypes), role.colours) == (["Enchantment"], ["Aura", "Role"], "")

    def test_roles_of_different_players_coexist(self) -> None:
        """303.7a, 704.5y."""
        role = ("Monster", dict(attached_to="opponent:Soldier Token"))
        g = scenario(
            you=dict(hand=["Monstrous Rage"], battlefield=["Mountain"]),
            opponent=dict(battlefield=["Soldier Token", role]),
        )
        g.cast("Monstrous Rage", targets=["Soldier Token"])
        g.resolve()
        soldier = g.permanent("Soldier Token")
        assert [a.controller for a in soldier.attachments] == ["opponent", "you"]
        assert (soldier.power, soldier.toughness) == (5, 3)

    def test_the_role_goes_with_its_creature(self) -> None:
        """704.5m, 704.5d."""
        role = ("Monster", dict(attached_to="Soldier Token"))
        g = scenario(
            you=dict(battlefield=["Soldier Token", role]),
            opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]),
        )
        g.pass_priority()
        g.cast("Cut Down", targets=["Soldier Token"])
        g.resolve()
        assert (g.you.battlefield, g.you.graveyard) == ([], [])

    def test_a_role_is_an_enchantment_to_get_lost(self) -> None:
        """115.1."""
        role = ("Monster", dict(attached_to="Soldier Token"))
        g = scenario(
            you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
            opponent=dict(battlefield=["Soldier Token", role]),
        )
        g.cast("Get Lost", targets=["Monster"])
        g.resolve()
        assert g.permanent("Soldier Token").power == 1
        assert g.opponent.battlefield == ["Soldier Token", "Map Token", "Map Token"]


class TestSearingBlood:
    def test_it_kills_and_burns_at_once(self) -> None:
        """603.7b, 704.5g."""
        g = scenario(
            you=dict(hand=["Searing Blood"], battlefield=["Mountain", "Mountain"]),
            opponent=dict(battlefield=[BAT]),
        )
        g.cast("Searing Blood", targets=[BAT])
        g.resolve()
        assert (g.stack, g.opponent.graveyard) == (["Searing Blood"], [BAT])
        g.resolve()
        assert g.opponent.life == 17

    def test_ones_own_creature_burns_oneself(self) -> None:
        """608.2h."""
        g = scenario(you=dict(hand=["Searing Blood"], battlefield=["Soldier Token", "Mountain", "Mountain"]))
        g.cast("Searing Blood", targets=["Soldier Token"])
        g.resolve_all()
        assert (g.you.life, g.opponent.life) == (17, 20)

    def test_next_turn_it_is_over(self) -> None:
        """603.7b."""
        g = scenario(
            you=dict(hand=["Searing Blood", "Cut Down"], battlefield=["Mountain", "Mountain", "Swamp"]),
            opponent=dict(battlefield=["Haughty Djinn"]),
        )
        g.cast("Searing Blood", targets=["Haughty Djinn"])
        g.resolve()
        g.to("main1", of="opponent")
        g.pass_priority()
        g.cast("Cut Down", targets=["Haughty Djinn"], by="you")
        g.resolve_all()
        assert (g.opponent.graveyard, g.opponent.life) == (["Haughty Djinn"], 20)

    def test_players_are_no_targets(self) -> None:
        """115.1."""
        g = scenario(
            you=dict(hand=["Searing Blood"], battlefield=["Mountain", "Mountain"]),
            opponent=dict(battlefield=[EMPEROR]),
        )
        assert not g.can_cast("Searing Blood")
        with pytest.raises(IllegalAction):
            g.cast("Searing Blood", targets=["opponent"])

    def test_a_fizzled_blood_sets_up_nothing(self) -> None:
        """608.2b."""
        g = scenario(
            you=dict(hand=["Searing Blood", "Shock"], battlefield=["Mountain"] * 3),
            opponent=dict(battlefield=[BAT]),
        )
        g.cast("Searing Blood", targets=[BAT])
        g.cast("Shock", targets=[BAT])
        g.resolve_all()
        assert (g.opponent.life, g.stack) == (20, [])
