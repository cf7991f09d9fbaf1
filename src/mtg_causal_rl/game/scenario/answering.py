"""Answering the open question: one answer, a list, or a division. Announcing is in `announcing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mtg_causal_rl.errors import IllegalAction, PendingChoice
from mtg_causal_rl.game.scenario.announcing import Plan, aimed_name, announce, is_aimed, refusal
from mtg_causal_rl.game.scenario.meanwhile import happened, mark
from mtg_causal_rl.game.scenario.naming import (
    Answer,
    candidate,
    exact_name,
    face_name,
    means,
    names_object,
    options,
    ordinal_of,
)
from mtg_causal_rl.game.scenario.session import Session
from mtg_causal_rl.game.scenario.setup import SIDES
from mtg_causal_rl.game.view import NOTHING
from mtg_causal_rl.game.words import Question, TargetKind, Verb

DECLARATIONS = (Question.ATTACKERS, Question.BLOCKERS)
NOT_PENDING = (Question.NONE, Question.PRIORITY)
_IN_ORDER = (Question.SCRY, Question.ORDER)


def answer(session: Session, given: Answer) -> None:
    """Answers the open question as a whole and runs on; refuses what is no candidate."""
    if session.question in NOT_PENDING:
        require_used(session, [given], "choose")
        return
    if session.question == Question.DIVIDE and isinstance(given, Mapping):
        divide(session, given)
    elif session.question == Question.RETARGET and _keeps_target(session, given):
        session.take(Verb.PASS)
    elif isinstance(given, (list, tuple)):
        _answer_several(session, list(given))
    else:
        _answer_one(session, given)
    _run_on(session)


def _run_on(session: Session) -> None:
    """Finishes an announcement one of whose questions was left open; pays what is left to pay by itself."""
    if isinstance(session.plan, Plan):
        announce(session, session.plan)
    while session.question == Question.PAY and session.take(Verb.AUTO_PAY):
        pass


def _answer_one(session: Session, given: Answer) -> None:
    row = candidate(session, given)
    if row is None:
        raise refusal(session, "choose", given)
    session.apply(row)
    session.said.append(given)


def _keeps_target(session: Session, given: Answer) -> bool:
    """The present target keeps it; so does an empty list (707.10c)."""
    if given == []:
        return True
    return any(is_aimed(session, given, aimed) for aimed in present_targets(session))


def present_targets(session: Session) -> list[tuple[TargetKind, int, int]]:
    """What the copy that is being given new targets is aimed at."""
    stack = session.view.stack
    return [stack[-1].targets[session.view.game.amount]] if stack else []


@dataclass(frozen=True, slots=True)
class Family:
    """Questions that belong together: those of one family take one list."""

    question: Question
    asked: int
    source: int

    @staticmethod
    def of(session: Session) -> Family:
        resolving = session.view.resolving
        serial = resolving[0].serial if resolving else NOTHING
        return Family(session.question, session.asked, serial)


def _answer_several(session: Session, given: list[Answer]) -> None:
    """A list answers a question that takes several things in one go, though it is asked one by one."""
    if not given:
        if not session.take(Verb.PASS):
            raise refusal(session, "choose", given)
        return
    family, left, since = Family.of(session), list(given), mark(session)
    while Family.of(session) == family and (left or family.question not in _IN_ORDER):
        follows = _follows(session, left)
        _answer_next(session, given, left)
    in_place = family.question == Question.ORDER and follows(left)
    if left and not in_place and not happened(session, since, _without(given, left), left):
        raise IllegalAction(f"choose {given!r}: {left!r} is more than was asked for")
    session.said += left


def _without(given: list[Answer], left: list[Answer]) -> list[Answer]:
    rest = list(given)
    for answer_left in left:
        rest.remove(answer_left)
    return rest


def _answer_next(session: Session, given: list[Answer], left: list[Answer]) -> None:
    """Takes the first of what is left that is a candidate; declines where none is."""
    in_order = session.question in _IN_ORDER
    for wanted in left[:1] if in_order else left:
        row = candidate(session, wanted)
        if row is not None:
            session.apply(row)
            session.said.append(wanted)
            left.remove(wanted)
            return
    if not session.take(Verb.PASS):
        raise refusal(session, "choose", left[0] if left else f"{given!r} and nothing more")


def _follows(session: Session, left: list[Answer]) -> Callable[[list[Answer]], bool]:
    """Whether what is not asked any more is what is left: the last trigger has no choice of place."""
    chosen = candidate(session, left[0]) if left else None
    meant = [[means(session, word, row) for row in session.legal if row != chosen] for word in left[1:]]

    def follows(rest: list[Answer]) -> bool:
        return len(rest) == len(meant) and all(any(rows) for rows in meant)

    return follows


def divide(session: Session, shares: Mapping[Answer, int]) -> None:
    """Combat damage by recipient; who is left out gets 0 (510.1c). The last share is not asked for."""
    game = session.view.game
    source = game.object
    wanted = _shares_by_recipient(session, source, shares)
    if sum(wanted.values()) != game.amount:
        raise IllegalAction(
            f"choose {dict(shares)!r}: {face_name(session, source)} divides {game.amount} damage"
        )
    unasked = list(wanted)
    while session.question == Question.DIVIDE and session.view.game.object == source:
        unasked.remove(session.view.game.spare)
        _take_share(session, wanted[session.view.game.spare])
    if any(wanted[number] for number in unasked[1:]):
        raise IllegalAction(f"choose {dict(shares)!r}: blockers must be dealt lethal damage first (702.19b)")


def _take_share(session: Session, share: int) -> None:
    row = next((row for row in session.rows(Verb.NUMBER) if row.number == share), None)
    if row is None:
        raise refusal(
            session, f"choose: damage to {_recipient_name(session, session.view.game.spare)}", share
        )
    session.apply(row)


def _shares_by_recipient(session: Session, source: int, shares: Mapping[Answer, int]) -> dict[int, int]:
    found = dict.fromkeys(recipients(session, source), 0)
    free = list(found)
    exact_first = sorted(shares, key=lambda key: not (isinstance(key, str) and "#" in key))
    for key in exact_first:
        number = next((number for number in free if _is_recipient(session, key, number)), None)
        if number is None:
            names = [_recipient_name(session, other) for other in found]
            raise IllegalAction(f"choose: {key!r} receives no damage here; {', '.join(names)} may")
        free.remove(number)
        found[number] = shares[key]
    return found


def recipients(session: Session, source: int) -> list[int]:
    """The blockers of an attacker, and what it attacks (NOTHING for the player)."""
    blockers = [row.object for row in session.view.permanents if row.blocking == source]
    attacker = session.view.permanent(source)
    return [*blockers, NOTHING if attacker is None else attacker.attack_target]


def _is_recipient(session: Session, key: Answer, number: int) -> bool:
    if number == NOTHING:
        return key == _recipient_name(session, number)
    return names_object(session, key, number)


def _recipient_name(session: Session, number: int) -> str:
    if number == NOTHING:
        return SIDES[1 - session.view.game.active]
    return face_name(session, number)


def divisions(session: Session) -> list[object]:
    """Every legal division, found by trying them."""
    source = session.view.game.object
    found = [dict(parts) for parts in _divisions(session, source)]
    return [_named_division(session, parts) for parts in found]


def _divisions(session: Session, source: int) -> Iterator[list[tuple[int, int]]]:
    recipient = session.view.game.spare
    for row in session.rows(Verb.NUMBER):
        trial = session.twin()
        trial.apply(row)
        again = trial.question == Question.DIVIDE and trial.view.game.object == source
        for rest in _divisions(trial, source) if again else iter([[]]):
            yield [(recipient, row.number), *rest]


def _named_division(session: Session, parts: dict[int, int]) -> dict[str, int]:
    """The last share follows from the others."""
    everyone = recipients(session, session.view.game.object)
    last = next(number for number in everyone if number not in parts)
    shares = {**parts, last: session.view.game.amount - sum(parts.values())}
    names = {number: _recipient_name(session, number) for number in everyone}
    alike = [name for name in names.values() if list(names.values()).count(name) > 1]
    exact = {n: f"{name}#{ordinal_of(session, n)}" if name in alike else name for n, name in names.items()}
    return {exact[number]: share for number, share in shares.items() if share}


def answers_to(session: Session) -> list[object]:
    """The answers that the open question takes."""
    if session.question == Question.DIVIDE:
        return divisions(session)
    if session.question == Question.BLOCKERS:
        return _blocks(session)
    if session.question == Question.RETARGET:
        present = [aimed_name(session, aimed) for aimed in present_targets(session)]
        return [*present, *options(session)]
    return options(session)


def _blocks(session: Session) -> list[object]:
    """Every single block that could be declared."""
    pairs = session.prospects().blocks
    return [{exact_name(session, attacker): [exact_name(session, blocker)]} for blocker, attacker in pairs]


def feed(session: Session, answers: Sequence[Answer], act: str) -> None:
    """Answers the questions an act raised, in turn; every answer must be needed."""
    left = list(answers)
    while left and session.question not in NOT_PENDING:
        answer(session, left.pop(0))
    require_used(session, left, act)


def require_used(session: Session, left: Sequence[Answer], act: str) -> None:
    """Answers left over are refused, unless they name what was taken because nothing else could be."""
    for given in left:
        if session.since is None or not happened(session, session.since, session.said, given):
            raise IllegalAction(f"{act}: nothing is asked, and answers are left over: {list(left)!r}")
        session.said += given if isinstance(given, list | tuple) else [given]


def require_settled(session: Session, act: str) -> None:
    """A question left open must be answered before anything else is done."""
    if session.question not in NOT_PENDING:
        raise PendingChoice(f"{act}: {question_text(session)}")


def question_text(session: Session) -> str:
    """What is asked of whom, and what may be answered."""
    asked = session.question.name.lower().replace("_", " ")
    words = ", ".join(str(word) for word in answers_to(session)) or "[]"
    return f"asked of {SIDES[session.asked]}: {asked}; legal answers: {words}"
