"""Kumano Faces Kakkazan and Etching of Kumano, scenario by scenario."""

from __future__ import annotations

from mtg_causal_rl import scenario

COUNTER = dict(hand=["Counterspell"], battlefield=["Island", "Island"])
HERO = "Heartfire Hero"
CHICK = "Phoenix Chick"
KUMANO = "Kumano Faces Kakkazan"
ETCHING = "Etching of Kumano"


class TestKumano:
    def test_the_second_chapter_expires_unused(self) -> None:
        """Until end of turn."""
        g = scenario(
            you=dict(hand=[CHICK], battlefield=[(KUMANO, dict(counters={"lore": 1})), "Mountain"]),
            step="draw",
        )
        g.to("main1")
        g.resolve_all()
        g.to("main1", of="you")
        g.resolve_all()
        g.cast(CHICK)
        assert g.stack == [CHICK]
        g.resolve()
        assert g.permanent(CHICK).counters == {}

    def test_the_second_chapter_is_spent_on_a_countered_spell(self) -> None:
        """603.7."""
        g = scenario(
            you=dict(
                hand=[CHICK, CHICK],
                battlefield=[(KUMANO, dict(counters={"lore": 1})), "Mountain", "Mountain"],
            ),
            opponent=COUNTER,
            step="draw",
        )
        g.to("main1")
        g.resolve_all()
        g.cast(CHICK)
        g.resolve()
        g.pass_priority()
        g.cast("Counterspell", targets=[CHICK])
        g.resolve_all()
        g.cast(CHICK)
        g.resolve_all()
        assert g.permanent(CHICK).counters == {}

    def test_the_third_chapter_returns_it_transformed(self) -> None:
        """714.2b, 712.14a, 714.4."""
        g = scenario(you=dict(battlefield=[(KUMANO, dict(counters={"lore": 2}))]), step="draw")
        g.to("main1")
        assert g.permanent(KUMANO).counters == {"lore": 3}
        assert g.stack == [KUMANO]
        g.resolve()
        etching = g.permanent(ETCHING)
        assert (etching.types, etching.colours, etching.sick) == (["Enchantment", "Creature"], "R", True)
        assert g.can_attack(ETCHING)

    def test_destroying_it_in_response_leaves_nothing_to_return(self) -> None:
        """113.7a, 400.7."""
        g = scenario(
            you=dict(battlefield=[(KUMANO, dict(counters={"lore": 2}))]),
            opponent=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
            step="draw",
        )
        g.to("main1")
        g.pass_priority()
        g.cast("Get Lost", targets=[KUMANO])
        g.resolve_all()
        assert (g.you.graveyard, g.permanents(ETCHING)) == ([KUMANO], [])


class TestEtchingOfKumano:
    def test_it_counts_damage_dealt_before_it_came(self) -> None:
        """614.1a."""
        g = scenario(
            you=dict(
                hand=["Shock", "Shock"],
                battlefield=[(KUMANO, dict(counters={"lore": 2})), "Mountain", "Mountain"],
            ),
            opponent=dict(battlefield=["Haughty Djinn"]),
            step="draw",
        )
        g.to("main1")
        g.cast("Shock", targets=["Haughty Djinn"])
        g.resolve_all()
        assert ETCHING in g.you.battlefield
        g.cast("Shock", targets=["Haughty Djinn"])
        g.resolve()
        assert (g.opponent.exile, g.opponent.graveyard) == (["Haughty Djinn"], [])

    def test_ones_own_creatures_too(self) -> None:
        """Any creature that was dealt damage by a source you controlled."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[ETCHING, HERO, "Mountain"]))
        g.cast("Shock", targets=[HERO])
        g.resolve_all()
        assert (g.you.exile, g.opponent.life) == ([HERO], 20)

    def test_an_undamaged_creature_dies(self) -> None:
        """Only the damaged are exiled."""
        g = scenario(
            you=dict(hand=["Cut Down"], battlefield=[ETCHING, "Swamp"]), opponent=dict(battlefield=[HERO])
        )
        g.cast("Cut Down", targets=[HERO])
        g.resolve_all()
        assert (g.opponent.graveyard, g.you.life) == ([HERO], 19)

    def test_off_the_battlefield_it_is_the_saga(self) -> None:
        """712.8a."""
        g = scenario(you=dict(battlefield=[ETCHING]), opponent=dict(hand=["Cut Down"], battlefield=["Swamp"]))
        g.pass_priority()
        g.cast("Cut Down", targets=[ETCHING])
        g.resolve()
        assert g.you.graveyard == [KUMANO]
