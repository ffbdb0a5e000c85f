"""Checks whether the log of anchors is still the signed one: leaves, nodes, roots, checkpoints.

Audits read past heads of games from leaves (`games.audit.anchored_heads`), so a changed leaf must be found. Without
the key no one can sign another checkpoint. Against an attacker with the key there are the checkpoints that others
keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine
from common.database import queries
from games.models import AnchorLeaf, SigningKey
from games.proofs.anchors import tree

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

BATCH: Final = 5000
"""Leaves checked in one step, unless fewer are asked for."""
# The next anchor after that of a day, and the end of the leaves before it.
NEXT: Final = """
SELECT a.date, a.first, a.size, a.root, a.checkpoint,
    coalesce((SELECT b.size FROM anchor b WHERE b.date < a.date ORDER BY b.date DESC LIMIT 1), 0)
FROM anchor a WHERE %s::date IS NULL OR a.date > %s::date ORDER BY a.date LIMIT 1
"""


class Reached(NamedTuple):
    """A place in the log of anchors, after the anchor of `day` and before the leaf `place`.

    `day` is None before the first anchor.
    """

    day: date | None
    place: int


START: Final = Reached(None, 0)
"""Before the first anchor."""


class Step(NamedTuple):
    """The result of a step: in the anchor of `day`, up to `at`, over this many sound `leaves`.

    `wrong` is the first fault of this anchor, in words for operators. The rest of the anchor is then skipped.
    """

    day: date
    at: Reached
    leaves: int
    wrong: str | None

    @property
    def is_whole(self) -> bool:
        """Return whether the anchor is complete."""
        return self.at.day == self.day


class Stored(NamedTuple):
    """An anchor as stored. Its leaves are `first` up to `size`; those before it end at `before`."""

    date: date
    first: int
    size: int
    root: bytes
    checkpoint: str
    before: int


class _WrongError(Exception):
    """Ends the check of an anchor at its first fault."""


def wrong() -> str | None:
    """Return what is wrong with the log of anchors, in words for operators; None if it is as signed."""
    at = START
    while (found := step(at)) is not None:
        if found.wrong is not None:
            return found.wrong
        at = found.at
    return None


def step(at: Reached, most: int = BATCH) -> Step | None:
    """Check at most `most` leaves of one anchor from `at`; None if there is no further anchor.

    An anchor's own root and checkpoint are checked with the last of its leaves.
    """
    for row in queries.rows(NEXT, at.day, at.day):
        anchor = Stored._make(row)
        # Stay within the leaves of this anchor, however the tables have changed since.
        begin = at.place if anchor.first <= at.place <= anchor.size else anchor.first
        # Steps end at the end of a whole subtree, so that the next one needs few of the nodes before it.
        end = min(begin - begin % most + most, anchor.size)
        is_last = end == anchor.size
        try:
            _check_leaves(anchor, begin, end)
            if is_last:
                _check_root(anchor)
                _check_note(anchor)
        except (_WrongError, tree.TreeBroken) as error:
            return Step(anchor.date, Reached(anchor.date, anchor.size), 0, str(error))
        return Step(anchor.date, Reached(anchor.date if is_last else at.day, end), end - begin, None)
    return None


def _check_leaves(anchor: Stored, begin: int, end: int) -> None:
    """Check that the leaves follow those before, and that `begin` to `end` exist and give the nodes above them."""
    if anchor.first != anchor.before:
        raise _WrongError(f"the leaves of {anchor.date} do not go on where those before end")
    leaves = AnchorLeaf.objects.filter(place__gte=begin, place__lt=end).order_by("place")
    hashes = list(_hashes(anchor, begin, leaves.values_list("place", "date", "game_id", "version", "chain")))
    if len(hashes) < end - begin:
        raise _WrongError(f"leaf {begin + len(hashes)} is gone")
    # The older nodes that it needs are sound: they were compared before.
    made = engine.merkle.appended(begin, hashes, tree.node)
    nodes = {(new.level, new.index): new.hash for new in made if new.level > 0}
    if tree.read(nodes) != nodes:
        raise _WrongError(f"leaves {begin} to {end - 1} lead to another node than is stored")


def _check_root(anchor: Stored) -> None:
    if tree.ask(lambda node: engine.merkle.root(anchor.size, node)) != bytes(anchor.root):
        raise _WrongError(f"the leaves of {anchor.date} lead to another root than was anchored")


def _hashes(anchor: Stored, begin: int, leaves: Iterable[tuple[Any, ...]]) -> Iterable[bytes]:
    for number, (place, day, game_id, version, chain) in enumerate(leaves, begin):
        if place != number:
            raise _WrongError(f"leaf {number} is gone")
        if day != anchor.date:
            raise _WrongError(f"leaf {number} is of another day than its anchor of {anchor.date}")
        yield tree.leaf(game_id, version, chain)


def _check_note(anchor: Stored) -> None:
    keys = [bytes(key) for key in SigningKey.objects.values_list("public_key", flat=True)]
    try:
        note = engine.read_note(anchor.checkpoint)
        stated = engine.read_checkpoint(note.text)
    except ValueError as error:
        raise _WrongError(f"the checkpoint of {anchor.date} cannot be read: {error}") from None
    if (stated.size, stated.root) != (anchor.size, bytes(anchor.root)):
        raise _WrongError(f"the checkpoint of {anchor.date} states another log")
    if not any(engine.is_signed(key, note.signed, line.signature) for key in keys for line in note.signatures):
        raise _WrongError(f"the checkpoint of {anchor.date} is not signed by a key of this service")
