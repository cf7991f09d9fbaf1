"""Declaring attackers and blockers, and dividing combat damage (508 to 510): the legal answers."""

from __future__ import annotations

from rules_checker.history import History
from rules_checker.plays import CANCEL, CONFIRM, PASS, Play, Unclear
from rules_checker.position import Position

from mtg_causal_rl.cards.vocabulary import Type
from mtg_causal_rl.game.view import PermanentRow
from mtg_causal_rl.game.words import PermanentFlag, Verb


def _declaring(chosen: bool, history: History) -> list[Play]:
    """PASS declares none, CONFIRM what is chosen, CANCEL clears it once."""
    if not chosen:
        return [PASS]
    return [CONFIRM] if history.cleared else [CONFIRM, CANCEL]


def attackers(position: Position, history: History) -> list[Play]:
    own = position.controlled(position.view.game.active)
    chosen = [row for row in own if row.flags & PermanentFlag.SELECTED]
    able = [row for row in own if position.can_attack(row) and row not in chosen]
    return [*_declaring(bool(chosen), history), *((Verb.ATTACK, row.object) for row in able)]


def attack_whom(position: Position, history: History) -> list[Play]:
    defender = 1 - position.view.game.active
    walkers = [row.object for row in position.controlled(defender) if row.types & Type.PLANESWALKER]
    return [(Verb.PLAYER, defender), *((Verb.OBJECT, number) for number in walkers)]


def blockers(position: Position, history: History) -> list[Play]:
    own = position.controlled(position.seat)
    chosen = any(row.blocking >= 0 for row in own)
    attackers = position.attackers()
    able = [row.object for row in attackers if any(position.can_block(blocker, row) for blocker in own)]
    return [*_declaring(chosen, history), *((Verb.BLOCK_ATTACKER, number) for number in able)]


def block_with(position: Position, history: History) -> list[Play]:
    attacker = position.view.permanent(position.view.game.object)
    if attacker is None:
        raise Unclear
    own = position.controlled(position.seat)
    return [(Verb.BLOCKER, row.object) for row in own if position.can_block(row, attacker)]


def divide(position: Position, history: History) -> list[Play]:
    """Any division (510.1c); what goes past the blockers needs lethal damage to each of them (702.19b)."""
    view = position.view
    source, left, recipient = view.permanent(view.game.object), view.game.amount, view.game.spare
    if source is None:
        raise Unclear
    blockers = [row.object for row in view.permanents if row.blocking == source.object]
    least = 0
    if recipient == blockers[-1]:
        tramples = position.has(source, "trample") and not source.flags & PermanentFlag.ATTACKS_NOTHING
        least = _lethal(position, source, recipient) if tramples else left
    return [(Verb.NUMBER, amount) for amount in range(least, left + 1)]


def _lethal(position: Position, source: PermanentRow, number: int) -> int:
    """What is marked and what others assign counts; with deathtouch any damage is lethal (702.2c)."""
    row = position.view.permanent(number)
    if row is None:
        return 0
    others = [
        part.amount for part in position.view.assigned if part.recipient == number and part.source != source.object
    ]
    rest = max(0, row.toughness - row.damage - sum(others))
    return min(1, rest) if position.has(source, "deathtouch") else rest
