"""Cards that meet: replacement, return, last known information, costs that share a permanent."""

from __future__ import annotations

from mtg_causal_rl import scenario

HERO = "Heartfire Hero"
MAGE = "Soul-Scar Mage"
KNIGHT = "Knight-Errant of Eos"
SPHERE = "Detention Sphere"
BINDING = "Leyline Binding"
EMPEROR = "The Wandering Emperor"
KUMANO = "Kumano Faces Kakkazan"
ETCHING = "Etching of Kumano"
SHEOLDRED = "Sheoldred, the Apocalypse"
PREACHER = "Preacher of the Schism"
GET_LOST = dict(hand=["Get Lost"], battlefield=["Plains", "Plains"])


def test_an_elf_is_tapped_for_mana_and_then_sacrificed() -> None:
    """601.2g, 601.2h: mana abilities come before costs are paid."""
    g = scenario(
        you=dict(hand=["Make Disappear"], battlefield=["Llanowar Elves", "Island"]),
        opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
        active="opponent",
    )
    g.cast("Shock", targets=["you"])
    g.pass_priority()
    g.cast(
        "Make Disappear",
        targets=["Shock"],
        casualty="Llanowar Elves",
        pay=["Island", ("Llanowar Elves", "G")],
    )
    assert g.you.graveyard == ["Llanowar Elves"]


def test_searing_blood_sees_a_death_by_counters() -> None:
    """614.1a, 603.7b: the damage became counters, the creature dies all the same."""
    g = scenario(
        you=dict(hand=["Searing Blood"], battlefield=[MAGE, "Mountain", "Mountain"]),
        opponent=dict(battlefield=["Deep-Cavern Bat"]),
    )
    g.cast("Searing Blood", targets=["Deep-Cavern Bat"])
    g.resolve_all()
    assert (g.opponent.graveyard, g.opponent.life) == (["Deep-Cavern Bat"], 17)


def test_searing_blood_burns_the_controller_not_the_owner() -> None:
    """608.2h."""
    g = scenario(
        you=dict(
            hand=["Searing Blood"],
            battlefield=[("Deep-Cavern Bat", dict(owner="opponent")), *["Mountain"] * 2],
        )
    )
    g.cast("Searing Blood", targets=["Deep-Cavern Bat"])
    g.resolve_all()
    assert (g.opponent.graveyard, g.you.life, g.opponent.life) == (["Deep-Cavern Bat"], 17, 20)


def test_get_lost_gives_maps_to_the_controller_not_the_owner() -> None:
    """608.2h."""
    g = scenario(you=dict(battlefield=[(HERO, dict(owner="opponent"))]), opponent=GET_LOST, active="opponent")
    g.cast("Get Lost", targets=[HERO])
    g.resolve_all()
    assert (g.opponent.graveyard, g.you.battlefield) == ([HERO, "Get Lost"], ["Map Token", "Map Token"])


def test_a_hero_under_another_controller_burns_his_opponent() -> None:
    """603.10a: the last controller's opponent."""
    g = scenario(
        you=dict(hand=["Cut Down"], battlefield=[(HERO, dict(owner="opponent")), "Swamp"]),
    )
    g.cast("Cut Down", targets=[HERO])
    g.resolve()
    g.resolve_all()
    assert (g.opponent.life, g.you.life) == (18, 20)


def test_a_knight_that_returns_was_not_convoked() -> None:
    """702.51c: X is 0, the library is shuffled."""
    g = scenario(
        you=dict(battlefield=[(SPHERE, dict(holds=[(KNIGHT, dict(owner="you"))]))], library=[HERO] * 6),
        opponent=GET_LOST,
        active="opponent",
    )
    g.cast("Get Lost", targets=[SPHERE])
    g.resolve_all()
    assert (KNIGHT in g.you.battlefield, g.pending, g.you.hand) == (True, None, [])
    assert "you shuffle" in g.transcript()


