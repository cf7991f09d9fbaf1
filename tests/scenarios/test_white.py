"""White cards, scenario by scenario."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

WARDEN = "Warden of the Inner Sky"
KNIGHT = "Knight-Errant of Eos"
EMPEROR = "The Wandering Emperor"
BINDING = "Leyline Binding"
REINFORCEMENTS = "Resolute Reinforcements"
HERO = "Heartfire Hero"


class TestWardenOfTheInnerSky:
    def test_it_taps_sick_creatures_itself_and_artifacts(self) -> None:
        """302.6, 602.5a: the cost is not {T}."""
        sick = dict(sick=True)
        g = scenario(you=dict(battlefield=[(WARDEN, sick), ("Soldier Token", sick), "Map Token"]))
        g.activate(WARDEN)
        assert all(p.tapped for p in g.permanents())
        g.resolve()
        assert (g.permanent(WARDEN).counters, g.pending and g.pending.kind) == ({"+1/+1": 1}, "scry")

    def test_sorcery_timing(self) -> None:
        """602.5d."""
        side = dict(battlefield=[WARDEN, "Soldier Token", "Soldier Token"])
        assert scenario(you=side).can_activate(WARDEN)
        assert not scenario(you=side, step="upkeep").can_activate(WARDEN)
        g = scenario(you=side, active="opponent")
        g.pass_priority()
        assert not g.can_activate(WARDEN)

    def test_three_untapped_bodies_are_needed(self) -> None:
        """602.2b."""
        g = scenario(
            you=dict(battlefield=[WARDEN, "Soldier Token", ("Soldier Token", dict(tapped=True)), "Plains"])
        )
        assert not g.can_activate(WARDEN)

    def test_as_often_as_there_are_bodies(self) -> None:
        """No limit each turn."""
        g = scenario(you=dict(battlefield=[WARDEN, *["Soldier Token"] * 6]))
        for _ in range(2):
            g.activate(WARDEN, tapping=["Soldier Token"] * 3)
            g.resolve(answers=["top"])
        assert g.permanent(WARDEN).counters == {"+1/+1": 2}
        assert not g.can_activate(WARDEN)

    @pytest.mark.parametrize("counters", [{"+1/+1": 3}, {"oil": 3}, {"+1/+1": 1, "charge": 1, "time": 1}])
    def test_any_three_counters_give_flying_and_vigilance(self, counters: dict[str, int]) -> None:
        """Every kind counts."""
        g = scenario(you=dict(battlefield=[(WARDEN, dict(counters=counters))]))
        assert g.permanent(WARDEN).keywords == ["flying", "vigilance"]

    def test_two_counters_are_not_enough(self) -> None:
        """At least three."""
        g = scenario(you=dict(battlefield=[(WARDEN, dict(counters={"+1/+1": 2}))]))
        assert g.permanent(WARDEN).keywords == []


class TestResoluteReinforcements:
    def test_flash_and_a_soldier(self) -> None:
        """702.8a, 603.6a."""
        g = scenario(
            you=dict(hand=[REINFORCEMENTS], battlefield=["Plains"] * 2), active="opponent", step="end"
        )
        g.pass_priority()
        g.cast(REINFORCEMENTS)
        g.resolve()
        assert g.stack == [REINFORCEMENTS]
        g.resolve()
        assert g.you.battlefield == ["Plains", "Plains", REINFORCEMENTS, "Soldier Token"]
        soldier = g.permanent("Soldier Token")
        assert (soldier.power, soldier.toughness, soldier.colours, soldier.subtypes) == (
            1,
            1,
            "W",
            ["Soldier"],
        )

    def test_neither_attacks_at_once(self) -> None:
        """302.6."""
        g = scenario(you=dict(hand=[REINFORCEMENTS], battlefield=["Plains"] * 2))
        g.cast(REINFORCEMENTS)
        g.resolve_all()
        assert not g.can_attack(REINFORCEMENTS)
        assert not g.can_attack("Soldier Token")
        g.to("main1", of="you")
        assert g.can_attack("Soldier Token")

    def test_the_soldier_comes_although_it_died(self) -> None:
        """113.7a."""
        g = scenario(
            you=dict(hand=[REINFORCEMENTS], battlefield=["Plains"] * 2),
            opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]),
        )
        g.cast(REINFORCEMENTS)
        g.resolve()
        g.pass_priority()
        g.cast("Cut Down", targets=[REINFORCEMENTS])
        g.resolve_all()
        assert (g.you.graveyard, "Soldier Token" in g.you.battlefield) == ([REINFORCEMENTS], True)


class TestKnightErrantOfEos:
    def test_only_the_taken_cards_are_shown(self) -> None:
        """701.20a, 701.24a."""
        library = [HERO, "Shock", "Plains", "Monastery Swiftspear", "Duress", "Island", "Forest"]
        g = scenario(you=dict(hand=[KNIGHT], battlefield=["Soldier Token"] * 5, library=library))
        g.cast(KNIGHT, convoke=["Soldier Token"] * 5)
        g.resolve_all(answers=[[HERO]])
        assert g.known("you", by="opponent").hand == [HERO]
        assert g.known("you", by="you").library == [None] * 6

    def test_it_may_take_nothing(self) -> None:
        """608.2d."""
        g = scenario(you=dict(hand=[KNIGHT], battlefield=["Soldier Token"] * 5, library=[HERO] * 6))
        g.cast(KNIGHT, convoke=["Soldier Token"] * 5)
        g.resolve_all(answers=[[]])
        assert (g.you.hand, len(g.you.library)) == ([], 6)

    def test_it_may_not_take_three(self) -> None:
        """Up to two."""
        g = scenario(you=dict(hand=[KNIGHT], battlefield=["Soldier Token"] * 5, library=[HERO] * 6))
        g.cast(KNIGHT, convoke=["Soldier Token"] * 5)
        g.resolve_all()
        with pytest.raises(IllegalAction):
            g.choose([HERO] * 3)
        g.choose([HERO] * 2)
        assert g.you.hand == [HERO, HERO]

    def test_convoking_may_not_overpay(self) -> None:
        """702.51a."""
        g = scenario(you=dict(hand=[KNIGHT], battlefield=["Soldier Token"] * 6))
        with pytest.raises(IllegalAction):
            g.cast(KNIGHT, convoke=["Soldier Token"] * 6)

    def test_only_a_white_creature_pays_white(self) -> None:
        """702.51a."""
        g = scenario(you=dict(hand=[KNIGHT], battlefield=[HERO] * 5))
        assert not g.can_cast(KNIGHT)
        assert scenario(you=dict(hand=[KNIGHT], battlefield=[*[HERO] * 4, "Plains"])).can_cast(KNIGHT)


class TestTheWanderingEmperor:
    def test_flashed_in_she_acts_at_once_and_once(self) -> None:
        """702.8a, 606.3."""
        g = scenario(you=dict(hand=[EMPEROR], battlefield=["Plains"] * 4), active="opponent", step="end")
        g.pass_priority()
        g.cast(EMPEROR)
        g.resolve()
        g.pass_priority()
        g.activate(EMPEROR, ability=1)
        assert not any(g.can_activate(EMPEROR, ability=ability) for ability in range(3))
        g.resolve()
        samurai = g.permanent("Samurai Token")
        assert (samurai.power, samurai.toughness, samurai.keywords, samurai.colours) == (
            2,
            2,
            ["vigilance"],
            "W",
        )
        assert g.permanent(EMPEROR).loyalty == 2

    def test_again_in_ones_own_turn_at_sorcery_timing(self) -> None:
        """606.3."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[EMPEROR, "Mountain"]))
        g.cast("Shock", targets=["opponent"])
        assert not g.can_activate(EMPEROR, ability=1)
        g.resolve()
        g.activate(EMPEROR, ability=1)
        g.resolve()
        g.to("main1", of="you")
        assert g.can_activate(EMPEROR, ability=1)

    def test_plus_one_with_and_without_a_target(self) -> None:
        """115.6."""
        g = scenario(you=dict(battlefield=[EMPEROR, "Soldier Token"]))
        g.activate(EMPEROR, ability=0, targets=[])
        g.resolve()
        assert (g.permanent(EMPEROR).loyalty, g.permanent("Soldier Token").counters) == (4, {})
        g.to("main1", of="you")
        g.activate(EMPEROR, ability=0, targets=["Soldier Token"])
        g.resolve()
        soldier = g.permanent("Soldier Token")
        assert (soldier.counters, soldier.keywords, soldier.power) == ({"+1/+1": 1}, ["first strike"], 2)
        g.next_turn()
        assert (soldier.counters, soldier.keywords) == ({"+1/+1": 1}, [])

    def test_minus_two_takes_a_tapped_creature_only(self) -> None:
        """115.1, 601.2c."""
        g = scenario(
            you=dict(battlefield=[EMPEROR]),
            opponent=dict(
                battlefield=["Soldier Token", (HERO, dict(tapped=True)), ("Plains", dict(tapped=True))]
            ),
        )
        assert g.legal_targets(EMPEROR, ability=2) == [HERO]
        with pytest.raises(IllegalAction):
            g.activate(EMPEROR, ability=2, targets=["Soldier Token"])
        g.activate(EMPEROR, ability=2, targets=[HERO])
        g.resolve()
        assert (g.opponent.exile, g.you.life, g.permanent(EMPEROR).loyalty) == ([HERO], 22, 1)

    def test_minus_two_without_its_target_gains_no_life(self) -> None:
        """608.2b."""
        g = scenario(
            you=dict(hand=["Cut Down"], battlefield=[EMPEROR, "Swamp"]),
            opponent=dict(battlefield=[("Soldier Token", dict(tapped=True))]),
        )
        g.activate(EMPEROR, ability=2, targets=["Soldier Token"])
        g.cast("Cut Down", targets=["Soldier Token"])
        g.resolve_all()
        assert g.you.life == 20

    def test_she_cannot_pay_more_than_she_has(self) -> None:
        """606.6."""
        g = scenario(
            you=dict(battlefield=[(EMPEROR, dict(counters={"loyalty": 1}))]),
            opponent=dict(battlefield=[(HERO, dict(tapped=True))]),
        )
        assert not g.can_activate(EMPEROR, ability=2)
        assert not g.can_activate(EMPEROR, ability=3)

    def test_flashed_in_after_attackers_she_is_not_attacked(self) -> None:
        """508.1b."""
        g = scenario(
            you=dict(hand=[EMPEROR], battlefield=["Plains"] * 4),
            opponent=dict(battlefield=[HERO]),
            active="opponent",
        )
        g.attack([HERO])
        g.pass_priority()
        g.cast(EMPEROR)
        g.resolve()
        g.damage()
        assert (g.you.life, g.permanent(EMPEROR).loyalty) == (19, 3)

    def test_the_legend_rule_holds_for_her(self) -> None:
        """704.5j."""
        g = scenario(you=dict(hand=[EMPEROR], battlefield=[EMPEROR, *["Plains"] * 4]))
        g.cast(EMPEROR)
        g.resolve()
        assert g.pending is not None
        g.choose(EMPEROR)
        assert (len(g.permanents(EMPEROR)), g.you.graveyard) == (1, [EMPEROR])


