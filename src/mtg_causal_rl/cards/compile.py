"""Compiles a pool to the bytes that the core decodes: how each kind of field is written, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mtg_causal_rl.cards.card import Back
from mtg_causal_rl.cards.faces import face_record, flattened, subtype_table
from mtg_causal_rl.cards.pool import Pool
from mtg_causal_rl.cards.vocabulary import Ability, Fixed
from mtg_causal_rl.cards.vocabulary.entry import Entry, Kind, kinds

MAGIC = b"MTGP"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Numbers:
    """What names are compiled to: faces and subtypes of the pool, and the abilities of the face at hand."""

    faces: Mapping[str, int]
    subtypes: Mapping[str, int]
    abilities: tuple[Ability, ...] = ()


def compile_pool(pool: Pool) -> bytes:
    """The program of a pool: header, subtypes, then its faces in their order."""
    faces = pool.faces
    subtypes = subtype_table(faces)
    ids = {face.name: index for index, face in enumerate(faces)}
    subtype_ids = {name: index for index, name in enumerate(subtypes)}
    written = [MAGIC, _int(VERSION), _int(len(subtypes)), *map(_text, subtypes), _int(len(faces))]
    for index, face in enumerate(faces):
        front = index - 1 if isinstance(face, Back) else index
        record = face_record(face, faces[front], front)
        numbers = Numbers(ids, subtype_ids, record.abilities)
        written.append(encode(record, "Face", numbers))
    return b"".join(written)


def encode(value: Entry, group: str, numbers: Numbers, skip: int = 0) -> bytes:
    """One entry as a choice of that group; `skip` is how many ops follow that belong to its block."""
    code = value.codes[group]
    written = [] if code is None else [code.to_bytes(1, "little")]
    for name, kind in kinds(type(value)).items():
        field = skip if kind.shape == "Block" else getattr(value, name)
        written.append(_field(field, kind, numbers))
    return b"".join(written)


def _field(value: Any, kind: Kind, numbers: Numbers) -> bytes:
    """Writes one field as its kind says."""
    match kind.shape:
        case "Int" | "Block":
            return _int(int(value))
        case "Flag":
            return bytes([value])
        case "Text":
            return _text(value)
        case "Token":
            return _int(numbers.faces[value])
        case "Subtype":
            return _int(numbers.subtypes[value])
        case "Delayed":
            return _int(numbers.abilities.index(value))
        case "Amount":
            return encode(Fixed(value) if isinstance(value, int) else value, kind.name, numbers)
        case "Entry":
            return encode(value, kind.name, numbers)
        case "Option":
            return b"\0" if value is None else b"\1" + _field(value, _inner(kind), numbers)
        case "List":
            return _list(value, _inner(kind), numbers)


def _list(values: tuple[Any, ...], kind: Kind, numbers: Numbers) -> bytes:
    if kind.name == "Op":
        items = [encode(op, "Op", numbers, skip) for op, skip in flattened(values)]
    else:
        items = [_field(value, kind, numbers) for value in values]
    return bytes([len(items)]) + b"".join(items)


def _inner(kind: Kind) -> Kind:
    assert kind.of is not None
    return kind.of


def _int(value: int) -> bytes:
    return value.to_bytes(2, "little", signed=True)


def _text(value: str) -> bytes:
    encoded = value.encode()
    return bytes([len(encoded)]) + encoded


