"""Moving on: passing, resolving, going to a step, declaring attacks and blocks. Announces nothing."""

from __future__ import annotations

from collections.abc import Sequence

from mtg_causal_rl.cards.vocabulary import Step
from mtg_causal_rl.errors import IllegalAction, unknown_name
from mtg_causal_rl.game.scenario.announcing import refusal
from mtg_causal_rl.game.scenario.answering import answer
from mtg_causal_rl.game.scenario.naming import Answer, candidate, face_name, names_object
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import SIDES, STEPS
from mtg_causal_rl.game.view import NOTHING
from mtg_causal_rl.game.words import PermanentFlag, Question, Verb

_DECLARATIONS = (Question.ATTACKERS, Question.BLOCKERS)
_MOVING = (Question.PRIORITY, *_DECLARATIONS)


def pass_once(session: Session) -> None:
    """Passes priority, or declares nothing."""
    if not session.take(Verb.PASS, Verb.CONFIRM):
        raise refusal(session, "pass")


def resolve_top(session: Session, answers: list[Answer]) -> bool:
    """Both pass until the top object has left the stack; False where a choice interrupts."""
    serial = session.view.stack[-1].serial
    while _goes_on(session, answers):
        if session.question != Question.PRIORITY or session.view.item(serial) is None:
            return session.question == Question.PRIORITY
        pass_once(session)
    return False


def resolve_all(session: Session, answers: list[Answer]) -> None:
    while session.view.stack and resolve_top(session, answers):
        pass


def _goes_on(session: Session, answers: list[Answer]) -> bool:
    """Answers what is asked while there are answers; False where a question stays open, or all is over."""
    while session.question not in (*_MOVING, Question.NONE) and answers:
        answer(session, answers.pop(0))
    return session.question in _MOVING


def step_named(name: str) -> tuple[Step, ...]:
    """The steps of the engine that a name of the language means."""
    if name not in STEPS or name == "mulligan":
        raise unknown_name("step", name, [step for step in STEPS if step != "mulligan"], "g.to")
    return (Step.FIRST_DAMAGE, Step.DAMAGE) if name == "damage" else (STEPS[name],)


def to_step(session: Session, name: str, of: int | None) -> None:
    """To the next time the step begins; stops at a choice and at the end of the game."""
    steps = step_named(name)
    moved = not session.begun
    session.begin()
    start = session.view.game
    while session.question in _MOVING:
        game = session.view.game
        moved = moved or (game.turn, game.step) != (start.turn, start.step)
        arrived = moved and game.step in steps and of in (None, game.active)
        if arrived or _cleanup_is_over(session, steps, of, start.turn):
            return
        pass_once(session)


def _cleanup_is_over(session: Session, steps: Sequence[Step], of: int | None, turn: int) -> bool:
    """Nobody gets priority in an ordinary cleanup step: it is over as the next turn begins (514.3)."""
    game = session.view.game
    return Step.CLEANUP in steps and game.turn != turn and of in (None, 1 - game.active)


def attack(session: Session, wanted: Sequence[tuple[Answer, Answer | None]], answers: list[Answer]) -> None:
    """Moves to the declaration of attackers and declares; each with what it attacks, None for the player."""
    _go_to(session, Step.ATTACKERS, "attack", answers)
    if session.question == Question.PRIORITY and wanted:
        raise IllegalAction(f"attack: there is no attack to declare with {[name for name, _ in wanted]!r}")
    if session.question != Question.ATTACKERS:
        return
    for attacker, target in wanted:
        _take(session, "attack", attacker, Verb.ATTACK)
        _attack_whom(session, target)
    pass_once(session)


def _attack_whom(session: Session, target: Answer | None) -> None:
    player = SIDES[1 - session.view.game.active]
    if session.question == Question.ATTACK_WHOM:
        _take(session, "attack", player if target is None else target, Verb.PLAYER, Verb.OBJECT)
    elif target is not None and target != player:
        raise IllegalAction(f"attack: {target!r} cannot be attacked, only {player!r}")


def _take(session: Session, act: str, wanted: Answer, *verbs: Verb) -> None:
    row = candidate(session, wanted, *verbs)
    if row is None:
        raise refusal(session, act, wanted)
    session.apply(row)


def block(session: Session, wanted: Sequence[tuple[Answer, Answer]]) -> None:
    """Moves to the declaration of blockers and declares; pairs of attacker and blocker."""
    if declared(session):
        raise IllegalAction("block: the blocks of this combat are declared already")
    if not wanted and not anyone_attacks(session) and session.question not in _DECLARATIONS:
        return
    _go_to(session, Step.BLOCKERS, "block", [])
    if session.question == Question.PRIORITY and wanted:
        raise IllegalAction(f"block: there is no block to declare with {[name for _, name in wanted]!r}")
    if session.question != Question.BLOCKERS:
        return
    for attacker, blocker in wanted:
        before = _blocking(session)
        _take(session, "block", attacker, Verb.BLOCK_ATTACKER)
        _block_with(session, blocker, before)
    pass_once(session)


def _block_with(session: Session, blocker: Answer, before: set[int]) -> None:
    """Where only one creature could block, it is not asked which: then it must be the one that is named."""
    if session.question == Question.BLOCK_WITH:
        _take(session, "block", blocker, Verb.BLOCKER)
        return
    only = _blocking(session) - before
    if not any(names_object(session, blocker, number) for number in only):
        names = ", ".join(face_name(session, number) for number in only)
        raise IllegalAction(f"block: {blocker!r} cannot block that attacker; {names} can")


def _blocking(session: Session) -> set[int]:
    return {row.object for row in session.view.permanents if row.blocking != NOTHING}


def anyone_attacks(session: Session) -> bool:
    return any(row.flags & PermanentFlag.ATTACKING for row in session.view.permanents)


def declared(session: Session) -> bool:
    """Whether blocks have been declared in this combat."""
    return bool(_blocking(session)) and session.question != Question.BLOCKERS


def _go_to(session: Session, step: Step, act: str, answers: list[Answer]) -> None:
    """Passes until the step is there or a choice is open; never beyond this turn."""
    session.begin()
    turn = session.view.game.turn
    if session.view.game.step > step:
        raise IllegalAction(f"{act}: this turn's {step.name.lower()} step is over")
    while session.view.game.step < step and _goes_on(session, answers):
        pass_once(session)
    game = session.view.game
    if session.question in _MOVING and (game.turn != turn or game.step > step):
        raise IllegalAction(f"{act}: there is no {step.name.lower()} step, because nothing attacks (508.8)")


def damage(session: Session, first: bool) -> None:
    """Runs the combat damage steps, or the first-strike one alone."""
    session.begin()
    goal = Step.FIRST_DAMAGE if first else Step.DAMAGE
    if session.view.game.step >= goal:
        raise IllegalAction(f"damage: this turn's {goal.name.lower().replace('_', ' ')} step is over")
    while session.view.game.step < goal and _goes_on(session, []):
        pass_once(session)
    if first and session.view.game.step != goal and not session.over:
        raise IllegalAction("damage: nothing in this combat has first strike, so there is no first step")
