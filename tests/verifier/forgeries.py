"""Transcripts by a cheating server: it has the seed and its key, so chain, commitments and signature are right."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import engine
from tests.engine.transcripts import Scribe, file_of, header_of, scribe_of

if TYPE_CHECKING:
    from tests.engine.matches import Match

Change = Callable[[dict[str, Any]], object]


@cache
def told(match: Match) -> tuple[tuple[engine.StoredEvent, ...], engine.Header]:
    """Return the stored events of the match, and the first line of its transcript."""
    rows = scribe_of(match).rows
    return tuple(rows), header_of(rows, match.chance.match_id)


class Forger:
    """Falsifies a match that was played."""

    def __init__(self, match: Match) -> None:
        self.chance = match.chance
        rows, self.header = told(match)
        self.rows = list(rows)

    def find(self, name: str, place: int = 0, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> int:
        """Return the index of such an event, by default the first one."""
        number = next(number for number, kind in engine.EVENT_TYPES.items() if engine.TAGS[kind] == name)
        found = [index for index, row in enumerate(self.rows) if row.type == number and where(self.fields(index))]
        return found[place]

    def fields(self, index: int) -> dict[str, Any]:
        """Return the content of an event, both parts."""
        row = self.rows[index]
        return json.loads(row.public) | json.loads(row.private or b"{}")

    def change(self, index: int, change: Change) -> Forger:
        """Change the content of an event."""
        row = self.rows[index]
        parts = []
        for part in (row.public, row.private):
            fields = json.loads(part or b"{}")
            known = self.fields(index)
            change(known)
            changed = {name: known[name] for name in fields}
            parts.append(json.dumps(changed, separators=(",", ":")).encode())
        self.rows[index] = row._replace(public=parts[0], private=None if row.private is None else parts[1])
        return self

    def tell(self, name: str, change: Change, place: int = 0) -> Forger:
        """Change an event of this name."""
        return self.change(self.find(name, place), change)

    def file(self, header: engine.Header | None = None) -> bytes:
        """Return the transcript, chained and signed again."""
        scribe = Scribe(self.chance)
        for row in self.rows:
            encoded = engine.EncodedEvent(row.type, row.schema_version, row.public, row.private)
            scribe.write(encoded, row.actor, row.command, row.at)
        return file_of(scribe.rows, self.chance.match_id, header=header or self.header._replace(events=len(self.rows)))


def swap(items: list[Any], one: int = 0, other: int = -1) -> None:
    items[one], items[other] = items[other], items[one]
