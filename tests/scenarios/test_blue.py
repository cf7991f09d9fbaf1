"""Blue and blue-white cards, scenario by scenario."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario
from mtg_causal_rl.game.scenario import Scenario

MASTERMIND = "Faerie Mastermind"
DJINN = "Haughty Djinn"
SPHERE = "Detention Sphere"
DELUGE = "Memory Deluge"
HERO = "Heartfire Hero"


class TestFaerieMastermind:
    def test_flash_and_flying(self) -> None:
        """702.8a, 702.9b."""
        g = scenario(
            you=dict(hand=[MASTERMIND], battlefield=["Island", "Island"]),
            opponent=dict(battlefield=[HERO]),
            active="opponent",
        )
        g.attack([HERO])
        g.pass_priority()
        g.cast(MASTERMIND)
        g.resolve()
        g.block({HERO: [MASTERMIND]})
        g.damage()
        assert g.opponent.graveyard == [HERO]

    def test_each_player_draws_the_active_one_first(self) -> None:
        """121.2c; it may make the opponent's second draw itself."""
        g = scenario(you=dict(battlefield=[MASTERMIND, *["Island"] * 8]), active="opponent", step="draw")
        g.to("draw")
        g.pass_priority()
        g.activate(MASTERMIND)
        g.resolve()
        assert (g.opponent.drawn_this_turn, g.you.drawn_this_turn, g.stack) == (2, 1, [MASTERMIND])
        g.resolve()
        assert g.you.drawn_this_turn == 2
        g.pass_priority()
        g.activate(MASTERMIND)
        g.resolve()
        assert (g.opponent.drawn_this_turn, g.you.drawn_this_turn, g.stack) == (3, 3, [])

    def test_it_can_be_activated_sick_and_repeatedly(self) -> None:
        """602.5a: no {T} in the cost."""
        g = scenario(you=dict(battlefield=[(MASTERMIND, dict(sick=True)), *["Island"] * 8]))
        g.activate(MASTERMIND)
        g.activate(MASTERMIND)
        g.resolve_all()
        assert (g.you.drawn_this_turn, g.opponent.drawn_this_turn) == (3, 2)


class TestHaughtyDjinn:
    def test_its_power_follows_the_graveyard(self) -> None:
        """604.3, 613.4a."""
        graveyard = ["Shock", "Sunfall", HERO, "Plains", "Up the Beanstalk"]
        g = scenario(you=dict(graveyard=graveyard, battlefield=[DJINN, "Mountain"], hand=["Shock"]))
        djinn = g.permanent(DJINN)
        assert (djinn.power, djinn.toughness, djinn.keywords) == (2, 4, ["flying"])
        g.cast("Shock", targets=["opponent"])
        g.resolve()
        assert djinn.power == 3

    def test_counters_come_after_its_own_power(self) -> None:
        """613.4a, 613.4c."""
        g = scenario(you=dict(graveyard=["Shock"], battlefield=[(DJINN, dict(counters={"+1/+1": 2}))]))
        assert (g.permanent(DJINN).power, g.permanent(DJINN).toughness) == (3, 6)

    def test_it_cuts_generic_mana_only(self) -> None:
        """118.7a."""
        hand = ["No More Lies", "Sunfall", "Counterspell", HERO, "Up the Beanstalk"]
        one = scenario(you=dict(hand=hand, battlefield=[DJINN]))
        two = scenario(you=dict(hand=hand, battlefield=[DJINN, DJINN]))
        costs = {name: (one.cost(name), two.cost(name)) for name in hand}
        assert costs == {
            "No More Lies": ("{W}{U}", "{W}{U}"),
            "Sunfall": ("{2}{W}{W}", "{1}{W}{W}"),
            "Counterspell": ("{U}{U}", "{U}{U}"),
            HERO: ("{R}", "{R}"),
            "Up the Beanstalk": ("{1}{G}", "{1}{G}"),
        }

    def test_the_opponents_spells_cost_the_same(self) -> None:
        """Spells that its controller casts."""
        assert (
            scenario(you=dict(battlefield=[DJINN]), opponent=dict(hand=["Sunfall"])).cost("Sunfall")
            == "{3}{W}{W}"
        )

    def test_no_power_assigns_no_damage(self) -> None:
        """510.1a."""
        g = scenario(you=dict(battlefield=[DJINN]))
        g.attack([DJINN])
        g.damage()
        assert g.opponent.life == 20


