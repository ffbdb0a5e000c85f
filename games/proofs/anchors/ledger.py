"""The ledger of anchors: a file outside the database that lists all anchors made (`ANCHOR_LEDGER`).

A restored database does not know what was published since its backup, and would publish something else under the same
day. The file has a line `DATE SIZE ROOT` for each anchor, written before it is published (`GET /v1/anchors` shows it
from the moment it is made).
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings

from common import durable_file
from games.models import Anchor
from games.proofs.anchors import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.db.models import QuerySet

LINE: Final = re.compile(r"(\d{4}-\d\d-\d\d) (\d{1,18}) ([0-9a-f]{64})", re.ASCII)


class UnreadableLedger(Exception):
    """The file is not a ledger."""


class AnchorsLost(Exception):
    """The ledger has anchors that the database lacks or has differently: the database is older."""


class Line(NamedTuple):
    """An anchor that was made."""

    date: date
    size: int
    root: bytes


class Apart(NamedTuple):
    """The numbers of anchors that only the ledger has (`ahead`) and that only the database has (`behind`)."""

    ahead: int
    behind: int


def lines(path: Path | None = None) -> list[Line]:
    """Return the lines of `path`, or of the ledger; empty if there is no file. Raises `UnreadableLedger`."""
    path = path or (Path(settings.ANCHOR_LEDGER) if settings.ANCHOR_LEDGER else None)
    if path is None:
        return []
    try:
        written = durable_file.whole_lines(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise UnreadableLedger(f"{path}: {error}") from None
    return [_line(path, number, line) for number, line in enumerate(written, start=1)]


def lost(made: Iterable[Line]) -> list[Line]:
    """Return those of these anchors that the database lacks or has differently."""
    wanted = list(made)
    stored = Anchor.objects.filter(date__in=[one.date for one in wanted])
    known = {Line(anchor.date, anchor.size, bytes(anchor.root)) for anchor in stored}
    return [one for one in wanted if one not in known]


def unsettled(made: Sequence[Line]) -> list[Line]:
    """Return those of a ledger's anchors that the database has lost since its log was begun, or begun anew."""
    if not lost(made[-1:]):
        return []
    begun = names.begun_anew()
    return lost(made if begun is None else [one for one in made if one.date >= begun])


def apart() -> Apart | None:
    """Return how far ledger and database are apart; None without a ledger. Raises `UnreadableLedger`.

    Anchors lost before the log was begun anew do not count: that is settled.
    """
    if not settings.ANCHOR_LEDGER:
        return None
    made = lines()
    return Apart(len(unsettled(made)), _newer(made).count())


def check() -> None:
    """Raise `AnchorsLost` if the ledger is ahead of the database, unless the log was begun anew since."""
    if unsettled(lines()):
        raise AnchorsLost(
            "Anchors were published that this database has not: it was restored from before. Nothing is anchored "
            "until that is settled, see docs/protocol/anchors.md, After a restore."
        )


def note() -> None:
    """Append the anchors that are not in the ledger yet. Raises `AnchorsLost`, `OSError`, `UnreadableLedger`."""
    if not settings.ANCHOR_LEDGER:
        return
    check()
    for anchor in _newer(lines()).order_by("date"):
        durable_file.append(Path(settings.ANCHOR_LEDGER), f"{anchor.date} {anchor.size} {bytes(anchor.root).hex()}")


def _newer(made: Sequence[Line]) -> QuerySet[Anchor]:
    return Anchor.objects.filter(date__gt=made[-1].date) if made else Anchor.objects.all()


def _line(path: Path, number: int, line: str) -> Line:
    found = LINE.fullmatch(line)
    try:
        if found is not None:
            return Line(date.fromisoformat(found[1]), int(found[2]), bytes.fromhex(found[3]))
    except ValueError:  # not a date
        pass
    raise UnreadableLedger(f"{path}, line {number}: not a line of a ledger of anchors")
