"""Turn structure, priority, mana between steps, mulligans, drawing and decking."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

SHEOLDRED = "Sheoldred, the Apocalypse"
SWIFTSPEAR = "Monastery Swiftspear"


class TestPriority:
    def test_the_caster_keeps_priority_and_the_active_player_gets_it_back(self) -> None:
        """117.3b, 117.3c."""
        g = scenario(opponent=dict(hand=["Shock", "Shock"], battlefield=["Mountain", "Mountain"]))
        g.pass_priority()
        g.cast("Shock", targets=["you"])
        assert g.priority == "opponent"
        g.cast("Shock", targets=["you"])
        assert g.priority == "opponent"
        g.pass_priority()
        assert g.priority == "you"
        g.pass_priority()
        assert (g.stack, g.priority) == (["Shock"], "you")

    def test_both_must_pass_in_a_row(self) -> None:
        """117.4."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=["Mountain"]),
            opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
        )
        g.pass_priority()
        g.cast("Shock", targets=["you"])
        g.pass_priority()
        g.cast("Shock", targets=["opponent"])
        g.pass_priority()
        assert (g.step, g.stack, g.priority) == ("main1", ["Shock", "Shock"], "opponent")

    def test_every_step_in_order(self) -> None:
        """500.1, 508.8."""
        g = scenario(you=dict(battlefield=[SWIFTSPEAR]), step="upkeep")
        seen = []
        for _ in range(14):
            seen.append(g.step)
            if g.pending is not None:
                g.attack([SWIFTSPEAR])
            else:
                g.pass_priority()
                g.pass_priority()
            if g.active == "opponent":
                break
        assert seen == [
            *("upkeep", "draw", "main1", "combat", "attackers", "attackers"),
            *("blockers", "damage", "end of combat", "main2", "end"),
        ]

    def test_without_attackers_there_are_no_blocks_and_no_damage(self) -> None:
        """508.8."""
        g = scenario(step="attackers")
        g.pass_priority()
        g.pass_priority()
        assert g.step == "end of combat"


class TestTurns:
    def test_untapping_and_drawing(self) -> None:
        """502.3, 504.1."""
        tapped = dict(tapped=True)
        g = scenario(
            you=dict(battlefield=[("Plains", tapped)]), opponent=dict(battlefield=[("Plains", tapped)])
        )
        g.to("upkeep", of="opponent")
        assert [p.tapped for p in g.permanents("Plains")] == [True, False]
        g.to("main1")
        assert (g.opponent.drawn_this_turn, g.you.drawn_this_turn) == (1, 0)

    def test_mana_empties_between_steps(self) -> None:
        """106.4, 500.5."""
        g = scenario(you=dict(battlefield=["Plains"]), step="upkeep")
        g.tap_for_mana("Plains", "W")
        assert g.you.mana == "W"
        g.to("draw")
        assert g.you.mana == ""

    def test_mana_made_before_a_refused_announcement_stays(self) -> None:
        """732.1."""
        g = scenario(you=dict(hand=["Counterspell"], battlefield=["Island", "Island"]))
        g.tap_for_mana("Island", "U")
        with pytest.raises(IllegalAction):
            g.cast("Counterspell")
        assert g.you.mana == "U"

    def test_damage_and_pumps_end_together(self) -> None:
        """514.2."""
        g = scenario(
            you=dict(hand=["Monstrous Rage", "Shock"], battlefield=["Samurai Token", "Mountain", "Mountain"]),
        )
        g.cast("Monstrous Rage", targets=["Samurai Token"])
        g.resolve_all()
        g.cast("Shock", targets=["Samurai Token"])
        g.resolve_all()
        samurai = g.permanent("Samurai Token")
        assert (samurai.power, samurai.toughness, samurai.damage) == (5, 3, 2)
        g.next_turn()
        assert (samurai.power, samurai.toughness, samurai.damage) == (3, 3, 0)

    def test_a_death_in_cleanup_gives_priority_and_another_cleanup(self) -> None:
        """514.3a."""
        g = scenario(
            you=dict(hand=["Shock"], battlefield=[SWIFTSPEAR, "Mountain"]),
            opponent=dict(hand=["Shock"], battlefield=["Soul-Scar Mage", "Mountain"]),
            step="main2",
        )
        g.cast("Shock", targets=["opponent"])
        g.resolve_all()
        g.pass_priority()
        g.cast("Shock", targets=[SWIFTSPEAR])
        g.resolve_all()
        swiftspear = g.permanent(SWIFTSPEAR)
        assert (swiftspear.power, swiftspear.toughness) == (0, 1)
        g.to("cleanup")
        assert (g.step, g.active, g.priority, swiftspear.left) == ("cleanup", "you", "you", True)
        g.next_turn()
        assert g.active == "opponent"

    def test_the_hand_is_discarded_before_damage_ends(self) -> None:
        """514.1, 514.2."""
        g = scenario(
            you=dict(hand=["Shock"] * 7 + ["Duress"], battlefield=[("Samurai Token", dict(damage=1))]),
            step="end",
        )
        g.to("upkeep")
        assert (g.pending and g.pending.kind, g.permanent("Samurai Token").damage) == ("discard", 1)
        g.choose("Duress")
        assert (g.permanent("Samurai Token").damage, g.step) == (0, "upkeep")

    def test_a_land_each_turn(self) -> None:
        """305.2."""
        g = scenario(you=dict(hand=["Plains", "Plains"], land_played=True))
        assert not g.can_play_land("Plains")
        g.to("main1", of="you")
        assert g.can_play_land("Plains")


