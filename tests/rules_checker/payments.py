"""Paying for what is announced (601.2g, 601.2h): which sources may be chosen, for which colours; automatic payment."""

from __future__ import annotations

from rules_checker.cards import ACTIVATED, COLOURS, MANA, Activated
from rules_checker.history import History
from rules_checker.mana import can_pay, paid
from rules_checker.plays import CANCEL, NOTHING, Play, Unclear
from rules_checker.position import Position

from mtg_causal_rl.cards.vocabulary import Type
from mtg_causal_rl.game.view import AnnouncedRow, PermanentRow
from mtg_causal_rl.game.words import Method, PermanentFlag, Verb


def announced_row(position: Position) -> AnnouncedRow:
    if not position.view.announced:
        raise Unclear
    return position.view.announced[0]


def announced_ability(position: Position) -> Activated | None:
    announced = announced_row(position)
    if announced.method != Method.ACTIVATE or announced.ordinal < 0:
        return None
    return ACTIVATED[position.name(announced.object)][announced.ordinal]


class Payment:
    """An open payment: the cost, what has been chosen for it, and what could still be."""

    def __init__(self, position: Position, history: History) -> None:
        announced, ability = announced_row(position), announced_ability(position)
        number = announced.object
        cost = position.cost(number, Method(announced.method)) if ability is None else ability.cost
        if cost is None:
            raise Unclear
        self.position, self.cost = position, cost
        self.convoke = ability is None and "convoke" in position.fact(number).keywords
        used = {source for source, _ in history.payments} | set(history.tapped)
        used |= {number} if ability is not None and ability.taps else set()
        self.rows = [row for row in position.controlled(position.seat) if row.object not in used]
        self.chosen = [colour or self._convoked(source) for source, colour in history.payments]
        self.pool = position.pool(position.seat)

    def _convoked(self, number: int) -> str:
        row = self.position.view.permanent(number)
        return self.position.colours(row) if row is not None else ""

    def unit(self, row: PermanentRow, convoke: bool) -> str | None:
        """The colours a permanent could pay, None where it cannot pay at all."""
        mana = self.position.makes(row)
        creature = convoke and row.types & Type.CREATURE and not row.flags & PermanentFlag.TAPPED
        return mana + (self.position.colours(row) if creature else "") if mana or creature else None

    def colours(self, row: PermanentRow) -> list[str]:
        """What it can be chosen for: it must pay a part that nothing chosen pays, and leave the rest payable."""
        units = {other.object: self.unit(other, self.convoke) for other in self.rows}
        if units.get(row.object) is None:
            return []
        rest = [unit for number, unit in units.items() if unit is not None and number != row.object]
        mana = self.position.makes(row)
        ways = [(colour, colour) for colour in COLOURS if colour in mana]
        if self.convoke and row.types & Type.CREATURE and not row.flags & PermanentFlag.TAPPED:
            ways.append(("", self.position.colours(row)))
        before = paid(self.chosen, self.cost)
        return [
            colour
            for colour, unit in ways
            if paid([*self.chosen, unit], self.cost) > before
            and can_pay([*self.chosen, *self.pool, unit, *rest], self.cost)
        ]

    def automatic(self) -> bool:
        """Mana alone suffices for the rest: nobody convokes by himself."""
        mana = [unit for row in self.rows if (unit := self.unit(row, convoke=False))]
        return can_pay([*self.chosen, *self.pool, *mana], self.cost)


def pay(position: Position, history: History) -> list[Play]:
    payment = Payment(position, history)
    sources = [(Verb.SOURCE, row.object) for row in payment.rows if payment.colours(row)]
    return [*([(Verb.AUTO_PAY, NOTHING)] if payment.automatic() else []), *sources, CANCEL]


def pay_colour(position: Position, history: History) -> list[Play]:
    row = position.view.permanent(position.view.game.object)
    if row is None:
        raise Unclear
    return [*(_colour(colour) for colour in Payment(position, history).colours(row)), CANCEL]


def tap_colour(position: Position, history: History) -> list[Play]:
    mana = MANA[position.name(position.view.game.object)]
    return [*(_colour(colour) for colour in COLOURS if colour in mana), CANCEL]


def _colour(colour: str) -> Play:
    """Colours are bits in the order WUBRGC, convoking is 0."""
    return (Verb.COLOUR, 1 << COLOURS.index(colour) if colour else 0)
