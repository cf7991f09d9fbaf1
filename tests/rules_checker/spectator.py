"""Follows a game from its public view and holds every mask against the rules: too much, too little, or misplaced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rules_checker.history import History
from rules_checker.payments import Payment
from rules_checker.plays import Play, TooMany, Unclear
from rules_checker.position import Position
from rules_checker.questions import answers
from rules_checker.slots import indices

from mtg_causal_rl.game import Game
from mtg_causal_rl.game.view import (
    EventRow,
    LegalRow,
    StateView,
    read_events,
    read_legal,
    read_state,
)
from mtg_causal_rl.game.words import Question, Verb

_BY_FACE = (Verb.BOTTOM, Verb.DISCARD, Verb.PLAY_LAND, Verb.CAST)
_BY_NUMBER = (
    Verb.TARGET_PLAYER, Verb.TARGET_SPELL, Verb.PLAYER, Verb.NUMBER, Verb.COLOUR, Verb.METHOD, Verb.ABILITY,
    Verb.TRIGGER,
)  # fmt: skip
_EVENT_HEAD = 1
_EVENT_WIDTH = len(EventRow._fields)

Mask = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with one mask; nothing, or not to be judged, where `faults` is empty."""

    faults: tuple[str, ...]
    judged: bool = True


class Spectator:
    """One game, followed action by action with `take`."""

    def __init__(self, game: Game, tapped_by_hand: bool) -> None:
        self.game, self.tapped_by_hand = game, tapped_by_hand
        self.names = tuple(face.name for face in game.pool.faces)
        self.history = History(self.names)
        self._events = 0
        self._look()
        self.history.follow(self.view, LegalRow(0, Verb.KEEP, -1, 0), self.view, list(self._news()))

    def _look(self) -> None:
        self.view: StateView = read_state(self.game.view_state())
        self.legal: tuple[LegalRow, ...] = () if self.game.over else read_legal(self.game.view_legal())

    def _news(self) -> Iterator[EventRow]:
        """What happened since the last look."""
        numbers = self.game.view_events()
        count = int(numbers[0])
        start = _EVENT_HEAD + self._events * _EVENT_WIDTH
        new = np.concatenate(([count - self._events], numbers[start:])).astype(np.int32)
        self._events = count
        yield from read_events(new)

    @property
    def position(self) -> Position:
        return Position(self.view, self.names, self.tapped_by_hand)

    def take(self, action: int) -> None:
        """Takes an action in the game and remembers what it was."""
        row = next(row for row in self.legal if row.action == action)
        before = self.view
        payment = self._payment(row)
        self.game.apply(action)
        self._look()
        self.history.follow(before, row, self.view, list(self._news()))
        if self.view.announced and payment is not None:
            self.history.payments.append(payment)
        if self.view.announced and before.game.question == Question.TAP_OTHERS and row.verb == Verb.OBJECT:
            self.history.tapped.append(row.object)

    def _payment(self, row: LegalRow) -> tuple[int, str] | None:
        """The source that this action chooses for the open payment, with its colour; a question may come between."""
        question = self.view.game.question
        if question == Question.PAY and row.verb == Verb.SOURCE:
            source = self.view.permanent(row.object)
            assert source is not None
            colours = Payment(self.position, self.history).colours(source)
            return (row.object, colours[0]) if len(colours) == 1 else None
        if question == Question.PAY_COLOUR and row.verb == Verb.COLOUR:
            letters = [colour for bit, colour in enumerate("WUBRGC") if row.number == 1 << bit]
            return (self.view.game.object, letters[0] if letters else "")
        return None

    def verdict(self, mask: Mask) -> Verdict:
        """Holds a mask of the present decision against the rules; what the actions mean is read from the view."""
        pages = any(row.verb == Verb.NEXT_PAGE for row in self.legal) or self.view.game.page > 0
        try:
            expected = indices(self.position, answers(self.position, self.history))
        except (Unclear, TooMany):
            return Verdict((), judged=False)
        if pages:
            return Verdict((), judged=False)
        offered = {int(index) for index in np.flatnonzero(mask)}
        meant = {row.action: self._play(row) for row in self.legal}
        if self.view.game.question == Question.ORDER:
            return Verdict(tuple(self._order_faults(offered, meant, expected)))
        return Verdict(tuple(self._faults(offered, meant, expected)))

    def _faults(self, offered: set[int], meant: dict[int, Play], expected: dict[int, Play]) -> Iterator[str]:
        for index in sorted(offered - expected.keys()):
            yield f"{index} is offered ({self._words(meant.get(index))}) and is not legal"
        for index in sorted(expected.keys() - offered):
            yield f"{index} is legal ({self._words(expected[index])}) and is not offered"
        for index in sorted(offered & expected.keys()):
            if meant.get(index) != expected[index]:
                yield f"{index} means {self._words(meant.get(index))} and should mean {self._words(expected[index])}"

    def _order_faults(self, offered: set[int], meant: dict[int, Play], expected: dict[int, Play]) -> Iterator[str]:
        """Of triggers that are alike one stands for all; which are alike is not in the view."""
        waiting = self.view.waiting
        kinds = {(waiting[place].face, waiting[place].ability) for _, place in expected.values()}
        shown = [meant.get(index, (Verb.PASS, -1)) for index in sorted(offered)]
        if offered != set(list(expected)[: len(offered)]) or not set(shown) <= set(expected.values()):
            yield f"the options {sorted(offered)} are not among the waiting triggers"
        elif {(waiting[place].face, waiting[place].ability) for _, place in shown} != kinds:
            yield "a kind of trigger cannot be put on the stack next"

    def _play(self, row: LegalRow) -> Play:
        if row.verb in _BY_FACE or (row.verb == Verb.OBJECT and self.view.game.question == Question.PICK):
            return (row.verb, self.view.objects[row.object].face)
        return (row.verb, row.number if row.verb in _BY_NUMBER else row.object)

    def _words(self, play: Play | None) -> str:
        if play is None:
            return "nothing"
        verb, thing = play
        if verb in _BY_FACE or (verb == Verb.OBJECT and self.view.game.question == Question.PICK):
            return f"{verb.name} {self.names[thing]}"
        if verb in _BY_NUMBER or thing < 0:
            return f"{verb.name} {thing}"
        return f"{verb.name} {self.names[self.view.objects[thing].face]} ({thing})"

    def describe(self) -> str:
        """The decision in words, for a report."""
        game = self.view.game
        return f"turn {game.turn}, {game.step.name}, seat {game.asked}, {game.question.name}"
