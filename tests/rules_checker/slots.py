"""Which index of the action table a play has, as docs/actions.md and docs/observation.md say it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_checker.cards import USED_IN_GRAVEYARD
from rules_checker.plays import Play, TooMany
from rules_checker.position import Position

from mtg_causal_rl.cards.vocabulary import Type, Zone
from mtg_causal_rl.game.view import NOTHING, PermanentRow
from mtg_causal_rl.game.words import ObjectFlag, Verb

HAND, BATTLEFIELD, BEYOND = 10, 40, 20
TARGET, YOU, OPPONENT, SIDE = 296, 416, 417, 60
ALONE = {Verb.PASS: 0, Verb.KEEP: 1, Verb.MULLIGAN: 2, Verb.CONFIRM: 3, Verb.CANCEL: 4, Verb.AUTO_PAY: 5}
FROM_HAND = {Verb.BOTTOM: 6, Verb.DISCARD: 16, Verb.PLAY_LAND: 26}
ON_OWN_SIDE = {Verb.ACTIVATE: 56, Verb.ATTACK: 116, Verb.BLOCKER: 236, Verb.SOURCE: 418}
CAST_SORCERY, CAST_INSTANT, BLOCK_ATTACKER = 36, 46, 176


def indices(position: Position, plays: Sequence[Play]) -> dict[int, Play]:
    """The index of each play; those without a slot of their own are the options of the question, in this order."""
    places = Places(position)
    options = 0
    found: dict[int, Play] = {}
    listed = any(verb == Verb.TARGET_SPELL for verb, _ in plays)
    for play in plays:
        index = None if listed and play[0] in AIMED else places.index(play)
        if index is None:
            index, options = TARGET + options, options + 1
        found[index] = play
    if options > BEYOND:
        raise TooMany
    return found


AIMED = (Verb.TARGET_OBJECT, Verb.TARGET_PLAYER, Verb.TARGET_SPELL)


class Places:
    """The slots of one position, for the player who is asked."""

    def __init__(self, position: Position) -> None:
        self.position = position
        seat = position.seat
        self.own = _battlefield(position.controlled(seat))
        self.opposing = _battlefield(position.controlled(1 - seat))
        self.beyond = _beyond(position, seat)
        view = position.view
        self.hand = [view.objects[number].face for number in position.kinds(seat)]
        if len(self.hand) > HAND or max(len(self.own), len(self.opposing)) > BATTLEFIELD:
            raise TooMany

    def index(self, play: Play) -> int | None:
        verb, thing = play
        if verb in ALONE:
            return ALONE[verb]
        if verb in FROM_HAND:
            return FROM_HAND[verb] + self.hand.index(thing)
        if verb == Verb.CAST:
            fast = self.position.fact(self._card(thing)).instant_speed
            return (CAST_INSTANT if fast else CAST_SORCERY) + self.hand.index(thing)
        if verb in ON_OWN_SIDE:
            return ON_OWN_SIDE[verb] + self._own_slot(thing)
        if verb == Verb.BLOCK_ATTACKER:
            return BLOCK_ATTACKER + self.opposing.index(thing)
        if verb == Verb.TARGET_PLAYER:
            return YOU if thing == self.position.seat else OPPONENT
        if verb == Verb.TARGET_OBJECT:
            return TARGET + (self.own.index(thing) if thing in self.own else SIDE + self.opposing.index(thing))
        return None

    def _card(self, face: int) -> int:
        return next(i for i, row in enumerate(self.position.view.objects) if row.face == face)

    def _own_slot(self, number: int) -> int:
        if number in self.own:
            return self.own.index(number)
        if number not in self.beyond[:BEYOND]:
            raise TooMany
        return BATTLEFIELD + self.beyond.index(number)


def _battlefield(rows: Sequence[PermanentRow]) -> list[int]:
    """Creatures and planeswalkers, animated lands, other nonlands, lands; each in order of arrival."""

    def rank(row: PermanentRow) -> int:
        fights = bool(row.types & (Type.CREATURE | Type.PLANESWALKER))
        land = bool(row.types & Type.LAND)
        return {(True, False): 0, (True, True): 1, (False, False): 2, (False, True): 3}[fights, land]

    return [row.object for row in sorted(rows, key=rank)]


def _beyond(position: Position, seat: int) -> list[int]:
    """Cards of graveyard and exile with a use there, then the graveyard, then exile; newest first."""
    view = position.view
    cards = [*reversed(view.zone(seat, Zone.GRAVEYARD)), *reversed(view.zone(seat, Zone.EXILE))]
    useful = [number for number in cards if _has_use(position, number)]
    return useful + [number for number in cards if number not in useful]


def _has_use(position: Position, number: int) -> bool:
    row = position.view.objects[number]
    if row.zone == Zone.EXILE:
        return bool(row.flags & (ObjectFlag.PLOTTED | ObjectFlag.LINKED)) or row.held_by != NOTHING
    return position.name(number) in USED_IN_GRAVEYARD