def _shock_meets(name: str, lands: list[str], opposing: int = 1) -> Scenario:
    """The opponent, who is active, has cast Shock at you; you answer it."""
    g = scenario(
        you=dict(hand=[name], battlefield=lands),
        opponent=dict(hand=["Shock"], battlefield=["Mountain"] * opposing, library=["Plains"] * 9),
        active="opponent",
    )
    g.cast("Shock", targets=["you"])
    g.pass_priority()
    return g


class TestCounterspells:
    @pytest.mark.parametrize("name", ["Counterspell", "Dissolve"])
    def test_the_spell_is_countered(self, name: str) -> None:
        """701.6a."""
        g = _shock_meets(name, ["Island"] * 3)
        g.cast(name, targets=["Shock"])
        g.resolve_all(answers=["top"] if name == "Dissolve" else [])
        assert (g.you.life, g.opponent.graveyard, g.you.graveyard) == (20, ["Shock"], [name])

    def test_abilities_and_permanents_are_no_targets(self) -> None:
        """115.1."""
        g = scenario(
            you=dict(hand=["Counterspell"], battlefield=["Island", "Island"]),
            opponent=dict(hand=["Resolute Reinforcements"], battlefield=["Plains", "Plains"]),
            active="opponent",
        )
        g.cast("Resolute Reinforcements")
        g.resolve()
        assert g.stack == ["Resolute Reinforcements"]
        g.pass_priority()
        assert not g.can_cast("Counterspell")

    def test_it_cannot_target_itself(self) -> None:
        """115.5."""
        g = scenario(you=dict(hand=["Counterspell"], battlefield=["Island", "Island"]))
        assert not g.can_cast("Counterspell")

    def test_a_copy_can_be_countered(self) -> None:
        """707.10."""
        g = scenario(
            you=dict(hand=["Make Disappear"], battlefield=["Soldier Token", "Island", "Island"]),
            opponent=dict(hand=["Shock", "Counterspell"], battlefield=["Mountain", "Island", "Island"]),
            active="opponent",
        )
        g.cast("Shock", targets=["you"])
        g.pass_priority()
        g.cast("Make Disappear", targets=["Shock"], casualty="Soldier Token")
        g.resolve(answers=["Shock"])
        copy = g.stack_objects[0]
        assert copy.kind == "copy"
        g.cast("Counterspell", targets=[copy])
        g.resolve()
        assert (copy.left, g.stack, g.you.graveyard) == (True, ["Make Disappear", "Shock"], [])


class TestNoMoreLies:
    def test_paying_three_keeps_the_spell(self) -> None:
        """118.12a."""
        g = _shock_meets("No More Lies", ["Plains", "Island"], opposing=4)
        g.cast("No More Lies", targets=["Shock"])
        g.resolve(answers=["yes"])
        assert g.stack == ["Shock"]
        assert all(land.tapped for land in g.permanents("Mountain"))

    def test_the_countered_spell_is_exiled(self) -> None:
        """701.6a with its own replacement."""
        g = _shock_meets("No More Lies", ["Plains", "Island"])
        g.cast("No More Lies", targets=["Shock"])
        g.resolve()
        assert (g.opponent.exile, g.opponent.graveyard) == (["Shock"], [])

    def test_floating_mana_pays(self) -> None:
        """118.12a, 605.3a."""
        g = scenario(
            you=dict(hand=["No More Lies"], battlefield=["Plains", "Island"]),
            opponent=dict(hand=["Shock"], mana="RRGC"),
            active="opponent",
        )
        g.cast("Shock", targets=["you"])
        g.pass_priority()
        g.cast("No More Lies", targets=["Shock"])
        g.resolve(answers=["yes"])
        assert (g.stack, g.opponent.mana) == (["Shock"], "")


