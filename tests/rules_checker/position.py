"""A game's public view with what rules ask of it: who has what where, what can be tapped, aimed at, paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules_checker.cards import (
    COLOURS,
    DOMAIN_DISCOUNT,
    FLASHBACK,
    MANA,
    NEEDS_SEVEN_LANDS,
    NEVER_BLOCKS,
    PLOT,
    SPELL_DISCOUNT,
    Cost,
    Fact,
    facts,
)
from rules_checker.mana import can_pay

from mtg_causal_rl.cards.vocabulary import Step, Type, Zone
from mtg_causal_rl.game.view import PermanentRow, StateView
from mtg_causal_rl.game.words import KEYWORDS, ItemKind, Method, PermanentFlag, TargetKind

BASIC_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
Target = tuple[TargetKind, int]


@dataclass(frozen=True)
class Position:
    """One decision: the view, the names of the faces, and what happened before as `History` remembers it."""

    view: StateView
    names: Sequence[str]
    tapped_by_hand: bool
    """Mana abilities are offered at priority: the players are asked everywhere."""

    @property
    def seat(self) -> int:
        return self.view.game.asked

    def name(self, number: int) -> str:
        return self.names[self.view.objects[number].face]

    def fact(self, number: int) -> Fact:
        return facts()[self.name(number)]

    def controlled(self, seat: int) -> list[PermanentRow]:
        return [row for row in self.view.permanents if row.controller == seat]

    @cached_property
    def lands(self) -> tuple[int, int]:
        return tuple(sum(bool(row.types & Type.LAND) for row in self.controlled(seat)) for seat in (0, 1))  # type: ignore[return-value]

    def kinds(self, seat: int) -> list[int]:
        """One card of each kind in the hand, in order of arrival."""
        found: dict[int, int] = {}
        for number in self.view.zone(seat, Zone.HAND):
            found.setdefault(self.view.objects[number].face, number)
        return list(found.values())

    # Timing

    @property
    def sorcery_timing(self) -> bool:
        """Own main phase, empty stack (307.1)."""
        game = self.view.game
        return game.active == self.seat and game.step in (Step.MAIN1, Step.MAIN2) and not self.view.stack

    # Permanents

    def has(self, row: PermanentRow, keyword: str) -> bool:
        return bool(row.keywords >> KEYWORDS.index(keyword) & 1)

    def ready(self, row: PermanentRow) -> bool:
        """Not summoning sick for {T} and attacks (302.6)."""
        sick = row.types & Type.CREATURE and row.flags & PermanentFlag.SICK
        return not sick or self.has(row, "haste")

    def barred(self, row: PermanentRow) -> bool:
        return self.name(row.object) == NEEDS_SEVEN_LANDS and self.lands[row.controller] < 7

    def can_attack(self, row: PermanentRow) -> bool:
        """508.1a, 508.1c."""
        free = row.types & Type.CREATURE and not row.flags & PermanentFlag.TAPPED
        return bool(free) and self.ready(row) and not self.barred(row)

    def can_block(self, blocker: PermanentRow, attacker: PermanentRow) -> bool:
        """509.1a, 509.1b, 702.9b."""
        free = blocker.types & Type.CREATURE and not blocker.flags & PermanentFlag.TAPPED and blocker.blocking < 0
        reaches = not self.has(attacker, "flying") or self.has(blocker, "flying") or self.has(blocker, "reach")
        never = self.name(blocker.object) == NEVER_BLOCKS or self.barred(blocker)
        return bool(free) and reaches and not never

    def attackers(self) -> list[PermanentRow]:
        active = self.controlled(self.view.game.active)
        return [row for row in active if row.flags & PermanentFlag.ATTACKING]

    # Mana

    def makes(self, row: PermanentRow) -> str:
        """What it can be tapped for now."""
        if row.flags & PermanentFlag.TAPPED or not self.ready(row):
            return ""
        return MANA.get(self.name(row.object), "")

    def pool(self, seat: int) -> list[str]:
        mana = self.view.players[seat].mana
        return [colour for colour, number in zip(COLOURS, mana, strict=True) for _ in range(number)]

    def colours(self, row: PermanentRow) -> str:
        return "".join(colour for bit, colour in enumerate(COLOURS[:5]) if row.colours >> bit & 1)

    def convokers(self, seat: int) -> list[PermanentRow]:
        own = self.controlled(seat)
        return [row for row in own if row.types & Type.CREATURE and not row.flags & PermanentFlag.TAPPED]

    def affords(self, seat: int, cost: Cost, convoke: bool = False, without: int = -1) -> bool:
        units = self.pool(seat)
        creatures = {row.object: self.colours(row) for row in self.convokers(seat)} if convoke else {}
        for row in self.controlled(seat):
            mana = self.makes(row)
            if row.object != without and (mana or row.object in creatures):
                units.append(mana + creatures.get(row.object, ""))
        return can_pay(units, cost)

    # Costs (601.2f)

    def cost(self, number: int, method: Method) -> Cost | None:
        """The total cost of using a card so, None where it cannot be used so at all."""
        fact = self.fact(number)
        owner = self.view.objects[number].owner
        if method == Method.PLOTTED:
            return Cost()
        if method == Method.PLOT:
            return Cost.read(PLOT[fact.name]) if fact.name in PLOT else None
        if method == Method.FLASHBACK:
            return Cost.read(FLASHBACK[fact.name]).less(self._discount(fact, owner)) if fact.name in FLASHBACK else None
        return fact.cost.less(self._discount(fact, owner))

    def _discount(self, fact: Fact, seat: int) -> int:
        own = [self.name(row.object) for row in self.controlled(seat)]
        less = own.count(SPELL_DISCOUNT) if fact.has("Instant") or fact.has("Sorcery") else 0
        return less + (self._domain(seat) if fact.name == DOMAIN_DISCOUNT else 0)

    def _domain(self, seat: int) -> int:
        """Basic land types among the lands (305.6)."""
        lands = [self.fact(row.object) for row in self.controlled(seat) if row.types & Type.LAND]
        return sum(any(fact.has(kind) for fact in lands) for kind in BASIC_TYPES)

    # Targets (115)

    def targets(self, rule: str, seat: int, source: int = -1, itself: int = -1) -> list[Target]:
        """All that may be targeted: players, permanents in order of arrival, spells from the top of the stack."""
        return [
            *((TargetKind.PLAYER, player) for player in (seat, 1 - seat) if _aims_at_player(rule, player == seat)),
            *((TargetKind.OBJECT, row.object) for row in self.view.permanents if self._fits(rule, row, seat, source)),
            *((TargetKind.SPELL, serial) for serial in self._spells(itself) if rule == "spell"),
        ]

    def _spells(self, itself: int) -> Iterator[int]:
        for item in reversed(self.view.stack):
            if item.kind in (ItemKind.SPELL, ItemKind.COPY) and item.serial != itself:
                yield item.serial

    def _fits(self, rule: str, row: PermanentRow, seat: int, source: int) -> bool:
        types = row.types
        creature, own = bool(types & Type.CREATURE), row.controller == seat
        match rule:
            case "anything":
                return creature or bool(types & Type.PLANESWALKER)
            case "creature":
                return creature
            case "own creature":
                return creature and own
            case "tapped creature":
                return creature and bool(row.flags & PermanentFlag.TAPPED)
            case "nonartifact creature":
                return creature and not types & Type.ARTIFACT
            case "small creature":
                return creature and row.power + row.toughness <= 5
            case "creature, enchantment or planeswalker":
                return bool(types & (Type.CREATURE | Type.ENCHANTMENT | Type.PLANESWALKER))
            case "opposing nonland permanent":
                return not own and not types & Type.LAND
            case "nonland permanent of another name":
                return not types & Type.LAND and self.name(row.object) != self.name(source)
        return False


def _aims_at_player(rule: str, oneself: bool) -> bool:
    return rule in ("anything", "player") or (rule == "opponent" and not oneself)
