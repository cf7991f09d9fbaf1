"""Green cards and Atraxa, scenario by scenario."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

ELVES = "Llanowar Elves"
STOMPER = "Topiary Stomper"
BEANSTALK = "Up the Beanstalk"
ATRAXA = "Atraxa, Grand Unifier"
SHEOLDRED = "Sheoldred, the Apocalypse"


class TestLlanowarElves:
    def test_they_pay_for_spells(self) -> None:
        """605.1a."""
        g = scenario(you=dict(hand=[BEANSTALK], battlefield=[ELVES, "Forest"]))
        g.cast(BEANSTALK)
        assert g.permanent(ELVES).tapped

    def test_their_mana_uses_no_stack(self) -> None:
        """605.3b."""
        g = scenario(you=dict(battlefield=[ELVES]))
        g.tap_for_mana(ELVES, "G")
        assert (g.you.mana, g.stack, g.priority) == ("G", [], "you")
        with pytest.raises(IllegalAction):
            g.tap_for_mana(ELVES, "G")

    def test_they_make_green_alone(self) -> None:
        """One colour."""
        g = scenario(you=dict(battlefield=[ELVES]))
        with pytest.raises(IllegalAction):
            g.tap_for_mana(ELVES, "R")

    def test_sick_ones_do_not_pay(self) -> None:
        """302.6."""
        g = scenario(you=dict(hand=[BEANSTALK], battlefield=[(ELVES, dict(sick=True)), "Forest"]))
        assert not g.can_cast(BEANSTALK)

    def test_they_tap_in_the_opponents_turn(self) -> None:
        """605.3a."""
        g = scenario(you=dict(battlefield=[ELVES]), active="opponent")
        g.pass_priority()
        g.tap_for_mana(ELVES, "G")
        assert g.you.mana == "G"


class TestTopiaryStomper:
    def test_it_searches_a_basic_land_tapped(self) -> None:
        """305.4, 701.23."""
        library = ["Shock", "Island", "Steam Vents", "Island", "Forest"]
        g = scenario(you=dict(hand=[STOMPER], battlefield=["Forest"] * 3, library=library))
        g.cast(STOMPER)
        g.resolve_all()
        assert g.pending is not None
        assert sorted(set(map(str, g.pending.options))) == ["Forest", "Island"]
        g.choose("Island")
        assert g.permanent("Island").tapped
        assert len(g.you.library) == 4
        assert g.can_play_land("Forest") is False

    def test_it_may_fail_to_find(self) -> None:
        """701.23b."""
        g = scenario(you=dict(hand=[STOMPER], battlefield=["Forest"] * 3, library=["Forest", "Shock"]))
        g.cast(STOMPER)
        g.resolve_all(answers=[[]])
        assert (len(g.you.library), len(g.you.battlefield)) == (2, 4)
        assert "you shuffle" in g.transcript()

    def test_the_land_is_not_played(self) -> None:
        """305.4."""
        g = scenario(you=dict(hand=[STOMPER, "Plains"], battlefield=["Forest"] * 3))
        g.cast(STOMPER)
        g.resolve_all()
        if g.pending is not None:
            g.choose("Plains")
        assert g.can_play_land("Plains")

    @pytest.mark.parametrize(("lands", "able"), [(6, False), (7, True)])
    def test_it_needs_seven_lands_to_fight(self, lands: int, able: bool) -> None:
        """508.1c, 509.1b."""
        side = dict(battlefield=[STOMPER, *["Forest"] * lands])
        g = scenario(you=side)
        assert g.can_attack(STOMPER) == able
        g = scenario(you=dict(battlefield=["Heartfire Hero"]), opponent=side)
        g.attack(["Heartfire Hero"])
        assert g.can_block(STOMPER, "Heartfire Hero") == able

    def test_vigilance(self) -> None:
        """702.20b."""
        g = scenario(you=dict(battlefield=[STOMPER, *["Forest"] * 7]))
        g.attack([STOMPER])
        assert not g.permanent(STOMPER).tapped
        g.damage()
        assert g.opponent.life == 16


class TestUpTheBeanstalk:
    def test_it_draws_as_it_enters(self) -> None:
        """603.6a."""
        g = scenario(you=dict(hand=[BEANSTALK], battlefield=["Forest"] * 2))
        g.cast(BEANSTALK)
        g.resolve()
        assert g.stack == [BEANSTALK]
        g.resolve()
        assert g.you.drawn_this_turn == 1

    def test_mana_value_counts_not_what_was_paid(self) -> None:
        """202.3, 118.9c."""
        lands = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
        g = scenario(you=dict(hand=["Leyline Binding"], battlefield=[BEANSTALK, *lands]))
        g.cast("Leyline Binding", pay=["Plains"])
        assert g.stack == [BEANSTALK, "Leyline Binding"]

    def test_it_draws_although_the_spell_is_countered(self) -> None:
        """603.3."""
        g = scenario(
            you=dict(hand=["Sunfall"], battlefield=[BEANSTALK, *["Plains"] * 5]),
            opponent=dict(hand=["Counterspell"], battlefield=["Island"] * 2),
        )
        g.cast("Sunfall")
        g.pass_priority()
        g.cast("Counterspell", targets=["Sunfall"])
        g.resolve_all()
        assert (g.you.drawn_this_turn, g.you.graveyard) == (1, ["Sunfall"])

    def test_small_spells_and_the_opponents_do_not_count(self) -> None:
        """Mana value 5 or more, cast by its controller."""
        g = scenario(
            you=dict(hand=["Memory Deluge"], battlefield=[BEANSTALK, *["Island"] * 4]),
            opponent=dict(hand=["Knight-Errant of Eos"], battlefield=["Plains"] * 5),
            active="opponent",
        )
        g.cast("Knight-Errant of Eos")
        assert g.stack == ["Knight-Errant of Eos"]
        g.pass_priority()
        g.cast("Memory Deluge")
        assert g.stack == ["Memory Deluge", "Knight-Errant of Eos"]

    def test_two_beanstalks_draw_two(self) -> None:
        """Each triggers."""
        g = scenario(you=dict(hand=["Sunfall"], battlefield=[BEANSTALK, BEANSTALK, *["Plains"] * 5]))
        g.cast("Sunfall", answers=[])
        if g.pending is not None:
            g.choose([BEANSTALK, BEANSTALK])
        g.resolve_all()
        assert g.you.drawn_this_turn == 2


class TestAtraxa:
    LANDS = ("Forest", "Plains", "Island", *["Swamp"] * 4)

    def test_her_keywords(self) -> None:
        """702.9b, 702.20b, 702.2b, 120.3f."""
        g = scenario(you=dict(battlefield=[ATRAXA]), opponent=dict(battlefield=[SHEOLDRED]))
        atraxa = g.permanent(ATRAXA)
        assert sorted(atraxa.keywords) == ["deathtouch", "flying", "lifelink", "vigilance"]
        assert (atraxa.colours, atraxa.subtypes, atraxa.types) == (
            "WUBG",
            ["Phyrexian", "Angel"],
            ["Creature"],
        )
        g.attack([ATRAXA])
        assert (atraxa.tapped, g.can_block(SHEOLDRED, ATRAXA)) == (False, False)
        g.damage()
        assert (g.opponent.life, g.you.life) == (13, 27)

    def test_declining_every_type(self) -> None:
        """608.2d: at most one of each."""
        g = scenario(
            you=dict(hand=[ATRAXA], battlefield=list(self.LANDS), library=["Shock", "Forest", "Plains"])
        )
        g.cast(ATRAXA)
        g.resolve_all()
        assert g.pending is not None
        assert g.pending.options == ["Shock"]
        g.choose([])
        assert g.pending is not None
        assert g.pending.options == ["Forest", "Plains"]
        g.choose([])
        assert (g.pending, g.you.hand, len(g.you.library)) == (None, [], 3)

    def test_kinds_are_asked_in_alphabetical_order(self) -> None:
        """Answers in turn."""
        library = ["Forest", "Sunfall", "Shock", "Up the Beanstalk", STOMPER, "The Wandering Emperor"]
        g = scenario(you=dict(hand=[ATRAXA], battlefield=list(self.LANDS), library=library))
        g.cast(ATRAXA)
        g.resolve()
        answers = [STOMPER, "Up the Beanstalk", "Shock", "Forest", "The Wandering Emperor", "Sunfall"]
        g.resolve(answers=answers)
        assert g.you.hand == answers

    def test_the_bottom_is_known_to_nobody(self) -> None:
        """701.20d: random order, although everybody saw the cards."""
        g = scenario(
            you=dict(hand=[ATRAXA], battlefield=list(self.LANDS), library=["Shock", "Forest", "Plains"])
        )
        g.cast(ATRAXA)
        g.resolve_all(answers=[["Shock"]])
        assert g.known("you").library == [None, None]
        assert g.known("you", by="opponent").hand == ["Shock"]

    def test_she_is_legendary(self) -> None:
        """704.5j."""
        g = scenario(you=dict(hand=[ATRAXA], battlefield=[*self.LANDS, ATRAXA], library=[]))
        g.cast(ATRAXA)
        g.resolve()
        assert g.pending is not None
        g.choose(f"{ATRAXA}#2")
        assert g.you.graveyard == [ATRAXA]
        assert g.stack == [ATRAXA]
