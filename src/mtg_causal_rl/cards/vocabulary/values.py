"""What cards refer to and ask: players, objects, numbers, filters, conditions. Nothing here does anything."""

from __future__ import annotations

from mtg_causal_rl.cards.vocabulary.entry import choice
from mtg_causal_rl.cards.vocabulary.groups import Amount, Condition, Filter, Number, Predicate, Ref, Who
from mtg_causal_rl.cards.vocabulary.words import Type, Zone


@choice(0)
class You(Who):
    """The controller of the spell or ability."""


@choice(1)
class Opponent(Who):
    """That player's opponent."""


@choice(2)
class Each(Who):
    """Both players, the active one first."""


@choice(3)
class EventPlayer(Who):
    """The player the triggering event is about."""


@choice(4, 1)
class Target(Who, Ref):
    """The player chosen as that target. / What was chosen as that target."""

    index: int = 0


@choice(5)
class ControllerOf(Who):
    """Who controls (or last controlled) an object or spell."""

    of: Ref


@choice(0)
class Source(Ref):
    """The object whose ability this is, or the spell itself."""


@choice(2)
class Subject(Ref):
    """The object the triggering event is about."""


@choice(3)
class Attached(Ref):
    """What the source is attached to."""


@choice(4)
class Picked(Ref):
    """The card picked by the latest picking op."""


@choice(0)
class Fixed(Amount):
    """A number."""

    value: int


@choice(1)
class Register(Amount):
    """What an earlier op has counted."""

    index: int = 0


@choice(2)
class Count(Amount):
    """How many objects in a player's zone (numbered as `Zone`) match; permanents by controller, cards by
    owner.
    """

    who: Who
    zone: Zone
    filter: Filter


@choice(3)
class Counters(Amount):
    """All counters on an object."""

    of: Ref


@choice(4)
class Power(Amount):
    """An object's power, or its last known power."""

    of: Ref


@choice(5)
class EventAmount(Amount):
    """The number that the triggering event carries."""


@choice(6)
class ManaSpent(Amount):
    """Mana spent to cast this spell."""


@choice(7)
class Convoked(Amount):
    """Creatures that convoked this spell or the permanent it became."""


@choice(8)
class BasicLandTypes(Amount):
    """Different basic land types among lands a player controls (domain, 207.2c)."""

    who: Who


@choice(9)
class Life(Amount):
    """A player's life total."""

    who: Who


@choice(0)
class TypeAny(Predicate):
    """Has one of these types or supertypes."""

    types: Type


@choice(1)
class TypeNone(Predicate):
    """Has none of these types or supertypes."""

    types: Type


@choice(2)
class ControlledBy(Predicate):
    """Is controlled (a card: owned) by that player."""

    who: Who


@choice(3)
class Tapped(Predicate):
    """Is tapped."""


@choice(4)
class Untapped(Predicate):
    """Is untapped."""


@choice(5)
class Another(Predicate):
    """Is not the source."""


@choice(6)
class TotalAtMost(Predicate):
    """Power plus toughness is at most this."""

    total: int


@choice(7)
class ManaValueAtMost(Predicate):
    """Mana value is at most this."""

    amount: Number


@choice(8)
class ManaValueAtLeast(Predicate):
    """Mana value is at least this."""

    amount: Number


@choice(9)
class PowerAtLeast(Predicate):
    """Power is at least this."""

    power: int


@choice(10)
class NotNamedLikeSource(Predicate):
    """Is not of the same name as the source."""


@choice(0)
class Always(Condition):
    """Always true."""


@choice(1)
class Not(Condition):
    """The other is false."""

    of: Condition


@choice(2)
class All(Condition):
    """All are true."""

    of: tuple[Condition, ...]


@choice(3)
class AtLeast(Condition):
    """The first number is at least the second."""

    left: Number
    right: Number


@choice(4)
class EnteredThisTurn(Condition):
    """The source entered the battlefield this turn."""


@choice(5)
class AttacksPlayer(Condition):
    """The triggering attack is on a player, not on a planeswalker."""


@choice(6)
class CasualtyPaid(Condition):
    """The casualty cost of the spell was paid."""


@choice(7)
class PickedIs(Condition):
    """The picked card matches; false where none was picked."""

    filter: Filter


@choice(8)
class SourceRemains(Condition):
    """The source is still the permanent it was; one that has left holds nothing (610.3b)."""