class TestMakeDisappear:
    def test_without_casualty_it_asks_once(self) -> None:
        """118.12a."""
        g = _shock_meets("Make Disappear", ["Island", "Island"], opposing=3)
        g.cast("Make Disappear", targets=["Shock"])
        g.resolve()
        assert (g.pending and g.pending.player, g.stack) == ("opponent", ["Make Disappear", "Shock"])
        g.choose("no")
        assert (g.stack, g.opponent.graveyard) == ([], ["Shock"])

    def test_the_sacrifice_is_a_cost(self) -> None:
        """701.6b, 601.2h."""
        g = scenario(
            you=dict(hand=["Make Disappear"], battlefield=[HERO, "Island", "Island"]),
            opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
            active="opponent",
        )
        g.cast("Shock", targets=["you"])
        g.pass_priority()
        g.cast("Make Disappear", targets=["Shock"], casualty=HERO, answers=[[HERO, "Make Disappear"]])
        assert g.you.graveyard == [HERO]
        assert g.stack == ["Make Disappear", HERO, "Make Disappear", "Shock"]
        g.resolve_all(answers=["Shock"])
        assert (g.opponent.life, g.you.life) == (19, 20)

    def test_the_copy_may_get_another_target(self) -> None:
        """707.10c."""
        g = scenario(
            you=dict(hand=["Make Disappear"], battlefield=["Soldier Token", "Island", "Island"]),
            opponent=dict(hand=["Shock", "Lightning Bolt"], battlefield=["Mountain", "Mountain"]),
            active="opponent",
        )
        g.cast("Shock", targets=["you"])
        g.cast("Lightning Bolt", targets=["you"])
        g.pass_priority()
        g.cast("Make Disappear", targets=["Shock"], casualty="Soldier Token")
        g.resolve()
        assert g.pending is not None
        assert sorted(map(str, g.pending.options)) == ["Lightning Bolt", "Make Disappear", "Shock"]
        g.choose("Lightning Bolt")
        g.resolve_all()
        assert (g.you.life, sorted(g.opponent.graveyard)) == (20, ["Lightning Bolt", "Shock"])


class TestMemoryDeluge:
    def test_it_looks_at_as_many_as_was_paid(self) -> None:
        """202.3, 118.7."""
        library = ["Shock", "Duress", "Plains", "Island", "Swamp"]
        for djinns, seen in ((0, 4), (1, 3), (2, 2)):
            battlefield = [*["Island"] * 4, *[DJINN] * djinns]
            g = scenario(you=dict(hand=[DELUGE], battlefield=battlefield, library=library))
            assert g.cast(DELUGE).mana_spent == seen
            g.resolve()
            if seen > 2:
                assert g.pending is not None
                assert g.pending.options == library[:seen]
                g.choose(["Shock", "Duress"])
            assert sorted(g.you.hand) == ["Duress", "Shock"]
            assert g.you.library[: 5 - seen] == library[seen:]

    def test_a_small_library_gives_what_there_is(self) -> None:
        """609.3."""
        g = scenario(you=dict(hand=[DELUGE], battlefield=["Island"] * 4, library=["Shock"]))
        g.cast(DELUGE)
        g.resolve()
        assert (g.pending, g.you.hand, g.over) == (None, ["Shock"], False)

    def test_flashback_is_exiled_even_if_countered(self) -> None:
        """702.34a."""
        g = scenario(
            you=dict(graveyard=[DELUGE], battlefield=["Island"] * 7),
            opponent=dict(hand=["Counterspell"], battlefield=["Island"] * 2),
        )
        g.cast(DELUGE, source="graveyard")
        g.pass_priority()
        g.cast("Counterspell", targets=[DELUGE])
        g.resolve_all()
        assert (g.you.exile, g.you.graveyard) == ([DELUGE], [])

    def test_flashback_is_instant_and_needs_its_cost(self) -> None:
        """702.34a."""
        g = scenario(you=dict(graveyard=[DELUGE], battlefield=["Island"] * 7), active="opponent")
        g.pass_priority()
        assert g.can_cast(DELUGE, source="graveyard")
        assert g.cost(DELUGE, source="graveyard") == "{5}{U}{U}"
        g = scenario(you=dict(graveyard=[DELUGE], battlefield=["Island"] * 6))
        assert not g.can_cast(DELUGE, source="graveyard")

    def test_the_bottom_is_random_and_unknown(self) -> None:
        """701.20d."""
        top = ["Shock", "Duress", "Plains", "Island"]
        g = scenario(you=dict(hand=[DELUGE], battlefield=["Island"] * 4, library=[*top, "Swamp"]))
        g.cast(DELUGE)
        g.resolve(answers=[["Shock", "Duress"]])
        assert g.known("you").library == [None, None, None]


