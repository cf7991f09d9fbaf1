"""A position of a game in the scenario language, for bug reports; what lasts until end of turn is left out."""

from __future__ import annotations

from typing import Any

from mtg_causal_rl.cards import Back, Pool
from mtg_causal_rl.cards.vocabulary import Type, Zone
from mtg_causal_rl.game.game import Game
from mtg_causal_rl.game.scenario.setup import COUNTERS, MANA, SIDES, STEPS, Position
from mtg_causal_rl.game.scenario.writing import written_position
from mtg_causal_rl.game.view import NOTHING, PermanentRow, StateView, read_state
from mtg_causal_rl.game.words import ObjectFlag, PermanentFlag, Question

_STEP_NAMES = {step: name for name, step in STEPS.items()}
_WITH_PRIORITY = ("upkeep", "main1", "combat", "main2", "end")


def position_as_python(game: Game) -> str | None:
    """Code that sets the position up, or None where a scenario cannot begin there."""
    view = read_state(game.view_state())
    step = _STEP_NAMES.get(view.game.step, "")
    declares = step == "attackers" and view.game.question == Question.ATTACKERS
    acts = step in _WITH_PRIORITY and view.game.question == Question.PRIORITY
    untouched = not (view.stack or view.waiting or view.announced or view.resolving or _fighting(view))
    if view.game.over or not (declares or acts) or not untouched or view.game.asked != view.game.active:
        return None
    sides = [_side(view, game.pool, seat) for seat in range(2)]
    return written_position(Position(sides[0], sides[1], SIDES[view.game.active], step, view.game.turn))


def _fighting(view: StateView) -> bool:
    busy = PermanentFlag.SELECTED | PermanentFlag.ATTACKING
    return any(row.flags & busy for row in view.permanents)


def _side(view: StateView, pool: Pool, seat: int) -> dict[str, Any]:
    player = view.players[seat]
    names = {zone: [_card(view, pool, card) for card in view.zone(seat, zone)] for zone in Zone}
    exile = [card for card in view.zone(seat, Zone.EXILE) if _holder(view, card) is None]
    plotted = [_plotted(view, pool, card) for card in exile]
    mana = "".join(letter * number for letter, number in zip(MANA, player.mana, strict=True))
    side = {
        "life": player.life,
        "hand": names[Zone.HAND],
        "battlefield": [_permanent(view, pool, row) for row in view.permanents if row.controller == seat],
        "graveyard": names[Zone.GRAVEYARD],
        "exile": plotted,
        "library": names[Zone.LIBRARY],
        "mana": mana,
        "land_played": bool(player.lands_played),
    }
    return {name: value for name, value in side.items() if value or name in ("life", "library")}


def _card(view: StateView, pool: Pool, number: int) -> str:
    return pool.front(pool.faces[view.objects[number].face].name).name


def _plotted(view: StateView, pool: Pool, number: int) -> Any:
    name = _card(view, pool, number)
    return (name, {"plotted": True}) if view.objects[number].flags & ObjectFlag.PLOTTED else name


def _permanent(view: StateView, pool: Pool, row: PermanentRow) -> Any:
    kept = {name: value for name, value in _options(view, pool, row).items() if value}
    name = _card(view, pool, row.object)
    return (name, kept) if kept else name


def _options(view: StateView, pool: Pool, row: PermanentRow) -> dict[str, Any]:
    face = pool.faces[view.objects[row.object].face]
    fresh = row.entered_turn == view.game.turn
    kinds = {kind: name for name, kind in COUNTERS.items()}
    owner = view.objects[row.object].owner
    animated = "Land" in face.type_line and bool(row.types & Type.CREATURE)
    options: dict[str, Any] = {
        "tapped": bool(row.flags & PermanentFlag.TAPPED),
        "sick": bool(row.flags & PermanentFlag.SICK) and not fresh,
        "entered_this_turn": fresh,
        "counters": {kinds[kind]: number for kind, number in row.counters.items()},
        "damage": row.damage,
        "face": "back" if isinstance(face, Back) else "",
        "animated": animated,
        "owner": SIDES[owner] if owner != row.controller else "",
        "attached_to": "" if row.attached_to == NOTHING else _exact_name(view, pool, row.attached_to),
        "holds": [_held(view, pool, i, row) for i in _exiled(view) if _holder(view, i) is row],
    }
    return options


def _exiled(view: StateView) -> list[int]:
    return [card for seat in range(2) for card in view.zone(seat, Zone.EXILE)]


def _holder(view: StateView, number: int) -> PermanentRow | None:
    """The permanent that holds an exiled card; None where it has left, for then the card stays where it is."""
    held = view.objects[number]
    there = held.held_by != NOTHING and view.objects[held.held_by].generation == held.held_generation
    return view.permanent(held.held_by) if there else None


def _held(view: StateView, pool: Pool, number: int, holder: PermanentRow) -> Any:
    """A held card is taken to belong to the other side."""
    name, owner = _card(view, pool, number), view.objects[number].owner
    return (name, {"owner": SIDES[owner]}) if owner == holder.controller else name


def _exact_name(view: StateView, pool: Pool, number: int) -> str:
    """Side, name, and the how-manieth of that name on that side."""
    side = view.controller(number)
    name = pool.faces[view.objects[number].face].name
    before = view.zone(side, Zone.BATTLEFIELD)
    before = before[: before.index(number)]
    ordinal = 1 + sum(pool.faces[view.objects[other].face].name == name for other in before)
    return f"{SIDES[side]}:{name}" + (f"#{ordinal}" if ordinal > 1 else "")