def test_a_saga_that_returns_begins_anew() -> None:
    """714.3a, 400.7."""
    g = scenario(
        you=dict(battlefield=[(SPHERE, dict(holds=[(KUMANO, dict(owner="you"))]))]),
        opponent=GET_LOST,
        active="opponent",
    )
    g.cast("Get Lost", targets=[SPHERE])
    g.resolve()
    g.resolve()
    assert (g.permanent(KUMANO).counters, g.stack) == ({"lore": 1}, [KUMANO])
    g.resolve()
    assert g.opponent.life == 19


def test_an_emperor_that_returns_may_act_at_instant_speed() -> None:
    """606.3: she entered this turn."""
    g = scenario(
        you=dict(battlefield=[(BINDING, dict(holds=[(EMPEROR, dict(owner="you"))]))]),
        opponent=GET_LOST,
        active="opponent",
    )
    g.cast("Get Lost", targets=[BINDING])
    g.resolve()
    assert g.permanent(EMPEROR).loyalty == 3
    g.pass_priority()
    assert g.can_activate(EMPEROR, ability=1)


def test_what_returns_enters_and_triggers() -> None:
    """603.6a, 610.3."""
    g = scenario(
        you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
        opponent=dict(battlefield=[(BINDING, dict(holds=["Resolute Reinforcements"]))]),
    )
    g.cast("Get Lost", targets=[BINDING])
    g.resolve()
    assert (g.stack, "Resolute Reinforcements" in g.you.battlefield) == (["Resolute Reinforcements"], True)
    g.resolve()
    assert "Soldier Token" in g.you.battlefield


def test_binding_on_a_bat_gives_the_card_back() -> None:
    """610.3: the bat left, for whatever zone."""
    bat = ("Deep-Cavern Bat", dict(holds=["Shock"]))
    g = scenario(you=dict(hand=[BINDING], battlefield=["Plains"] * 5), opponent=dict(battlefield=[bat]))
    g.cast(BINDING)
    g.resolve_all()
    assert (g.you.hand, g.opponent.exile) == (["Shock"], ["Deep-Cavern Bat"])


def test_two_roles_at_once_on_two_creatures() -> None:
    """704.5y counts one permanent's Roles."""
    roles = [("Monster", dict(attached_to="Soldier Token")), ("Monster", dict(attached_to="Soldier Token#2"))]
    g = scenario(you=dict(battlefield=["Soldier Token", "Soldier Token", *roles]))
    assert [p.power for p in g.permanents("Soldier Token")] == [2, 2]


def test_etching_exiles_what_dies_in_combat_with_burn() -> None:
    """614.1a: any source you controlled."""
    g = scenario(you=dict(battlefield=[ETCHING]), opponent=dict(battlefield=[HERO]))
    g.attack([ETCHING])
    g.block({ETCHING: [HERO]})
    g.damage()
    assert (g.opponent.exile, g.opponent.graveyard, g.you.life) == ([HERO], [], 20)


def test_etching_exiles_a_creature_sacrificed_after_damage() -> None:
    """614.1a, 700.4: sacrificed it would die too."""
    g = scenario(
        you=dict(hand=["Shock"], battlefield=[ETCHING, "Mountain"]),
        opponent=dict(
            hand=["Make Disappear", "Shock"], battlefield=[PREACHER, "Island", "Island", "Mountain"]
        ),
    )
    g.cast("Shock", targets=[PREACHER])
    g.resolve()
    g.pass_priority()
    g.cast("Shock", targets=["you"])
    g.cast("Make Disappear", targets=["Shock"], casualty=PREACHER)
    assert (g.opponent.exile, g.opponent.graveyard) == ([PREACHER], [])


def test_a_djinn_grows_by_its_countered_spells() -> None:
    """701.6a, 604.3."""
    g = scenario(
        you=dict(hand=["Shock"], battlefield=["Haughty Djinn", "Mountain"]),
        opponent=dict(hand=["Counterspell"], battlefield=["Island", "Island"]),
    )
    g.cast("Shock", targets=["opponent"])
    g.pass_priority()
    g.cast("Counterspell", targets=["Shock"])
    g.resolve_all()
    assert g.permanent("Haughty Djinn").power == 1


