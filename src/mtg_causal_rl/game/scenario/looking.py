"""What can be seen of a scenario: sides, knowledge, the open question, costs. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from mtg_causal_rl.cards.vocabulary import Step, Zone
from mtg_causal_rl.errors import UnknownName, close_matches
from mtg_causal_rl.game.scenario.answering import NOT_PENDING, answers_to
from mtg_causal_rl.game.scenario.handles import Permanent, handle_of
from mtg_causal_rl.game.scenario.naming import face_name, names_object
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import MANA, SIDES
from mtg_causal_rl.game.text import describe_question
from mtg_causal_rl.game.view import CostRow
from mtg_causal_rl.game.words import Method

_STEP_NAMES = {
    Step.FIRST_DAMAGE: "damage",
    Step.END_COMBAT: "end of combat",
}
_KINDS_OF_QUESTION = {"yes_no": "yes or no", "pay_life": "yes or no"}


@dataclass(frozen=True, slots=True)
class Side:
    """One player's totals and zones, as they are now."""

    session: Session = field(repr=False)
    seat: int

    def _names(self, zone: Zone) -> list[str]:
        return [face_name(self.session, number) for number in self.session.view.zone(self.seat, zone)]

    @property
    def life(self) -> int:
        return self.session.view.players[self.seat].life

    @property
    def hand(self) -> list[str]:
        return self._names(Zone.HAND)

    @property
    def library(self) -> list[str]:
        """The top first."""
        return self._names(Zone.LIBRARY)

    @property
    def graveyard(self) -> list[str]:
        """Oldest first."""
        return self._names(Zone.GRAVEYARD)

    @property
    def exile(self) -> list[str]:
        return self._names(Zone.EXILE)

    @property
    def battlefield(self) -> list[str]:
        """What this player controls, in order of arrival."""
        return self._names(Zone.BATTLEFIELD)

    @property
    def mana(self) -> str:
        """Floating mana, in the order WUBRGC."""
        floating = self.session.view.players[self.seat].mana
        return "".join(letter * number for letter, number in zip(MANA, floating, strict=True))

    @property
    def drawn_this_turn(self) -> int:
        return self.session.view.players[self.seat].drawn_this_turn


@dataclass(frozen=True, slots=True)
class Known:
    """What a player has legitimately seen of a side; the library from the top, None where unknown."""

    hand: list[str]
    library: list[str | None]


def known(session: Session, seat: int, by: int) -> Known:
    """A card of a group is known to lie somewhere in it, not where."""

    def seen(number: int) -> bool:
        row = session.view.objects[number]
        return bool(row.known >> by & 1)

    hand = [number for number in session.view.zone(seat, Zone.HAND) if by == seat or seen(number)]
    library = session.view.zone(seat, Zone.LIBRARY)
    return Known(
        [face_name(session, number) for number in hand],
        [face_name(session, number) if seen(number) else None for number in library],
    )


@dataclass(frozen=True)
class Pending:
    """The open question: who must answer, what is asked, and which answers there are."""

    session: Session = field(repr=False)
    player: str
    kind: str
    text: str

    @cached_property
    def options(self) -> list[object]:
        """Each of them is a valid answer."""
        return answers_to(self.session)


def pending(session: Session) -> Pending | None:
    if session.question in NOT_PENDING:
        return None
    kind = session.question.name.lower()
    kind = _KINDS_OF_QUESTION.get(kind, kind.replace("_", " "))
    return Pending(
        session.twin(), SIDES[session.asked], kind, describe_question(session.view, session.faces.speaker)
    )


def step_name(step: Step) -> str:
    return _STEP_NAMES.get(step, step.name.lower())


def permanents(session: Session, name: str | None, of: int | None) -> list[Permanent]:
    """Handles in order of arrival, your side first."""
    numbers = [number for seat in (0, 1) for number in session.view.zone(seat, Zone.BATTLEFIELD)]
    wanted = (n for n in numbers if of in (None, session.view.controller(n)))
    return [handle_of(session, n) for n in wanted if name is None or names_object(session, name, n)]


def permanent(session: Session, name: str, of: int | None) -> Permanent:
    found = permanents(session, name, of)
    if not found:
        there = [handle.name for handle in permanents(session, None, of)]
        whose = "" if of is None else f" of {SIDES[of]}"
        raise UnknownName(f"there is no permanent {name!r}{whose}{close_matches(name, there)}")
    return found[0]


_METHODS = {
    "hand": (Method.CAST,),
    "graveyard": (Method.FLASHBACK,),
    "exile": (Method.PLOTTED,),
}
ZONES = {"hand": Zone.HAND, "graveyard": Zone.GRAVEYARD, "exile": Zone.EXILE}


def cost(session: Session, name: str, source: str) -> str:
    """The total cost of casting a card now, reductions included, as it is printed: "{2}{W}"."""
    methods = _METHODS[source]
    for row in session.prospects().costs:
        in_place = session.view.objects[row.object].zone == ZONES[source]
        if row.method in methods and in_place and names_object(session, name, row.object):
            return written(row)
    held = [
        face_name(session, number) for seat in (0, 1) for number in session.view.zone(seat, ZONES[source])
    ]
    raise UnknownName(f"there is no {name!r} to cast from {source}{close_matches(name, held)}")


def written(row: CostRow) -> str:
    pips = zip(MANA, (row.white, row.blue, row.black, row.red, row.green, row.colourless), strict=True)
    coloured = "".join(f"{{{letter}}}" * number for letter, number in pips)
    generic = f"{{{row.generic}}}" if row.generic else ""
    return generic + coloured or "{0}"
