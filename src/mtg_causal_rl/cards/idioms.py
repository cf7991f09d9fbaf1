"""Short ways to write what cards repeat: kinds of abilities, filters, targets. No card lives here."""

from __future__ import annotations

from mtg_causal_rl.cards.cost import COLOURS, mana
from mtg_causal_rl.cards.vocabulary import (
    Ability,
    AbilityKind,
    Activated,
    Always,
    Another,
    AtLeast,
    Casts,
    CastSelf,
    CasualtyPaid,
    Colour,
    Condition,
    ControlledBy,
    ControllerOf,
    CopySpell,
    Cost,
    Count,
    Counter,
    DamageTarget,
    Enters,
    EntersSelf,
    EntersTapped,
    ExileUntilLeaves,
    Filter,
    ManaAbility,
    NextCreatureSpell,
    Not,
    Op,
    Opponent,
    Players,
    Pump,
    Ref,
    Source,
    Spell,
    SubjectDies,
    Target,
    TargetRule,
    Trigger,
    Triggered,
    Type,
    TypeAny,
    TypeNone,
    UnlessPays,
    You,
    Zone,
)

Targets = TargetRule | tuple[TargetRule, ...]

CREATURE: Filter = (TypeAny(Type.CREATURE),)
LAND: Filter = (TypeAny(Type.LAND),)
NONLAND: Filter = (TypeNone(Type.LAND),)
NONCREATURE: Filter = (TypeNone(Type.CREATURE),)
PLANESWALKER: Filter = (TypeAny(Type.PLANESWALKER),)
INSTANT_OR_SORCERY: Filter = (TypeAny(Type.INSTANT | Type.SORCERY),)
OPPOSING_NONLAND: Filter = (*NONLAND, ControlledBy(Opponent()))
ALWAYS = Always()
NEVER = Not(ALWAYS)

ANY_TARGET = TargetRule((TypeAny(Type.CREATURE | Type.PLANESWALKER | Type.BATTLE),), Players.ANY)
"""115.4."""
TARGET_CREATURE = TargetRule(CREATURE)
TARGET_SPELL = TargetRule(spells=())
TARGET_PLAYER = TargetRule(players=Players.ANY)
TARGET_OPPONENT = TargetRule(players=Players.OPPONENTS)


def spell(*code: Op, target: Targets = ()) -> Ability:
    """What an instant or sorcery does."""
    return _ability(Spell(), code, target)


def when(
    event: Trigger,
    *code: Op,
    target: Targets = (),
    condition: Condition = ALWAYS,
    still: bool = False,
    zone: Zone = Zone.BATTLEFIELD,
) -> Ability:
    """A triggered ability. A spell is cast on the stack; what a `Delay` sets up is awaited in no zone."""
    if isinstance(event, CastSelf):
        zone = Zone.STACK
    elif isinstance(event, SubjectDies | NextCreatureSpell):
        zone = Zone.NOWHERE
    return _ability(Triggered(event, zone, condition, still), code, target)


def activated(cost: Cost, *code: Op, target: Targets = (), sorcery: bool = False) -> Ability:
    """An activated ability; `sorcery` where it is used at sorcery timing only."""
    return _ability(Activated(cost, sorcery), code, target)


def loyalty(change: int, *code: Op, target: Targets = ()) -> Ability:
    """A loyalty ability (606)."""
    return _ability(Activated(Cost(loyalty_ability=True, loyalty=change)), code, target)


def taps_for(colours: str, damage: int = 0) -> ManaAbility:
    """Tap for one mana of one of these, written as in "WU"."""
    made = Colour.NONE
    for letter in colours:
        made |= COLOURS[letter]
    return ManaAbility(made, damage)


def painland(colours: str) -> tuple[ManaAbility, ...]:
    """Colourless for nothing, or a colour for 1 damage."""
    return taps_for("C"), taps_for(colours, damage=1)


def enters_tapped() -> tuple[Enters, ...]:
    return (EntersTapped(NEVER),)


def enters_tapped_unless(condition: Condition) -> tuple[Enters, ...]:
    return (EntersTapped(condition),)


def lands(at_least: int) -> Condition:
    """You control at least so many lands."""
    return AtLeast(Count(You(), Zone.BATTLEFIELD, LAND), at_least)


def other_lands(at_least: int) -> Condition:
    """You control at least so many lands beside this one."""
    return AtLeast(Count(You(), Zone.BATTLEFIELD, (*LAND, Another())), at_least)


def deals(damage: int, *then: Op) -> Ability:
    """A spell that deals damage to any target."""
    return spell(DamageTarget(0, damage), *then, target=ANY_TARGET)


def counter_unless_pays(cost: str, exile: bool = False) -> Op:
    """Counters the one target unless its controller pays (118.12a)."""
    return UnlessPays(ControllerOf(Target()), mana(cost), (Counter(exile=exile),))


def prowess() -> Ability:
    """702.108a."""
    return when(Casts(You(), NONCREATURE), Pump(Source(), 1, 1))


def casualty() -> Ability:
    """The trigger of a spell with casualty (702.153a)."""
    return when(CastSelf(), CopySpell(), condition=CasualtyPaid(), still=True)


def exile_until_leaves(of: Ref, target: Targets = ()) -> Ability:
    """When this enters, an object is exiled until it leaves."""
    return when(EntersSelf(), ExileUntilLeaves(of), target=target)


def pay(text: str, tap: bool = False, sacrifice: bool = False) -> Cost:
    """An activation cost with that mana."""
    return Cost(mana(text), tap, sacrifice)


def _ability(kind: AbilityKind, code: tuple[Op, ...], target: Targets) -> Ability:
    return Ability(kind, (target,) if isinstance(target, TargetRule) else target, code)
