"""Red creatures, scenario by scenario. The Saga and red spells are in the files beside this."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

COUNTER = dict(hand=["Counterspell"], battlefield=["Island", "Island"])
EMPEROR = "The Wandering Emperor"
SWIFTSPEAR = "Monastery Swiftspear"
HERO = "Heartfire Hero"
SLICKSHOT = "Slickshot Show-Off"
CHICK = "Phoenix Chick"
MAGE = "Soul-Scar Mage"
ETCHING = "Etching of Kumano"


class TestMonasterySwiftspear:
    def test_attacks_the_turn_it_comes(self) -> None:
        """702.10b."""
        g = scenario(you=dict(hand=[SWIFTSPEAR], battlefield=["Mountain"]))
        g.cast(SWIFTSPEAR)
        g.resolve()
        assert g.permanent(SWIFTSPEAR).sick
        g.attack([SWIFTSPEAR])
        g.damage()
        assert g.opponent.life == 19

    def test_prowess_resolves_before_a_spell_that_is_countered(self) -> None:
        """702.108a, 603.3."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[SWIFTSPEAR, "Mountain"]), opponent=COUNTER)
        swiftspear = g.permanent(SWIFTSPEAR)
        g.cast("Shock", targets=["opponent"])
        g.resolve()
        assert (g.stack, swiftspear.power, swiftspear.toughness) == (["Shock"], 2, 3)
        g.pass_priority()
        g.cast("Counterspell", targets=["Shock"])
        g.resolve_all()
        assert (g.opponent.life, swiftspear.power) == (20, 2)
        g.next_turn()
        assert (swiftspear.power, swiftspear.toughness) == (1, 2)

    def test_each_swiftspear_triggers(self) -> None:
        """702.108b."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[SWIFTSPEAR, SWIFTSPEAR, "Mountain"]))
        g.cast("Shock", targets=["opponent"])
        if g.pending is not None:
            g.choose([SWIFTSPEAR, SWIFTSPEAR])
        assert g.stack == [SWIFTSPEAR, SWIFTSPEAR, "Shock"]
        g.resolve_all()
        assert [p.power for p in g.permanents(SWIFTSPEAR)] == [2, 2]

    def test_the_opponents_spells_do_not_matter(self) -> None:
        """702.108a."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=["Mountain"]), opponent=dict(battlefield=[SWIFTSPEAR])
        )
        g.cast("Shock", targets=["opponent"])
        assert g.stack == ["Shock"]


