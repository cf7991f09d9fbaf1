"""What a statement means as the core's record: costs counted, abilities of keywords added. No bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mtg_causal_rl.cards.card import Card, Printed, Statement, Token
from mtg_causal_rl.cards.cost import colours_of, land_colours, mana, mana_value, type_line
from mtg_causal_rl.cards.idioms import casualty, prowess
from mtg_causal_rl.cards.vocabulary import (
    BASIC_LAND_TYPES,
    Ability,
    Animate,
    Chapter,
    Code,
    Delay,
    Face,
    Keyword,
    Mana,
    ManaAbility,
    Op,
)
from mtg_causal_rl.cards.vocabulary.entry import kinds, walk


def subtype_table(faces: Iterable[Statement]) -> tuple[str, ...]:
    """Basic land types first, then every other subtype that is printed or given, by the alphabet."""
    found = {name for face in faces for name in type_line(face.type_line)[1]}
    found |= {name for face in faces for animate in _animations(face) for name in animate.subtypes}
    return (*BASIC_LAND_TYPES, *sorted(found - set(BASIC_LAND_TYPES)))


def face_record(face: Statement, front: Statement, front_id: int) -> Face:
    """One face as the core wants it; `front` is the face itself unless it is a back face."""
    types, subtypes = type_line(face.type_line)
    cost = mana(face.cost) if isinstance(face, Card) else Mana()
    own = own_abilities(face)
    abilities = own + delayed_abilities(own)
    return Face(
        name=face.name,
        front=front_id,
        back=front_id + 1 if isinstance(face, Card | Token) and face.back else -1,
        token=isinstance(front, Token),
        castable=isinstance(face, Card) and face.cost != "",
        cost=cost,
        mana_value=mana_value(mana(front.cost)) if isinstance(front, Card) else 0,
        colours=colours_of(cost) if isinstance(face, Card) else face.colours,
        types=types,
        subtypes=subtypes,
        power=face.power or 0,
        toughness=face.toughness or 0,
        power_rule=face.power_rule,
        loyalty=face.loyalty or 0,
        chapters=max((event.number for event in walk(abilities) if isinstance(event, Chapter)), default=0),
        keywords=face.keywords,
        flashback=_optional_cost(face.flashback) if isinstance(face, Card) else None,
        plot=_optional_cost(face.plot) if isinstance(face, Card) else None,
        casualty=face.casualty if isinstance(face, Card) else 0,
        mana_abilities=all_mana_abilities(face),
        enters=face.enters,
        statics=face.statics,
        abilities=abilities,
    )


def all_mana_abilities(face: Statement) -> tuple[ManaAbility, ...]:
    """What basic land types give as one ability, then what is printed (305.6)."""
    made = land_colours(type_line(face.type_line)[1])
    return (ManaAbility(made), *face.mana_abilities) if made else face.mana_abilities


def own_abilities(face: Printed) -> tuple[Ability, ...]:
    """The printed abilities, then those that keywords stand for."""
    abilities = face.abilities
    if face.keywords & Keyword.PROWESS:
        abilities += (prowess(),)
    if isinstance(face, Card) and face.casualty:
        abilities += (casualty(),)
    return abilities


def delayed_abilities(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """The abilities that are only set up by these, or by one that is set up (603.7)."""
    found: list[Ability] = []
    for ability in abilities:
        inner = tuple(op.ability for op, _ in flattened(ability.code) if isinstance(op, Delay))
        found += [*inner, *delayed_abilities(inner)]
    return tuple(found)


def flattened(code: Code) -> Iterator[tuple[Op, int]]:
    """The ops in the order the core runs them, each with how many it may skip."""
    for op in code:
        inner = [pair for name in _blocks(op) for pair in flattened(getattr(op, name))]
        yield op, len(inner)
        yield from inner


def _blocks(op: Op) -> Iterator[str]:
    return (name for name, kind in kinds(type(op)).items() if kind.shape == "Block")


def _animations(face: Statement) -> Iterator[Animate]:
    return (entry for entry in walk(face.abilities) if isinstance(entry, Animate))


def _optional_cost(text: str | None) -> Mana | None:
    return None if text is None else mana(text)
