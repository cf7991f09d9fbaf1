"""Every legal answer to each question, from the rules: what the mask must hold, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_checker import combat, payments
from rules_checker.cards import ACTIVATED, CASUALTY, FLASHBACK, PLOT, SPELL_TARGETS, Activated
from rules_checker.history import History, key
from rules_checker.payments import announced_ability, announced_row
from rules_checker.plays import CANCEL, CONFIRM, NOTHING, PASS, Play, Unclear
from rules_checker.position import Position, Target

from mtg_causal_rl.cards.vocabulary import Type, Zone
from mtg_causal_rl.game.view import PermanentRow
from mtg_causal_rl.game.words import ItemKind, Method, ObjectFlag, PermanentFlag, Question, TargetKind, Verb

BY_HAND = -1
"""In place of the number of an ability: its mana ability."""
TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Land", "Planeswalker", "Sorcery")
_AIM = {
    TargetKind.PLAYER: Verb.TARGET_PLAYER,
    TargetKind.OBJECT: Verb.TARGET_OBJECT,
    TargetKind.SPELL: Verb.TARGET_SPELL,
}


def answers(position: Position, history: History) -> list[Play]:
    """The legal answers in the order in which options are numbered."""
    return _ANSWERS[position.view.game.question](position, history)


# At priority


def _priority(position: Position, history: History) -> list[Play]:
    view, seat = position.view, position.seat
    plays = [PASS]
    for number in position.kinds(seat):
        face, land = view.objects[number].face, position.fact(number).has("Land")
        if land and position.sorcery_timing and not view.players[seat].lands_played:
            plays.append((Verb.PLAY_LAND, face))
        elif not land and key(view, number) not in history.cancelled and methods(position, number):
            plays.append((Verb.CAST, face))
    for row in position.controlled(seat):
        if key(view, row.object) not in history.cancelled and abilities(position, history, row):
            plays.append((Verb.ACTIVATE, row.object))
    for number in (*view.zone(seat, Zone.GRAVEYARD), *view.zone(seat, Zone.EXILE)):
        if key(view, number) not in history.cancelled and methods(position, number):
            plays.append((Verb.ACTIVATE, number))
    return plays


def methods(position: Position, number: int) -> list[Method]:
    """The ways in which a card can be used now, in the order in which they are offered."""
    order = (Method.CAST, Method.PLOT, Method.FLASHBACK, Method.PLOTTED)
    return [method for method in order if _can_use(position, number, method)]


def _can_use(position: Position, number: int, method: Method) -> bool:
    row, fact = position.view.objects[number], position.fact(number)
    places = {
        Method.CAST: row.zone == Zone.HAND and not fact.has("Land"),
        Method.PLOT: row.zone == Zone.HAND and fact.name in PLOT,
        Method.FLASHBACK: row.zone == Zone.GRAVEYARD and fact.name in FLASHBACK,
        # 702.170d: on a later turn
        Method.PLOTTED: row.zone == Zone.EXILE
        and row.flags & ObjectFlag.PLOTTED
        and row.turn < position.view.game.turn,
    }
    fast = fact.instant_speed and method in (Method.CAST, Method.FLASHBACK)
    if not places[method] or not (fast or position.sorcery_timing):
        return False
    cost = position.cost(number, method)
    convoke = "convoke" in fact.keywords
    rule = SPELL_TARGETS.get(fact.name) if method != Method.PLOT else None
    aimed = rule is None or bool(position.targets(rule, row.owner))
    return cost is not None and aimed and position.affords(row.owner, cost, convoke)


def abilities(position: Position, history: History, row: PermanentRow) -> list[int]:
    """The abilities that can be activated now: printed ones by number, then tapping for mana by hand."""
    printed = ACTIVATED.get(position.name(row.object), ())
    found = [place for place, ability in enumerate(printed) if _can_activate(position, history, row, ability)]
    return found + ([BY_HAND] if position.tapped_by_hand and position.makes(row) else [])


def _can_activate(position: Position, history: History, row: PermanentRow, ability: Activated) -> bool:
    seat = row.controller
    if ability.loyalty is not None and not _loyal(position, history, row, ability.loyalty):
        return False
    if ability.sorcery and not position.sorcery_timing:
        return False
    if ability.taps and (row.flags & PermanentFlag.TAPPED or not position.ready(row)):
        return False
    if len(_tappable(position)) < ability.taps_others:
        return False
    aimed = ability.target is None or ability.optional or position.targets(ability.target, seat, row.object)
    without = row.object if ability.taps else NOTHING
    return bool(aimed) and position.affords(seat, ability.cost, without=without)


def _loyal(position: Position, history: History, row: PermanentRow, change: int) -> bool:
    """Once each turn, at sorcery timing, or any time on the turn she entered (606.3, 606.6)."""
    timely = position.sorcery_timing or row.entered_turn == position.view.game.turn
    return timely and row.object not in history.activated and row.loyalty + change >= 0


def _tappable(position: Position) -> list[int]:
    """Untapped artifacts and creatures; not {T}, so summoning sickness does not matter (302.6)."""
    own = position.controlled(position.seat)
    fit = Type.ARTIFACT | Type.CREATURE
    return [row.object for row in own if row.types & fit and not row.flags & PermanentFlag.TAPPED]


# Announcing


def _method(position: Position, history: History) -> list[Play]:
    found = methods(position, announced_row(position).object)
    return [*((Verb.METHOD, int(method)) for method in found), CANCEL]


def _ability(position: Position, history: History) -> list[Play]:
    row = position.view.permanent(announced_row(position).object)
    if row is None:
        raise Unclear
    return [*((Verb.ABILITY, place) for place in abilities(position, history, row)), CANCEL]


def _casualty(position: Position, history: History) -> list[Play]:
    needed = CASUALTY[position.name(announced_row(position).object)]
    own = position.controlled(position.seat)
    fit = [row.object for row in own if row.types & Type.CREATURE and row.power >= needed]
    return [PASS, *((Verb.OBJECT, number) for number in fit), CANCEL]


def _target(position: Position, history: History) -> list[Play]:
    if not position.view.announced:
        return _trigger_target(position, history)
    announced, ability = announced_row(position), announced_ability(position)
    rule = SPELL_TARGETS.get(position.name(announced.object)) if ability is None else ability.target
    if rule is None:
        raise Unclear
    optional = [PASS] if ability is not None and ability.optional else []
    return [*optional, *aims(position.targets(rule, position.seat, announced.object)), CANCEL]


def _trigger_target(position: Position, history: History) -> list[Play]:
    """A trigger has triggered already: there is nothing to cancel (603.3d)."""
    rule = history.placing(position.view)
    if rule is None:
        raise Unclear
    sphere = position.names.index("Detention Sphere")
    source = next((i for i, row in enumerate(position.view.objects) if row.face == sphere), NOTHING)
    return aims(position.targets(rule, position.seat, source))


def aims(targets: Sequence[Target]) -> list[Play]:
    return [(_AIM[kind], thing) for kind, thing in targets]


def _retarget(position: Position, history: History) -> list[Play]:
    """The copy keeps its target, or takes another legal one (707.10c)."""
    copy = position.view.stack[-1]
    if copy.kind != ItemKind.COPY:
        raise Unclear
    rule = SPELL_TARGETS[position.names[copy.face]]
    legal = position.targets(rule, position.seat, itself=copy.serial)
    return [PASS, *aims([target for target in legal if target != (copy.target_kind, copy.target)])]


def _tap_others(position: Position, history: History) -> list[Play]:
    rest = [number for number in _tappable(position) if number not in history.tapped]
    return [*((Verb.OBJECT, number) for number in rest), CANCEL]


# While something resolves, and the rest


def _pick(position: Position, history: History) -> list[Play]:
    if not position.view.resolving:
        raise Unclear
    name = position.names[position.view.resolving[0].face]
    cards, optional = _PICKS[name](position, history)
    faces = sorted({position.view.objects[number].face for number in cards})
    return [*([PASS] if optional else []), *((Verb.OBJECT, face) for face in faces)]


Cards = tuple[list[int], bool]


def _hand_of_the_other(position: Position, *barred: str) -> list[int]:
    hand = position.view.zone(1 - position.seat, Zone.HAND)
    return [number for number in hand if not any(position.fact(number).has(kind) for kind in barred)]


def _looked(position: Position) -> list[int]:
    return [row.object for row in position.view.looked]


def _small_creatures(position: Position, history: History) -> Cards:
    """Mana value at most the number of creatures that convoked it."""
    most = position.view.resolving[0].convoked
    facts = {number: position.fact(number) for number in _looked(position)}
    return [n for n, fact in facts.items() if fact.has("Creature") and fact.mana_value <= most], True


def _one_of_a_type(position: Position, history: History) -> Cards:
    """Type by type in alphabetical order; types of which there was no card are not asked about."""
    revealed = [position.fact(number) for number in history.revealed]
    asked = [kind for kind in TYPES if any(fact.has(kind) for fact in revealed)]
    kind = asked[history.picks]
    return [number for number in _looked(position) if position.fact(number).has(kind)], True


def _basic_lands(position: Position, history: History) -> Cards:
    library = position.view.zone(position.seat, Zone.LIBRARY)
    return [number for number in library if position.fact(number).has("Basic")], True


_PICKS: dict[str, Callable[[Position, History], Cards]] = {
    "Duress": lambda position, history: (_hand_of_the_other(position, "Creature", "Land"), False),
    "Deep-Cavern Bat": lambda position, history: (_hand_of_the_other(position, "Land"), True),
    "Memory Deluge": lambda position, history: (_looked(position), False),
    "Knight-Errant of Eos": _small_creatures,
    "Atraxa, Grand Unifier": _one_of_a_type,
    "Topiary Stomper": _basic_lands,
}


def _whole_hand(verb: Verb) -> Callable[[Position, History], list[Play]]:
    def plays(position: Position, history: History) -> list[Play]:
        return [(verb, position.view.objects[number].face) for number in position.kinds(position.seat)]

    return plays


def _legend(position: Position, history: History) -> list[Play]:
    """704.5j: of those of one name that one player controls, one stays."""
    name = position.name(position.view.game.object)
    own = position.controlled(position.seat)
    return [(Verb.OBJECT, row.object) for row in own if position.name(row.object) == name]


def _fixed(*plays: Play) -> Callable[[Position, History], list[Play]]:
    return lambda position, history: list(plays)


def _order(position: Position, history: History) -> list[Play]:
    """Any of the player's waiting triggers may be next (603.3b); which of them are alike, the view does not say."""
    own = [place for place, item in enumerate(position.view.waiting) if item.controller == position.seat]
    return [(Verb.TRIGGER, place) for place in own]