class TestHeartfireHero:
    def test_the_counter_lands_before_the_spell(self) -> None:
        """601.2c, 603.3."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[HERO, "Mountain"]))
        hero = g.permanent(HERO)
        g.cast("Shock", targets=[HERO])
        assert g.stack == [HERO, "Shock"]
        g.resolve()
        assert (hero.power, hero.toughness) == (2, 2)
        g.resolve()
        assert g.stack == [HERO]
        g.resolve()
        assert g.opponent.life == 18

    def test_only_the_first_time_each_turn(self) -> None:
        """Each turn, the opponent's too."""
        g = scenario(you=dict(hand=["Monstrous Rage"] * 3, battlefield=[HERO, *["Mountain"] * 3]))
        hero = g.permanent(HERO)
        for counters in (1, 1):
            g.cast("Monstrous Rage", targets=[HERO])
            g.resolve_all()
            assert hero.counters == {"+1/+1": counters}
        g.next_turn()
        g.pass_priority()
        g.cast("Monstrous Rage", targets=[HERO], by="you")
        g.resolve_all()
        assert hero.counters == {"+1/+1": 2}

    def test_the_opponents_targeting_neither_triggers_nor_uses_it_up(self) -> None:
        """It counts the spells and abilities of its controller."""
        g = scenario(
            you=dict(hand=["Monstrous Rage"], battlefield=[HERO, "Mountain"]),
            opponent=dict(hand=["Monstrous Rage"], battlefield=["Mountain"]),
            active="opponent",
        )
        g.cast("Monstrous Rage", targets=[HERO])
        assert g.stack == ["Monstrous Rage"]
        g.resolve()
        g.pass_priority()
        g.cast("Monstrous Rage", targets=[HERO])
        assert g.stack == [HERO, "Monstrous Rage"]

    def test_a_loyalty_ability_counts(self) -> None:
        """Spells and abilities alike."""
        g = scenario(you=dict(battlefield=[HERO, EMPEROR]))
        g.activate(EMPEROR, ability=0, targets=[HERO])
        g.resolve_all()
        assert g.permanent(HERO).counters == {"+1/+1": 2}

    def test_its_death_counts_last_known_power(self) -> None:
        """603.10a, 608.2h."""
        hero = (HERO, dict(counters={"+1/+1": 2}))
        role = ("Monster", dict(attached_to=HERO))
        g = scenario(
            you=dict(battlefield=[hero, role]),
            opponent=dict(hand=["Go for the Throat"], battlefield=["Swamp", "Swamp"]),
            active="opponent",
        )
        g.cast("Go for the Throat", targets=[HERO])
        g.resolve_all()
        assert (g.opponent.life, g.you.battlefield) == (16, [])

    def test_exile_is_no_death(self) -> None:
        """700.4."""
        g = scenario(
            you=dict(battlefield=[(HERO, dict(tapped=True))]),
            opponent=dict(battlefield=[EMPEROR]),
            active="opponent",
        )
        g.activate(EMPEROR, ability=2, targets=[HERO])
        g.resolve_all()
        assert (g.you.exile, g.opponent.life) == ([HERO], 22)

    def test_no_power_no_damage(self) -> None:
        """120.8."""
        g = scenario(
            you=dict(battlefield=[(HERO, dict(counters={"-1/-1": 1, "oil": 1}))]), opponent=dict(life=5)
        )
        assert (g.you.graveyard, g.opponent.life) == ([HERO], 5)


class TestSlickshotShowOff:
    def test_plotting_is_a_special_action(self) -> None:
        """116.2k, 702.170b."""
        g = scenario(you=dict(hand=[SLICKSHOT], battlefield=["Mountain", "Plains"]), opponent=COUNTER)
        g.plot(SLICKSHOT)
        assert (g.stack, g.you.exile, g.priority) == ([], [SLICKSHOT], "you")
        assert all(land.tapped for land in g.permanents(of="you"))
        assert not g.can_cast(SLICKSHOT, source="exile")

    def test_it_is_plotted_at_sorcery_timing_only(self) -> None:
        """702.170a."""
        you = dict(hand=[SLICKSHOT, "Shock"], battlefield=["Mountain"] * 3)
        g = scenario(you=you, step="combat")
        with pytest.raises(IllegalAction):
            g.plot(SLICKSHOT)
        g = scenario(you=you)
        g.cast("Shock", targets=["opponent"])
        with pytest.raises(IllegalAction):
            g.plot(SLICKSHOT)

    def test_it_is_cast_for_nothing_on_a_later_turn(self) -> None:
        """702.170d, 118.9c."""
        g = scenario(you=dict(hand=[SLICKSHOT], battlefield=["Mountain", "Mountain"]))
        g.plot(SLICKSHOT)
        g.to("main1", of="opponent")
        g.pass_priority()
        assert not g.can_cast(SLICKSHOT, source="exile", by="you")
        g.to("upkeep", of="you")
        assert not g.can_cast(SLICKSHOT, source="exile")
        g.to("main1")
        spell = g.cast(SLICKSHOT, source="exile")
        assert spell.mana_spent == 0
        g.resolve()
        g.attack([SLICKSHOT])
        g.damage()
        assert g.opponent.life == 19

    def test_a_plotted_spell_can_be_countered(self) -> None:
        """702.170d."""
        g = scenario(you=dict(exile=[(SLICKSHOT, dict(plotted=True))]), opponent=COUNTER)
        g.cast(SLICKSHOT, source="exile")
        g.pass_priority()
        g.cast("Counterspell", targets=[SLICKSHOT])
        g.resolve_all()
        assert (g.you.graveyard, g.you.exile) == ([SLICKSHOT], [])

    def test_an_exiled_card_that_was_not_plotted_stays(self) -> None:
        """702.170d."""
        g = scenario(you=dict(exile=[SLICKSHOT], battlefield=["Mountain"] * 2))
        assert not g.can_cast(SLICKSHOT, source="exile")

    def test_creature_spells_do_not_pump_it(self) -> None:
        """Noncreature spells only."""
        g = scenario(you=dict(hand=[SLICKSHOT, "Shock"], battlefield=[SLICKSHOT, *["Mountain"] * 3]))
        g.cast(SLICKSHOT)
        assert g.stack == [SLICKSHOT]
        g.resolve()
        g.cast("Shock", targets=["opponent"], answers=[])
        while g.pending is not None:
            g.choose(g.pending.options[0])
        g.resolve_all()
        assert [(p.power, p.toughness) for p in g.permanents(SLICKSHOT)] == [(3, 2), (3, 2)]


