"""The scenario language: setting up, naming, refusing, answering, looking. Cards are in `scenarios`."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, PendingChoice, scenario
from mtg_causal_rl.errors import InvalidValue, UnknownName

EMPEROR = "The Wandering Emperor"
PREACHER = "Preacher of the Schism"
SWIFTSPEAR = "Monastery Swiftspear"
LIBRARY = ["Shock", "Duress", "Island", "Swamp", "Forest", "Plains", "Mountain", "Sunfall", "Dissolve"]


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


class TestSettingUp:
    def test_a_side_left_out_is_empty_with_twenty_plains(self) -> None:
        g = scenario()
        for side in (g.you, g.opponent):
            assert (side.life, side.hand, side.battlefield, side.graveyard, side.exile) == (
                20,
                [],
                [],
                [],
                [],
            )
            assert side.library == ["Plains"] * 20
        assert (g.turn, g.active, g.step, g.priority, g.over) == (5, "you", "main1", "you", False)

    def test_values_passed_in_are_not_changed(self) -> None:
        you = dict(hand=["Shock"], battlefield=["Mountain", (EMPEROR, dict(counters={"+1/+1": 1}))])
        before = repr(you)
        g = scenario(you=you)
        g.cast("Shock", targets=["opponent"])
        assert repr(you) == before

    def test_the_library_is_given_from_the_top(self) -> None:
        g = scenario(you=dict(library=["Shock", "Duress", "Island"]), step="draw")
        g.to("main1")
        assert (g.you.hand, g.you.library) == (["Shock"], ["Duress", "Island"])

    def test_options_of_permanents(self) -> None:
        options = dict(tapped=True, sick=True, counters={"+1/+1": 2, "oil": 1}, damage=1)
        g = scenario(you=dict(battlefield=[(SWIFTSPEAR, options)]))
        swiftspear = g.permanent(SWIFTSPEAR)
        assert (swiftspear.tapped, swiftspear.sick, swiftspear.damage) == (True, True, 1)
        assert swiftspear.counters == {"+1/+1": 2, "oil": 1}
        assert (swiftspear.power, swiftspear.toughness) == (3, 4)

    def test_entering_this_turn_makes_sick_unless_said(self) -> None:
        fresh = (SWIFTSPEAR, dict(entered_this_turn=True))
        ready = ("Heartfire Hero", dict(entered_this_turn=True, sick=False))
        g = scenario(you=dict(battlefield=[fresh, ready]))
        assert (g.permanent(SWIFTSPEAR).sick, g.permanent("Heartfire Hero").sick) == (True, False)

    def test_a_planeswalker_has_its_printed_loyalty_unless_said(self) -> None:
        g = scenario(
            you=dict(battlefield=[EMPEROR]),
            opponent=dict(battlefield=[(EMPEROR, dict(counters={"loyalty": 1}))]),
        )
        assert g.permanent(EMPEROR, of="you").loyalty == 3
        assert g.permanent(EMPEROR, of="opponent").loyalty == 1

    def test_tokens_and_faces(self) -> None:
        tokens = ["Soldier Token", "Vampire Token", "Samurai Token", "Map Token", "Incubator Token"]
        back = ("Kumano Faces Kakkazan", dict(face="back"))
        phyrexian = ("Phyrexian Token", dict(counters={"+1/+1": 2}))
        g = scenario(you=dict(battlefield=[*tokens, phyrexian, back]))
        assert g.you.battlefield == [*tokens, "Phyrexian Token", "Etching of Kumano"]
        assert all(g.permanent(name).token for name in [*tokens, "Phyrexian Token"])
        assert not g.permanent("Etching of Kumano").token

    def test_attached_roles(self) -> None:
        role = ("Monster", dict(attached_to="Heartfire Hero"))
        g = scenario(you=dict(battlefield=["Heartfire Hero", role]))
        hero = g.permanent("Heartfire Hero")
        assert (hero.power, hero.toughness) == (2, 2)
        assert hero.attachments == [g.permanent("Monster")]
        assert g.permanent("Monster").attached_to == hero

    def test_attaching_to_the_other_side(self) -> None:
        role = ("Monster", dict(attached_to="opponent:Heartfire Hero#2"))
        g = scenario(
            you=dict(battlefield=["Heartfire Hero", role]),
            opponent=dict(battlefield=["Heartfire Hero", "Heartfire Hero"]),
        )
        assert g.permanent("Monster").attached_to == g.permanent("opponent:Heartfire Hero#2")

    def test_an_animated_land_is_one_until_end_of_turn(self) -> None:
        g = scenario(you=dict(battlefield=[("Restless Anchorage", dict(animated=True))]))
        anchorage = g.permanent("Restless Anchorage")
        assert (anchorage.power, anchorage.toughness, anchorage.colours) == (2, 3, "WU")
        assert (anchorage.types, anchorage.subtypes, anchorage.keywords) == (
            ["Land", "Creature"],
            ["Bird"],
            ["flying"],
        )
        g.next_turn()
        assert (anchorage.power, anchorage.types) == (None, ["Land"])

    def test_held_cards_belong_to_the_other_side_unless_said(self) -> None:
        bat = ("Deep-Cavern Bat", dict(holds=["Sunfall", ("Shock", dict(owner="you"))]))
        g = scenario(you=dict(battlefield=[bat]))
        assert (g.opponent.exile, g.you.exile) == (["Sunfall"], ["Shock"])

    def test_owner_and_controller(self) -> None:
        g = scenario(you=dict(battlefield=[(SWIFTSPEAR, dict(owner="opponent"))]))
        swiftspear = g.permanent(SWIFTSPEAR)
        assert (swiftspear.controller, swiftspear.owner) == ("you", "opponent")

    def test_floating_mana_and_a_land_drop(self) -> None:
        g = scenario(you=dict(mana="UWWC", land_played=True, hand=["Plains"]))
        assert g.you.mana == "WWUC"
        assert not g.can_play_land("Plains")

    def test_state_based_actions_are_checked_at_once(self) -> None:
        g = scenario(you=dict(life=0), opponent=dict(battlefield=[(SWIFTSPEAR, dict(damage=2))]))
        assert (g.over, g.winner, g.opponent.battlefield) == (True, "opponent", [])

    def test_setting_up_triggers_nothing(self) -> None:
        g = scenario(
            you=dict(battlefield=["Up the Beanstalk", "Sheoldred, the Apocalypse", "Resolute Reinforcements"])
        )
        assert (g.stack, g.you.drawn_this_turn) == ([], 0)

    @pytest.mark.parametrize("step", ["upkeep", "main1", "combat", "main2", "end"])
    def test_a_step_begins_with_the_active_player_about_to_act(self, step: str) -> None:
        g = scenario(active="opponent", step=step)
        assert (g.step, g.active, g.priority, g.pending) == (step, "opponent", "opponent", None)

    def test_attackers_are_declared_next(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]), step="attackers")
        assert g.pending is not None
        assert (g.pending.player, g.pending.kind, g.pending.options) == ("you", "attackers", [SWIFTSPEAR])
        g.attack([SWIFTSPEAR])
        assert (g.priority, g.permanent(SWIFTSPEAR).attacking) == ("you", "opponent")

    @pytest.mark.parametrize("step", ["draw", "cleanup"])
    def test_draw_and_cleanup_have_not_been_run(self, step: str) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"]), step=step)
        assert (g.step, g.priority, g.pending, g.you.drawn_this_turn) == (step, None, None, 0)
        assert not g.can_cast("Shock")
        with pytest.raises(IllegalAction, match=step):
            g.cast("Shock", targets=["opponent"])

    def test_what_is_wrong_is_said(self) -> None:
        with pytest.raises(UnknownName, match="Lightning Strike"):
            scenario(you=dict(hand=["Lightening Strike"]))
        with pytest.raises(UnknownName, match="battlefield"):
            scenario(you=dict(batlefield=[]))
        with pytest.raises(UnknownName, match="tapped"):
            scenario(you=dict(battlefield=[("Plains", dict(taped=True))]))
        with pytest.raises(UnknownName, match="main1"):
            scenario(step="main")
        with pytest.raises(UnknownName, match="loyalty"):
            scenario(you=dict(battlefield=[("Plains", dict(counters={"loyal": 1}))]))

    @pytest.mark.parametrize(
        "side",
        [
            dict(hand="Shock"),
            dict(battlefield=["Shock"]),
            dict(mana="WX"),
            dict(battlefield=[("Plains", dict(face="back"))]),
            dict(battlefield=[("Monster", dict(attached_to="Heartfire Hero"))]),
        ],
    )
    def test_impossible_values_are_refused(self, side: dict[str, object]) -> None:
        with pytest.raises(InvalidValue):
            scenario(you=side)

    def test_a_token_is_no_card(self) -> None:
        with pytest.raises(UnknownName):
            scenario(you=dict(hand=["Soldier Token"]))


class TestOpeningHands:
    def test_both_say_before_anyone_redraws(self) -> None:
        g = scenario(opponent=dict(library=LIBRARY), step="mulligan", active="opponent")
        asked = []
        for act in (g.mulligan, g.keep, lambda: g.choose([g.opponent.hand[0]]), g.keep):
            assert g.pending is not None
            asked.append((g.pending.player, g.pending.kind, len(g.opponent.hand)))
            act()
        assert asked == [
            ("opponent", "mulligan", 7),
            ("you", "mulligan", 7),
            ("opponent", "bottom", 7),
            ("opponent", "mulligan", 6),
        ]
        assert (g.turn, g.step, g.active) == (1, "upkeep", "opponent")

    def test_a_question_at_the_beginning_says_its_options(self) -> None:
        g = scenario(step="mulligan")
        assert g.pending is not None
        assert (g.pending.player, g.pending.options, g.priority) == ("you", ["keep", "mulligan"], None)

    def test_unshuffled_libraries_keep_their_order(self) -> None:
        g = scenario(you=dict(library=LIBRARY), step="mulligan", shuffled=False)
        assert g.you.hand == LIBRARY[:7]
        g.mulligan()
        g.keep()
        assert g.you.hand == LIBRARY[:7]
        g.choose(["Island"])
        assert g.you.library == ["Sunfall", "Dissolve", "Island"]

    def test_every_redraw_has_the_given_order(self) -> None:
        g = scenario(you=dict(library=LIBRARY), step="mulligan", shuffled=False)
        g.mulligan()
        g.keep()
        g.choose(["Island"])
        g.mulligan()
        assert g.you.hand == LIBRARY[:7]

    def test_other_shuffles_shuffle_all_the_same(self) -> None:
        library = ["Plains", *["Shock"] * 20, *["Duress"] * 20]
        g = scenario(
            you=dict(hand=["Topiary Stomper"], battlefield=["Forest"] * 3, library=library), shuffled=False
        )
        g.cast("Topiary Stomper")
        g.resolve_all(answers=["Plains"])
        assert g.you.library != library[1:]

    def test_an_open_question_comes_before_keeping(self) -> None:
        g = scenario(you=dict(library=LIBRARY), step="mulligan")
        g.mulligan()
        g.keep()
        with pytest.raises(PendingChoice, match="bottom"):
            g.keep()

    def test_the_third_mulligan_is_kept_without_asking(self) -> None:
        g = scenario(you=dict(library=LIBRARY), step="mulligan")
        g.mulligan()
        g.keep()
        for number in (1, 2):
            g.choose(g.you.hand[:number])
            g.mulligan()
        g.choose(g.you.hand[:3])
        assert (g.turn, len(g.you.hand)) == (1, 4)

    def test_only_the_library_is_given(self) -> None:
        with pytest.raises(InvalidValue, match="library"):
            scenario(you=dict(hand=["Shock"]), step="mulligan")

    def test_only_who_is_asked_can_say(self) -> None:
        g = scenario(step="mulligan")
        with pytest.raises(IllegalAction):
            g.keep(by="opponent")
        with pytest.raises(IllegalAction):
            scenario().keep()


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


class TestAnswering:
    def test_every_option_is_a_valid_answer(self) -> None:
        library = ["Shock", "Island", "Plains", "Shock", "Swamp"]
        for number in range(3):
            g = scenario(you=dict(hand=["Memory Deluge"], battlefield=["Island"] * 4, library=library))
            g.cast("Memory Deluge")
            g.resolve()
            assert g.pending is not None
            g.choose(g.pending.options[number])

    def test_a_list_must_be_whole_and_its_order_does_not_matter(self) -> None:
        g = scenario(
            you=dict(
                hand=["Memory Deluge"],
                battlefield=["Island"] * 4,
                library=["Shock", "Duress", "Plains", "Swamp"],
            )
        )
        g.cast("Memory Deluge")
        g.resolve()
        for wrong in (["Shock"], ["Shock", "Duress", "Plains"], ["Shock", "Forest"]):
            with pytest.raises(IllegalAction):
                g.choose(wrong)
        g.choose(["Swamp", "Shock"])
        assert sorted(g.you.hand) == ["Shock", "Swamp"]

    def test_what_is_taken_without_asking_may_be_named(self) -> None:
        deluge = dict(hand=["Memory Deluge"], battlefield=["Island"] * 4)
        g = scenario(you=dict(**deluge, library=["Shock", *["Plains"] * 5]))
        g.cast("Memory Deluge")
        g.resolve()
        g.choose(["Shock", "Plains"])
        assert sorted(g.you.hand) == ["Plains", "Shock"]
        g = scenario(you=deluge)
        g.cast("Memory Deluge")
        g.resolve(answers=[["Plains", "Plains"]])
        assert g.you.hand == ["Plains", "Plains"]
        for wrong in (["Plains"] * 3, ["Shock"], "yes"):
            g = scenario(you=deluge)
            g.cast("Memory Deluge")
            with pytest.raises(IllegalAction, match="left over"):
                g.resolve(answers=[wrong])

    def test_answers_may_be_given_one_by_one(self) -> None:
        g = scenario(
            you=dict(
                hand=["Memory Deluge"],
                battlefield=["Island"] * 4,
                library=["Shock", "Duress", "Plains", "Swamp"],
            )
        )
        g.cast("Memory Deluge")
        g.resolve()
        g.choose("Duress")
        g.choose("Plains")
        assert sorted(g.you.hand) == ["Duress", "Plains"]

    def test_triggers_are_ordered_first_put_on_first(self) -> None:
        g = scenario(
            you=dict(hand=["Shock"], battlefield=["Mountain", SWIFTSPEAR, "Slickshot Show-Off"]),
        )
        g.cast("Shock", targets=["opponent"])
        assert g.pending is not None
        assert g.pending.kind == "order"
        assert g.pending.options == [SWIFTSPEAR, "Slickshot Show-Off"]
        with pytest.raises(IllegalAction):
            g.choose([SWIFTSPEAR, SWIFTSPEAR])
        g.choose(["Slickshot Show-Off", SWIFTSPEAR])
        assert g.stack == [SWIFTSPEAR, "Slickshot Show-Off", "Shock"]

    def test_two_triggers_of_one_source(self) -> None:
        g = scenario(you=dict(battlefield=[PREACHER]))
        g.attack([PREACHER])
        assert g.pending is not None
        assert g.pending.options == [PREACHER, f"{PREACHER}/2"]
        g.choose([f"{PREACHER}/2", PREACHER])
        g.resolve()
        assert "Vampire Token" in g.you.battlefield
        assert g.you.drawn_this_turn == 0

    def test_triggers_that_do_not_differ_are_not_asked_about(self) -> None:
        g = scenario(you=dict(battlefield=["Sheoldred, the Apocalypse"], hand=["Faerie Mastermind"]))
        assert g.pending is None

    def test_divisions_name_blockers_and_what_is_attacked(self) -> None:
        role = ("Monster", dict(attached_to="Knight-Errant of Eos"))
        g = scenario(
            you=dict(battlefield=["Knight-Errant of Eos", role]),
            opponent=dict(battlefield=["Soldier Token", "Soldier Token"]),
        )
        g.attack(["Knight-Errant of Eos"])
        g.block({"Knight-Errant of Eos": ["Soldier Token", "Soldier Token"]})
        g.damage()
        assert g.pending is not None
        assert (
            g.pending.kind,
            {"Soldier Token#1": 1, "Soldier Token#2": 1, "opponent": 3} in g.pending.options,
        ) == (
            "divide",
            True,
        )
        for wrong in (
            {"opponent": 5},
            {"Soldier Token": 5, "you": 0},
            {"Soldier Token": 1},
            {"Soldier Token": 6},
        ):
            with pytest.raises(IllegalAction):
                g.choose(wrong)
        g.choose({"Soldier Token": 1, "Soldier Token#2": 1, "opponent": 3})
        assert (g.opponent.life, g.opponent.battlefield) == (17, [])

    def test_the_tapped_for_a_cost_are_asked_if_left_out(self) -> None:
        five = ["Warden of the Inner Sky", "Soldier Token", "Vampire Token", "Map Token", "Heartfire Hero"]
        g = scenario(you=dict(battlefield=list(five)))
        g.activate("Warden of the Inner Sky")
        assert g.pending is not None
        assert (g.pending.kind, g.pending.options) == ("tap others", five)
        g.choose(["Soldier Token", "Map Token", "Vampire Token"])
        assert g.stack == ["Warden of the Inner Sky"]
        assert [p.name for p in g.permanents() if p.tapped] == ["Soldier Token", "Vampire Token", "Map Token"]

    def test_what_must_be_tapped_is_checked_although_it_is_not_asked(self) -> None:
        three = ["Warden of the Inner Sky", "Soldier Token", "Map Token"]
        g = scenario(you=dict(battlefield=[*three, "Plains"]))
        for wrong in (["Soldier Token"], [*three[:2], "Plains"], [*three, "Plains"], []):
            with pytest.raises(IllegalAction):
                g.activate("Warden of the Inner Sky", tapping=wrong)
        g.activate("Warden of the Inner Sky", tapping=[three[2], three[0], three[1]])

    def test_blocks_and_attacks_are_questions_too(self) -> None:
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]), opponent=dict(battlefield=["Soldier Token"]))
        g.attack([SWIFTSPEAR])
        g.pass_priority()
        g.pass_priority()
        assert g.pending is not None
        assert (g.pending.player, g.pending.kind) == ("opponent", "blockers")
        assert g.pending.options == [{f"you:{SWIFTSPEAR}": ["opponent:Soldier Token"]}]
        with pytest.raises(IllegalAction):
            g.choose({SWIFTSPEAR: ["Soldier Token"]}, by="you")
        g.choose(g.pending.options[0])
        assert g.permanent("Soldier Token").blocking == [g.permanent(SWIFTSPEAR)]

    def test_the_tapped_for_a_cost_may_be_named(self) -> None:
        five = ["Warden of the Inner Sky", "Soldier Token", "Vampire Token", "Map Token", "Heartfire Hero"]
        g = scenario(you=dict(battlefield=list(five)))
        for wrong in (["Soldier Token"], ["Soldier Token", "Vampire Token", "Plains"], five[:4]):
            with pytest.raises(IllegalAction):
                g.activate("Warden of the Inner Sky", tapping=wrong)
        g.activate(
            "Warden of the Inner Sky", tapping=["Soldier Token", "Vampire Token", "Warden of the Inner Sky"]
        )
        assert g.permanent("Warden of the Inner Sky").tapped


class TestPaying:
    def test_named_sources_pay(self) -> None:
        g = scenario(
            you=dict(
                hand=["No More Lies", "Shock"], battlefield=["Plains", "Island", "Adarkar Wastes"], mana="R"
            )
        )
        g.cast("Shock", targets=["opponent"])
        g.cast("No More Lies", targets=["Shock"], pay=["Island", ("Adarkar Wastes", "W")])
        assert [p.name for p in g.permanents() if p.tapped] == ["Island", "Adarkar Wastes"]
        assert g.you.life == 19

    def test_a_name_said_twice_means_the_next_one(self) -> None:
        g = scenario(you=dict(hand=["Lightning Strike"], battlefield=["Mountain", "Plains", "Mountain"]))
        g.cast("Lightning Strike", targets=["opponent"], pay=["Mountain", "Mountain"])
        assert not g.permanent("Plains").tapped

    @pytest.mark.parametrize(
        "pay", [["Plains"], ["Mountain"], ["Mountain", "Mountain"], ["Mountain", "Plains", "Plains"], []]
    )
    def test_what_does_not_pay_exactly_is_refused(self, pay: list[str]) -> None:
        g = scenario(you=dict(hand=["Lightning Strike"], battlefield=["Mountain", "Plains", "Plains"]))
        with pytest.raises(IllegalAction):
            g.cast("Lightning Strike", targets=["opponent"], pay=pay)
        assert not any(p.tapped for p in g.permanents())

    def test_floating_mana_is_spent_first(self) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"], mana="R"))
        g.cast("Shock", targets=["opponent"])
        assert (g.you.mana, g.permanent("Mountain").tapped) == ("", False)

    def test_no_creature_convokes_that_is_not_listed(self) -> None:
        helpers = ["Soldier Token"] * 5
        g = scenario(you=dict(hand=["Knight-Errant of Eos"], battlefield=helpers))
        assert g.can_cast("Knight-Errant of Eos")
        with pytest.raises(IllegalAction):
            g.cast("Knight-Errant of Eos")
        with pytest.raises(IllegalAction):
            g.cast("Knight-Errant of Eos", convoke=helpers[:4])
        g.cast("Knight-Errant of Eos", convoke=helpers)
        assert all(p.tapped for p in g.permanents("Soldier Token"))

    def test_casualty_is_declined_unless_named(self) -> None:
        g = scenario(
            you=dict(
                hand=["Make Disappear", "Shock"],
                battlefield=["Soldier Token", "Island", "Island", "Mountain"],
            )
        )
        g.cast("Shock", targets=["opponent"])
        g.cast("Make Disappear", targets=["Shock"])
        assert (g.stack, "Soldier Token" in g.you.battlefield) == (["Make Disappear", "Shock"], True)

    def test_casualty_needs_power(self) -> None:
        g = scenario(
            you=dict(
                hand=["Make Disappear", "Shock"],
                battlefield=["Haughty Djinn", "Island", "Island", "Mountain"],
            )
        )
        g.cast("Shock", targets=["opponent"])
        with pytest.raises(IllegalAction):
            g.cast("Make Disappear", targets=["Shock"], casualty="Haughty Djinn")


class TestLooking:
    def test_handles_live(self) -> None:
        g = scenario(
            you=dict(hand=["Shock"], battlefield=["Mountain"]), opponent=dict(battlefield=["Heartfire Hero"])
        )
        hero = g.permanent("Heartfire Hero")
        assert (hero.types, hero.subtypes, hero.colours) == (["Creature"], ["Mouse", "Soldier"], "R")
        shock = g.cast("Shock", targets=[hero])
        assert (shock.name, shock.kind, shock.controller, shock.mana_spent, shock.left) == (
            "Shock",
            "spell",
            "you",
            1,
            False,
        )
        g.resolve()
        assert (hero.left, shock.left) == (True, True)
        with pytest.raises(LookupError):
            _ = hero.power
        with pytest.raises(LookupError):
            _ = shock.targets

    def test_a_handle_of_what_left_stays_left_when_the_card_returns(self) -> None:
        sphere = ("Detention Sphere", dict(holds=["Heartfire Hero"]))
        g = scenario(
            you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]), opponent=dict(battlefield=[sphere])
        )
        assert g.you.exile == ["Heartfire Hero"]
        old = g.permanent("Detention Sphere")
        g.cast("Get Lost", targets=["Detention Sphere"])
        g.resolve_all()
        assert old.left
        assert "Heartfire Hero" in g.you.battlefield

    def test_what_is_not_there_raises(self) -> None:
        g = scenario(you=dict(battlefield=["Heartfire Hero"]))
        assert g.permanents("Plains") == []
        with pytest.raises(LookupError, match="Heartfire Hero"):
            g.permanent("Heartfire Heroo")
        with pytest.raises(LookupError):
            g.permanent("Heartfire Hero", of="opponent")

    def test_costs_are_total_costs(self) -> None:
        lands = ["Plains", "Island", "Swamp"]
        hand = ["Leyline Binding", "Memory Deluge", "Atraxa, Grand Unifier", "Slickshot Show-Off"]
        plotted = ("Slickshot Show-Off", dict(plotted=True))
        g = scenario(
            you=dict(
                hand=hand, battlefield=[*lands, "Haughty Djinn"], graveyard=["Memory Deluge"], exile=[plotted]
            )
        )
        assert g.cost("Leyline Binding") == "{2}{W}"
        assert g.cost("Memory Deluge") == "{1}{U}{U}"
        assert g.cost("Memory Deluge", source="graveyard") == "{4}{U}{U}"
        assert g.cost("Atraxa, Grand Unifier") == "{3}{W}{U}{B}{G}"
        assert g.cost("Slickshot Show-Off", source="exile") == "{0}"
        with pytest.raises(LookupError):
            g.cost("Shock")

    def test_what_could_be_done(self) -> None:
        g = scenario(
            you=dict(
                hand=["Mountain", "Shock"],
                battlefield=["Mountain", (SWIFTSPEAR, dict(sick=True)), ("Heartfire Hero", dict(sick=True))],
            ),
            opponent=dict(battlefield=["Soldier Token"]),
        )
        assert g.can_play_land("Mountain")
        assert not g.can_play_land("Plains")
        assert g.can_attack(SWIFTSPEAR)
        assert not g.can_attack("Heartfire Hero")
        assert not g.can_attack("Soldier Token")
        assert not g.can_activate("Mountain")
        assert not g.can_activate(SWIFTSPEAR, ability=3)
        assert g.legal_targets("Shock") == ["you", SWIFTSPEAR, "Heartfire Hero", "opponent", "Soldier Token"]

    def test_known_cards(self) -> None:
        g = scenario(
            you=dict(hand=["Duress"], battlefield=["Swamp"]), opponent=dict(hand=["Sunfall", "Plains"])
        )
        assert g.known("opponent").hand == []
        assert sorted(g.known("you").hand) == ["Duress"]
        assert g.known("opponent").library == [None] * 20
        g.cast("Duress", targets=["opponent"])
        g.resolve_all()
        assert g.opponent.graveyard == ["Sunfall"]
        assert g.known("opponent").hand == ["Plains"]

    def test_after_the_end_everything_stays_readable(self) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"]), opponent=dict(life=2))
        g.cast("Shock", targets=["opponent"])
        g.resolve()
        assert (g.over, g.winner, g.opponent.life, g.you.graveyard) == (True, "you", 0, ["Shock"])
        assert (g.pending, g.priority, g.legal()) == (None, None, [])
        with pytest.raises(IllegalAction, match="over"):
            g.pass_priority()

    def test_legal_actions_in_words(self) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"]))
        assert g.legal() == ["Pass priority", "Cast Shock", "Use your Mountain"]

    def test_the_transcript_tells_one_event_a_line(self) -> None:
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"]))
        g.cast("Shock", targets=["opponent"])
        g.resolve()
        lines = g.transcript().splitlines()
        assert "Shock deals 2 damage to opponent" in lines

    def test_a_refused_act_leaves_no_trace_in_the_transcript(self) -> None:
        g = scenario(you=dict(hand=["Lightning Strike"], battlefield=["Mountain", "Plains"]))
        before = g.transcript()
        with pytest.raises(IllegalAction):
            g.cast("Lightning Strike", targets=["opponent"], pay=["Mountain"])
        assert g.transcript() == before

    def test_the_code_rebuilds_the_position(self) -> None:
        g = scenario(
            you=dict(hand=["Shock", "Play with Fire"], battlefield=["Mountain", "Mountain", SWIFTSPEAR]),
            opponent=dict(battlefield=["Heartfire Hero", "Heartfire Hero"]),
            turn=7,
        )
        g.cast("Shock", targets=[g.permanents("Heartfire Hero")[1]])
        g.resolve_all()
        g.attack([SWIFTSPEAR])
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve()
        names: dict[str, object] = {}
        exec(g.as_python(), names)
        assert names["g"].session.view == g.session.view  # type: ignore[attr-defined]
