"""The game behind a scenario: the engine, its views, rewinding a refused act. Knows no act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from mtg_causal_rl.cards import Pool
from mtg_causal_rl.cards.faces import subtype_table
from mtg_causal_rl.cards.vocabulary import CounterKind
from mtg_causal_rl.errors import IllegalAction, PendingChoice
from mtg_causal_rl.game.scenario.setup import SIDES
from mtg_causal_rl.game.text import Speaker, describe_action, describe_question
from mtg_causal_rl.game.view import (
    LegalRow,
    Numbers,
    Prospects,
    StateView,
    read_legal,
    read_prospects,
    read_state,
)
from mtg_causal_rl.game.words import Question, Verb


class Engine(Protocol):
    """What a scenario needs of a game."""

    def apply(self, index: int) -> object: ...
    def begin(self) -> object: ...
    def copy(self) -> Engine: ...
    def view_state(self) -> Numbers: ...
    def view_legal(self) -> Numbers: ...
    def view_prospects(self) -> Numbers: ...
    def view_events(self) -> Numbers: ...


@dataclass(frozen=True, slots=True)
class Faces:
    """What the numbers of faces, subtypes and kinds of counters stand for in this scenario."""

    names: tuple[str, ...]
    subtypes: tuple[str, ...]
    counters: Mapping[CounterKind, str]

    @staticmethod
    def of(pool: Pool, kinds: Mapping[str, CounterKind]) -> Faces:
        counters = {kind: name for name, kind in kinds.items()}
        return Faces(tuple(face.name for face in pool.faces), subtype_table(pool.faces), counters)

    @property
    def speaker(self) -> Speaker:
        return Speaker(self.names, (SIDES[0], SIDES[1]))


@dataclass(slots=True)
class Session:
    """One game being played by name."""

    engine: Engine
    faces: Faces
    begun: bool = False
    plan: object | None = None
    """What the rest of an announcement should choose, while one of its questions is left to the caller."""
    since: Any = None
    """Where the latest act began, and which answers have been given since."""
    said: list[object] = field(default_factory=list)
    _view: StateView | None = field(default=None, repr=False)
    _legal: tuple[LegalRow, ...] | None = field(default=None, repr=False)

    @property
    def view(self) -> StateView:
        if self._view is None:
            self._view = read_state(self.engine.view_state())
        return self._view

    @property
    def legal(self) -> tuple[LegalRow, ...]:
        """The legal actions; none before the game has begun."""
        if self._legal is None:
            self._legal = read_legal(self.engine.view_legal()) if self.begun and not self.over else ()
        return self._legal

    def prospects(self) -> Prospects:
        return read_prospects(self.engine.view_prospects())

    @property
    def question(self) -> Question:
        if not self.begun or self.over:
            return Question.NONE
        return self.view.game.question

    @property
    def over(self) -> bool:
        return bool(self.view.game.over)

    @property
    def asked(self) -> int:
        return self.view.game.asked

    def begin(self) -> None:
        if not self.begun:
            self.engine.begin()
            self.begun = True
            self._forget()

    def apply(self, row: LegalRow) -> None:
        self.engine.apply(row.action)
        self._forget()

    def _forget(self) -> None:
        self._view = None
        self._legal = None

    def rows(self, *verbs: Verb) -> list[LegalRow]:
        return [row for row in self.legal if row.verb in verbs]

    def take(self, *verbs: Verb) -> bool:
        """Applies the first legal action of these verbs, if there is one."""
        found = self.rows(*verbs)
        if found:
            self.apply(found[0])
        return bool(found)

    def find(self, fits: Callable[[LegalRow], bool], order: Callable[[LegalRow], Any]) -> LegalRow | None:
        """The first legal action that fits, turning pages where the options fill more than one."""
        found = self._first(fits, order)
        if found is None and self.rows(Verb.NEXT_PAGE):
            probe = self.twin()
            pages = 0
            while found is None and probe.take(Verb.NEXT_PAGE):
                pages += 1
                found = probe._first(fits, order)
            for _ in range(pages if found else 0):
                self.take(Verb.NEXT_PAGE)
        return found

    def _first(self, fits: Callable[[LegalRow], bool], order: Callable[[LegalRow], Any]) -> LegalRow | None:
        return min((row for row in self.legal if fits(row)), key=order, default=None)

    def twin(self) -> Session:
        """The same game in the same position, to try something on."""
        return Session(self.engine.copy(), self.faces, self.begun, self.plan)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """An act that is refused changes nothing."""
        before, begun, plan = self.engine.copy(), self.begun, self.plan
        since, said = self.since, list(self.said)
        try:
            yield
        except BaseException:
            self.engine, self.begun, self.plan = before, begun, plan
            self.since, self.said = since, said
            self._forget()
            raise

    def require_priority(self, seat: int | None, act: str) -> int:
        """Whose act it is: the player with priority, who must be the one that is named."""
        if self.question not in (Question.PRIORITY, Question.NONE):
            question = describe_question(self.view, self.faces.speaker)
            raise PendingChoice(
                f"{act}: {SIDES[self.asked]} must first answer: {question} {self.legal_words()}"
            )
        if self.question == Question.NONE:
            raise IllegalAction(f"{act}: {self._why_nobody()}")
        if seat is not None and seat != self.asked:
            holder = "you have" if self.asked == 0 else "the opponent has"
            raise IllegalAction(f"{act}: {holder} priority now; {self.legal_words()}")
        return self.asked

    def legal_words(self) -> str:
        """What the player who is asked may do."""
        words = (describe_action(row, self.view, self.faces.speaker) for row in self.legal)
        return "legal: " + ("; ".join(words) or "nothing")

    def _why_nobody(self) -> str:
        if self.over:
            return "the game is over"
        return f"the {self.view.game.step.name.lower()} step has not been run yet: move on with g.to(...)"
