"""Plays for tests of footprints: the engine makes a play of which every answer was foreseen. Judges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtg_causal_rl import Game, scenario
from mtg_causal_rl.cards.vocabulary import Keyword, Step, Type
from mtg_causal_rl.causal import COUNTS, STRATEGY
from mtg_causal_rl.causal.interventions import foresee
from mtg_causal_rl.game.view import NOTHING, LegalRow, PermanentRow, StateView, read_legal, read_state
from mtg_causal_rl.game.words import PermanentFlag, Question, Verb

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
DECLARING = {Question.ATTACKERS, Question.ATTACK_WHOM}
STARTS = {Verb.PLAY_LAND, Verb.CAST, Verb.ACTIVATE}
MANA = "WWWWWWWUUUUUUUBBBBBBBRRRRRRRGGGGGGG"

#: From the legal answers to a question of something that is resolving to the one that is given.
Choose = Callable[[Sequence[LegalRow]], LegalRow]


def position(**arguments: Any) -> Game:
    """The game of a scenario, asked at every choice; the seat "you" is 0."""
    game: Game = scenario(**arguments).session.engine  # type: ignore[assignment]
    return game


def answering(opponent: dict[str, Any], spell: str, **you: Any) -> Game:
    """The opponent has cast a spell at you (or no one) and you have priority."""
    g = scenario(you=you, opponent={**opponent, "hand": [spell]}, active="opponent")
    g.cast(spell, targets=["you"] if g.legal_targets(spell) else [], by="opponent")
    g.pass_priority(by="opponent")
    game: Game = g.session.engine  # type: ignore[assignment]
    return game


def first(rows: Sequence[LegalRow]) -> LegalRow:
    return rows[0]


def last(rows: Sequence[LegalRow]) -> LegalRow:
    return rows[-1]


@dataclass
class Play:
    """A play under way and what was foreseen of it so far: counts [2, 15] and variables."""

    start: Game
    game: Game
    seat: int
    credited: NDArray[np.float64]
    predicted: NDArray[np.float64]
    words: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game) -> Play:
        seat = game.player
        assert seat is not None
        return cls(game, game.copy(), seat, np.zeros((2, len(COUNTS))), np.zeros(len(STRATEGY.names)))

    def copy(self) -> Play:
        parts = self.credited.copy(), self.predicted.copy()
        return Play(self.start, self.game.copy(), self.seat, *parts, list(self.words))

    def take(self, row: LegalRow) -> None:
        """One answer: credited to the play if it is its player's."""
        if self.game.player == self.seat:
            seen = foresee(self.game, [row.action])
            self.credited += np.stack([seen.footprints.stays[0], seen.footprints.turn[0]])
            self.predicted += seen.changes[0]
            self.words.append(dict(self.game.legal_actions())[row.action])
        self.game.apply(row.action)

    @property
    def view(self) -> StateView:
        return read_state(self.game.view_state())

    @property
    def legal(self) -> list[LegalRow]:
        return list(read_legal(self.game.view_legal()))

    @property
    def total(self) -> NDArray[np.float64]:
        return self.credited.sum(axis=0)

    @property
    def actual(self) -> NDArray[np.float64]:
        return np.asarray(self.game.counts(self.seat), np.float64) - self.start.counts(self.seat)

    def difference(self) -> dict[str, tuple[float, float]]:
        """Where the footprint is not what happened: foreseen and actual, by count."""
        pairs = zip(COUNTS, self.total, self.actual, strict=True)
        return {name: (one, two) for name, one, two in pairs if abs(one - two) > 1e-4}


def plays(game: Game) -> Iterator[Play]:
    """Every play that can be started now, announced in every way there is and paid automatically."""
    start = Play.of(game)
    for row in start.legal:
        if row.verb in STARTS:
            play = start.copy()
            play.take(row)
            yield from announced(play)


def announced(play: Play) -> Iterator[Play]:
    while not play.game.over and play.view.game.question in ANNOUNCING and play.game.player == play.seat:
        rows = [row for row in play.legal if row.verb != Verb.CANCEL]
        paying = [row for row in rows if row.verb == Verb.AUTO_PAY]
        if play.view.game.question in {Question.PAY, Question.TAP_OTHERS}:
            play.take((paying or rows)[0])
            continue
        for row in rows:
            other = play.copy()
            other.take(row)
            yield from announced(other)
        return
    yield play


