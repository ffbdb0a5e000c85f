"""One open stream: the data waiting to be sent, and its end. Lives in the loop."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from games.types import Status

if TYPE_CHECKING:
    from uuid import UUID

    from games.api.streaming.listener import Listener
    from games.reads.updates import Place
    from games.streams.queries import Fresh
    from games.wire.streams import EndReason

BUFFER: Final = 256 * 1024
"""Most bytes that wait for a slow reader. Beyond that the stream is dropped, and the client resumes with its cursor."""
LINGER_SECONDS: Final = 240.0
"""How long a stream of all games keeps a finished one in its cursors: longer than cursors of others look back."""


class Stream:
    """The data to send to one listener. `who` is the key that streams are counted under."""

    def __init__(self, listener: Listener, who: object) -> None:
        self.listener = listener
        self.who = who
        self.parts: list[bytes] = []
        self.size = 0
        self.ready = asyncio.Event()
        self.over = False
        self.dropped = asyncio.Event()
        self.spoke_at = time.monotonic()
        self.finished: dict[UUID, float] = {}
        """The times at which games finished."""
        self.waits_since: float | None = None
        """The time at which a game of theirs had an event that only newer code can read."""

    def push(self, part: bytes) -> None:
        """Queue data to send."""
        if self.over or not part:
            return
        self.spoke_at = time.monotonic()
        if self.size + len(part) > BUFFER:
            self.drop()
            return
        self.parts.append(part)
        self.size += len(part)
        self.ready.set()

    def end(self, reason: EndReason) -> None:
        """Queue the final message."""
        self.push(self.listener.end(reason))
        self.over = True
        self.ready.set()

    def drop(self) -> None:
        """Stop sending and discard the queue."""
        self.parts.clear()
        self.size = 0
        self.over = True
        self.ready.set()
        self.dropped.set()

    def hear(self, game: UUID, place: Place, fresh: Fresh) -> bool:
        """Queue new events of a game, as seen from `place`. Returns whether more may follow."""
        listener, news = self.listener, fresh.news
        listener.seats[game] = place.seat
        if news.waits:
            return self._wait()
        self.push(listener.tell(game, fresh.told[place]))
        if news.quarantined:
            return self._hold(game)
        if game in listener.quarantined:
            listener.quarantined.discard(game)
            self.push(listener.say("head", fresh.told[place].head))
        if news.status is not Status.FINISHED or news.more:
            return True
        if listener.is_of_one_game:
            self.end("finished")
        else:
            self.finished[game] = time.monotonic()
        return False

    def lose(self, game: UUID, reason: EndReason) -> None:
        """Stop following a game that the listener may no longer see, or not from the same seat."""
        if self.listener.is_of_one_game:
            self.end(reason)
        else:
            self.push(self.listener.leave(game, "no_seat"))

    def _wait(self) -> bool:
        """Send the client to another process: at once for the sake of one game, later if there are others to follow."""
        if self.listener.is_of_one_game:
            self.end("pause")
            return False
        self.waits_since = self.waits_since or time.monotonic()
        return True

    def _hold(self, game: UUID) -> bool:
        if self.listener.is_of_one_game:
            self.end("quarantined")
            return False
        if game not in self.listener.quarantined:
            self.push(self.listener.leave(game, "quarantined"))
        return True

    async def take(self) -> bytes:
        """Wait for queued data and return it; b"" at the end of the stream."""
        await self.ready.wait()
        parts, self.parts, self.size = self.parts, [], 0
        if not self.over:
            self.ready.clear()
        return b"".join(parts)

    def forget_finished(self) -> None:
        """Remove games that finished long ago from the cursors."""
        now = time.monotonic()
        for game in [game for game, since in self.finished.items() if now - since > LINGER_SECONDS]:
            del self.finished[game]
            self.listener.place.versions.pop(game, None)
            self.listener.seats.pop(game, None)


class Waiter:
    """A request from `seat` (None: without a seat) that waits for events of a game after a version."""

    def __init__(self, game_id: UUID, after: int, seat: int | None, token: UUID | None) -> None:
        self.game_id = game_id
        self.after = after
        self.seat = seat
        self.token = token
        self.called = asyncio.Event()
