"""The scenario language: handles, knowledge, costs, words, and the scenario as code."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

SWIFTSPEAR = "Monastery Swiftspear"


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
