"""The scenario language: naming, refusing, moving on. Setting up, answers and looking are beside this."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, PendingChoice, scenario
from mtg_causal_rl.errors import UnknownName

EMPEROR = "The Wandering Emperor"
PREACHER = "Preacher of the Schism"
SWIFTSPEAR = "Monastery Swiftspear"


def test_the_example_of_the_language() -> None:
    g = scenario(
        you=dict(life=20, hand=["Lightning Strike"], battlefield=["Mountain", "Mountain", SWIFTSPEAR]),
        opponent=dict(battlefield=[PREACHER]),
        active="you",
        step="main1",
        turn=5,
        seed=0,
    )
    g.cast("Lightning Strike", targets=[PREACHER])
    g.resolve_all()
    assert g.permanent(SWIFTSPEAR).power == 2


class TestNaming:
    def test_a_bare_name_takes_your_side_first(self) -> None:
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[SWIFTSPEAR, "Mountain"]),
            opponent=dict(battlefield=[SWIFTSPEAR]),
        )
        shock = g.cast("Shock", targets=[SWIFTSPEAR])
        assert shock.targets[0].controller == "you"

    def test_side_and_number_say_exactly_which(self) -> None:
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[SWIFTSPEAR, "Mountain"]),
            opponent=dict(battlefield=[SWIFTSPEAR, SWIFTSPEAR]),
        )
        second = g.permanents(SWIFTSPEAR, of="opponent")[1]
        shock = g.cast("Shock", targets=[f"opponent:{SWIFTSPEAR}#2"])
        assert shock.targets == [second]
        assert g.permanent(f"opponent:{SWIFTSPEAR}#2") == second

    def test_handles_say_exactly_which(self) -> None:
        g = scenario(
            you=dict(hand=["Shock", "Counterspell"], battlefield=["Mountain", "Island", "Island"]),
            opponent=dict(battlefield=[SWIFTSPEAR, SWIFTSPEAR]),
        )
        second = g.permanents(SWIFTSPEAR)[1]
        shock = g.cast("Shock", targets=[second])
        counterspell = g.cast("Counterspell", targets=[shock])
        assert (shock.targets, counterspell.targets) == ([second], [shock])

    def test_a_bare_name_passes_over_what_is_no_candidate(self) -> None:
        tapped = (SWIFTSPEAR, dict(tapped=True))
        g = scenario(you=dict(battlefield=[tapped, SWIFTSPEAR]))
        g.attack([SWIFTSPEAR])
        assert g.permanent(f"{SWIFTSPEAR}#2").attacking == "opponent"


class TestRefusing:
    def test_an_illegal_act_changes_nothing(self) -> None:
        g = scenario(you=dict(hand=["Shock", "Sunfall"], battlefield=["Mountain", "Soldier Token"]))
        before = g.session.view
        for act in (
            lambda: g.cast("Sunfall"),
            lambda: g.cast("Shock", targets=["Mountain"]),
            lambda: g.cast("Shock", targets=["opponent"], by="opponent"),
            lambda: g.cast("Shock", targets=["opponent"], answers=["yes"]),
            lambda: g.cast("Shock"),
            lambda: g.attack(["Soldier Token", "Soldier Token"]),
            lambda: g.attack(["Soldier Token"], by="opponent"),
            lambda: g.block({"Soldier Token": ["Soldier Token"]}),
            lambda: g.play_land("Mountain"),
            lambda: g.activate("Mountain"),
            lambda: g.tap_for_mana("Mountain", "W"),
            lambda: g.choose("yes"),
            g.keep,
        ):
            with pytest.raises(IllegalAction):
                act()
            assert g.session.view == before

    def test_it_is_said_what_was_legal(self) -> None:
        g = scenario(
            you=dict(hand=["Go for the Throat"], battlefield=["Swamp", "Swamp"]),
            opponent=dict(battlefield=[SWIFTSPEAR, "Heartfire Hero"]),
        )
        with pytest.raises(IllegalAction, match="Heartfire Hero"):
            g.cast("Go for the Throat", targets=["Plains"])
        with pytest.raises(IllegalAction, match="Go for the Throat"):
            g.cast("Go for the Throad", targets=[SWIFTSPEAR])

    def test_acting_without_priority_is_not_legal(self) -> None:
        g = scenario(opponent=dict(hand=["Shock"], battlefield=["Mountain"]))
        assert not g.can_cast("Shock", by="opponent")
        with pytest.raises(IllegalAction, match="priority"):
            g.cast("Shock", targets=["you"], by="opponent")
        g.pass_priority()
        assert g.can_cast("Shock", targets=["you"], by="opponent")
        g.cast("Shock", targets=["you"], by="opponent")
        assert g.priority == "opponent"

    def test_an_open_question_comes_first_and_stays_open(self) -> None:
        g = scenario(
            you=dict(
                hand=["Play with Fire", "Shock"], battlefield=["Mountain", "Mountain"], library=["Plains"] * 3
            )
        )
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve()
        for act in (
            lambda: g.cast("Shock", targets=["opponent"]),
            g.pass_priority,
            lambda: g.to("end"),
            g.resolve_all,
            lambda: g.attack([]),
        ):
            with pytest.raises(PendingChoice, match="scry"):
                act()
        with pytest.raises(IllegalAction, match="top, bottom"):
            g.choose("left")
        assert g.pending is not None
        assert g.pending.options == ["top", "bottom"]
        assert not g.can_cast("Shock")
        g.choose("bottom")
        assert (g.pending, g.priority) == (None, "you")

    def test_only_the_player_who_is_asked_answers(self) -> None:
        g = scenario(you=dict(hand=["Play with Fire"], battlefield=["Mountain"]))
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve()
        with pytest.raises(IllegalAction):
            g.choose("top", by="opponent")
        g.choose("top", by="you")

    def test_answers_left_over_are_refused(self) -> None:
        g = scenario(you=dict(hand=["Play with Fire"], battlefield=["Mountain"]))
        g.cast("Play with Fire", targets=["opponent"])
        with pytest.raises(IllegalAction, match="left over"):
            g.resolve(answers=["top", "top"])
        assert g.stack == ["Play with Fire"]
        g.resolve(answers=["top"])
        assert g.stack == []


class TestMoving:
    def test_every_pass_is_a_call(self) -> None:
        g = scenario()
        g.pass_priority()
        assert (g.step, g.priority) == ("main1", "opponent")
        g.pass_priority()
        assert (g.step, g.priority) == ("combat", "you")

    def test_resolving_an_empty_stack_does_nothing(self) -> None:
        g = scenario()
        before = g.session.view
        g.resolve()
        g.resolve_all()
        assert g.session.view == before

    def test_resolve_takes_the_top_alone(self) -> None:
        g = scenario(you=dict(hand=["Shock", "Lightning Strike"], battlefield=["Mountain"] * 3))
        g.cast("Shock", targets=["opponent"])
        g.cast("Lightning Strike", targets=["opponent"])
        g.resolve()
        assert (g.stack, g.opponent.life, g.priority) == (["Shock"], 17, "you")
        g.resolve_all()
        assert (g.stack, g.opponent.life) == ([], 15)

    def test_to_goes_to_the_next_time_a_step_begins(self) -> None:
        g = scenario()
        g.to("main1")
        assert (g.turn, g.active, g.step, g.priority) == (6, "opponent", "main1", "opponent")
        g.to("end", of="you")
        assert (g.turn, g.active, g.step) == (7, "you", "end")
        g.next_turn()
        assert (g.turn, g.active, g.step, g.priority) == (8, "opponent", "upkeep", "opponent")

    def test_to_stops_with_triggers_on_the_stack(self) -> None:
        g = scenario(you=dict(battlefield=["Sheoldred, the Apocalypse"]), step="upkeep")
        g.to("draw")
        assert (g.stack, g.priority, g.you.drawn_this_turn) == (["Sheoldred, the Apocalypse"], "you", 1)

    def test_to_stops_at_a_pending_choice(self) -> None:
        g = scenario(you=dict(hand=["Shock"] * 8 + ["Duress"]))
        g.to("main1", of="opponent")
        assert (g.pending and g.pending.kind, g.step) == ("discard", "cleanup")

    def test_to_passes_over_a_declaration(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]))
        g.to("main2")
        assert (g.step, g.opponent.life) == ("main2", 20)

    def test_to_attackers_stops_at_the_declaration(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]))
        g.to("attackers")
        assert g.pending is not None
        assert g.pending.kind == "attackers"
        with pytest.raises(PendingChoice):
            g.pass_priority()
        g.choose([SWIFTSPEAR])
        assert g.permanent(SWIFTSPEAR).attacking == "opponent"

    def test_to_cleanup_runs_it(self) -> None:
        g = scenario(you=dict(battlefield=[(SWIFTSPEAR, dict(damage=1))]))
        g.to("cleanup")
        assert (g.permanent(SWIFTSPEAR).damage, g.active, g.step) == (0, "opponent", "upkeep")

    def test_an_unknown_step_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="main2"):
            scenario().to("main3")

    def test_attacking_resolves_the_stack_on_the_way(self) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain", SWIFTSPEAR]))
        g.cast("Shock", targets=["opponent"])
        g.attack([SWIFTSPEAR])
        assert (g.opponent.life, g.step, g.permanent(SWIFTSPEAR).power) == (18, "attackers", 2)

    def test_attacking_with_nothing_is_always_allowed(self) -> None:
        for battlefield in ([], [SWIFTSPEAR]):
            g = scenario(you=dict(battlefield=battlefield))
            g.attack([])
            assert (g.step, g.priority) == ("attackers", "you")

    def test_an_attack_comes_once_a_turn(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR, "Heartfire Hero"]))
        g.attack([SWIFTSPEAR])
        with pytest.raises(IllegalAction):
            g.attack(["Heartfire Hero"])
        g.to("main2")
        with pytest.raises(IllegalAction):
            g.attack(["Heartfire Hero"])

    def test_blocking_with_nothing_is_always_allowed(self) -> None:
        for battlefield in ([], ["Soldier Token"]):
            g = scenario(you=dict(battlefield=[SWIFTSPEAR]), opponent=dict(battlefield=battlefield))
            g.attack([SWIFTSPEAR])
            g.block({})
            assert (g.step, g.priority) == ("blockers", "you")
            g.damage()
            assert g.opponent.life == 19

    def test_blocks_by_name_and_handle(self) -> None:
        g = scenario(
            you=dict(battlefield=[SWIFTSPEAR, "Heartfire Hero"]),
            opponent=dict(battlefield=["Soldier Token", "Soldier Token"]),
        )
        second = g.permanents("Soldier Token")[1]
        g.attack([SWIFTSPEAR, "Heartfire Hero"])
        assert g.can_block("Soldier Token", SWIFTSPEAR)
        g.block({SWIFTSPEAR: [second], "Heartfire Hero": ["Soldier Token"]})
        assert second.blocking == [g.permanent(SWIFTSPEAR)]
        assert g.permanent("Soldier Token").blocking == [g.permanent("Heartfire Hero")]
        with pytest.raises(IllegalAction):
            g.block({})

    def test_a_creature_that_cannot_block_is_not_legal(self) -> None:
        g = scenario(
            you=dict(battlefield=["Slickshot Show-Off", SWIFTSPEAR]),
            opponent=dict(battlefield=["Soldier Token", "Phoenix Chick"]),
        )
        g.attack(["Slickshot Show-Off", SWIFTSPEAR])
        assert not g.can_block("Soldier Token", "Slickshot Show-Off")
        assert not g.can_block("Phoenix Chick", SWIFTSPEAR)
        for blocks in ({"Slickshot Show-Off": ["Soldier Token"]}, {SWIFTSPEAR: ["Phoenix Chick"]}):
            with pytest.raises(IllegalAction):
                g.block(blocks)

    def test_damage_declares_no_blocks_and_stops_with_the_active_player(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]), opponent=dict(battlefield=["Soldier Token"]))
        g.attack([SWIFTSPEAR])
        g.damage()
        assert (g.step, g.priority, g.opponent.life) == ("damage", "you", 19)

    def test_the_first_strike_step_alone(self) -> None:
        g = scenario(you=dict(battlefield=[EMPEROR, "Heartfire Hero", SWIFTSPEAR]))
        g.activate(EMPEROR, ability=0, targets=["Heartfire Hero"])
        g.resolve_all()
        g.attack(["Heartfire Hero", SWIFTSPEAR])
        g.damage("first")
        assert (g.opponent.life, g.priority) == (17, "you")
        g.damage()
        assert g.opponent.life == 16

    def test_there_is_no_first_step_without_first_strike(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]))
        g.attack([SWIFTSPEAR])
        with pytest.raises(IllegalAction):
            g.damage("first")
        assert g.step == "attackers"
