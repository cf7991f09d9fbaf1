"""Handles: permanents and spells that stay the same thing as the game goes on. They read, they never act."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mtg_causal_rl.cards.vocabulary import CounterKind, Type
from mtg_causal_rl.errors import UnknownName
from mtg_causal_rl.game.scenario.naming import exact_name, face_name
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import MANA, SIDES
from mtg_causal_rl.game.view import NOTHING, ItemRow, PermanentRow
from mtg_causal_rl.game.words import KEYWORDS, ItemKind, ObjectFlag, PermanentFlag, TargetKind

_TYPE_ORDER = (
    Type.ENCHANTMENT,
    Type.ARTIFACT,
    Type.LAND,
    Type.CREATURE,
    Type.PLANESWALKER,
    Type.BATTLE,
    Type.INSTANT,
    Type.SORCERY,
)
_KINDS = {
    ItemKind.SPELL: "spell",
    ItemKind.COPY: "copy",
    ItemKind.TRIGGERED: "triggered",
    ItemKind.ACTIVATED: "activated",
}


@dataclass(frozen=True)
class Permanent:
    """One permanent for as long as it stays one; afterwards only `left` can be read."""

    session: Session = field(repr=False, compare=False)
    object: int
    generation: int

    def is_object(self, session: Session, number: int) -> bool:
        return number == self.object and session.view.objects[number].generation == self.generation

    def is_item(self, session: Session, serial: int) -> bool:
        return False

    @property
    def left(self) -> bool:
        """Whether it has left the battlefield, for good (400.7)."""
        view = self.session.view
        same = view.objects[self.object].generation == self.generation
        return not same or view.permanent(self.object) is None

    @property
    def _row(self) -> PermanentRow:
        row = self.session.view.permanent(self.object)
        if row is None or self.left:
            raise UnknownName("the permanent has left the battlefield; its handle names nothing any more")
        return row

    def _has(self, flag: PermanentFlag) -> bool:
        return bool(self._row.flags & flag)

    @property
    def name(self) -> str:
        return face_name(self.session, self._row.object)

    @property
    def exact_name(self) -> str:
        """The name that means it and nothing else: side, name, and number where there are several."""
        return exact_name(self.session, self._row.object)

    @property
    def power(self) -> int | None:
        """None where it is no creature (208.3)."""
        return self._row.power if "Creature" in self.types else None

    @property
    def toughness(self) -> int | None:
        return self._row.toughness if "Creature" in self.types else None

    @property
    def tapped(self) -> bool:
        return self._has(PermanentFlag.TAPPED)

    @property
    def sick(self) -> bool:
        return self._has(PermanentFlag.SICK)

    @property
    def counters(self) -> dict[str, int]:
        names = self.session.faces.counters
        return {names[kind]: number for kind, number in self._row.counters.items()}

    @property
    def keywords(self) -> list[str]:
        return [word for bit, word in enumerate(KEYWORDS) if self._row.keywords >> bit & 1]

    @property
    def types(self) -> list[str]:
        return [kind.name.capitalize() for kind in _TYPE_ORDER if kind.name and self._row.types & kind]

    @property
    def subtypes(self) -> list[str]:
        rows = self.session.view.subtypes
        found = (self.session.faces.subtypes[row.subtype] for row in rows if row.object == self._row.object)
        return list(dict.fromkeys(found))

    @property
    def colours(self) -> str:
        return "".join(letter for bit, letter in enumerate(MANA[:5]) if self._row.colours >> bit & 1)

    @property
    def damage(self) -> int:
        return self._row.damage

    @property
    def loyalty(self) -> int:
        return self._row.counters.get(CounterKind.LOYALTY, 0)

    @property
    def attached_to(self) -> Permanent | None:
        return self._other(self._row.attached_to)

    @property
    def attachments(self) -> list[Permanent]:
        rows = self.session.view.permanents
        return [handle_of(self.session, row.object) for row in rows if row.attached_to == self._row.object]

    @property
    def controller(self) -> str:
        return SIDES[self._row.controller]

    @property
    def owner(self) -> str:
        return SIDES[self.session.view.objects[self._row.object].owner]

    @property
    def token(self) -> bool:
        return bool(self.session.view.objects[self._row.object].flags & ObjectFlag.TOKEN)

    @property
    def attacking(self) -> str | Permanent | None:
        """What it attacks: a player, a planeswalker, or None."""
        row = self._row
        if not row.flags & PermanentFlag.ATTACKING or row.flags & PermanentFlag.ATTACKS_NOTHING:
            return None
        return self._other(row.attack_target) or SIDES[1 - row.controller]

    @property
    def blocking(self) -> list[Permanent]:
        blocked = self._other(self._row.blocking)
        return [] if blocked is None else [blocked]

    def _other(self, number: int) -> Permanent | None:
        return None if number == NOTHING else handle_of(self.session, number)


def handle_of(session: Session, number: int) -> Permanent:
    return Permanent(session, number, session.view.objects[number].generation)


@dataclass(frozen=True)
class StackObject:
    """One spell or ability on the stack; name, kind and controller can be read for good."""

    session: Session = field(repr=False, compare=False)
    serial: int
    name: str
    kind: str
    controller: str

    def is_object(self, session: Session, number: int) -> bool:
        return False

    def is_item(self, session: Session, serial: int) -> bool:
        return serial == self.serial

    @property
    def left(self) -> bool:
        """Whether it has left the stack."""
        return self.session.view.item(self.serial) is None

    @property
    def _row(self) -> ItemRow:
        row = self.session.view.item(self.serial)
        if row is None:
            raise UnknownName(f"{self.name} has left the stack; its handle names nothing any more")
        return row

    @property
    def targets(self) -> list[Any]:
        """Players by name, permanents and spells as handles."""
        found = (self._target(kind, number, generation) for kind, number, generation in self._row.targets)
        return [target for target in found if target is not None]

    def _target(self, kind: TargetKind, number: int, generation: int) -> Any:
        if kind == TargetKind.PLAYER:
            return SIDES[number]
        if kind == TargetKind.OBJECT:
            return Permanent(self.session, number, generation)
        item = self.session.view.item(number)
        return None if item is None else stack_object(self.session, item)

    @property
    def mana_spent(self) -> int:
        return self._row.mana_spent


def stack_object(session: Session, row: ItemRow) -> StackObject:
    name = session.faces.names[row.face]
    return StackObject(session, row.serial, name, _KINDS[ItemKind(row.kind)], SIDES[row.controller])
