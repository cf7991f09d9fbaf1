"""The scenario language: one method a word. What the words do is in the files beside this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from mtg_causal_rl.errors import IllegalAction
from mtg_causal_rl.game.scenario import acting, answering, looking, moving
from mtg_causal_rl.game.scenario.acting import Act
from mtg_causal_rl.game.scenario.announcing import Plan
from mtg_causal_rl.game.scenario.handles import Permanent, StackObject, stack_object
from mtg_causal_rl.game.scenario.looking import Known, Pending, Side
from mtg_causal_rl.game.scenario.meanwhile import mark
from mtg_causal_rl.game.scenario.naming import Answer, Handle, names_object
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import SIDES, Position, seat_of
from mtg_causal_rl.game.scenario.writing import written_act, written_position
from mtg_causal_rl.game.text import describe_event
from mtg_causal_rl.game.view import ItemRow, read_events
from mtg_causal_rl.game.words import Question

Result = TypeVar("Result")
Answers = Sequence[Answer]


@dataclass(frozen=True)
class Scenario:
    """A game that is set up and played by names."""

    session: Session = field(repr=False)
    position: Position = field(repr=False)
    _acts: list[str] = field(default_factory=list, repr=False)

    def _perform(
        self,
        call: tuple[str, tuple[Any, ...], Mapping[str, Any]],
        act: Callable[[], Result],
        answers: Answers = (),
    ) -> Result:
        """Does one act whole or not at all, answers what it raised, and remembers how it was said."""
        said = written_act(*call)
        with self.session.attempt():
            if call[0] != "choose":
                self._settled(call[0])
            if call[0] != "choose" or self.session.question not in answering.NOT_PENDING:
                self.session.since, self.session.said = mark(self.session), []
            result = act()
            answering.feed(self.session, acting.named(answers) or (), said)
        self._acts.append(said)
        return result

    def _settled(self, act: str) -> None:
        declaring = self.session.question in answering.DECLARATIONS
        if not (declaring and act in _DECLARING):
            answering.require_settled(self.session, f"g.{act}")

    # Acting

    def cast(
        self,
        name: Answer,
        targets: Answers | None = None,
        source: str = "hand",
        pay: Answers | None = None,
        convoke: Answers = (),
        casualty: Answer | None = None,
        by: str | None = None,
        answers: Answers = (),
    ) -> StackObject:
        """Announces, chooses, pays; the spell's handle."""
        plan = Plan(f"cast {name}", acting.named(targets), pay=pay, convoke=convoke, casualty=casualty)
        options = {"targets": targets, "pay": pay, "convoke": convoke, "casualty": casualty, "by": by}
        options["source"] = source if source != "hand" else None
        call = ("cast", (name,), {**options, "answers": answers})
        return self._perform(
            call, lambda: acting.cast(self.session, _act("cast", name, by), source, plan), answers
        )

    def plot(self, name: Answer, pay: Answers | None = None, by: str | None = None) -> None:
        plan = Plan(f"plot {name}", pay=pay)
        call = ("plot", (name,), {"pay": pay, "by": by})
        self._perform(call, lambda: acting.plot(self.session, _act("plot", name, by), plan))

    def play_land(self, name: Answer, by: str | None = None, answers: Answers = ()) -> None:
        call = ("play_land", (name,), {"by": by, "answers": answers})
        self._perform(call, lambda: acting.play_land(self.session, _act("play_land", name, by)), answers)

    def activate(
        self,
        name: Answer,
        ability: int = 0,
        targets: Answers | None = None,
        pay: Answers | None = None,
        tapping: Answers | None = None,
        by: str | None = None,
        answers: Answers = (),
    ) -> StackObject | None:
        """Activated abilities are numbered from 0 as printed; the ability's handle."""
        words = f"activate {name}"
        plan = Plan(words, acting.named(targets), ability=ability, pay=pay, tapping=acting.named(tapping))
        options = {"ability": ability, "targets": targets, "pay": pay, "tapping": tapping, "by": by}
        call = ("activate", (name,), {**options, "answers": answers})
        return self._perform(
            call, lambda: acting.activate(self.session, _act("activate", name, by), plan), answers
        )

    def tap_for_mana(self, name: Answer, colour: str, by: str | None = None) -> None:
        """A mana ability by hand; the mana floats."""
        call = ("tap_for_mana", (name, colour), {"by": by})
        self._perform(call, lambda: acting.tap_for_mana(self.session, _act("tap_for_mana", name, by), colour))

    def pass_priority(self, by: str | None = None) -> None:
        """One pass of one player."""

        def act() -> None:
            self.session.require_priority(_seat(by), "pass_priority")
            moving.pass_once(self.session)

        self._perform(("pass_priority", (), {"by": by}), act)

    def resolve(self, answers: Answers = ()) -> None:
        """Both pass until the top of the stack has resolved, or a choice is pending."""
        left = list(acting.named(answers) or ())

        def act() -> None:
            if self.session.view.stack:
                moving.resolve_top(self.session, left)
            answering.require_used(self.session, left, "resolve")

        self._perform(("resolve", (), {"answers": answers}), act)

    def resolve_all(self, answers: Answers = ()) -> None:
        """Both pass until the whole stack has resolved, or a choice is pending."""
        left = list(acting.named(answers) or ())

        def act() -> None:
            moving.resolve_all(self.session, left)
            answering.require_used(self.session, left, "resolve_all")

        self._perform(("resolve_all", (), {"answers": answers}), act)

    def attack(
        self, attackers: Answers | Mapping[Answer, Answer], by: str | None = None, answers: Answers = ()
    ) -> None:
        """Moves to the declaration of attackers and declares."""
        pairs = (
            attackers.items() if isinstance(attackers, Mapping) else ((one, None) for one in _list(attackers))
        )
        wanted, left = list(pairs), list(answers)

        def act() -> None:
            self._require_seat(by, self.session.view.game.active, "attack")
            moving.attack(self.session, wanted, left)
            answering.feed(self.session, left, "attack")

        self._perform(("attack", (attackers,), {"by": by, "answers": answers}), act)

    def block(self, blocks: Mapping[Answer, Answers], by: str | None = None) -> None:
        """Moves to the declaration of blockers and declares."""
        wanted = [(attacker, blocker) for attacker, those in blocks.items() for blocker in _list(those)]

        def act() -> None:
            self._require_seat(by, 1 - self.session.view.game.active, "block")
            moving.block(self.session, wanted)

        self._perform(("block", (blocks,), {"by": by}), act)

    def damage(self, which: str = "all") -> None:
        """Runs the combat damage steps, or with "first" only the first-strike one."""
        if which not in ("all", "first"):
            raise IllegalAction(f'damage({which!r}): it is damage() or damage("first")')
        given = (which,) if which == "first" else ()
        self._perform(("damage", given, {}), lambda: moving.damage(self.session, which == "first"))

    def to(self, step: str, of: str | None = None) -> None:
        """Moves on, both passing and declaring nothing, to the next time that step begins."""
        call = ("to", (step,), {"of": of})
        self._perform(call, lambda: moving.to_step(self.session, step, _seat(of)))

    def next_turn(self) -> None:
        """Moves on to the next upkeep."""
        self._perform(("next_turn", (), {}), lambda: moving.to_step(self.session, "upkeep", None))

    def keep(self, by: str | None = None) -> None:
        self._say_at_mulligan("keep", by)

    def mulligan(self, by: str | None = None) -> None:
        self._say_at_mulligan("mulligan", by)

    def _say_at_mulligan(self, word: str, by: str | None) -> None:
        def act() -> None:
            if self.session.question != Question.MULLIGAN:
                answering.require_settled(self.session, f"g.{word}")
                raise IllegalAction(f"{word}: nobody is asked to keep a hand")
            self._require_seat(by, self.session.asked, word)
            answering.answer(self.session, word)

        with self.session.attempt():
            act()
        self._acts.append(written_act(word, (), {"by": by}))

    def choose(self, answer: Any, by: str | None = None) -> None:
        """Answers the pending question."""

        def act() -> None:
            if self.session.question not in answering.NOT_PENDING:
                self._require_seat(by, self.session.asked, "choose")
            if self.session.question in answering.DECLARATIONS:
                self._declare(answer)
            else:
                answering.answer(self.session, answer)

        self._perform(("choose", (answer,), {"by": by}), act)

    def _declare(self, answer: Any) -> None:
        if self.session.question == Question.BLOCKERS:
            blocks = dict(answer) if answer else {}
            wanted = [(attacker, blocker) for attacker, those in blocks.items() for blocker in _list(those)]
            moving.block(self.session, wanted)
        else:
            pairs = answer.items() if isinstance(answer, Mapping) else ((one, None) for one in _list(answer))
            moving.attack(self.session, list(pairs), [])

    def _require_seat(self, by: str | None, seat: int, act: str) -> None:
        if _seat(by) not in (None, seat):
            raise IllegalAction(f"{act}: it is for {SIDES[seat]} to do this, not for {by}")

    # Whether

    def can_cast(
        self,
        name: Answer,
        targets: Answers | None = None,
        source: str = "hand",
        pay: Answers | None = None,
        convoke: Answers | None = None,
        casualty: Answer | None = None,
        by: str | None = None,
    ) -> bool:
        """Whether it would be legal; some legal choice is enough for what is not given."""
        free = pay is None and convoke is None
        plan = Plan(f"cast {name}", targets, pay=pay, convoke=convoke or (), casualty=casualty)
        plan.exploring, plan.any_payment = True, free
        return self._allowed(lambda twin: acting.cast(twin, _act("cast", name, by), source, plan))

    def can_activate(
        self,
        name: Answer,
        ability: int = 0,
        targets: Answers | None = None,
        pay: Answers | None = None,
        tapping: Answers | None = None,
        by: str | None = None,
    ) -> bool:
        plan = Plan(f"activate {name}", targets, ability=ability, pay=pay, tapping=tapping)
        plan.exploring, plan.any_payment = True, pay is None
        return self._allowed(lambda twin: acting.activate(twin, _act("activate", name, by), plan))

    def can_play_land(self, name: Answer, by: str | None = None) -> bool:
        return self._allowed(lambda twin: acting.play_land(twin, _act("play_land", name, by)))

    def _allowed(self, attempt: Callable[[Session], object]) -> bool:
        if self.session.question != Question.PRIORITY:
            return False
        return acting.allowed(self.session, attempt)

    def can_attack(self, name: Answer, by: str | None = None) -> bool:
        """As if attackers were declared now."""
        mine = _seat(by) in (None, self.session.view.game.active)
        rows = self.session.prospects().attackers
        return mine and any(names_object(self.session, name, row.object) for row in rows)

    def can_block(self, blocker: Answer, attacker: Answer, by: str | None = None) -> bool:
        """As if blockers were declared now."""
        session = self.session
        mine = _seat(by) in (None, 1 - session.view.game.active)
        blocks = session.prospects().blocks
        fits = (names_object(session, blocker, b) and names_object(session, attacker, a) for b, a in blocks)
        return mine and any(fits)

    def legal_targets(self, name: Answer, ability: int | None = None) -> list[object]:
        return acting.legal_targets(self.session, name, ability)

    def cost(self, name: str, source: str = "hand") -> str:
        """The total cost now, as it is printed."""
        return looking.cost(self.session, name, source)

    def legal(self) -> list[str]:
        """Every legal action in words."""
        return acting.legal(self.session)

    # Looking

    @property
    def you(self) -> Side:
        return Side(self.session, 0)

    @property
    def opponent(self) -> Side:
        return Side(self.session, 1)

    def known(self, player: str, by: str = "you") -> Known:
        """What that player has legitimately seen of a side's hand and library."""
        return looking.known(self.session, seat_of(player, "player"), seat_of(by))

    def permanent(self, name: str, of: str | None = None) -> Permanent:
        """The handle of the first permanent of that name."""
        return looking.permanent(self.session, name, _seat(of))

    def permanents(self, name: str | None = None, of: str | None = None) -> list[Permanent]:
        return looking.permanents(self.session, name, _seat(of))

    @property
    def stack(self) -> list[str]:
        """Names, top first; an ability by its source's name."""
        return [self.session.faces.names[row.face] for row in self._items()]

    @property
    def stack_objects(self) -> list[StackObject]:
        return [stack_object(self.session, row) for row in self._items()]

    def _items(self) -> list[ItemRow]:
        view = self.session.view
        below = list(reversed(view.stack))
        return [
            row for row in view.resolving if view.stack == () or row.serial not in _serials(below)
        ] + below

    @property
    def pending(self) -> Pending | None:
        """The open question; None while a player merely has priority."""
        return looking.pending(self.session)

    @property
    def step(self) -> str:
        return looking.step_name(self.session.view.game.step)

    @property
    def turn(self) -> int:
        return self.session.view.game.turn

    @property
    def active(self) -> str:
        return SIDES[self.session.view.game.active]

    @property
    def priority(self) -> str | None:
        """Who has priority; None while a question is open, nothing has begun, or the game is over."""
        return SIDES[self.session.asked] if self.session.question == Question.PRIORITY else None

    @property
    def over(self) -> bool:
        return self.session.over

    @property
    def winner(self) -> str | None:
        """ "you", "opponent" or "draw"; None while the game goes on."""
        if not self.over:
            return None
        winner = self.session.view.game.winner
        return "draw" if winner < 0 else SIDES[winner]

    def transcript(self) -> str:
        """The game so far, one line an event."""
        events = read_events(self.session.engine.view_events())
        teller = self.session.faces.speaker
        return "\n".join(describe_event(row, teller) for row in events)

    def as_python(self) -> str:
        """Code that rebuilds the present position: how it was set up, and every act since."""
        head = "from mtg_causal_rl import scenario"
        return "\n".join([head, "", written_position(self.position), *self._acts]) + "\n"


_DECLARING = ("attack", "block", "damage", "to", "next_turn")


def _serials(rows: list[ItemRow]) -> set[int]:
    return {row.serial for row in rows}


def _seat(player: str | None) -> int | None:
    return None if player is None else seat_of(player)


def _act(word: str, name: Answer, by: str | None) -> Act:
    called = name if isinstance(name, str) else getattr(name, "name", name)
    return Act(f"{word} {called}", name, _seat(by))


def _list(names: Any) -> list[Answer]:
    return [names] if isinstance(names, (str, Handle)) else list(names)
