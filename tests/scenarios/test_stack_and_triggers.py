"""Casting, targets, triggers and state-based actions, where no card's own test says it."""

from __future__ import annotations

import pytest

from mtg_causal_rl import IllegalAction, scenario

HERO = "Heartfire Hero"
SWIFTSPEAR = "Monastery Swiftspear"
SHEOLDRED = "Sheoldred, the Apocalypse"
PREACHER = "Preacher of the Schism"
EMPEROR = "The Wandering Emperor"
ELVES = "Llanowar Elves"


class TestCasting:
    def test_timing_of_creatures_and_instants(self) -> None:
        """117.1a, 307.1."""
        side = dict(
            hand=[HERO, "Shock", "Up the Beanstalk", "Duress"],
            battlefield=["Mountain", "Forest", "Swamp", "Forest"],
        )
        anytime = {"Shock"}
        for step in ("upkeep", "combat", "main2"):
            g = scenario(you=side, step=step)
            legal = {name for name in side["hand"] if g.can_cast(name)}
            assert legal == (set(side["hand"]) if step == "main2" else anytime)
        g = scenario(you=side, active="opponent")
        g.pass_priority()
        assert {name for name in side["hand"] if g.can_cast(name)} == anytime

    def test_nothing_sorcery_speed_with_something_on_the_stack(self) -> None:
        """307.1."""
        g = scenario(you=dict(hand=[HERO, "Shock"], battlefield=["Mountain", "Mountain"]))
        g.cast("Shock", targets=["opponent"])
        assert not g.can_cast(HERO)

    def test_lands_are_not_cast(self) -> None:
        """305.1."""
        g = scenario(you=dict(hand=["Plains"]))
        with pytest.raises(IllegalAction):
            g.cast("Plains")

    def test_the_opponents_mana_does_not_pay(self) -> None:
        """601.2g."""
        g = scenario(you=dict(hand=["Shock"]), opponent=dict(battlefield=["Mountain"]))
        assert not g.can_cast("Shock")

    def test_a_castable_spell_is_never_made_uncastable_by_paying(self) -> None:
        """601.2h: {U}{U} and {W}{U} from duals pay in the only way that works."""
        lands = ["Hallowed Fountain", "Steam Vents", "Deserted Beach"]
        g = scenario(you=dict(hand=["Counterspell", "Shock"], battlefield=lands))
        g.cast("Shock", targets=["opponent"])
        assert g.can_cast("Counterspell")
        g.cast("Counterspell", targets=["Shock"])
        assert all(land.tapped for land in g.permanents())

    def test_creatures_are_tapped_for_mana_last(self) -> None:
        """Paying by itself keeps what can do more."""
        g = scenario(you=dict(hand=[ELVES], battlefield=[ELVES, "Forest"]))
        g.cast(ELVES)
        assert (g.permanent("Forest").tapped, g.permanent(ELVES).tapped) == (True, False)

    def test_a_spell_on_the_stack_is_in_no_other_zone(self) -> None:
        """601.2a."""
        g = scenario(you=dict(hand=["Shock"], battlefield=["Mountain"]))
        g.cast("Shock", targets=["opponent"])
        assert (g.you.hand, g.you.graveyard, g.stack) == ([], [], ["Shock"])


class TestTriggers:
    def test_the_active_players_go_first_and_resolve_last(self) -> None:
        """603.3b, 101.4."""
        g = scenario(
            you=dict(battlefield=["Faerie Mastermind", SHEOLDRED, *["Island"] * 4]),
            opponent=dict(battlefield=[SHEOLDRED]),
            active="opponent",
        )
        g.pass_priority()
        g.activate("Faerie Mastermind")
        g.resolve()
        while g.pending is not None:
            g.choose(g.pending.options[0])
        controllers = [item.controller for item in g.stack_objects]
        assert controllers == ["you", "you", "opponent", "opponent"]
        g.resolve_all()
        assert (g.you.life, g.opponent.life) == (20, 20)

    def test_a_trigger_without_a_target_is_removed(self) -> None:
        """603.3d."""
        g = scenario(you=dict(hand=["Leyline Binding"], battlefield=["Plains"] * 5))
        g.cast("Leyline Binding")
        g.resolve()
        assert (g.stack, g.pending) == ([], None)

    def test_an_ability_survives_its_source(self) -> None:
        """113.7a."""
        g = scenario(
            you=dict(battlefield=[PREACHER]),
            opponent=dict(hand=["Go for the Throat"], battlefield=["Swamp", "Swamp"]),
        )
        g.attack([PREACHER])
        g.choose([PREACHER, f"{PREACHER}/2"])
        g.pass_priority()
        g.cast("Go for the Throat", targets=[PREACHER])
        g.resolve_all()
        assert ("Vampire Token" in g.you.battlefield, g.you.drawn_this_turn, g.you.life) == (True, 1, 19)

    def test_a_draw_counts_for_the_mastermind_on_each_turn_anew(self) -> None:
        """603.2."""
        g = scenario(
            you=dict(battlefield=["Faerie Mastermind"]),
            opponent=dict(hand=["Up the Beanstalk"] * 2, battlefield=["Forest"] * 2),
            active="opponent",
            step="draw",
        )
        for drawn in (1, 2):
            g.to("main1", of="opponent")
            g.cast("Up the Beanstalk")
            g.resolve_all()
            assert len(g.you.hand) == drawn + (drawn - 1)

    def test_delayed_triggers_fire_once(self) -> None:
        """603.7b."""
        kumano = ("Kumano Faces Kakkazan", dict(counters={"lore": 1}))
        g = scenario(you=dict(hand=[HERO, HERO], battlefield=[kumano, "Mountain", "Mountain"]), step="draw")
        g.to("main1")
        g.resolve_all()
        g.cast(HERO)
        g.resolve_all()
        g.cast(HERO)
        g.resolve_all()
        assert [p.counters for p in g.permanents(HERO)] == [{"+1/+1": 1}, {}]


