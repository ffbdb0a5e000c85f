"""Many calls at once: one thread begins them and hears of their ends, and each is made in a thread of its own.

Hosts that let calls wait have places of their own, so that no number of them delays the others.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

Subject = TypeVar("Subject")
Result = TypeVar("Result")

SLOW_SECONDS: Final = 2.0
"""A host whose call takes longer lets calls wait, until one takes less."""
REMEMBERED: Final = 10_000
"""Most hosts that a process knows to let calls wait."""
CLAIM_EVERY: Final = 0.05
LOOK_EVERY: Final = 0.2
"""Seconds between claims while there is work, and between those that found none."""
SLOW_ENDS: Final = 10.0
"""Seconds before the end of a run after which no more calls to slow hosts are begun: so that few are left then."""


class Places(NamedTuple):
    """Most calls at once, and most of one claim, so that the first is made soon.

    `quick`: to hosts that do not let calls wait. `slow`: to the others. `most`: all, with those that turned out to be
    slow.
    """

    quick: int
    slow: int
    most: int
    claim: int


class SlowHosts:
    """The hosts that let the last calls of this process wait; the oldest are forgotten first.

    A host is one of them as soon as so many of its calls under way as `patience` says have waited `SLOW_SECONDS`.
    """

    def __init__(self, patience: int = 1) -> None:
        self.patience = patience
        self.names: dict[str, None] = {}

    def note(self, host: str, seconds: float) -> None:
        """Note how long a call has taken, or has taken so far."""
        self.names.pop(host, None)
        if seconds >= SLOW_SECONDS:
            self.names[host] = None
            if len(self.names) > REMEMBERED:
                del self.names[next(iter(self.names))]


class Call(Generic[Subject, Result]):
    """A call about something, to a host."""

    def __init__(self, subject: Subject, host: str, make: Callable[[], Result], *, slow: bool) -> None:
        self.subject = subject
        self.host = host
        self.slow = slow
        self.begun = time.monotonic()
        self.took: float | None = None
        self.result: Callable[[], Result]
        """Returns what the call returned, or raises what it raised, once it has ended."""
        self._make = make

    def make(self) -> Result:
        """Make the call, in a thread of its own, and measure it: its end may be noticed later."""
        self.begun = time.monotonic()
        try:
            return self._make()
        finally:
            self.took = time.monotonic() - self.begun


class Calls(Generic[Subject, Result]):
    """The calls of a run that are under way, oldest first, and those that ended but are not recorded."""

    def __init__(self, pool: ThreadPoolExecutor, places: Places, slow_hosts: SlowHosts) -> None:
        self.made = 0
        self._pool = pool
        self._places = places
        self._slow_hosts = slow_hosts
        self._under_way: dict[Future[Result], Call[Subject, Result]] = {}
        self._ended: SimpleQueue[Future[Result]] = SimpleQueue()
        self._slow = 0

    @classmethod
    @contextmanager
    def opened(cls, places: Places, slow_hosts: SlowHosts, name: str) -> Iterator[Calls[Subject, Result]]:
        """Open threads of this name for calls. Returns when no call is under way."""
        with ThreadPoolExecutor(places.most, thread_name_prefix=name) as pool:
            yield cls(pool, places, slow_hosts)

    def begin(self, call: Call[Subject, Result]) -> None:
        """Have a thread make the call."""
        future = self._pool.submit(call.make)
        call.result = future.result
        self._under_way[future] = call
        self._slow += call.slow
        self.made += 1
        future.add_done_callback(self._ended.put)

    def make_due(
        self,
        seconds: float,
        claim: Callable[[int, bool], int],
        settle: Callable[[Sequence[Call[Subject, Result]]], None],
    ) -> bool:
        """Make calls until time is up or none is left; return whether some may be left.

        `claim(room, slow)` claims at most so many, begins them and returns how many it claimed; `slow`: to slow hosts,
        else to all others. `settle` records calls that ended. Both are called in this thread.
        """
        begun = claim_at = time.monotonic()
        end, slow_end = begun + seconds, begun + max(seconds - SLOW_ENDS, seconds / 2)
        while (now := time.monotonic()) < end:
            self._note_slow(now)
            if now >= claim_at:
                claimed = self._claim(claim, slow=False)
                if now < slow_end:
                    claimed += self._claim(claim, slow=True)
                if not claimed and not self._under_way:
                    return now >= slow_end
                pause = 0 if claimed >= self._places.claim else CLAIM_EVERY if claimed else LOOK_EVERY
                claim_at = now + pause
            settle(self._finished(max(0.0, min(claim_at, end) - time.monotonic())))
        return True

    def make_last(self, settle: Callable[[Sequence[Call[Subject, Result]]], None]) -> None:
        """Wait for the calls under way, and record them."""
        while self._under_way:
            settle(self._finished(LOOK_EVERY))

    def _claim(self, claim: Callable[[int, bool], int], *, slow: bool) -> int:
        """Claim while there is room."""
        places = self._places
        free = places.slow - self._slow if slow else places.quick - (len(self._under_way) - self._slow)
        room = max(0, min(free, places.most - len(self._under_way), places.claim))
        return claim(room, slow) if room else 0

    def _finished(self, seconds: float) -> list[Call[Subject, Result]]:
        """Wait for the end of a call, and return all that have ended by then."""
        found = []
        try:
            future = self._ended.get(timeout=seconds)
            while True:
                call = self._under_way.pop(future)
                found.append(call)
                self._slow -= call.slow
                self._slow_hosts.note(call.host, call.took or 0.0)
                future = self._ended.get_nowait()
        except Empty:
            return found

    def _note_slow(self, now: float) -> None:
        """Give calls that take long another place, without waiting for their end."""
        waiting: dict[str, int] = {}
        for call in self._under_way.values():
            if now - call.begun < SLOW_SECONDS:
                break  # the later ones are younger
            if call.took is None:
                self._slow += not call.slow
                call.slow = True
                waiting[call.host] = waiting.get(call.host, 0) + 1
                if waiting[call.host] >= self._slow_hosts.patience:
                    self._slow_hosts.note(call.host, now - call.begun)