class TestDrawing:
    def test_the_turn_after_the_first_draws(self) -> None:
        """103.8a."""
        g = scenario(turn=1, step="upkeep")
        g.to("main1")
        assert g.you.drawn_this_turn == 0
        g.to("main1", of="opponent")
        assert g.opponent.drawn_this_turn == 1

    def test_to_draw_passes_over_a_skipped_step(self) -> None:
        """103.8a."""
        g = scenario(turn=1, step="upkeep")
        g.to("draw")
        assert (g.turn, g.active) == (2, "opponent")

    def test_both_decking_at_once_is_a_draw(self) -> None:
        """704.5b, 104.4a."""
        g = scenario(
            you=dict(library=[], battlefield=["Faerie Mastermind", *["Island"] * 4]),
            opponent=dict(library=[]),
        )
        g.activate("Faerie Mastermind")
        g.resolve()
        assert (g.over, g.winner) == (True, "draw")

    def test_sheoldreds_gain_does_not_save_from_decking(self) -> None:
        """704.5b comes before triggers."""
        g = scenario(you=dict(library=[], battlefield=[SHEOLDRED]), step="draw")
        g.to("main1")
        assert (g.winner, g.you.life) == ("opponent", 20)

    def test_an_empty_library_alone_loses_nothing(self) -> None:
        """121.4."""
        g = scenario(you=dict(library=[]), opponent=dict(library=[]))
        g.to("end")
        assert not g.over


class TestMulligans:
    def test_those_who_kept_are_not_asked_again(self) -> None:
        """103.5."""
        library = [
            "Shock",
            "Duress",
            "Island",
            "Swamp",
            "Forest",
            "Plains",
            "Mountain",
            "Sunfall",
            "Dissolve",
        ]
        g = scenario(you=dict(library=library), opponent=dict(library=library), step="mulligan")
        g.mulligan(by="you")
        g.mulligan(by="opponent")
        asked = []
        while g.pending is not None and g.step == "mulligan":
            asked.append((g.pending.player, g.pending.kind))
            if g.pending.kind == "bottom":
                g.choose(g.pending.options[0])
            else:
                g.keep()
        assert asked == [
            ("you", "bottom"),
            ("opponent", "bottom"),
            ("you", "mulligan"),
            ("opponent", "mulligan"),
        ]
        assert (len(g.you.hand), len(g.opponent.hand), g.turn) == (6, 6, 1)

    def test_the_owner_knows_the_bottom(self) -> None:
        """103.5."""
        library = [
            "Shock",
            "Duress",
            "Island",
            "Swamp",
            "Forest",
            "Plains",
            "Mountain",
            "Sunfall",
            "Dissolve",
        ]
        g = scenario(you=dict(library=library), step="mulligan", shuffled=False)
        g.mulligan()
        g.keep()
        g.choose("Swamp")
        g.keep()
        assert g.you.library[-1] == "Swamp"
        assert g.known("you").library[-1] == "Swamp"
        assert g.known("you", by="opponent").library[-1] is None

    def test_shuffling_changes_the_order(self) -> None:
        """701.24a, with a seed that shows it."""
        library = [*["Shock"] * 7, *["Duress"] * 40]
        g = scenario(you=dict(library=library), step="mulligan", seed=3)
        assert g.you.hand == ["Shock"] * 7
        g.mulligan()
        g.keep()
        assert "Duress" in g.you.hand
