"""The scenario language: answering questions, and paying."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

PREACHER = "Preacher of the Schism"
SWIFTSPEAR = "Monastery Swiftspear"


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
