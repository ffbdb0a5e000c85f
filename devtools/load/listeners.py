"""Players who follow all their games by a stream, and check that each event comes, once and in order."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from devtools.load.clients import FIRST_PAUSE, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from devtools.load.clients import Load, Table
    from devtools.load.connections import Connections


class Item(msgspec.Struct):
    """An item of a stream; `game` is an id or a game."""

    type: str
    cursor: str = ""
    game: Any = None
    games: list[dict[str, Any]] = []
    entry: Entry | None = None


_item = msgspec.json.Decoder(Item)


@dataclass
class Listener:
    """One player's stream, which is opened again whenever it ends. `versions`: the last one that it told, by game."""

    load: Load
    streams: Connections
    token: str
    versions: dict[str, int] = field(default_factory=dict)
    gaps: int = 0
    repeated: int = 0
    is_open: bool = False
    cursor: str = ""

    async def listen(self) -> None:
        """Listen until cancelled. Raises Trouble if the service refuses the stream."""
        while True:
            try:
                after = f"?after={self.cursor}" if self.cursor else ""
                async for line in self.streams.listen(f"/v1/me/stream{after}", self.token):
                    self._hear(_item.decode(line))
                    self.is_open = True
            except (OSError, EOFError):
                pass
            self.load.retried("stream")
            await asyncio.sleep(FIRST_PAUSE)

    def untold(self, tables: Iterable[Table]) -> int:
        """Return how many events of the player's own games have not come yet."""
        return sum(
            max(0, max(answered, default=0) - self.versions.get(game, 0))
            for table in tables
            if self.token in table.tokens
            for game, answered in table.answered.items()
        )

    def _hear(self, item: Item) -> None:
        self.cursor = item.cursor or self.cursor
        if item.type == "snapshot":
            self.versions.update({game["id"]: game["version"] for game in item.games})
        elif item.type == "game":
            self.versions[item.game["id"]] = item.game["version"]
        elif item.type == "event" and item.entry is not None:
            self._told(item.game, item.entry.seq)

    def _told(self, game: str, seq: int) -> None:
        last = self.versions.get(game, 0)
        self.repeated += seq <= last
        self.gaps += max(0, seq - last - 1)
        self.versions[game] = max(seq, last)
        sent = self.load.sent.get((game, seq))
        if sent is not None:
            self.load.report.took("told").add(time.monotonic() - sent)
