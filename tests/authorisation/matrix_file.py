"""Reads matrix.txt: who may request what, in which phase, and with which answer.

The head of the file describes its form.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("matrix.txt")
ALONE: Final = "-"
"""The table of a row that is about no game."""
_CELL: Final = re.compile(r"(?P<status>[1-5][0-9]{2})(?P<letter>[a-zA-Z]?)(?P<writes>\+?)")
_SEEN: Final = {"p": "public", "o": "own", "r": "revealed"}
"""What an answer may show, by the letter after a 2xx."""
_SUCCESS: Final = range(200, 300)


class BadScript(Exception):
    """The file is malformed."""


@dataclass(frozen=True)
class Cell:
    """One answer. `code`: that of the problem; `shows`: public, own or revealed; "" where the cell names none."""

    text: str
    status: int
    code: str
    shows: str
    writes: bool


@dataclass(frozen=True)
class Row:
    """The answers to one ask for one kind of table in one phase, by principal. `number`: the line in the file."""

    number: int
    table: str
    phase: str
    cells: dict[str, Cell]


@dataclass(frozen=True)
class Ask:
    """One request. `name`: the operation and, after a point, the variant; `body`: a JSON template or ""."""

    name: str
    method: str
    path: str
    body: str
    rows: tuple[Row, ...]

    @property
    def operation(self) -> str:
        return self.name.partition(".")[0]

    def at(self, table: str) -> Ask:
        """Return the same ask with only the rows about one kind of table."""
        return replace(self, rows=tuple(row for row in self.rows if row.table == table))


@dataclass(frozen=True)
class Script:
    codes: dict[str, str]
    principals: dict[str, str]
    phases: dict[str, str]
    private: tuple[str, ...]
    never: tuple[str, ...]
    asks: tuple[Ask, ...]


@cache
def read() -> Script:
    sections: dict[str, list[tuple[int, str]]] = {}
    current: list[tuple[int, str]] = []
    for number, line in enumerate(FILE.read_text().splitlines(), 1):
        if line.startswith("["):
            current = sections.setdefault(line.strip("[] "), [])
        elif line.strip() and not line.lstrip().startswith("#"):
            current.append((number, line))
    codes = _words(sections["codes"])
    principals = _words(sections["principals"])
    phases = _words(sections["phases"])
    groups = {name: said.split() for name, said in _words(sections["groups of phases"]).items()}
    asks = _asks(sections["asks"], codes, tuple(principals), groups | {phase: [phase] for phase in phases})
    private, never = (
        tuple(_words(sections[name])) for name in ("phases of private tables", "never answered by a success")
    )
    return Script(codes, principals, phases, private, never, asks)


def _words(lines: list[tuple[int, str]]) -> dict[str, str]:
    return {name: said for name, _, said in (line.strip().partition(" ") for _, line in lines)}


def _asks(
    lines: list[tuple[int, str]], codes: dict[str, str], principals: tuple[str, ...], groups: dict[str, list[str]]
) -> tuple[Ask, ...]:
    found: list[tuple[list[str], list[Row]]] = []
    for number, line in lines:
        if not line[0].isspace():
            found.append((line.split(maxsplit=3), []))
            continue
        words = line.split()
        table, phases, cells = words[0], words[1].split(","), words[2:]
        if len(cells) != len(principals):
            raise BadScript(f"line {number}: {len(cells)} cells for {len(principals)} principals")
        by_name = {name: _cell(text, codes, number) for name, text in zip(principals, cells, strict=True)}
        names = [ALONE] if table == ALONE else [phase for group in phases for phase in groups[group]]
        found[-1][1].extend(Row(number, table, phase, by_name) for phase in names)
    return tuple(Ask(name, method, path, "".join(body), tuple(rows)) for (name, method, path, *body), rows in found)


def _cell(text: str, codes: dict[str, str], number: int) -> Cell:
    match = _CELL.fullmatch(text)
    if match is None:
        raise BadScript(f"line {number}: {text} is no answer")
    status, letter = int(match["status"]), match["letter"]
    success = status in _SUCCESS
    if letter and (letter not in _SEEN if success else f"{status}{letter}" not in codes):
        raise BadScript(f"line {number}: nobody has said what {text} means")
    return Cell(
        text,
        status,
        "" if success or not letter else codes[f"{status}{letter}"],
        _SEEN.get(letter, "") if success else "",
        bool(match["writes"]),
    )
