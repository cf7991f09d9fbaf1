"""Lint refuses what cannot work, names all that is wrong at once, and passes every card of the pool."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mtg_causal_rl.cards import Back, Card, Pool, Token
from mtg_causal_rl.cards.idioms import (
    CREATURE,
    TARGET_CREATURE,
    TARGET_PLAYER,
    TARGET_SPELL,
    activated,
    deals,
    loyalty,
    spell,
    when,
)
from mtg_causal_rl.cards.lint import lint
from mtg_causal_rl.cards.vocabulary import (
    Ability,
    Always,
    AtLeast,
    AttachedTo,
    AttacksPlayer,
    BottomLooked,
    CasualtyPaid,
    Chapter,
    CheaperSelf,
    Colour,
    Cost,
    Counter,
    CreateToken,
    DamageTarget,
    Delay,
    Destroy,
    DiscardPicked,
    Draw,
    EnteredThisTurn,
    EntersSelf,
    EventAmount,
    ExtraCounter,
    If,
    Keyword,
    LoyaltyAnyTime,
    ManaAbility,
    May,
    Mill,
    Modify,
    NextCreatureSpell,
    Op,
    Register,
    Scry,
    Source,
    SubjectDies,
    Target,
    TargetRule,
    Transform,
    Triggered,
    You,
)
from mtg_causal_rl.errors import InvalidCard

BEAR = Card("Bear", "{1}{G}", "Creature — Bear", power=2, toughness=2)
SPELL = Card("Spark", "{R}", "Instant", abilities=(deals(1),))
NO_TARGET = ()


def entering(*code: Op, target: TargetRule | tuple[TargetRule, ...] = NO_TARGET) -> Card:
    return replace(BEAR, abilities=(when(EntersSelf(), *code, target=target),))


def casting(*code: Op, target: TargetRule | tuple[TargetRule, ...] = NO_TARGET) -> Card:
    return replace(SPELL, abilities=(spell(*code, target=target),))


BROKEN = {
    "name: is empty": replace(BEAR, name=""),
    "is longer than 255 bytes": replace(BEAR, name="B" * 256),
    "{Q} in '{Q}' is no known symbol": replace(BEAR, cost="{Q}"),
    "'2G' is no mana cost": replace(BEAR, cost="2G"),
    "'Beast' in 'Beast' is no type": replace(BEAR, type_line="Beast"),
    "names no card type": Card("Nothing", "{1}", "Legendary"),
    "a creature needs power and toughness": replace(BEAR, toughness=None),
    "only a creature has power and toughness": replace(BEAR, type_line="Artifact"),
    "a planeswalker needs loyalty": Card("Walker", "{4}", "Legendary Planeswalker"),
    "only a planeswalker has loyalty": replace(BEAR, loyalty=3),
    "never printed below 0": replace(BEAR, toughness=-1),
    "only a land may be basic": replace(BEAR, type_line="Basic Creature"),
    "a land has no cost": Card("Field", "{1}", "Land"),
    "needs a cost": replace(BEAR, cost=""),
    "and then no permanent": replace(SPELL, type_line="Instant Artifact"),
    "only an enchantment token may be an Aura": Card("Armour", "{1}", "Enchantment — Aura"),
    "only an instant or sorcery has flashback": replace(BEAR, flashback="{2}"),
    "only an instant or sorcery has casualty": replace(BEAR, casualty=1),
    "a land cannot be plotted": Card("Field", "", "Land", plot="{1}"),
    "0 spell abilities, where an instant or sorcery has 1": replace(SPELL, abilities=()),
    "1 spell abilities, where a permanent has 0": replace(BEAR, abilities=(deals(1),)),
    "a Saga has chapters": Card("Tale", "{1}", "Enchantment — Saga", abilities=(when(Chapter(2), Scry(1)),)),
    "only a Saga has chapters": replace(BEAR, abilities=(when(Chapter(1), Scry(1)),)),
    "power: a whole number was expected, not '2'": replace(BEAR, power="2"),
    "power: 40000 is out of range": replace(BEAR, power=40000),
    "keywords: a Keyword was expected, not 1": replace(BEAR, keywords=1),
    "a tuple was expected, not an Ability; a single one is written (x,)": replace(
        BEAR, abilities=when(EntersSelf(), Scry(1))
    ),
    "abilities[0].kind.event: a Trigger was expected, not the class EntersSelf": replace(
        BEAR, abilities=(when(EntersSelf, Scry(1)),)
    ),
    "abilities[0].code[0].who: a Who was expected, not a Source": entering(Draw(Source(), 1)),
    "abilities[0].code[0].amount: an Amount or a whole number was expected": entering(Scry("1")),
    "back: a Back or None was expected": replace(BEAR, back=BEAR),
    "17 abilities, where 16 fit": replace(BEAR, abilities=(when(EntersSelf(), Scry(1)),) * 17),
    "65 ops, where 64 fit": entering(*[Scry(1)] * 65),
    "does nothing": entering(),
    "May holds no ops": entering(May(You(), ())),
    "3 targets, where 2 fit": casting(Scry(1), target=(TARGET_CREATURE,) * 3),
    "target 0 may be nothing at all": casting(Scry(1), target=TargetRule()),
    "uses target 0, but chooses 0": casting(Destroy(Target())),
    "uses target 1, but chooses 1": casting(Destroy(Target(1)), target=TARGET_CREATURE),
    "uses target 0 as a player": casting(Mill(Target(), 2), target=TARGET_CREATURE),
    "uses target 0 as an object": casting(Destroy(Target()), target=TARGET_PLAYER),
    "uses target 0 as a spell": casting(Counter(), target=TARGET_CREATURE),
    "uses target 0 as something to damage": casting(DamageTarget(0, 1), target=TARGET_SPELL),
    "reads register 0, which nothing before it counts": casting(Scry(Register(0))),
    "reads register 1": casting(DamageTarget(0, 1), Scry(Register(1)), target=TARGET_CREATURE),
    "DiscardPicked comes before anything is picked": casting(DiscardPicked()),
    "BottomLooked comes before any Look": casting(BottomLooked()),
    "EventAmount means something only in a triggered ability": casting(Scry(EventAmount())),
    "AttacksPlayer is asked only when it attacks": entering(If(AttacksPlayer(), (Scry(1),))),
    "ExtraCounter needs the next creature spell": entering(ExtraCounter()),
    "CasualtyPaid is asked on a card without casualty": entering(If(CasualtyPaid(), (Scry(1),))),
    "NextCreatureSpell is only waited for after a Delay": replace(
        BEAR, abilities=(when(NextCreatureSpell(), ExtraCounter()),)
    ),
    "needs what to watch": entering(Delay(when(SubjectDies(), Scry(1)))),
    "a delayed ability: waits for one of": entering(Delay(when(EntersSelf(), Scry(1)))),
    "a delayed ability: has no targets": entering(
        Delay(when(NextCreatureSpell(), Scry(1), target=TARGET_CREATURE))
    ),
    "unknown token 'Soldir Token'; did you mean 'Soldier Token'": entering(
        CreateToken("Soldir Token", You())
    ),
    "Monster is an Aura: say what to attach it to": entering(CreateToken("Monster", You())),
    "Map Token is no Aura to attach": entering(CreateToken("Map Token", You(), attach=Source())),
    "Transform needs a back face": entering(Transform(Source())),
    "Draw has the amount -1, below 0": entering(Draw(You(), -1)),
    "only a planeswalker has loyalty abilities": replace(BEAR, abilities=(loyalty(1, Scry(1)),)),
    "makes it a loyalty ability": replace(BEAR, abilities=(activated(Cost(loyalty=1), Scry(1)),)),
    "taps 9 others, where 0 to 8 can be": replace(
        BEAR, abilities=(activated(Cost(tap_others=9, tap_filter=CREATURE), Scry(1)),)
    ),
    "says what may be tapped, and not how many": replace(
        BEAR, abilities=(activated(Cost(tap_filter=CREATURE), Scry(1)),)
    ),
    "an instant or sorcery has no activated ability": replace(
        SPELL, abilities=(deals(1), activated(Cost(), Scry(1)))
    ),
    "statics: only an Aura is attached to something": replace(
        BEAR, statics=(Modify(AttachedTo(), Always(), 1, 1, Keyword.NONE),)
    ),
    "statics: Register means something only in an ability that resolves": replace(
        BEAR, statics=(CheaperSelf(Register(0)),)
    ),
    "statics: only a planeswalker has loyalty abilities": replace(
        BEAR, statics=(LoyaltyAnyTime(EnteredThisTurn()),)
    ),
    "makes mana of some colour": replace(BEAR, mana_abilities=(ManaAbility(Colour.NONE),)),
}


@pytest.mark.parametrize("said", BROKEN)
def test_what_cannot_work_is_refused_with_the_reason(said: str) -> None:
    with pytest.raises(InvalidCard) as refusal:
        Pool.standard().with_cards([BROKEN[said]])
    assert said in str(refusal.value)


@pytest.mark.parametrize("name", [*Pool.standard().cards, *Pool.standard().tokens])
def test_every_card_and_token_of_the_pool_passes(name: str) -> None:
    pool = Pool.standard()
    assert lint([pool.front(name)], pool.faces) == []


def test_a_plain_card_passes() -> None:
    assert "Bear" in Pool.standard().with_cards([BEAR, replace(SPELL, cost="{0}")]).cards


def test_all_problems_of_all_cards_are_named_at_once() -> None:
    with pytest.raises(InvalidCard) as refusal:
        Pool.standard().with_cards(
            [
                entering(Draw(You(), -1), DiscardPicked(), CreateToken("Soldir Token", You())),
                Card("Field", "{Q}", "Lnd"),
                Token("Cub Token", "Creature — Bear"),
            ]
        )
    said = str(refusal.value)
    assert said.startswith("6 problems:")
    for part in ("Bear: abilities[0]: Draw has", "DiscardPicked", "'Soldir", "Field: {Q}", "Field: 'Lnd'"):
        assert part in said
    assert "Cub Token: a creature needs" in said


def test_a_back_face_is_judged_too() -> None:
    card = replace(BEAR, back=Back("Werebear", "Creature — Bear Werewolf", power=5))
    with pytest.raises(InvalidCard, match="Werebear: a creature needs power and toughness"):
        Pool.standard().with_cards([card])


def test_a_face_with_a_back_may_transform() -> None:
    back = Back("Werebear", "Creature — Bear Werewolf", power=5, toughness=5, colours=Colour.GREEN)
    card = replace(BEAR, back=back, abilities=(activated(Cost(), Transform(Source())),))
    assert Pool.standard().with_cards([card]).face_id("Werebear") > 0


def test_more_subtypes_than_fit_are_refused() -> None:
    many = [
        replace(BEAR, name=f"Bear {n}", type_line="Creature — " + " ".join(f"Kind{n}x{i}" for i in range(20)))
        for n in range(6)
    ]
    with pytest.raises(InvalidCard, match="subtypes, where 128 fit"):
        Pool.standard().with_cards(many)


def test_statements_that_hold_the_wrong_things_are_refused_beside_sound_ones() -> None:
    broken = [
        Token("Odd Token", None, power=1, toughness=1),  # type: ignore[arg-type]
        replace(BEAR, name="Odd Bear", back="Werebear"),  # type: ignore[arg-type]
        entering(CreateToken("Odd Token", You())),
    ]
    with pytest.raises(InvalidCard) as refusal:
        Pool.standard().with_cards(broken)
    assert "Odd Token: type_line: a text was expected, not None" in str(refusal.value)
    assert "Odd Bear: back: a Back or None was expected, not 'Werebear'" in str(refusal.value)


def test_the_smallest_broken_ability_is_a_tuple_of_the_wrong_things() -> None:
    card = replace(BEAR, abilities=(Ability(Triggered(EntersSelf()), (), (AtLeast(1, 2),)),))
    with pytest.raises(InvalidCard, match=r"abilities\[0\].code\[0\]: an Op was expected, not an AtLeast"):
        Pool.standard().with_cards([card])


