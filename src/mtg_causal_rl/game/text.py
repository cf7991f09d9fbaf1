"""Words for what the core's numbers say: legal actions, questions, events. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mtg_causal_rl.cards.vocabulary import Step, Zone
from mtg_causal_rl.game.view import NOTHING, EventRow, LegalRow, StateView
from mtg_causal_rl.game.words import EventKind, Method, Question, Reason, Verb

MANA = "WUBRGC"
_REASONS = {
    Reason.LIFE: "life total 0 or less",
    Reason.LIBRARY: "drew from an empty library",
    Reason.CONCESSION: "concession",
    Reason.TURN_CAP: "the turn cap",
    Reason.LOOP: "a loop without an end",
    Reason.OVERFLOW: "more objects than the engine has room for",
    Reason.ILLEGAL: "an illegal action",
    Reason.SIMULTANEOUS: "both players lost at once",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Names of faces, and of the two players as the reader knows them: seat 0 first."""

    faces: Sequence[str]
    players: tuple[str, str] = ("you", "opponent")

    def face(self, number: int) -> str:
        return self.faces[number] if number >= 0 else "nothing"

    def whose(self, seat: int) -> str:
        player = self.players[seat]
        return "your" if player == "you" else f"{player}'s"

    def object(self, view: StateView, number: int) -> str:
        """A permanent with whose it is; any other card by its name alone."""
        name = self.face(view.objects[number].face)
        permanent = view.permanent(number)
        if permanent is None:
            return name
        same = [row.object for row in view.permanents if self._alike(view, row.object, number)]
        mark = f"#{same.index(number) + 1}" if len(same) > 1 else ""
        return f"{self.whose(permanent.controller)} {name}{mark}"

    def _alike(self, view: StateView, number: int, other: int) -> bool:
        faces = view.objects[number].face == view.objects[other].face
        return faces and view.controller(number) == view.controller(other)

    def item(self, view: StateView, serial: int) -> str:
        found = view.item(serial)
        return (
            "a spell that has left"
            if found is None
            else f"{self.whose(found.controller)} {self.face(found.face)}"
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """A position and who tells it."""

    view: StateView
    speaker: Speaker

    @property
    def question(self) -> Question:
        return self.view.game.question

    def name(self, number: int) -> str:
        return self.speaker.object(self.view, number)

    def card(self, number: int) -> str:
        return self.speaker.face(self.view.objects[number].face)

    def announced(self) -> str:
        """What is being announced, or the trigger that is being placed or is resolving."""
        if self.view.announced:
            return self.card(self.view.announced[0].object)
        if self.view.resolving:
            return self.speaker.face(self.view.resolving[0].face)
        return "the ability"


def describe_action(row: LegalRow, view: StateView, speaker: Speaker) -> str:
    """One legal action in words."""
    return _ACTIONS[row.verb](row, Moment(view, speaker))


def _pass(row: LegalRow, moment: Moment) -> str:
    words = {
        Question.PRIORITY: "Pass priority",
        Question.ATTACKERS: "Attack with nothing",
        Question.BLOCKERS: "Block with nothing",
        Question.RETARGET: "Keep the target",
        Question.CASUALTY: "Sacrifice nothing",
    }
    return words.get(moment.question, "Take nothing")


def _confirm(row: LegalRow, moment: Moment) -> str:
    words = {Question.ATTACKERS: "Declare the attack", Question.BLOCKERS: "Declare the blocks"}
    return words.get(moment.question, "Yes")


def _cancel(row: LegalRow, moment: Moment) -> str:
    words = {
        Question.ATTACKERS: "Take the attack back",
        Question.BLOCKERS: "Take the blocks back",
        Question.YES_NO: "No",
        Question.PAY_LIFE: "No",
    }
    return words.get(moment.question) or f"Take {moment.announced()} back"


def _activate(row: LegalRow, moment: Moment) -> str:
    zone = moment.view.objects[row.object].zone
    if zone == Zone.BATTLEFIELD:
        return f"Use {moment.name(row.object)}"
    return f"Cast {moment.card(row.object)} from {Zone(zone).name.lower()}"


def _blocker(row: LegalRow, moment: Moment) -> str:
    return f"Block {moment.name(moment.view.game.object)} with {moment.name(row.object)}"


def _aim(moment: Moment, target: str) -> str:
    if moment.question == Question.RETARGET:
        return f"Aim the copy at {target}"
    if not moment.view.announced:
        return f"Target {target}"
    word = "Use" if moment.view.announced[0].method == Method.ACTIVATE else "Cast"
    return f"{word} {moment.announced()} at {target}"


def _target_player(row: LegalRow, moment: Moment) -> str:
    return _aim(moment, moment.speaker.players[row.number])


def _target_spell(row: LegalRow, moment: Moment) -> str:
    return _aim(moment, moment.speaker.item(moment.view, row.number))


def _object(row: LegalRow, moment: Moment) -> str:
    words = {
        Question.ATTACK_WHOM: "Attack",
        Question.CASUALTY: "Sacrifice",
        Question.TAP_OTHERS: "Tap",
        Question.LEGEND: "Keep",
    }
    return f"{words.get(moment.question, 'Take')} {moment.name(row.object)}"


def _number(row: LegalRow, moment: Moment) -> str:
    game = moment.view.game
    if game.question != Question.DIVIDE:
        return str(row.number)
    return f"{moment.name(game.object)} deals {row.number} damage to {moment.name(game.spare)}"


def _colour(row: LegalRow, moment: Moment) -> str:
    source = moment.name(moment.view.game.object)
    return (
        f"Make {MANA[row.number.bit_length() - 1]} with {source}" if row.number else f"Convoke with {source}"
    )


def _method(row: LegalRow, moment: Moment) -> str:
    word = "Plot" if row.number == Method.PLOT else "Cast"
    return f"{word} {moment.card(moment.view.game.object)}"


def _ability(row: LegalRow, moment: Moment) -> str:
    source = moment.name(moment.view.game.object)
    return f"Tap {source} for mana" if row.number < 0 else f"Use ability {row.number} of {source}"


def _trigger(row: LegalRow, moment: Moment) -> str:
    waiting = moment.view.waiting[row.number]
    same = sorted(other.ability for other in moment.view.waiting if other.source == waiting.source)
    mark = f"/{same.index(waiting.ability) + 1}" if len(same) > 1 else ""
    return f"Put the trigger of {moment.speaker.face(waiting.face)}{mark} on the stack"


def _about(words: str) -> Callable[[LegalRow, Moment], str]:
    return lambda row, moment: words.format(moment.name(row.object))


def _plain(words: str) -> Callable[[LegalRow, Moment], str]:
    return lambda row, moment: words.format(moment.announced())


_ACTIONS: dict[Verb, Callable[[LegalRow, Moment], str]] = {
    Verb.PASS: _pass,
    Verb.KEEP: _plain("Keep the hand"),
    Verb.MULLIGAN: _plain("Take a mulligan"),
    Verb.CONFIRM: _confirm,
    Verb.CANCEL: _cancel,
    Verb.AUTO_PAY: _plain("Pay for {} with mana"),
    Verb.BOTTOM: _about("Put {} on the bottom"),
    Verb.DISCARD: _about("Discard {}"),
    Verb.PLAY_LAND: _about("Play {}"),
    Verb.CAST: _about("Cast {}"),
    Verb.ACTIVATE: _activate,
    Verb.ATTACK: _about("Attack with {}"),
    Verb.BLOCK_ATTACKER: _about("Block {}"),
    Verb.BLOCKER: _blocker,
    Verb.SOURCE: _about("Pay with {}"),
    Verb.TARGET_OBJECT: lambda row, moment: _aim(moment, moment.name(row.object)),
    Verb.TARGET_PLAYER: _target_player,
    Verb.TARGET_SPELL: _target_spell,
    Verb.OBJECT: _object,
    Verb.PLAYER: lambda row, moment: f"Attack {moment.speaker.players[row.number]}",
    Verb.NUMBER: _number,
    Verb.COLOUR: _colour,
    Verb.METHOD: _method,
    Verb.ABILITY: _ability,
    Verb.TRIGGER: _trigger,
    Verb.TOP: lambda row, moment: f"Leave {moment.card(moment.view.game.object)} on top",
    Verb.BOTTOMMOST: lambda row, moment: f"Put {moment.card(moment.view.game.object)} on the bottom",
    Verb.NEXT_PAGE: _plain("Show more"),
}

QUESTIONS = {
    Question.NONE: "",
    Question.MULLIGAN: "keep the hand, or take a mulligan?",
    Question.BOTTOM: "which card goes to the bottom of the library?",
    Question.DISCARD: "which card is discarded?",
    Question.PRIORITY: "act, or pass?",
    Question.ATTACKERS: "which creatures attack?",
    Question.ATTACK_WHOM: "whom does it attack?",
    Question.BLOCKERS: "which creatures block?",
    Question.BLOCK_WITH: "which creature blocks it?",
    Question.DIVIDE: "how is its combat damage divided?",
    Question.METHOD: "cast it, or plot it?",
    Question.ABILITY: "which ability?",
    Question.CASUALTY: "which creature is sacrificed for casualty?",
    Question.TARGET: "what is the target?",
    Question.TAP_OTHERS: "what is tapped for the cost?",
    Question.PAY: "what pays for it?",
    Question.PAY_COLOUR: "which mana does it make?",
    Question.TAP_COLOUR: "which mana does it make?",
    Question.YES_NO: "yes or no?",
    Question.PICK: "which card?",
    Question.SCRY: "top or bottom?",
    Question.PAY_LIFE: "pay life, so that it enters untapped?",
    Question.RETARGET: "what is the copy's target?",
    Question.ORDER: "which trigger goes on the stack next?",
    Question.LEGEND: "which of the legendary permanents is kept?",
}


def describe_question(view: StateView, speaker: Speaker) -> str:
    """What is asked, by what: "Make Disappear: yes or no?"."""
    moment = Moment(view, speaker)
    about = view.game.object
    who = moment.card(about) if about != NOTHING else ""
    if not who and (view.announced or view.resolving):
        who = moment.announced()
    return f"{who}: {QUESTIONS[view.game.question]}" if who else QUESTIONS[view.game.question]


def describe_event(row: EventRow, speaker: Speaker) -> str:
    """One event of the log in words."""
    who, what = speaker.players[row.seat], speaker.face(row.face)
    if row.kind == EventKind.MOVES:
        return f"{what}: {_zone(row.amount // 16)} to {_zone(row.amount % 16)}"
    if row.kind == EventKind.STEP_BEGINS:
        return f"{who}: {Step(row.amount).name.lower().replace('_', ' ')} step"
    if row.kind == EventKind.GAME_OVER:
        return f"the game is over: {_REASONS.get(Reason(row.amount), 'ended')}"
    if row.kind == EventKind.ATTACKS:
        attacked = speaker.face(row.other_face) if row.other >= 0 else speaker.players[1 - row.seat]
        return f"{what} attacks {attacked}"
    if row.kind == EventKind.TARGETS:
        return f"{what} targets {speaker.face(row.other_face) if row.other >= 0 else who}"
    if row.kind == EventKind.TAPS_FOR_MANA:
        return f"{who}: {what} makes {MANA[row.amount.bit_length() - 1]}"
    ending = "" if who == "you" else "s"
    words = {
        "who": who,
        "s": ending,
        "what": what,
        "other": speaker.face(row.other_face),
        "amount": row.amount,
    }
    return _EVENTS[row.kind].format(**words)


def _zone(number: int) -> str:
    return Zone(number).name.lower()


_EVENTS: dict[EventKind, str] = {
    EventKind.TURN_BEGINS: "turn {amount}: {who}",
    EventKind.KEEPS: "{who} keep{s}",
    EventKind.MULLIGANS: "{who} take{s} a mulligan",
    EventKind.DRAWS: "{who} draw{s} {what}",
    EventKind.PLAYS_LAND: "{who} play{s} {what}",
    EventKind.CASTS: "{who} cast{s} {what}",
    EventKind.PLOTS: "{who} plot{s} {what}",
    EventKind.ACTIVATES: "{who} activate{s} {what}",
    EventKind.TRIGGERS: "{what} of {who} triggers",
    EventKind.RESOLVES: "{what} resolves",
    EventKind.FIZZLES: "{what} does not resolve: no legal target",
    EventKind.COUNTERED: "{what} is countered",
    EventKind.BLOCKS: "{what} blocks {other}",
    EventKind.DAMAGES_PLAYER: "{what} deals {amount} damage to {who}",
    EventKind.DAMAGES_PERMANENT: "{what} deals {amount} damage to {other}",
    EventKind.GAINS: "{who} gain{s} {amount} life",
    EventKind.LOSES: "{who} lose{s} {amount} life",
    EventKind.COUNTERS: "{what}: {amount:+d} counters",
    EventKind.CREATES: "{who} create{s} {what}",
    EventKind.TRANSFORMS: "it transforms into {what}",
    EventKind.REVEALS: "{what} is revealed",
    EventKind.LOOKS_AT: "{who} look{s} at {what}",
    EventKind.SHUFFLES: "{who} shuffle{s}",
    EventKind.DISCARDS: "{who} discard{s} {what}",
    EventKind.PAYS: "{who} pay{s} {amount}",
    EventKind.SACRIFICES: "{who} sacrifice{s} {what}",
    EventKind.CEASES: "{what} ceases to exist",
}
