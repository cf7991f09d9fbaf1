"""A second reader of compiled programs, driven by the text of the table. Compiles nothing."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field

Table = dict[str, dict[int | None, tuple[str, tuple[tuple[str, str], ...]]]]


def read_table(text: str) -> Table:
    """Group to number to (name, fields), from lines `Group code Name field:Type ... | doc`."""
    table: Table = {}
    for line in text.splitlines():
        group, code, name, *fields = line.partition("|")[0].split()
        number = None if code == "-" else int(code)
        table.setdefault(group, {})[number] = (name, tuple(tuple(f.split(":")) for f in fields))
    return table


@dataclass
class Decoder:
    """Reads from the front of `data`; choices and records come back as (name, {field: value})."""

    data: bytes
    table: Table
    at: int = field(default=0)

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        assert len(taken) == count, f"{count} bytes expected at {self.at}"
        self.at += count
        return taken

    def read(self, kind: str) -> object:
        if kind == "Int":
            return struct.unpack("<h", self.take(2))[0]
        if kind == "Flag":
            return {0: False, 1: True}[self.take(1)[0]]
        if kind == "Text":
            return self.take(self.take(1)[0]).decode()
        if nested := re.fullmatch(r"(List|Option)<(.*)>", kind):
            count = self.take(1)[0]
            assert nested[1] == "List" or count in (0, 1)
            items = [self.read(nested[2]) for _ in range(count)]
            return items if nested[1] == "List" else (items or [None])[0]
        choices = self.table[kind]
        name, fields = choices[None] if None in choices else choices[self.take(1)[0]]
        return name, {field: self.read(kind) for field, kind in fields}

    def read_pool(self) -> tuple[list[object], list[object]]:
        """Subtypes and faces of a whole program."""
        assert self.take(4) == b"MTGP"
        assert self.read("Int") == 1
        subtypes = [self.read("Text") for _ in range(self.read("Int"))]
        faces = [self.read("Face") for _ in range(self.read("Int"))]
        assert self.at == len(self.data)
        return subtypes, faces