class TestStateBasedActions:
    def test_lethal_damage_and_deathtouch_together(self) -> None:
        """704.3, 704.5g, 704.5h."""
        g = scenario(you=dict(battlefield=[PREACHER]), opponent=dict(life=15, battlefield=[SHEOLDRED]))
        g.attack([PREACHER])
        g.resolve_all()
        g.block({PREACHER: [SHEOLDRED]})
        g.damage()
        assert (g.you.graveyard, g.opponent.graveyard) == ([PREACHER], [SHEOLDRED])

    def test_everything_of_the_last_check_has_happened(self) -> None:
        """704.3: the dying creature is gone although the game is over."""
        g = scenario(
            you=dict(battlefield=[HERO, "Samurai Token"]),
            opponent=dict(life=2, battlefield=["Soldier Token"]),
        )
        g.attack([HERO, "Samurai Token"])
        g.block({HERO: ["Soldier Token"]})
        g.damage()
        assert (g.over, g.winner) == (True, "you")
        assert (g.you.battlefield, g.opponent.battlefield) == (["Samurai Token"], [])

    def test_plus_and_minus_counters_annihilate(self) -> None:
        """704.5q."""
        g = scenario(you=dict(battlefield=[("Samurai Token", dict(counters={"+1/+1": 3, "-1/-1": 2}))]))
        assert g.permanent("Samurai Token").counters == {"+1/+1": 1}

    def test_toughness_zero(self) -> None:
        """704.5f."""
        g = scenario(you=dict(battlefield=[(HERO, dict(counters={"-1/-1": 1}))]))
        assert g.you.graveyard == [HERO]

    def test_a_saga_is_sacrificed_after_its_last_chapter(self) -> None:
        """714.4, 704.5s: not while the chapter ability waits on the stack."""
        g = scenario(you=dict(battlefield=[("Kumano Faces Kakkazan", dict(counters={"lore": 3}))]))
        assert g.you.graveyard == ["Kumano Faces Kakkazan"]

    def test_a_planeswalker_without_loyalty(self) -> None:
        """704.5i."""
        g = scenario(you=dict(battlefield=[(EMPEROR, dict(counters={"loyalty": 0}))]))
        assert g.you.graveyard == [EMPEROR]

    def test_both_at_zero_is_a_draw(self) -> None:
        """104.4a."""
        g = scenario(you=dict(life=0), opponent=dict(life=-3))
        assert (g.over, g.winner, g.you.life, g.opponent.life) == (True, "draw", 0, -3)

    def test_a_game_is_lost_before_triggers_go_on_the_stack(self) -> None:
        """704.3, 603.3b."""
        g = scenario(you=dict(hand=["Lightning Bolt"], battlefield=[HERO, "Mountain"]), opponent=dict(life=3))
        g.cast("Lightning Bolt", targets=["opponent"])
        g.resolve()
        assert (g.over, g.winner, g.stack) == (True, "you", [])

    def test_the_kept_legend_is_chosen(self) -> None:
        """704.5j."""
        g = scenario(
            you=dict(battlefield=[(SHEOLDRED, dict(counters={"+1/+1": 1})), SHEOLDRED]),
            opponent=dict(battlefield=[]),
        )
        assert g.pending is not None
        assert (g.pending.player, g.pending.kind) == ("you", "legend")
        g.choose(f"{SHEOLDRED}#2")
        assert g.permanent(SHEOLDRED).counters == {}
        assert g.you.graveyard == [SHEOLDRED]


class TestZones:
    def test_a_card_that_returns_is_a_new_object(self) -> None:
        """400.7."""
        g = scenario(
            you=dict(hand=["Leyline Binding", "Get Lost"], battlefield=["Plains"] * 7),
            opponent=dict(
                battlefield=[
                    (HERO, dict(counters={"+1/+1": 1}, damage=1)),
                    ("Monster", dict(attached_to=f"opponent:{HERO}")),
                ]
            ),
        )
        hero = g.permanent(HERO)
        g.cast("Leyline Binding")
        g.resolve()
        g.choose(HERO)
        g.resolve()
        assert g.opponent.battlefield == []
        g.cast("Get Lost", targets=["Leyline Binding"])
        g.resolve_all()
        new = g.permanent(HERO)
        assert hero.left
        assert (new.counters, new.damage, new.attachments, new.sick) == ({}, 0, [], True)

    def test_cards_go_to_their_owners_zones(self) -> None:
        """400.3."""
        g = scenario(you=dict(hand=["Shock"], battlefield=[(HERO, dict(owner="opponent")), "Mountain"]))
        g.cast("Shock", targets=[HERO])
        g.resolve_all()
        assert (g.opponent.graveyard, g.you.graveyard, g.opponent.life) == ([HERO], ["Shock"], 18)

    def test_what_is_known_moves_with_the_card(self) -> None:
        """701.24a: a shuffled library is unknown again."""
        g = scenario(
            you=dict(
                hand=["Topiary Stomper", "Play with Fire"],
                battlefield=["Forest"] * 3 + ["Mountain"],
                library=["Shock", "Forest"],
            )
        )
        g.cast("Play with Fire", targets=["opponent"])
        g.resolve(answers=["top"])
        assert g.known("you").library == ["Shock", None]
        g.cast("Topiary Stomper")
        g.resolve_all(answers=[[]])
        assert g.known("you").library == [None, None]
