"""Faults to plant in a mask: each gives the index that it wrongly adds to a sound one, or drops; None if it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules_checker.slots import BATTLEFIELD, CAST_INSTANT, CAST_SORCERY, SIDE, TARGET, Places
from rules_checker.spectator import Mask, Spectator

from mtg_causal_rl.cards.vocabulary import Type
from mtg_causal_rl.game.words import PermanentFlag, Question, Verb

Fault = Callable[[Spectator, Mask], int | None]


def _asked(spectator: Spectator, question: Question) -> bool:
    return bool(spectator.view.game.question == question)


def _first(indices: Iterator[int], mask: Mask, offered: bool) -> int | None:
    return next((index for index in indices if bool(mask[index]) == offered), None)


def second_land(spectator: Spectator, mask: Mask) -> int | None:
    """A land although one was played (305.2)."""
    position = spectator.position
    played = position.view.players[position.seat].lands_played
    if not _asked(spectator, Question.PRIORITY) or not played:
        return None
    lands = (n for n in position.kinds(position.seat) if position.fact(n).has("Land"))
    places = Places(position)
    return _first((places.index((Verb.PLAY_LAND, position.view.objects[n].face)) or 0 for n in lands), mask, False)


def _spells(spectator: Spectator, timely: bool) -> Iterator[int]:
    position = spectator.position
    if not _asked(spectator, Question.PRIORITY) or position.sorcery_timing != timely:
        return
    places = Places(position)
    for number in position.kinds(position.seat):
        fact = position.fact(number)
        if not fact.has("Land") and (timely or not fact.instant_speed):
            yield places.index((Verb.CAST, position.view.objects[number].face)) or 0


def sorcery_at_any_time(spectator: Spectator, mask: Mask) -> int | None:
    """A sorcery or creature outside an own main phase (307.1)."""
    return _first(_spells(spectator, timely=False), mask, offered=False)


def spell_beyond_the_mana(spectator: Spectator, mask: Mask) -> int | None:
    """A spell that cannot be paid for, or has no target (601.2)."""
    return _first(_spells(spectator, timely=True), mask, offered=False)


def spell_left_out(spectator: Spectator, mask: Mask) -> int | None:
    """A spell that could be cast."""
    offered = range(CAST_SORCERY, CAST_INSTANT + 10)
    return _first(iter(offered), mask, offered=True) if _asked(spectator, Question.PRIORITY) else None


def _creatures(spectator: Spectator, flag: PermanentFlag) -> Iterator[int]:
    position = spectator.position
    if not _asked(spectator, Question.ATTACKERS):
        return
    places = Places(position)
    for row in position.controlled(position.seat):
        if row.types & Type.CREATURE and row.flags & flag:
            yield places.index((Verb.ATTACK, row.object)) or 0


def tapped_attacker(spectator: Spectator, mask: Mask) -> int | None:
    """508.1a."""
    return _first(_creatures(spectator, PermanentFlag.TAPPED), mask, offered=False)


def sick_attacker(spectator: Spectator, mask: Mask) -> int | None:
    """302.6."""
    return _first(_creatures(spectator, PermanentFlag.SICK), mask, offered=False)


def attacker_left_out(spectator: Spectator, mask: Mask) -> int | None:
    """A creature that could attack."""
    return _first(iter(range(116, 176)), mask, True) if _asked(spectator, Question.ATTACKERS) else None


def unblockable_attacker(spectator: Spectator, mask: Mask) -> int | None:
    """An attacker that nothing there can block (509.1b, 702.9b)."""
    if not _asked(spectator, Question.BLOCKERS):
        return None
    places = Places(spectator.position)
    rows = spectator.position.attackers()
    return _first((places.index((Verb.BLOCK_ATTACKER, row.object)) or 0 for row in rows), mask, offered=False)


def target_left_out(spectator: Spectator, mask: Mask) -> int | None:
    """A legal target."""
    return _first(iter(range(TARGET, TARGET + 122)), mask, True) if _asked(spectator, Question.TARGET) else None


def illegal_target(spectator: Spectator, mask: Mask) -> int | None:
    """A permanent that may not be targeted (115.1)."""
    if not _asked(spectator, Question.TARGET) or any(row.verb == Verb.TARGET_SPELL for row in spectator.legal):
        return None
    places = Places(spectator.position)
    own = (TARGET + place for place in range(len(places.own)))
    return _first(own, mask, False) or _first((TARGET + SIDE + n for n in range(len(places.opposing))), mask, False)


def tapped_source(spectator: Spectator, mask: Mask) -> int | None:
    """Mana from a land that is tapped (605.3a)."""
    position = spectator.position
    if not _asked(spectator, Question.PAY):
        return None
    places = Places(position)
    tapped = (row for row in position.controlled(position.seat) if row.flags & PermanentFlag.TAPPED)
    return _first((places.index((Verb.SOURCE, row.object)) or 0 for row in tapped), mask, offered=False)


def nothing_to_take_back(spectator: Spectator, mask: Mask) -> int | None:
    """An announcement that cannot be taken back (732.1)."""
    return 4 if spectator.view.announced and mask[4] else None


def no_pass(spectator: Spectator, mask: Mask) -> int | None:
    """A player with priority who cannot pass (117.3d)."""
    return 0 if _asked(spectator, Question.PRIORITY) else None


def dead_card(spectator: Spectator, mask: Mask) -> int | None:
    """A card of the graveyard or exile that cannot be used."""
    if not _asked(spectator, Question.PRIORITY):
        return None
    count = min(len(Places(spectator.position).beyond), SIDE - BATTLEFIELD)
    return _first((56 + BATTLEFIELD + place for place in range(count)), mask, offered=False)


def card_kept_back(spectator: Spectator, mask: Mask) -> int | None:
    """A card of the hand that cannot be discarded (514.1)."""
    return _first(iter(range(16, 26)), mask, True) if _asked(spectator, Question.DISCARD) else None


FAULTS: tuple[Fault, ...] = (
    second_land, sorcery_at_any_time, spell_beyond_the_mana, spell_left_out, tapped_attacker, sick_attacker,
    attacker_left_out, unblockable_attacker, target_left_out, illegal_target, tapped_source, nothing_to_take_back,
    no_pass, dead_card, card_kept_back,
)  # fmt: skip