class TestDetentionSphere:
    def test_it_takes_all_of_a_name_on_both_sides(self) -> None:
        """607.2a."""
        lands = ["Plains", "Island", "Island"]
        g = scenario(
            you=dict(hand=[SPHERE], battlefield=[*lands, HERO]),
            opponent=dict(battlefield=[HERO, HERO, "Soldier Token", "Plains"]),
        )
        g.cast(SPHERE)
        g.resolve()
        assert g.pending is not None
        assert "Plains" not in g.pending.options
        g.choose(f"opponent:{HERO}")
        g.resolve(answers=["yes"])
        assert (g.you.exile, g.opponent.exile) == ([HERO], [HERO, HERO])

    def test_it_may_leave_it(self) -> None:
        """603.5."""
        g = scenario(
            you=dict(hand=[SPHERE], battlefield=["Plains", "Island", "Island"]),
            opponent=dict(battlefield=[HERO]),
        )
        g.cast(SPHERE)
        g.resolve_all(answers=["no"])
        assert g.opponent.battlefield == [HERO]

    def test_what_it_took_returns_as_a_trigger(self) -> None:
        """607.2a."""
        g = scenario(
            you=dict(battlefield=[(SPHERE, dict(holds=[HERO, HERO]))]),
            opponent=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
            active="opponent",
        )
        g.cast("Get Lost", targets=[SPHERE])
        g.resolve()
        assert (g.stack, g.opponent.exile) == ([SPHERE], [HERO, HERO])
        g.resolve()
        assert len(g.permanents(HERO, of="opponent")) == 2

    def test_destroyed_in_response_the_exile_is_for_good(self) -> None:
        """607.2a, unlike Leyline Binding."""
        g = scenario(
            you=dict(hand=[SPHERE], battlefield=["Plains", "Island", "Island"]),
            opponent=dict(hand=["Get Lost"], battlefield=[HERO, "Plains", "Plains"]),
        )
        g.cast(SPHERE)
        g.resolve()
        g.pass_priority()
        g.cast("Get Lost", targets=[SPHERE])
        g.resolve()
        assert g.stack == [SPHERE, SPHERE]
        g.resolve_all(answers=["yes"])
        assert (g.opponent.exile, g.stack) == ([HERO], [])

    def test_no_detention_sphere(self) -> None:
        """Not named Detention Sphere."""
        g = scenario(
            you=dict(hand=[SPHERE], battlefield=["Plains", "Island", "Island"]),
            opponent=dict(battlefield=[SPHERE]),
        )
        g.cast(SPHERE)
        g.resolve()
        assert (g.stack, g.pending) == ([], None)

    def test_exiled_tokens_never_return(self) -> None:
        """111.7."""
        g = scenario(
            you=dict(hand=[SPHERE, "Get Lost"], battlefield=["Island", "Island", *["Plains"] * 3]),
            opponent=dict(battlefield=["Soldier Token", "Soldier Token"]),
        )
        g.cast(SPHERE)
        g.resolve()
        g.choose("Soldier Token#2")
        g.resolve_all(answers=["yes"])
        assert g.opponent.battlefield == []
        g.cast("Get Lost", targets=[SPHERE], pay=["Plains", "Plains"])
        g.resolve_all()
        assert g.opponent.battlefield == []

    def test_a_legal_answer_is_a_name(self) -> None:
        """The language refuses what is no candidate."""
        g = scenario(
            you=dict(hand=[SPHERE], battlefield=["Plains", "Island", "Island"]),
            opponent=dict(battlefield=[HERO, "Soldier Token"]),
        )
        g.cast(SPHERE)
        g.resolve()
        with pytest.raises(IllegalAction, match="Soldier Token"):
            g.choose("Plains")