class TestPhoenixChick:
    ATTACKERS = ("Soldier Token", "Vampire Token", HERO)

    def test_it_cannot_block(self) -> None:
        """509.1b."""
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]), opponent=dict(battlefield=[CHICK]))
        g.attack([SWIFTSPEAR])
        assert not g.can_block(CHICK, SWIFTSPEAR)

    def test_it_comes_back_attacking(self) -> None:
        """508.3c, 508.4, 603.5."""
        g = scenario(
            you=dict(graveyard=[CHICK], battlefield=[*self.ATTACKERS, "Mountain", "Mountain"]),
        )
        g.attack(list(self.ATTACKERS))
        assert g.stack == [CHICK]
        g.resolve()
        assert g.pending is not None
        assert (g.pending.player, g.pending.options) == ("you", ["yes", "no"])
        g.choose("yes")
        chick = g.permanent(CHICK)
        assert (chick.tapped, chick.attacking, chick.counters, g.you.graveyard) == (
            True,
            "opponent",
            {"+1/+1": 1},
            [],
        )
        g.damage()
        assert g.opponent.life == 15

    def test_it_may_stay_where_it_is(self) -> None:
        """118.12."""
        g = scenario(you=dict(graveyard=[CHICK], battlefield=[*self.ATTACKERS, "Mountain", "Mountain"]))
        g.attack(list(self.ATTACKERS))
        g.resolve(answers=["no"])
        assert (g.you.graveyard, g.permanent("Mountain").tapped) == ([CHICK], False)

    def test_it_is_not_asked_where_it_cannot_be_paid(self) -> None:
        """118.3."""
        g = scenario(you=dict(graveyard=[CHICK], battlefield=[*self.ATTACKERS, "Mountain", "Plains"]))
        g.attack(list(self.ATTACKERS))
        g.resolve()
        assert (g.pending, g.you.graveyard) == (None, [CHICK])

    def test_two_attackers_are_not_enough(self) -> None:
        """508.3c."""
        g = scenario(you=dict(graveyard=[CHICK], battlefield=[*self.ATTACKERS, "Mountain", "Mountain"]))
        g.attack(list(self.ATTACKERS[:2]))
        assert g.stack == []

    def test_each_chick_is_paid_for(self) -> None:
        """Each in the graveyard triggers."""
        g = scenario(you=dict(graveyard=[CHICK, CHICK], battlefield=[*self.ATTACKERS, *["Mountain"] * 4]))
        g.attack(list(self.ATTACKERS), answers=[])
        if g.pending is not None:
            g.choose([CHICK, CHICK])
        g.resolve_all(answers=["yes", "yes"])
        assert len(g.permanents(CHICK)) == 2

    def test_it_chooses_what_it_attacks(self) -> None:
        """508.4."""
        g = scenario(
            you=dict(graveyard=[CHICK], battlefield=[*self.ATTACKERS, "Mountain", "Mountain"]),
            opponent=dict(battlefield=[EMPEROR]),
        )
        g.attack(list(self.ATTACKERS))
        g.resolve(answers=["yes", EMPEROR])
        assert g.permanent(CHICK).attacking == g.permanent(EMPEROR)


