"""The nodes of the tree, as stored: leaves by their content, complete subtrees by their hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from django.db import connection

import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from uuid import UUID

    Node = Callable[[int, int], bytes]

Answer = TypeVar("Answer")

LEAVES: Final = "SELECT place, game_id, version, chain FROM anchor_leaf WHERE place = ANY(%s::bigint[])"
NODES: Final = """
SELECT level, place, hash FROM anchor_node
JOIN unnest(%s::smallint[], %s::bigint[]) AS wanted (level, place) USING (level, place)
"""
BLANK: Final = bytes(32)


class TreeBroken(Exception):
    """A required node is missing: it was removed."""


def ask(question: Callable[[Node], Answer]) -> Answer:
    """Return the answer to a question, by two statements: it is asked twice, first to find the nodes it needs."""
    wanted: set[tuple[int, int]] = set()

    def note(level: int, place: int) -> bytes:
        wanted.add((level, place))
        return BLANK

    question(note)
    found = read(wanted)
    return question(lambda level, place: found[level, place])


def node(level: int, place: int) -> bytes:
    """Return one node."""
    return read({(level, place)})[level, place]


def read(wanted: Collection[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
    """Return nodes by level and place. Raises `TreeBroken`."""
    found: dict[tuple[int, int], bytes] = {}
    with connection.cursor() as cursor:
        leaves = [place for level, place in wanted if level == 0]
        if leaves:
            cursor.execute(LEAVES, (leaves,))
            for place, game_id, version, chain in cursor.fetchall():
                found[0, place] = leaf(game_id, version, chain)
        nodes = [at for at in wanted if at[0] > 0]
        if nodes:
            cursor.execute(NODES, ([level for level, _ in nodes], [place for _, place in nodes]))
            found.update(((level, place), bytes(digest)) for level, place, digest in cursor.fetchall())
    if missing := set(wanted) - found.keys():
        raise TreeBroken(f"the log of anchors lacks node {min(missing)}")
    return found


def leaf(game_id: UUID, version: int, chain: bytes) -> bytes:
    """Return the hash of a leaf."""
    return engine.merkle.leaf_hash(engine.anchor_leaf(game_id.bytes, version, bytes(chain)))
