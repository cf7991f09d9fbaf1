"""What a spectator remembers and a position does not show: announcements taken back, payments, abilities used."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_checker.cards import TRIGGER_TARGETS

from mtg_causal_rl.cards.vocabulary import Zone
from mtg_causal_rl.game.view import EventRow, LegalRow, StateView
from mtg_causal_rl.game.words import EventKind, Question, Verb

ANNOUNCING = {
    Question.METHOD,
    Question.ABILITY,
    Question.CASUALTY,
    Question.TARGET,
    Question.TAP_OTHERS,
    Question.PAY,
    Question.PAY_COLOUR,
    Question.TAP_COLOUR,
}
Key = tuple[Zone, int]
"""What is not offered again: a card of a hand by its face, anything else by its number."""


@dataclass
class History:
    """Follows one game action by action. `payments` are objects with the colour they pay, "" for convoking."""

    names: tuple[str, ...]
    cancelled: set[Key] = field(default_factory=set)
    cleared: bool = False
    payments: list[tuple[int, str]] = field(default_factory=list)
    tapped: list[int] = field(default_factory=list)
    """Permanents chosen for a cost that taps others."""
    activated: set[int] = field(default_factory=set)
    """Permanents with an ability activated this turn, as this object."""
    picks: int = 0
    """Questions about a pick answered by the present resolution."""
    revealed: list[int] = field(default_factory=list)
    """The cards it looked at as the first of them was asked."""
    waiting: list[int] = field(default_factory=list)
    """Faces of triggers with a target that have triggered and are not on the stack yet."""

    def follow(self, before: StateView, taken: LegalRow, after: StateView, events: list[EventRow]) -> None:
        """Takes in one action: the views around it and what happened between them."""
        self._note(events)
        self._declaring(before, taken, after)
        self._announcing(before, taken, after)
        same_frame = before.resolving and after.resolving and before.resolving[0].serial == after.resolving[0].serial
        picked = before.game.question == Question.PICK and taken.verb in (Verb.OBJECT, Verb.PASS)
        self.picks = self.picks + picked if same_frame else 0
        if after.game.question == Question.PICK and not (same_frame and self.revealed):
            self.revealed = [row.object for row in after.looked]
        elif not same_frame:
            self.revealed = []

    def _note(self, events: list[EventRow]) -> None:
        for event in events:
            if event.kind == EventKind.TURN_BEGINS:
                self.activated.clear()
            elif event.kind == EventKind.ACTIVATES:
                self.activated.add(event.object)
            elif event.kind == EventKind.MOVES:
                self.activated.discard(event.object)
            elif event.kind == EventKind.TRIGGERS and self.names[event.face] in TRIGGER_TARGETS:
                self.waiting.append(event.face)

    def placing(self, view: StateView) -> str | None:
        """The rule of the targets of the trigger that is being put on the stack; None where that is not clear."""
        there = [row.face for row in (*view.stack, *view.waiting, *view.resolving)]
        rest = [face for face in self.waiting if face not in there]
        rules = {TRIGGER_TARGETS[self.names[face]] for face in rest}
        return rules.pop() if len(rules) == 1 else None

    def _declaring(self, before: StateView, taken: LegalRow, after: StateView) -> None:
        declaring = (Question.ATTACKERS, Question.BLOCKERS)
        if before.game.question in declaring and taken.verb == Verb.CANCEL:
            self.cleared = True
        elif after.game.step != before.game.step or after.game.turn != before.game.turn:
            self.cleared = False

    def _announcing(self, before: StateView, taken: LegalRow, after: StateView) -> None:
        if not after.announced:
            dropped = self._dropped(before, taken)
            if dropped is not None and _unchanged(before, after):
                self.cancelled.add(dropped)
            elif taken.verb != Verb.NEXT_PAGE and not _unchanged(before, after):
                self.cancelled.clear()
            self.payments, self.tapped = [], []
        elif not before.announced:
            self.payments, self.tapped = [], []
        if after.game.question != Question.TARGET:
            self.waiting = [] if after.game.question == Question.PRIORITY else self.waiting

    def _dropped(self, before: StateView, taken: LegalRow) -> Key | None:
        """What an announcement was about that was open, or would have begun with this action."""
        if before.announced:
            return key(before, before.announced[0].object)
        begins = before.game.question == Question.PRIORITY and taken.verb in (Verb.CAST, Verb.ACTIVATE)
        return key(before, taken.object) if begins else None


def key(view: StateView, number: int) -> Key:
    row = view.objects[number]
    return (Zone(row.zone), row.face if row.zone == Zone.HAND else number)


def _unchanged(before: StateView, after: StateView) -> bool:
    """Nothing has happened: the same player with the same priority, nothing moved, tapped or put on the stack."""

    def facts(view: StateView) -> object:
        moved = [(row.zone, row.generation) for row in view.objects]
        stack = [item.serial for item in view.stack]
        totals = list(view.players)
        counters = [(row.object, row.flags, row.counters) for row in view.permanents]
        return view.game.turn, view.game.step, view.game.asked, moved, stack, totals, counters

    return facts(before) == facts(after)