class TestGoblinGuide:
    def test_a_land_goes_to_the_defending_players_hand(self) -> None:
        """121.5."""
        g = scenario(
            you=dict(battlefield=["Goblin Guide"]),
            opponent=dict(library=["Island", "Plains"], battlefield=["Sheoldred, the Apocalypse"]),
        )
        g.attack(["Goblin Guide"])
        g.resolve_all()
        assert (g.opponent.hand, g.opponent.life, g.opponent.drawn_this_turn) == (["Island"], 20, 0)

    def test_attacking_a_planeswalker_its_controller_reveals(self) -> None:
        """508.5."""
        g = scenario(
            you=dict(battlefield=["Goblin Guide"]), opponent=dict(battlefield=[EMPEROR], library=["Swamp"])
        )
        g.attack({"Goblin Guide": EMPEROR})
        g.resolve_all()
        assert g.opponent.hand == ["Swamp"]
        g.damage()
        assert g.permanent(EMPEROR).loyalty == 1

    def test_an_empty_library_reveals_nothing(self) -> None:
        """Nothing to reveal, and no draw."""
        g = scenario(you=dict(battlefield=["Goblin Guide"]), opponent=dict(library=[]))
        g.attack(["Goblin Guide"])
        g.resolve_all()
        assert (g.over, g.opponent.hand) == (False, [])


class TestSoulScarMage:
    def test_noncombat_damage_becomes_counters(self) -> None:
        """614.1a."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[MAGE, "Mountain"]),
            opponent=dict(battlefield=["Topiary Stomper"]),
        )
        g.cast("Shock", targets=["Topiary Stomper"])
        g.resolve_all()
        stomper = g.permanent("Topiary Stomper")
        assert (stomper.counters, stomper.damage, stomper.power) == ({"-1/-1": 2}, 0, 2)
        g.next_turn()
        assert stomper.counters == {"-1/-1": 2}

    def test_players_and_planeswalkers_are_dealt_damage(self) -> None:
        """Creatures an opponent controls only."""
        g = scenario(
            you=dict(hand=["Shock", "Shock"], battlefield=[MAGE, "Mountain", "Mountain"]),
            opponent=dict(battlefield=[EMPEROR]),
        )
        g.cast("Shock", targets=[EMPEROR])
        g.cast("Shock", targets=["opponent"])
        g.resolve_all()
        assert (g.permanent(EMPEROR).counters, g.opponent.life) == ({"loyalty": 1}, 18)

    def test_combat_damage_and_ones_own_creatures_are_dealt_damage(self) -> None:
        """Noncombat damage only."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[MAGE, "Knight-Errant of Eos", "Mountain"]),
            opponent=dict(battlefield=["Samurai Token"]),
        )
        g.cast("Shock", targets=["Knight-Errant of Eos"])
        g.resolve_all()
        assert g.permanent("Knight-Errant of Eos").damage == 2
        g.attack([MAGE])
        g.block({MAGE: ["Samurai Token"]})
        g.damage()
        assert (g.opponent.graveyard, g.permanents("Samurai Token")) == ([], [])

    def test_damage_that_was_replaced_was_never_dealt(self) -> None:
        """603.2h: Etching does not see it."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[MAGE, ETCHING, "Mountain"]),
            opponent=dict(battlefield=[HERO]),
        )
        g.cast("Shock", targets=[HERO])
        g.resolve_all()
        assert g.opponent.graveyard == [HERO]