def test_a_copy_leaves_nothing_for_the_djinn() -> None:
    """704.5e."""
    g = scenario(
        you=dict(hand=["Make Disappear"], battlefield=["Haughty Djinn", "Soldier Token", "Island"]),
        opponent=dict(hand=["Shock"], battlefield=["Mountain"]),
        active="opponent",
    )
    g.cast("Shock", targets=["you"])
    g.pass_priority()
    g.cast("Make Disappear", targets=["Shock"], casualty="Soldier Token", pay=["Island"])
    g.resolve_all(answers=["Shock"])
    assert (g.permanent("Haughty Djinn").power, g.you.graveyard) == (1, ["Make Disappear"])


def test_sheoldred_drains_for_each_card_of_a_mastermind() -> None:
    """121.2c, 603.3b."""
    g = scenario(
        you=dict(battlefield=["Faerie Mastermind", *["Island"] * 4]), opponent=dict(battlefield=[SHEOLDRED])
    )
    g.activate("Faerie Mastermind")
    g.resolve()
    while g.pending is not None:
        g.choose(g.pending.options[0])
    g.resolve_all()
    assert (g.you.life, g.opponent.life) == (18, 22)


def test_an_auras_loss_can_kill() -> None:
    """704.5g: damage marked on a smaller creature is lethal."""
    role = ("Monster", dict(attached_to="opponent:Soldier Token"))
    g = scenario(
        you=dict(hand=["Get Lost"], battlefield=["Plains", "Plains"]),
        opponent=dict(battlefield=[("Soldier Token", dict(damage=1)), role]),
    )
    g.cast("Get Lost", targets=["Monster"])
    g.resolve()
    assert g.opponent.battlefield == ["Map Token", "Map Token"]


def test_a_stomper_below_seven_lands_goes_on_attacking() -> None:
    """506.4a: the restriction is tested at the declaration."""
    animated = ("Restless Reef", dict(animated=True))
    g = scenario(
        you=dict(battlefield=["Topiary Stomper", *["Forest"] * 6, animated]),
        opponent=dict(hand=["Go for the Throat"], battlefield=["Swamp", "Swamp"]),
    )
    g.attack(["Topiary Stomper"])
    g.pass_priority()
    g.cast("Go for the Throat", targets=["Restless Reef"])
    g.resolve()
    g.damage()
    assert g.opponent.life == 16


def test_a_planeswalker_that_was_a_target_of_rage_is_none() -> None:
    """115.1: creatures only."""
    g = scenario(you=dict(hand=["Monstrous Rage"], battlefield=["Mountain", EMPEROR]))
    assert not g.can_cast("Monstrous Rage")


def test_first_strike_and_trample_in_two_steps() -> None:
    """510.4, 702.19b."""
    role = ("Monster", dict(attached_to="Samurai Token"))
    g = scenario(
        you=dict(battlefield=[EMPEROR, "Samurai Token", role]), opponent=dict(battlefield=["Soldier Token"])
    )
    g.activate(EMPEROR, targets=["Samurai Token"])
    g.resolve()
    g.attack(["Samurai Token"])
    g.block({"Samurai Token": ["Soldier Token"]})
    g.damage("first")
    g.choose({"Soldier Token": 1, "opponent": 3})
    assert (g.opponent.life, g.opponent.battlefield) == (17, [])
    g.damage()
    assert g.opponent.life == 17


def test_two_sagas_give_two_counters() -> None:
    """603.7, 614.1c: two delayed triggers."""
    kumano = (KUMANO, dict(counters={"lore": 1}))
    g = scenario(you=dict(hand=[HERO], battlefield=[kumano, kumano, "Mountain"]), step="draw")
    g.to("main1")
    g.resolve_all()
    g.cast(HERO)
    g.resolve_all()
    assert g.permanent(HERO).counters == {"+1/+1": 2}


