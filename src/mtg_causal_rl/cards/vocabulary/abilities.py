"""What a card has: costs, triggers, targets and every kind of ability. What abilities do is in `ops`."""

from __future__ import annotations

from mtg_causal_rl.cards.vocabulary.entry import Entry, choice, record
from mtg_causal_rl.cards.vocabulary.groups import (
    AbilityKind,
    Affected,
    Code,
    Condition,
    Enters,
    Filter,
    Number,
    Static,
    Trigger,
    Who,
)
from mtg_causal_rl.cards.vocabulary.values import Always
from mtg_causal_rl.cards.vocabulary.words import Colour, Keyword, Players, Step, Zone


@choice(0)
class EntersSelf(Trigger):
    """When this permanent enters (603.6a)."""


@choice(1)
class DiesSelf(Trigger):
    """When this permanent dies (700.4)."""


@choice(2)
class LeavesSelf(Trigger):
    """When this permanent leaves the battlefield (603.6c)."""


@choice(3)
class CastSelf(Trigger):
    """When this spell is cast."""


@choice(4)
class Casts(Trigger):
    """Whenever that player casts a spell that matches."""

    who: Who
    filter: Filter


@choice(5)
class TargetedFirst(Trigger):
    """Whenever this becomes the target of a spell or ability you control for the first time in a turn."""


@choice(6)
class AttacksSelf(Trigger):
    """Whenever this attacks (508.3a)."""


@choice(7)
class AttackWith(Trigger):
    """Whenever you attack with at least so many creatures (508.3c)."""

    at_least: int


@choice(8)
class Draws(Trigger):
    """Whenever that player draws a card; `nth` of the turn, 0 for any."""

    who: Who
    nth: int = 0


@choice(9)
class Chapter(Trigger):
    """When the lore counters of this Saga reach a number (714.2b)."""

    number: int


@choice(10)
class StepBegins(Trigger):
    """At the beginning of a step (numbered as `Step`) of that player's turn."""

    step: Step
    who: Who


@choice(11)
class SubjectDies(Trigger):
    """Delayed: when the watched creature dies this turn."""


@choice(12)
class NextCreatureSpell(Trigger):
    """Delayed: when you next cast a creature spell this turn."""


@record
class Mana(Entry):
    """A mana cost: pips by kind, and generic mana."""

    white: int = 0
    blue: int = 0
    black: int = 0
    red: int = 0
    green: int = 0
    colourless: int = 0
    generic: int = 0


@record
class Cost(Entry):
    """What an activated ability costs; a loyalty ability has `loyalty_ability` and its change of counters."""

    mana: Mana = Mana()
    tap: bool = False
    sacrifice: bool = False
    loyalty_ability: bool = False
    loyalty: int = 0
    tap_others: int = 0
    tap_filter: Filter = ()


@choice(0)
class Spell(AbilityKind):
    """What an instant or sorcery does."""


@choice(1)
class Activated(AbilityKind):
    """Can be activated by its controller; `sorcery` restricts the timing (602.5d)."""

    cost: Cost
    sorcery: bool = False


@choice(2)
class Triggered(AbilityKind):
    """Triggers where `condition` holds at the event, from a zone (numbered as `Zone`); `still` checks it
    again on resolution (603.4).
    """

    event: Trigger
    zone: Zone = Zone.BATTLEFIELD
    condition: Condition = Always()
    still: bool = False


@record
class TargetRule(Entry):
    """What one target may be: permanents that match, players (0 none, 1 any, 2 opponents), spells that
    match.
    """

    permanents: Filter | None = None
    players: Players = Players.NONE
    spells: Filter | None = None
    optional: bool = False


@record
class Ability(Entry):
    """One ability: what it is, what it targets, what it does."""

    kind: AbilityKind
    targets: tuple[TargetRule, ...]
    code: Code


@record
class ManaAbility(Entry):
    """A mana ability: tap for one mana of one of these colours (bits WUBRGC), and this much damage to its
    controller.
    """

    colours: Colour
    damage: int = 0


@choice(0, spelling="Tapped")
class EntersTapped(Enters):
    """Enters tapped unless the condition holds (614.1d)."""

    unless: Condition


@choice(1)
class TappedUnlessPaid(Enters):
    """Enters tapped unless its controller pays life (614.12a)."""

    life: int


@choice(0)
class Itself(Affected):
    """The source itself."""


@choice(1)
class AttachedTo(Affected):
    """What the source is attached to."""


@choice(0)
class Modify(Static):
    """Changes power and toughness and grants keywords while the condition holds (613.1f, 613.4c)."""

    affected: Affected
    condition: Condition
    power: Number
    toughness: Number
    keywords: Keyword


@choice(1)
class CheaperSpells(Static):
    """Spells you cast that match cost less generic mana (601.2f)."""

    filter: Filter
    amount: Number


@choice(2)
class CheaperSelf(Static):
    """This spell costs less generic mana."""

    amount: Number


@choice(3)
class Barred(Static):
    """Cannot attack or block unless the condition holds (508.1c, 509.1b)."""

    unless: Condition


@choice(4)
class CannotBlock(Static):
    """Cannot block (509.1b)."""


@choice(5)
class LoyaltyAnyTime(Static):
    """Its loyalty abilities may be activated at instant speed while the condition holds (606.3)."""

    condition: Condition


@choice(6)
class DamageAsCounters(Static):
    """Noncombat damage your sources would deal to opposing creatures becomes -1/-1 counters (614.1a)."""


@choice(7)
class ExileDamaged(Static):
    """A creature dealt damage this turn by a source you controlled is exiled instead of dying (614.1a)."""
