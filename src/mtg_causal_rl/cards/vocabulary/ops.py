"""What spells and abilities do, an instruction each. Skip counts are worked out by the compiler."""

from __future__ import annotations

from typing import Annotated

from mtg_causal_rl.cards.vocabulary.abilities import Ability, Mana
from mtg_causal_rl.cards.vocabulary.entry import choice
from mtg_causal_rl.cards.vocabulary.groups import (
    Block,
    Condition,
    Filter,
    Number,
    Op,
    Ref,
    Subtype,
    TokenName,
    Who,
)
from mtg_causal_rl.cards.vocabulary.words import Colour, CounterKind, Keyword, Type


@choice(0)
class DamageTarget(Op):
    """Deals damage to a target, whatever it is; register 0 becomes the damage dealt to a player."""

    index: int
    amount: Number


@choice(1)
class DamagePlayer(Op):
    """Deals damage to players."""

    who: Who
    amount: Number


@choice(2)
class DamageAll(Op):
    """Deals damage to each permanent that matches."""

    filter: Filter
    amount: Number


@choice(3)
class Destroy(Op):
    """Destroys an object (701.8)."""

    of: Ref


@choice(4)
class Exile(Op):
    """Exiles an object."""

    of: Ref


@choice(5)
class ExileAll(Op):
    """Exiles every permanent that matches; register 0 becomes how many reached exile."""

    filter: Filter


@choice(6)
class ExileUntilLeaves(Op):
    """Exiles an object until the source leaves the battlefield (610.3)."""

    of: Ref


@choice(7)
class ExileSameName(Op):
    """Exiles an object and every other permanent of its name, linked to the source (607.2a)."""

    of: Ref


@choice(8)
class ReturnLinked(Op):
    """Returns what the linked ability exiled, under its owners' control (607.2a)."""


@choice(9)
class ReturnTransformed(Op):
    """Exiles an object and returns it transformed under its controller's control."""

    of: Ref


@choice(10)
class Counter(Op):
    """Counters the target spell (701.6a); `exile` replaces its graveyard."""

    index: int = 0
    exile: bool = False


@choice(11)
class UnlessPays(Op):
    """The player may pay; whoever pays skips the next ops (118.12a)."""

    who: Who
    cost: Mana
    then: Block


@choice(12)
class May(Op):
    """The player may; whoever declines skips the next ops."""

    who: Who
    then: Block


@choice(13)
class MayPay(Op):
    """You may pay; whoever does not skips the next ops (118.12)."""

    cost: Mana
    then: Block


@choice(14, spelling="SkipUnless")
class If(Op):
    """Skips the next ops unless the condition holds."""

    condition: Condition
    then: Block


@choice(15)
class Draw(Op):
    """Draws cards, one by one (121.2)."""

    who: Who
    amount: Number


@choice(16)
class Mill(Op):
    """Puts cards from the top of a library into the graveyard (701.17a)."""

    who: Who
    amount: Number


@choice(17)
class GainLife(Op):
    """Gains life."""

    who: Who
    amount: Number


@choice(18)
class LoseLife(Op):
    """Loses life."""

    who: Who
    amount: Number


@choice(19)
class Scry(Op):
    """Scries (701.22a)."""

    amount: Number


@choice(20)
class Explore(Op):
    """Explores with a creature (701.44a)."""

    of: Ref


@choice(21)
class CreateToken(Op):
    """Creates tokens, with +1/+1 counters, attached to an object where one is given (111)."""

    face: TokenName
    who: Who
    amount: Number = 1
    counters: Number = 0
    attach: Ref | None = None


@choice(22)
class AddCounters(Op):
    """Puts counters on an object; `kind` is numbered as `CounterKind`."""

    of: Ref
    kind: CounterKind
    amount: Number


@choice(23)
class Pump(Op):
    """Gives power, toughness and keywords until end of turn (611.2)."""

    of: Ref
    power: Number
    toughness: Number
    keywords: Keyword = Keyword.NONE


@choice(24)
class Animate(Op):
    """Makes an object a creature until end of turn, in addition to what it is (613.1d to 613.4b)."""

    of: Ref
    types: Type
    subtypes: tuple[Subtype, ...]
    colours: Colour
    power: int
    toughness: int
    keywords: Keyword = Keyword.NONE


@choice(25)
class Transform(Op):
    """Transforms a double-faced permanent (701.27)."""

    of: Ref


@choice(26)
class Look(Op):
    """Looks at cards from the top of a library; `reveal` shows them to both."""

    who: Who
    amount: Number
    reveal: bool = False


@choice(27)
class Take(Op):
    """Puts cards among those looked at into the hand, one by one; `reveal` shows them."""

    at_least: Number
    at_most: Number
    filter: Filter = ()
    reveal: bool = False


@choice(28)
class TakeOnePerType(Op):
    """Puts up to one card of each card type among those looked at into the hand."""


@choice(29)
class BottomLooked(Op):
    """Puts the rest of those looked at on the bottom in random order."""


@choice(30)
class Shuffle(Op):
    """Shuffles a library (701.24a)."""

    who: Who


@choice(31)
class SearchToBattlefield(Op):
    """Searches your library for a card that matches, onto the battlefield tapped (701.23b)."""

    filter: Filter


@choice(32)
class LookAtHand(Op):
    """Looks at a hand; `reveal` shows it to both."""

    who: Who
    reveal: bool = False


@choice(33)
class PickFromHand(Op):
    """Picks a card of a hand; `optional` may pick none."""

    who: Who
    filter: Filter
    optional: bool = False


@choice(34)
class DiscardPicked(Op):
    """Discards the picked card."""


@choice(35)
class RevealTop(Op):
    """Reveals the top card of a library and picks it."""

    who: Who


@choice(36)
class PickedToHand(Op):
    """Puts the picked card into its owner's hand."""


@choice(37)
class ReturnAttacking(Op):
    """Returns an object from the graveyard tapped and attacking, with +1/+1 counters (508.4)."""

    of: Ref
    counters: int = 0


@choice(38)
class CopySpell(Op):
    """Copies the spell that the event is about; its controller may choose new targets (707.10c)."""


@choice(39)
class Delay(Op):
    """Sets up the delayed trigger that is another ability of this face, watching an object where one is
    given.
    """

    ability: Annotated[Ability, "Delayed"]
    subject: Ref | None = None


@choice(40)
class ExtraCounter(Op):
    """The creature spell that the event is about enters with an additional +1/+1 counter."""


@choice(41)
class Discard(Op):
    """Discards cards of the player's choice."""

    who: Who
    amount: Number
