"""The matches of a month: public, played here, finished in it. By id, a page at a time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db import connection

from common import clock
from games.models import Anchor, ImportedGame

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE: Final = 2000
"""Headers read by one statement, whether they match or not, so that each takes the same short time."""
HEADERS: Final = """
SELECT g.id, g.version, g.status = 2 AND NOT g.private AND g.quarantined_at IS NULL
    AND g.updated_at >= %s::timestamptz AND g.updated_at < %s::timestamptz
FROM game g WHERE g.id > %s::uuid ORDER BY g.id LIMIT %s::int
"""
BEFORE_ALL: Final = UUID(int=0)


class Month(NamedTuple):
    """A month, UTC."""

    year: int
    month: int

    @classmethod
    def of(cls, text: str) -> Month:
        """Return the month of `2026-10`. Raises ValueError."""
        found = re.fullmatch(r"(\d{4})-(\d\d)", text, re.ASCII)
        if found is None:
            raise ValueError("a month is written as 2026-10")
        datetime(int(found[1]), int(found[2]), 1, tzinfo=UTC)
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @property
    def begin(self) -> datetime:
        """Return its first moment."""
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """Return the first moment after it."""
        later = self.month + 1
        return datetime(self.year + later // 13, (later - 1) % 12 + 1, 1, tzinfo=UTC)

    @property
    def is_settled(self) -> bool:
        """Return whether the month is over and its last day anchored: from then on its transcripts do not change."""
        last = datetime.fromtimestamp(self.end.timestamp() - 1, UTC).date()
        return clock.now() >= self.end and Anchor.objects.filter(date__gte=last).exists()

    def matches(self, after: UUID | None) -> Iterator[Sequence[tuple[UUID, int]]]:
        """Yield id and last version of its matches with ids after `after`, in order and in batches."""
        last = after or BEFORE_ALL
        while True:
            with connection.cursor() as cursor:
                cursor.execute(HEADERS, (self.begin, self.end, last, PAGE))
                rows = cursor.fetchall()
            if not rows:
                return
            last = rows[-1][0]
            found = {game_id: version for game_id, version, wanted in rows if wanted}
            imported = ImportedGame.objects.filter(game_id__in=list(found)).values_list("game_id", flat=True)
            for game_id in imported:
                del found[game_id]
            yield list(found.items())