def resolve(play: Play, below: int, choose: Choose = first) -> Play:
    """Everybody passes until what the play put on the stack has left it; the opponent pays where he is asked to."""
    while not play.game.over:
        state = play.view
        question = state.game.question
        if question == Question.PRIORITY and len(state.stack) <= below and not state.resolving:
            return play
        if question in DECLARING or question == Question.BLOCKERS:
            return play
        play.take(_answer(play, question, choose))
    return play


def _answer(play: Play, question: Question, choose: Choose) -> LegalRow:
    rows = play.legal
    if question == Question.PRIORITY:
        return next(row for row in rows if row.verb == Verb.PASS)
    if question == Question.DIVIDE and play.game.player != play.seat:
        return _lethal_first(play, rows)
    if play.game.player != play.seat:
        return next((row for row in rows if row.verb == Verb.CONFIRM), rows[0])
    return choose([row for row in rows if row.verb != Verb.CANCEL or question not in ANNOUNCING])


def _lethal_first(play: Play, rows: Sequence[LegalRow]) -> LegalRow:
    """Damage is divided by the rule: as much as kills, or all that is left."""
    state = play.view
    recipient = state.permanent(state.game.spare)
    assert recipient is not None
    enough = recipient.toughness - recipient.damage
    return next((row for row in rows if row.number >= enough), rows[-1])


def to_next_turn(play: Play) -> Play:
    """Nobody does anything more in this turn."""
    turn = play.game.turn
    while not play.game.over and play.game.turn == turn:
        rows = play.legal
        play.game.apply(next((row for row in rows if row.verb == Verb.PASS), rows[0]).action)
    return play


def attack(play: Play, attackers: Sequence[str]) -> Play:
    """These creatures attack, whom comes first; then to combat damage with the opponent's blocks by the rule."""
    for name in attackers:
        row = next(r for r in play.legal if r.verb == Verb.ATTACK and named(play, r.object) == name)
        play.take(row)
        if play.view.game.question == Question.ATTACK_WHOM:
            play.take(play.legal[0])
    play.take(next(row for row in play.legal if row.verb == Verb.CONFIRM))
    return to_damage(play)


def to_damage(play: Play) -> Play:
    """Passing, and blocking by the rule where the other seat is asked."""
    while not play.game.over:
        state = play.view
        if state.game.step >= Step.END_COMBAT or (
            state.game.step == Step.DAMAGE and state.game.question == Question.PRIORITY and not state.stack
        ):
            return play
        if state.game.question in {Question.BLOCKERS, Question.BLOCK_WITH}:
            play.take(_block(play, state))
        else:
            play.take(_answer(play, state.game.question, first))
    return play


def _block(play: Play, state: StateView) -> LegalRow:
    """Each creature in order of arrival: the attacker with the most power that it kills and survives."""
    rows = play.legal
    wanted = wanted_block(state) if play.game.player != play.seat else None
    if wanted is None:
        return next(row for row in rows if row.verb in {Verb.CONFIRM, Verb.PASS})
    place, verb = (1, Verb.BLOCKER) if state.game.question == Question.BLOCK_WITH else (0, Verb.BLOCK_ATTACKER)
    return next(row for row in rows if (row.verb, row.object) == (verb, wanted[place]))


def wanted_block(state: StateView) -> tuple[int, int] | None:
    """The next (attacker, blocker) of the published rule, for creatures without first strike or double strike."""
    active = state.game.active
    blocked = {row.blocking for row in state.permanents}
    attackers = [row for row in state.permanents if row.flags & PermanentFlag.ATTACKING]
    for blocker in state.permanents:
        able = blocker.types & Type.CREATURE and not blocker.flags & PermanentFlag.TAPPED
        if blocker.controller == active or not able or blocker.blocking != NOTHING:
            continue
        options = [
            row
            for row in attackers
            if row.object not in blocked and _reaches(blocker, row) and _kills_and_survives(blocker, row)
        ]
        if options:
            return max(options, key=lambda row: row.power).object, blocker.object
    return None


def named(play: Play, number: int) -> str:
    return play.game.pool.faces[play.view.objects[number].face].name


def _reaches(blocker: PermanentRow, attacker: PermanentRow) -> bool:
    return not attacker.keywords & Keyword.FLYING or bool(blocker.keywords & (Keyword.FLYING | Keyword.REACH))


def _kills_and_survives(blocker: PermanentRow, attacker: PermanentRow) -> bool:
    return _kills(blocker, attacker) and not _kills(attacker, blocker)


def _kills(one: PermanentRow, other: PermanentRow) -> bool:
    enough = 1 if one.keywords & Keyword.DEATHTOUCH else other.toughness - other.damage
    return 0 < one.power >= enough
