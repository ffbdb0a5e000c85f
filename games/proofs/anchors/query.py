"""Reads anchors: the list of them, and consistency proofs between two."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import engine
from games import errors, models
from games.proofs.anchors import tree

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from django.db.models import QuerySet


class Anchor(NamedTuple):
    """The log of anchors at the end of a day, and the note that states it. `key` is the id of the signing key."""

    date: date
    size: int
    root: bytes
    checkpoint: str
    key: str


def page(before: date | None, limit: int) -> list[Anchor]:
    """Return at most `limit` anchors of days before `before`, the newest first."""
    rows = models.Anchor.objects.order_by("-date")
    return _anchors((rows if before is None else rows.filter(date__lt=before))[:limit])


def newest() -> Anchor | None:
    """Return the last anchor; None if there is none."""
    return next(iter(page(None, 1)), None)


def of_day(day: date) -> Anchor:
    """Return the anchor of a day. Raises `AnchorNotFound`."""
    for found in _anchors(models.Anchor.objects.filter(date=day)):
        return found
    raise errors.AnchorNotFound(date=str(day))


def consistency(first: date, second: date) -> tuple[Anchor, Anchor, Sequence[bytes]]:
    """Return the anchors of two days, and the path that proves that the second log extends the first.

    The second day is not before the first. Raises `AnchorNotFound`.
    """
    old, new = of_day(first), of_day(second)
    if old.size == 0:
        return old, new, []  # every log begins with the empty one
    return old, new, tree.ask(lambda node: engine.merkle.consistency(old.size, new.size, node))


def _anchors(rows: QuerySet[models.Anchor]) -> list[Anchor]:
    return [Anchor(row.date, row.size, bytes(row.root), row.checkpoint, row.key_id) for row in rows]