class TestGetLost:
    def test_the_controller_gets_the_maps(self) -> None:
        """608.2h."""
        for target in (HERO, EMPEROR, "Up the Beanstalk"):
            g = scenario(
                you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
                opponent=dict(battlefield=[target]),
            )
            g.cast("Get Lost", targets=[target])
            g.resolve()
            assert (g.opponent.graveyard, g.opponent.battlefield) == ([target], ["Map Token", "Map Token"])

    def test_ones_own_permanent(self) -> None:
        """Its controller, whoever that is."""
        g = scenario(you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains", "Soldier Token"]))
        g.cast("Get Lost", targets=["Soldier Token"])
        g.resolve()
        assert g.you.battlefield == ["Plains", "Plains", "Map Token", "Map Token"]

    def test_artifacts_and_lands_are_no_targets(self) -> None:
        """115.1; a transformed Incubator is a creature."""
        g = scenario(
            you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
            opponent=dict(battlefield=["Map Token", "Incubator Token", "Plains"]),
        )
        assert not g.can_cast("Get Lost")
        token = ("Phyrexian Token", dict(counters={"+1/+1": 1}))
        g = scenario(you=dict(hand=["Get Lost"]), opponent=dict(battlefield=[token]))
        assert g.legal_targets("Get Lost") == ["Phyrexian Token"]


class TestSunfall:
    def test_it_exiles_every_creature_and_counts_them(self) -> None:
        """701.53a."""
        animated = ("Restless Reef", dict(animated=True))
        g = scenario(
            you=dict(hand=["Sunfall"], battlefield=[*["Plains"] * 5, HERO, EMPEROR]),
            opponent=dict(battlefield=["Soldier Token", animated, "Map Token", "Kumano Faces Kakkazan"]),
        )
        g.cast("Sunfall")
        g.resolve_all()
        assert (g.you.exile, g.opponent.exile, g.opponent.life) == ([HERO], ["Restless Reef"], 20)
        assert g.opponent.battlefield == ["Map Token", "Kumano Faces Kakkazan"]
        incubator = g.permanent("Incubator Token")
        assert (incubator.counters, incubator.types, incubator.power) == ({"+1/+1": 3}, ["Artifact"], None)
        assert EMPEROR in g.you.battlefield

    def test_it_is_a_sorcery(self) -> None:
        """307.1."""
        g = scenario(you=dict(hand=["Sunfall"], battlefield=["Plains"] * 5), step="upkeep")
        assert not g.can_cast("Sunfall")

    def test_held_cards_return_as_their_holder_is_exiled(self) -> None:
        """610.3."""
        bat = ("Deep-Cavern Bat", dict(holds=["Shock"]))
        g = scenario(you=dict(hand=["Sunfall"], battlefield=["Plains"] * 5), opponent=dict(battlefield=[bat]))
        g.cast("Sunfall")
        g.resolve()
        assert (g.you.hand, g.opponent.exile) == (["Shock"], ["Deep-Cavern Bat"])


class TestLeylineBinding:
    @pytest.mark.parametrize(
        ("lands", "cost"),
        [
            ([], "{5}{W}"),
            (["Plains"] * 3, "{4}{W}"),
            (["Adarkar Wastes", "Restless Reef"], "{5}{W}"),
            (["Hallowed Fountain"], "{3}{W}"),
            (["Hallowed Fountain", "Steam Vents", "Plains"], "{2}{W}"),
            (["Plains", "Island", "Swamp", "Mountain", "Forest", "Hallowed Fountain"], "{W}"),
        ],
    )
    def test_domain_counts_different_basic_land_types(self, lands: list[str], cost: str) -> None:
        """305.6, 601.2f, 118.7a."""
        assert scenario(you=dict(hand=[BINDING], battlefield=lands)).cost(BINDING) == cost

    def test_it_exiles_until_it_leaves(self) -> None:
        """610.3."""
        g = scenario(
            you=dict(hand=[BINDING], battlefield=["Plains"] * 5),
            opponent=dict(
                hand=["Get Lost"], battlefield=[(HERO, dict(counters={"+1/+1": 3})), "Plains", "Plains"]
            ),
        )
        hero = g.permanent(HERO)
        g.cast(BINDING)
        g.resolve_all()
        assert (g.opponent.exile, hero.left) == ([HERO], True)
        g.pass_priority()
        g.cast("Get Lost", targets=[BINDING])
        g.resolve()
        assert (g.permanent(HERO).counters, g.permanent(HERO).sick, g.stack) == ({}, True, [])

    def test_it_has_flash_and_takes_no_land(self) -> None:
        """702.8a, 603.3d."""
        lands = ["Plains", "Island", "Swamp", "Mountain", "Forest"]
        g = scenario(
            you=dict(hand=[BINDING], battlefield=lands),
            opponent=dict(battlefield=["Plains"]),
            active="opponent",
            step="end",
        )
        g.pass_priority()
        g.cast(BINDING, pay=["Plains"])
        g.resolve()
        assert (g.stack, BINDING in g.you.battlefield) == ([], True)

    def test_an_exiled_token_never_returns(self) -> None:
        """111.7."""
        g = scenario(
            you=dict(battlefield=[*["Plains"] * 7], hand=[BINDING, "Get Lost"]),
            opponent=dict(battlefield=["Soldier Token"]),
        )
        g.cast(BINDING)
        g.resolve_all()
        g.cast("Get Lost", targets=[BINDING])
        g.resolve_all()
        assert g.opponent.battlefield == []
