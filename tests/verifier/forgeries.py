"""Transcripts by a server that cheats: it holds the seed and its key, so chain, commitments and signature are right."""

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
    """The match as it was: its events as stored, and the first line of its transcript."""
    rows = scribe_of(match).rows
    return tuple(rows), header_of(rows, match.chance.match_id)


class Forger:
    """A match that was played, to be told otherwise."""

    def __init__(self, match: Match) -> None:
        self.chance = match.chance
        rows, self.header = told(match)
        self.rows = list(rows)

    def find(self, name: str, place: int = 0, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> int:
        """Index of such an event, the first one if not said otherwise."""
        number = next(number for number, kind in engine.EVENT_TYPES.items() if engine.TAGS[kind] == name)
        found = [index for index, row in enumerate(self.rows) if row.type == number and where(self.fields(index))]
        return found[place]

    def fields(self, index: int) -> dict[str, Any]:
        """The content of an event, both parts."""
        row = self.rows[index]
        return json.loads(row.public) | json.loads(row.private or b"{}")

    def change(self, index: int, change: Change) -> Forger:
        """Let an event say something else."""
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
        """The same, of an event of this name."""
        return self.change(self.find(name, place), change)

    def file(self, header: engine.Header | None = None) -> bytes:
        """The transcript, chained and signed anew."""
        scribe = Scribe(self.chance)
        for row in self.rows:
            encoded = engine.EncodedEvent(row.type, row.schema_version, row.public, row.private)
            scribe.write(encoded, row.actor, row.command, row.at)
        return file_of(scribe.rows, self.chance.match_id, header=header or self.header._replace(events=len(self.rows)))


def swap(items: list[Any], one: int = 0, other: int = -1) -> None:
    """Change two places."""
    items[one], items[other] = items[other], items[one]
