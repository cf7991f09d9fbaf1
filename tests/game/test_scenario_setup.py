"""The scenario language: setting up a position, and opening hands."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, PendingChoice, scenario
from mtg_causal_rl.errors import InvalidValue, UnknownName

EMPEROR = "The Wandering Emperor"
SWIFTSPEAR = "Monastery Swiftspear"
LIBRARY = ["Shock", "Duress", "Island", "Swamp", "Forest", "Plains", "Mountain", "Sunfall", "Dissolve"]


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

    def test_any_kind_of_counter_may_lie_on_any_permanent(self) -> None:
        counters = {"shield": 1, "verse": 2, "+1/+1": 1}
        g = scenario(
            you=dict(
                battlefield=[
                    ("Warden of the Inner Sky", dict(counters=counters)),
                    ("Plains", dict(counters=dict(verse=3))),
                ]
            )
        )
        warden = g.permanent("Warden of the Inner Sky")
        assert (warden.counters, warden.keywords, warden.power) == (counters, ["flying", "vigilance"], 2)
        assert g.permanent("Plains").counters == {"verse": 3}

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
            scenario(you=dict(battlefield=[("Plains", dict(counters={"loyality": 1}))]))

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
