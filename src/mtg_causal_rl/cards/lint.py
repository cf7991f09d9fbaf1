"""Refuses statements that cannot work, saying all that is wrong at once. Abilities: `lint_abilities`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from mtg_causal_rl.cards.card import Back, Card, Statement, Token
from mtg_causal_rl.cards.cost import mana, type_line
from mtg_causal_rl.cards.faces import delayed_abilities, own_abilities, subtype_table
from mtg_causal_rl.cards.lint_abilities import (
    Printing,
    ability_problems,
    delayed_problems,
    elsewhere_problems,
)
from mtg_causal_rl.cards.lint_shape import shape_problems
from mtg_causal_rl.cards.vocabulary import Chapter, Spell, Type
from mtg_causal_rl.cards.vocabulary.entry import walk
from mtg_causal_rl.errors import InvalidCard, InvalidValue

MOST_ABILITIES = 16
MOST_SUBTYPES = 128
_SPELL_TYPES = Type.INSTANT | Type.SORCERY
_PERMANENT_TYPES = (
    Type.ARTIFACT | Type.BATTLE | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER
)


def lint(statements: Iterable[Card | Token], faces: Collection[Statement]) -> list[str]:
    """What is wrong with these statements in a pool with these faces, a line each, beginning with a name."""
    problems = []
    for statement in statements:
        for face in (statement, statement.back):
            if isinstance(face, Card | Token | Back):
                problems += [f"{face.name}: {problem}" for problem in _face_problems(face, statement, faces)]
    return problems + _pool_problems(faces, subtypes_are_sound=not problems)


def refuse(problems: list[str]) -> None:
    """Raises one error with all the problems, if there is one."""
    if problems:
        noun = "problem" if len(problems) == 1 else "problems"
        raise InvalidCard(f"{len(problems)} {noun}:\n  " + "\n  ".join(problems))


def _face_problems(face: Statement, front: Card | Token, faces: Collection[Statement]) -> Iterator[str]:
    """Each stage is asked only where those before it found nothing, for it relies on them."""
    for stage in (_shapes, _texts, _types, _contents):
        problems = list(stage(face, front, faces))
        yield from problems
        if problems:
            return


def _shapes(face: Statement, front: Card | Token, faces: Collection[Statement]) -> Iterator[str]:
    if not face.name:
        yield "name: is empty"
    yield from shape_problems(face)


def _texts(face: Statement, front: Card | Token, faces: Collection[Statement]) -> Iterator[str]:
    costs = (face.cost, face.flashback, face.plot) if isinstance(face, Card) else ()
    for text in costs:
        try:
            mana(text or "")
        except InvalidValue as problem:
            yield str(problem)
    try:
        type_line(face.type_line)
    except InvalidValue as problem:
        yield str(problem)


def _types(face: Statement, front: Card | Token, faces: Collection[Statement]) -> Iterator[str]:
    types, subtypes = type_line(face.type_line)
    if not types & (_SPELL_TYPES | _PERMANENT_TYPES):
        yield f"{face.type_line!r} names no card type"
    if types & _SPELL_TYPES and (types & _PERMANENT_TYPES or not isinstance(face, Card)):
        yield "only a card may be an instant or sorcery, and then no permanent"
    yield from _numbers(face, types)
    if types & Type.BASIC and not types & Type.LAND:
        yield "only a land may be basic"
    if "Aura" in subtypes and not (isinstance(face, Token) and types & Type.ENCHANTMENT):
        yield "only an enchantment token may be an Aura: no cast Aura can be said in the vocabulary"
    if isinstance(face, Card):
        yield from _costs(face, types)


def _numbers(face: Statement, types: Type) -> Iterator[str]:
    """A creature has power and toughness, a planeswalker loyalty, and nothing else has either."""
    if types & Type.CREATURE:
        if face.toughness is None or face.power is None:
            yield "a creature needs power and toughness"
    elif face.power is not None or face.toughness is not None or face.power_rule is not None:
        yield "only a creature has power and toughness"
    if bool(types & Type.PLANESWALKER) != (face.loyalty is not None):
        yield "a planeswalker needs loyalty" if face.loyalty is None else "only a planeswalker has loyalty"
    if (face.loyalty or 0) < 0 or (face.toughness or 0) < 0:
        yield "loyalty and toughness are never printed below 0"


def _costs(face: Card, types: Type) -> Iterator[str]:
    is_land = bool(types & Type.LAND)
    if is_land and face.cost:
        yield "a land has no cost: write it as ''"
    if not is_land and not face.cost:
        yield "a card that is no land needs a cost; a free one is written '{0}'"
    if face.flashback is not None and not types & _SPELL_TYPES:
        yield "only an instant or sorcery has flashback"
    if face.casualty and not types & _SPELL_TYPES:
        yield "only an instant or sorcery has casualty"
    if face.casualty < 0:
        yield "casualty is a power and cannot be below 0"
    if face.plot is not None and is_land:
        yield "a land cannot be plotted"


def _contents(face: Statement, front: Card | Token, faces: Collection[Statement]) -> Iterator[str]:
    types, subtypes = type_line(face.type_line)
    tokens = {other.name: "Aura" in type_line(other.type_line)[1] for other in _tokens(faces)}
    printing = Printing(face, types, subtypes, has_back=front.back is not None, tokens=tokens)
    own = own_abilities(face)
    delayed = delayed_abilities(own)
    abilities = own + delayed
    if len(abilities) > MOST_ABILITIES:
        yield f"{len(abilities)} abilities, where {MOST_ABILITIES} fit"
    spells = sum(isinstance(ability.kind, Spell) for ability in abilities)
    wanted = 1 if types & _SPELL_TYPES else 0
    if spells != wanted:
        holder = "an instant or sorcery" if wanted else "a permanent"
        yield f"{spells} spell abilities, where {holder} has {wanted}"
    yield from _chapters(face, subtypes)
    yield from elsewhere_problems(printing)
    for index, ability in enumerate(own):
        yield from (f"abilities[{index}]: {problem}" for problem in ability_problems(ability, printing))
    for ability in delayed:
        yield from (f"a delayed ability: {problem}" for problem in delayed_problems(ability, printing))


def _chapters(face: Statement, subtypes: tuple[str, ...]) -> Iterator[str]:
    numbers = sorted(entry.number for entry in walk(face.abilities) if isinstance(entry, Chapter))
    if "Saga" in subtypes:
        if numbers != list(range(1, len(numbers) + 1)) or not numbers:
            yield f"a Saga has chapters 1, 2, 3 and so on, each once; it has {numbers or 'none'}"
    elif numbers:
        yield "only a Saga has chapters"


def _tokens(faces: Collection[Statement]) -> Iterator[Token]:
    """Those whose type line can be read."""
    for face in faces:
        if isinstance(face, Token) and not any(shape_problems(face)) and not any(_texts(face, face, faces)):
            yield face


def _pool_problems(faces: Collection[Statement], subtypes_are_sound: bool) -> list[str]:
    names = Counter(face.name for face in faces)
    problems = [f"{name}: {count} faces have this name" for name, count in names.items() if count > 1]
    subtypes = len(subtype_table(faces)) if subtypes_are_sound else 0
    if subtypes > MOST_SUBTYPES:
        problems.append(f"the pool has {subtypes} subtypes, where {MOST_SUBTYPES} fit")
    return problems
