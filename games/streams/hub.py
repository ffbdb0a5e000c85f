"""The hub: who follows what, with one read for all followers of a game, and a sweep every second.

Hints make updates quick. The sweep finds what they miss, so a lost hint only delays: it asks for the events of the
last seconds, whatever their games, and whether a share of all tokens, games and players is as it was. The shares take
turns, and find what left no event, or an event that was committed too late. All of this runs in one event loop;
queries run in threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, TypeVar

from games import clock as clocks
from games.api.streaming import player_items
from games.api.streaming.player_items import PLAYER_ITEMS
from games.api.streaming.start import FOLLOWED, join
from games.errors import TooManyStreams
from games.streams import queries

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from datetime import datetime
    from uuid import UUID

    from games.reads.updates import Mark, Roster
    from games.streams.queries import Asked, Fresh, Swept
    from games.streams.stream import Stream, Waiter

logger = logging.getLogger(__name__)

PER_PLAYER: Final = 10
"""Most streams and waiting requests of one player, or of one address without a token."""
MOST: Final = 10_000
"""Most streams and waiting requests of a process."""
AGAIN_SECONDS: Final = 5
"""When to try again after a refusal. The end of a stream cannot be predicted."""
THREADS: Final = 2
GAMES_AT_ONCE: Final = 100
SWEEP_SECONDS: Final = 1.0
OVERLAP: Final = timedelta(seconds=3)
"""How long before the last sweep the next one begins: commands are committed later than their events are dated."""
TOKEN_SWEEPS: Final = 2
"""Sweeps that together ask for all tokens."""
GAME_SWEEPS: Final = 5
"""Sweeps that together ask for all followed games and for all players whose games are followed."""
HEARTBEAT_SECONDS: Final = 15.0
NEWER_SECONDS: Final = 30.0
"""How long a stream of all games goes on without one that only newer code can read. The next process may have it."""
RECOVERY_SECONDS: Final = 1.0

T = TypeVar("T")


class Hub:
    """All streams of this process."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, "hub")
        self.streams: set[Stream] = set()
        self.waiters: dict[UUID, set[Waiter]] = defaultdict(set)
        self.followers: dict[UUID, set[Stream]] = defaultdict(set)
        self.of_all: dict[UUID, set[Stream]] = defaultdict(set)
        """The streams of all games, by player."""
        self.marks: dict[UUID, Mark] = {}
        self.rosters: dict[UUID, Roster | None] = {}
        """What all streams of a player know of; no entry if they differ."""
        self.sweeps = 0
        self.swept_at: datetime | None = None
        self.open: Counter[object] = Counter()
        self.pending: dict[UUID, None] = {}
        self.untold: dict[UUID, None] = {}
        """The players who may have to be told something besides their games."""
        self.woken = asyncio.Event()
        self.closing = False
        self.tasks: list[asyncio.Task[None]] = []

    # -- Streams and waiting requests ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the tasks of the hub."""
        self.tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._sweep())]

    def close(self) -> None:
        """End all streams. Clients reconnect to other processes, or to this one after its restart."""
        self.closing = True
        for stream in list(self.streams):
            stream.end("restart")
        for waiters in self.waiters.values():
            for waiter in waiters:
                waiter.called.set()
        for task in self.tasks:
            task.cancel()

    def admit(self, who: object) -> None:
        """Count one more stream or waiting request of `who`. Raises `TooManyStreams`."""
        if self.open[who] >= PER_PLAYER or self.open.total() >= MOST:
            raise TooManyStreams(retry_after=AGAIN_SECONDS)
        self.open[who] += 1

    def dismiss(self, who: object) -> None:
        """Count one stream or waiting request less."""
        self.open[who] -= 1
        if not self.open[who]:
            del self.open[who]

    def add(self, stream: Stream) -> None:
        """Start a stream at the cursor of its listener."""
        self.streams.add(stream)
        for game in stream.listener.place.versions:
            self.followers[game].add(stream)
        self.wake(stream.listener.place.versions)
        player = stream.listener.player
        if player is not None and not stream.listener.is_of_one_game:
            roster = stream.listener.roster
            if player not in self.of_all:
                self.rosters[player] = roster
            elif self.rosters.get(player) != roster:
                self.rosters.pop(player, None)
            self.of_all[player].add(stream)
        if self.closing:
            stream.end("restart")

    def remove(self, stream: Stream) -> None:
        """Remove a stream that has ended for any reason."""
        self.streams.discard(stream)
        for game in stream.listener.place.versions:
            self._unfollow(stream, game)
        player = stream.listener.player
        if player in self.of_all:
            self.of_all[player].discard(stream)
            if not self.of_all[player]:
                del self.of_all[player]
                self.rosters.pop(player, None)

    async def wait(self, waiter: Waiter, seconds: float) -> None:
        """Return when there are new events for the waiter, or after `seconds`."""
        self.waiters[waiter.game_id].add(waiter)
        self.wake([waiter.game_id])
        if self.closing:
            waiter.called.set()
        try:
            async with asyncio.timeout(seconds):
                await waiter.called.wait()
        except TimeoutError:
            return
        finally:
            self.waiters[waiter.game_id].discard(waiter)
            self._forget(waiter.game_id)

    def _unfollow(self, stream: Stream, game: UUID) -> None:
        self.followers[game].discard(stream)
        self._forget(game)

    def _forget(self, game: UUID) -> None:
        if not self.followers.get(game):
            self.followers.pop(game, None)
        if not self.waiters.get(game):
            self.waiters.pop(game, None)
        if game not in self.followers and game not in self.waiters:
            self.marks.pop(game, None)

    # -- News ----------------------------------------------------------------------------------------------------------

    def wake(self, ids: Iterable[UUID]) -> None:
        """Read these games, and what these players are told besides, soon: they may have changed."""
        for one in ids:
            if one in self.followers or one in self.waiters:
                self.pending[one] = None
            elif one in self.of_all:
                self.untold[one] = None
        if self.pending or self.untold:
            self.woken.set()

    async def _read(self) -> None:
        while True:
            await self.woken.wait()
            batch = list(self.pending)[:GAMES_AT_ONCE]
            for game in batch:
                del self.pending[game]
            players, self.untold = list(self.untold), {}
            if not self.pending:
                self.woken.clear()
            try:
                await self._read_some(batch)
                await self._tell_all(players)
            except Exception:
                logger.exception("news of %d games and %d players cannot be had now", len(batch), len(players))
                await asyncio.sleep(RECOVERY_SECONDS)
                self.wake([*batch, *players])

    async def _read_some(self, batch: list[UUID]) -> None:
        asked = {(game, outside): one for game in batch for outside, one in self._asked(game)}
        if not asked:
            return
        found = await self._ask(queries.fresh, asked)
        for audience in asked:
            self._deliver(*audience, found.get(audience))
        for (game, _), fresh in found.items():
            await self._seat_all(game, fresh.news.places)

    def _asked(self, game: UUID) -> Iterator[tuple[bool, Asked]]:
        """Yield what to read of a game for its players, and for spectators, who may not see as far."""
        for outside in (False, True):
            streams = [one for one in self.followers.get(game, ()) if _is_outside(one, game) == outside]
            positions = [stream.listener.place.versions[game] for stream in streams]
            positions += [waiter.after for waiter in self.waiters.get(game, ()) if (waiter.seat is None) == outside]
            if positions:
                yield outside, queries.Asked(min(positions), frozenset(stream.listener.player for stream in streams))

    def _deliver(self, game: UUID, outside: bool, fresh: Fresh | None) -> None:  # noqa: FBT001  an audience
        for waiter in self.waiters.get(game, ()):
            unseen = fresh is None or fresh.news.quarantined or fresh.news.version > waiter.after
            if unseen and (waiter.seat is None) == outside:
                waiter.called.set()
        for stream in [one for one in self.followers.get(game, ()) if _is_outside(one, game) == outside]:
            if stream.over or game not in stream.listener.place.versions or not self._send_to(stream, game, fresh):
                self._unfollow(stream, game)
        if fresh is not None and (game in self.followers or game in self.waiters):
            self.marks[game] = fresh.news.mark
            if fresh.news.more:
                self.wake([game])

    def _send_to(self, stream: Stream, game: UUID, fresh: Fresh | None) -> bool:
        player = stream.listener.player
        if fresh is None or not fresh.news.is_for(player):
            stream.lose(game, "no_access")
            return False
        place = fresh.news.place_of(player)
        seat = place.seat
        if seat != stream.listener.seats[game] and (seat is None or stream.listener.is_of_one_game):
            stream.lose(game, "seat_changed")
            return False
        if place not in fresh.told:
            self.wake([game])  # the stream was added during the read
            return True
        return stream.hear(game, place, fresh)

    # -- Sweep ---------------------------------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            if not self.streams and not self.waiters:
                continue
            try:
                await self._look()
            except Exception:
                logger.exception("streams cannot be looked after now")

    async def _look(self) -> None:
        waiting = [waiter for waiters in self.waiters.values() for waiter in waiters]
        used = [*(stream.listener.token for stream in self.streams), *(waiter.token for waiter in waiting)]
        tokens = self._share(TOKEN_SWEEPS, {token for token in used if token is not None})
        games = self._share(GAME_SWEEPS, self.followers.keys() | self.waiters.keys())
        players = self._share(GAME_SWEEPS, self.of_all)
        since = None if self.swept_at is None else self.swept_at - OVERLAP
        found: Swept = await self._ask(queries.sweep, since, tokens, games, players)
        self.sweeps, self.swept_at = self.sweeps + 1, found.now
        self._end_without_access(tokens - found.tokens)
        self.wake(game for game, version, _ in found.changed if game not in self.marks or version > self.marks[game][0])
        self.wake(game for game in games if found.marks.get(game) != self.marks.get(game))
        for game, _, seated in found.changed:
            await self._seat_all(game, seated)
        for player in players:
            roster = found.rosters.get(player)
            if player in self.of_all and roster != self.rosters.get(player):
                self.rosters[player] = roster
                await self._seat(player)
            for kind in PLAYER_ITEMS:
                await self._tell(player, kind, found.player_marks[player].get(kind))
        self._beat(found.now)

    def _share(self, sweeps: int, ids: Iterable[UUID]) -> set[UUID]:
        """Return the ids that are this sweep's turn, of several sweeps that together take all of them."""
        return {one for one in ids if one.int % sweeps == self.sweeps % sweeps}

    def _end_without_access(self, ended: Collection[UUID]) -> None:
        if not ended:
            return
        for stream in list(self.streams):
            if stream.listener.token in ended:
                stream.end("no_access")
        for waiters in self.waiters.values():
            for waiter in waiters:
                if waiter.token in ended:
                    waiter.called.set()

    async def _seat_all(self, game: UUID, players: Iterable[UUID]) -> None:
        """Have the game followed by the streams of its players that do not yet."""
        for player in players:
            if any(_lacks(stream, game) for stream in self.of_all.get(player, ())):
                await self._seat(player)

    async def _seat(self, player: UUID) -> None:
        """Follow the games that a player has joined. Games they have left are ended by an event."""
        games = await self._ask(queries.games_of, player)
        for stream in self.of_all.get(player, ()):
            for game in games:
                if _lacks(stream, game.game.id):
                    stream.push(join(stream.listener, game))
                    self.followers[game.game.id].add(stream)
                    self.wake([game.game.id])

    async def _tell_all(self, players: Collection[UUID]) -> None:
        """Tell the streams of these players what has changed besides their games."""
        found = await self._ask(player_items.marks, players) if players else {}
        for player, marks in found.items():
            for kind in PLAYER_ITEMS:
                await self._tell(player, kind, marks.get(kind))

    async def _tell(self, player: UUID, kind: str, mark: str | None) -> None:
        """Tell the streams of a player the facts of this kind, unless they know them already."""
        behind = [stream for stream in self.of_all.get(player, ()) if stream.listener.marks.get(kind) != mark]
        facts = await self._ask(PLAYER_ITEMS[kind].facts, player) if behind else b""
        for stream in behind:
            if mark is None:
                stream.listener.marks.pop(kind, None)
            else:
                stream.listener.marks[kind] = mark
            stream.push(stream.listener.say(kind, facts))

    def _beat(self, now: datetime) -> None:
        moment = clocks.micros(now)
        silent_since = time.monotonic() - HEARTBEAT_SECONDS
        waiting_since = time.monotonic() - NEWER_SECONDS
        for stream in self.streams:
            if stream.finished:
                stream.forget_finished()
            if stream.waits_since is not None and stream.waits_since < waiting_since:
                stream.end("pause")
            stream.listener.pass_time(moment)
            if stream.spoke_at < silent_since:
                stream.push(stream.listener.beat(now))

    async def _ask(self, question: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.threads, queries.tidy, question, *arguments)


def _lacks(stream: Stream, game: UUID) -> bool:
    known = stream.listener.place.versions
    return not stream.over and game not in known and len(known) < FOLLOWED


def _is_outside(stream: Stream, game: UUID) -> bool:
    return stream.listener.seats.get(game) is None