def test_a_role_that_falls_off_in_cleanup_makes_another_cleanup() -> None:
    """514.3a: state-based actions were performed, so there is priority."""
    animated = ("Restless Anchorage", dict(animated=True))
    role = ("Monster", dict(attached_to="Restless Anchorage"))
    g = scenario(you=dict(battlefield=[animated, role]), step="end")
    g.to("cleanup")
    assert (g.step, g.active, g.priority, g.you.battlefield) == (
        "cleanup",
        "you",
        "you",
        ["Restless Anchorage"],
    )
    g.next_turn()
    assert g.active == "opponent"


def test_the_steps_of_combat_happen_although_the_attacker_died() -> None:
    """508.8: a creature was declared as an attacker."""
    g = scenario(
        you=dict(battlefield=["Soldier Token"]), opponent=dict(hand=["Shock"], battlefield=["Mountain", HERO])
    )
    g.attack(["Soldier Token"])
    g.pass_priority()
    g.cast("Shock", targets=["Soldier Token"])
    g.resolve()
    g.to("blockers")
    assert (g.step, g.priority) == ("blockers", "you")
    g.to("damage")
    assert (g.step, g.opponent.life) == ("damage", 20)


def test_an_elf_convokes_although_mana_alone_would_do() -> None:
    """702.51a: X is 1."""
    g = scenario(
        you=dict(
            hand=[KNIGHT], battlefield=["Llanowar Elves", *["Plains"] * 4], library=["Llanowar Elves"] * 6
        )
    )
    g.cast(KNIGHT, convoke=["Llanowar Elves"], pay=["Plains"] * 4)
    g.resolve_all(answers=[["Llanowar Elves"]])
    assert g.you.hand == ["Llanowar Elves"]


def test_convoking_beside_floating_mana() -> None:
    """702.51a: the creature pays, the mana stays."""
    g = scenario(you=dict(hand=[KNIGHT], battlefield=["Soldier Token"], mana="WWWWW"))
    g.cast(KNIGHT, convoke=["Soldier Token"])
    assert (g.permanent("Soldier Token").tapped, g.you.mana, g.stack_objects[0].mana_spent) == (True, "W", 4)


def test_triggers_of_the_same_words_are_not_ordered() -> None:
    """603.3b: asked where they differ; two Guides do not."""
    g = scenario(you=dict(battlefield=["Goblin Guide", "Goblin Guide"]))
    g.attack(["Goblin Guide", "Goblin Guide"])
    assert (g.pending, g.stack) == (None, ["Goblin Guide", "Goblin Guide"])


def test_a_bat_that_is_gone_asks_nothing() -> None:
    """610.3b: there is nothing to choose."""
    g = scenario(
        you=dict(hand=["Deep-Cavern Bat"], battlefield=["Swamp", "Swamp"]),
        opponent=dict(hand=["Shock", "Sunfall", "Duress"], battlefield=["Mountain"]),
    )
    g.cast("Deep-Cavern Bat")
    g.resolve()
    g.pass_priority()
    g.cast("Shock", targets=["Deep-Cavern Bat"])
    g.resolve()
    g.resolve()
    assert (g.pending, g.stack, sorted(g.known("opponent").hand)) == (None, [], ["Duress", "Sunfall"])


def test_many_pumps_are_no_overflow() -> None:
    """An aggressive turn is a legal game."""
    team = [*["Monastery Swiftspear"] * 4, *["Slickshot Show-Off"] * 4]
    g = scenario(you=dict(hand=["Shock"] * 6, battlefield=[*team, *["Mountain"] * 6]), opponent=dict(life=50))
    for _ in range(6):
        g.cast("Shock", targets=["opponent"])
        while g.pending is not None:
            g.choose(g.pending.options[0])
        g.resolve_all()
    assert not g.over
    assert [p.power for p in g.permanents("Slickshot Show-Off")] == [13] * 4
    assert [p.power for p in g.permanents("Monastery Swiftspear")] == [7] * 4