_YES_OR_NO = _fixed(CONFIRM, CANCEL)
_ANSWERS: dict[Question, Callable[[Position, History], list[Play]]] = {
    Question.MULLIGAN: _fixed((Verb.KEEP, NOTHING), (Verb.MULLIGAN, NOTHING)),
    Question.BOTTOM: _whole_hand(Verb.BOTTOM),
    Question.DISCARD: _whole_hand(Verb.DISCARD),
    Question.PRIORITY: _priority,
    Question.ATTACKERS: combat.attackers,
    Question.ATTACK_WHOM: combat.attack_whom,
    Question.BLOCKERS: combat.blockers,
    Question.BLOCK_WITH: combat.block_with,
    Question.DIVIDE: combat.divide,
    Question.METHOD: _method,
    Question.ABILITY: _ability,
    Question.CASUALTY: _casualty,
    Question.TARGET: _target,
    Question.TAP_OTHERS: _tap_others,
    Question.PAY: payments.pay,
    Question.PAY_COLOUR: payments.pay_colour,
    Question.TAP_COLOUR: payments.tap_colour,
    Question.YES_NO: _YES_OR_NO,
    Question.PICK: _pick,
    Question.SCRY: _fixed((Verb.TOP, NOTHING), (Verb.BOTTOMMOST, NOTHING)),
    Question.PAY_LIFE: _YES_OR_NO,
    Question.RETARGET: _retarget,
    Question.ORDER: _order,
    Question.LEGEND: _legend,
}
