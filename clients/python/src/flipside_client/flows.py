"""What a client does, without saying how: the flows of requests, streams and the outbox.

A flow is a generator that yields effects and is sent their results. `Client` carries them out with blocking calls,
`AsyncClient` with awaited ones, so both do the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import httpx

from flipside_client.refusals import Refused, refused


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request; the result is its response, read. May raise `httpx.TransportError`."""

    request: httpx.Request


@dataclass(frozen=True, slots=True)
class Open:
    """Send a request; the result is its response, read only if it is no success."""

    request: httpx.Request


@dataclass(frozen=True, slots=True)
class ReadLine:
    """Read a line of the response that is open; the result is None at its end."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Close what is open, and wait."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand a value over to the caller."""

    value: Any


Effect: TypeAlias = Send | Open | ReadLine | Wait | Emit
Flow: TypeAlias = Generator[Effect, Any, None]


@dataclass(frozen=True, slots=True)
class BackOff:
    """Seconds to wait after the first failure, twice as long after each further one, and at most."""

    first: float = 2.0
    most: float = 60.0

    def pause(self, failures: int) -> float:
        """Return how long to wait; not the same for all clients, after a restart of the service."""
        return min(self.most, self.first * 2.0**failures) * random.uniform(0.5, 1)  # noqa: S311 - no secret


DEFAULT_BACK_OFF: Final = BackOff()
BUSY: Final = frozenset({429, 503})
FINAL: Final = frozenset({"finished", "no_access"})
QUARANTINE: Final = 60.0


def may_come_again(refusal: Refused) -> bool:
    """Return whether the same request may succeed later."""
    return refusal.status in BUSY or refusal.status >= 500  # noqa: PLR2004 - a fault of the service


def attempt(request: httpx.Request, patience: int) -> Generator[Effect, Any, httpx.Response]:
    """Send a request, again where the service asks to wait. Raises `Refused`."""
    for left in range(patience, -1, -1):
        response: httpx.Response = yield Send(request)
        if response.is_success:
            return response
        refusal = refused(response)
        if refusal.status not in BUSY or not left:
            raise refusal
        yield Wait(refusal.retry_after)
    raise ValueError("patience must not be negative")


def call(request: httpx.Request, patience: int) -> Flow:
    """Emit the one response."""
    yield Emit((yield from attempt(request, patience)))


def follow(opening: Callable[[str | None], httpx.Request], cursor: str | None, back_off: BackOff) -> Flow:
    """Emit the items of as many streams as it takes, without a gap."""
    failures = 0
    while True:
        least = 0.0
        try:
            response: httpx.Response = yield Open(opening(cursor))
            if response.status_code == httpx.codes.NO_CONTENT:
                return  # the match is over and everything was told
            if not response.is_success:
                raise refused(response)
            while (item := (yield from next_item())) is not None:
                failures = 0
                yield Emit(item)
                cursor = item.get("cursor", cursor)
                ended = item.get("reason") if item["type"] == "end" else None
                if ended in FINAL:
                    return
                least = QUARANTINE if ended == "quarantined" else 0.0
        except httpx.TransportError:
            pass
        except Refused as refusal:
            cursor = cursor_after(refusal, cursor)
            least = refusal.retry_after
        yield Wait(max(least, back_off.pause(failures)))
        failures += 1


def next_item() -> Generator[Effect, Any, dict[str, Any] | None]:
    """Return the next Server-Sent Event's data; None if the stream ends. What a break left of one comes again."""
    data: list[str] = []
    while (line := (yield ReadLine())) is not None:
        if line.startswith("data:"):
            data.append(line.removeprefix("data:").lstrip())
        elif not line and data:
            item: dict[str, Any] = json.loads("\n".join(data))
            return item
    return None


def cursor_after(refusal: Refused, cursor: str | None) -> str | None:
    """Return the cursor to try next. Raises the refusal if trying again is of no use."""
    if refusal.code == "bad_cursor" and cursor is not None:
        return None
    if not may_come_again(refusal):
        raise refusal
    return cursor
