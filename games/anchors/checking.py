"""Whether the log of anchors is still the one that was signed: leaves, nodes, roots, checkpoints.

Leaves tell audits what games once were (`games.audit.noting`), so nobody may change one unseen. Who has the database
and not the key cannot sign another checkpoint; against him who has both there are checkpoints that others keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db import connection

import engine
from games.anchors import tree

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from uuid import UUID

BATCH: Final = 5000
ANCHORS: Final = "SELECT date, first, size, root, checkpoint FROM anchor ORDER BY date"
LEAVES: Final = """
SELECT place, date, game_id, version, chain FROM anchor_leaf WHERE place >= %s::bigint AND place < %s::bigint
ORDER BY place
"""
KEYS: Final = "SELECT public_key FROM signing_key"


class Stored(NamedTuple):
    """An anchor as it lies in the database; its leaves are `first` up to `size`."""

    date: date
    first: int
    size: int
    root: bytes
    checkpoint: str


class _WrongError(Exception):
    """Unwinds the check at its first fault."""


def wrong() -> str | None:
    """What is wrong with the log of anchors, in words for operators; None if it is as it was signed."""
    keys = [bytes(key) for (key,) in _rows(KEYS)]
    begin = 0
    try:
        for row in _rows(ANCHORS):
            anchor = Stored._make(row)
            _check_leaves(anchor, begin)
            _check_note(anchor, keys)
            begin = anchor.size
    except (_WrongError, tree.TreeBroken) as error:
        return str(error)
    return None


def _check_leaves(anchor: Stored, size: int) -> None:
    """Whether its leaves follow the `size` ones before, are there, and make its nodes and its root."""
    if anchor.first != size:
        raise _WrongError(f"the leaves of {anchor.date} do not go on where those before end")
    for begin in range(anchor.first, anchor.size, BATCH):
        end = min(begin + BATCH, anchor.size)
        hashes = list(_hashes(anchor, begin, _rows(LEAVES, begin, end)))
        if len(hashes) < end - begin:
            raise _WrongError(f"leaf {begin + len(hashes)} is gone")
        # The older nodes that it asks for are sound: they were compared before.
        made = engine.merkle.appended(begin, hashes, tree.node)
        nodes = {(new.level, new.index): new.hash for new in made if new.level > 0}
        if tree.read(nodes) != nodes:
            raise _WrongError(f"leaves {begin} to {end - 1} lead to another node than is stored")
    if tree.ask(lambda node: engine.merkle.root(anchor.size, node)) != bytes(anchor.root):
        raise _WrongError(f"the leaves of {anchor.date} lead to another root than was anchored")


def _hashes(anchor: Stored, begin: int, leaves: Iterable[tuple[int, date, UUID, int, bytes]]) -> Iterable[bytes]:
    for number, (place, day, game_id, version, chain) in enumerate(leaves, begin):
        if place != number:
            raise _WrongError(f"leaf {number} is gone")
        if day != anchor.date:
            raise _WrongError(f"leaf {number} is of another day than its anchor of {anchor.date}")
        yield tree.leaf(game_id, version, chain)


def _check_note(anchor: Stored, keys: list[bytes]) -> None:
    """Whether its checkpoint states this log, and a key of this service has signed it."""
    try:
        note = engine.read_note(anchor.checkpoint)
        stated = engine.read_checkpoint(note.text)
    except ValueError as error:
        raise _WrongError(f"the checkpoint of {anchor.date} cannot be read: {error}") from None
    if (stated.size, stated.root) != (anchor.size, bytes(anchor.root)):
        raise _WrongError(f"the checkpoint of {anchor.date} states another log")
    if not any(engine.is_signed(key, note.signed, line.signature) for key in keys for line in note.signatures):
        raise _WrongError(f"the checkpoint of {anchor.date} is not signed by a key of this service")


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
