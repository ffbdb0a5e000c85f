"""A real streams process on the tests' database, and clients that read its streams as they arrive."""

from __future__ import annotations

import contextlib
import json
import queue
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Self

import httpx

from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port
from tests.faults.stack import eventually, service_environment
from tests.games.streams.items import ALL, GAME, checked, item_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.games.api.people import Person

PATIENCE = 30.0  # seconds, on a machine that has other work
SOON = 12.0
"""The limit in seconds, on such a machine, for what is promised "within seconds"."""


class Streams:
    """The process; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.environment = {**service_environment(), **environment}
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.child = Child(
            "streams",
            [sys.executable, "-m", "config.servers.streams", "--bind", f"127.0.0.1:{self.port}"],
            log=self.folder / "streams.log",
            environment=self.environment,
            folder=REPOSITORY,
        )
        wait.until(self._answers, self.child, PATIENCE)

    def kill(self) -> None:
        self.child.farewell = signal.SIGKILL
        self.child.stop()

    def stop(self) -> None:
        self.child.stop()

    def get(self, path: str, secret: str | None = None, **headers: str) -> httpx.Response:
        """Send a request that is no stream."""
        return httpx.get(self.address + path, headers=authorized(secret) | headers, timeout=PATIENCE)

    def until_open(self, count: int) -> None:
        """Wait until exactly this many streams and waiting requests are open."""
        eventually(lambda: self.get("/livez").headers["Open-Streams"] == str(count), PATIENCE, f"{count} streams")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/livez", timeout=2).status_code == 200
        except httpx.TransportError:
            return False


def authorized(secret: str | None) -> dict[str, str]:
    """Return the header with a token."""
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


class Ear:
    """A client that reads a stream in a thread of its own. As a context it disconnects at the end."""

    def __init__(self, streams: Streams, path: str, secret: str | None = None, *, lines: bool = False) -> None:
        headers = authorized(secret) | {"Accept": "application/jsonl" if lines else "text/event-stream"}
        self.items: list[Any] = []
        self.lines = lines
        self.schema = ALL if path.startswith("/v1/me/") else GAME
        self.heard: queue.Queue[Any] = queue.Queue()
        self.client = httpx.Client(timeout=PATIENCE)
        self.running = self.client.stream("GET", streams.address + path, headers=headers)
        self.response = self.running.__enter__()
        assert self.response.status_code == 200, self.response.read()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        with contextlib.suppress(httpx.HTTPError, RuntimeError, OSError):
            self.response.extensions["network_stream"].get_extra_info("socket").shutdown(2)
        self.thread.join(PATIENCE)
        with contextlib.suppress(httpx.HTTPError, RuntimeError):
            self.running.__exit__(None, None, None)
        self.client.close()

    def until(self, holds: Callable[[list[Any]], bool], seconds: float = PATIENCE) -> list[Any]:
        """Listen until the condition holds for all received items; return them."""
        end = time.monotonic() + seconds
        while not holds(self.items):
            try:
                item = self.heard.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"not within {seconds} s; heard: {[one['type'] for one in self.items]}") from None
            if item is None:
                assert holds(self.items), f"it is over; heard: {[one['type'] for one in self.items]}"
                return self.items
            self.items.append(checked(item, self.schema))
        return self.items

    def some(self, count: int, seconds: float) -> list[Any]:
        """Return the first `count` items, or those that arrived within this many seconds."""
        with contextlib.suppress(AssertionError):
            self.until(lambda items: len(items) >= count, seconds)
        return self.items

    def end(self, seconds: float = PATIENCE) -> Any:
        """Listen until the stream ends; return the last item."""
        self.until(lambda items: bool(items) and items[-1]["type"] == "end", seconds)
        return self.items[-1]

    def type(self, kind: str, seconds: float = PATIENCE) -> Any:
        """Listen until an item of this type arrives; return it."""
        self.until(lambda items: any(item["type"] == kind for item in items), seconds)
        return next(item for item in self.items if item["type"] == kind)

    def up_to(self, version: int, seconds: float = PATIENCE) -> list[Any]:
        """Listen until event `version` arrives; return all log entries received."""
        self.until(lambda items: any(entry["seq"] >= version for entry in entries(items)), seconds)
        return entries(self.items)

    def cursor(self) -> str:
        """Return the cursor at which to resume."""
        return next(item["cursor"] for item in reversed(self.items) if "cursor" in item)

    def _read(self) -> None:
        with contextlib.suppress(httpx.HTTPError, httpx.StreamError, OSError):
            for item in self._items():
                self.heard.put(item)
        self.heard.put(None)

    def _items(self) -> Iterator[Any]:
        if self.lines:
            yield from map(json.loads, self.response.iter_lines())
            return
        block: list[str] = []
        for line in self.response.iter_lines():
            if line:
                block.append(line)
            else:
                item, block = item_of("\n".join(block)), []
                if item is not None:
                    yield item


def entries(items: list[Any]) -> list[Any]:
    """Return the log entries among the items."""
    return [item["entry"] for item in items if item["type"] == "event"]


def secret(person: Person) -> str:
    """Return a token that opens streams for the player."""
    assert person.client.secret is not None
    return person.client.secret


def move(game: str, *people: Person) -> int:
    """Let the player on turn move; return the new version."""
    for person in people:
        seen = person.see(game)
        if seen["your_turn"]:
            answer = person.command(game, seen["legal_commands"][0])
            assert answer.status_code == 200, answer.content
            return int(answer.json()["game"]["version"])
    raise AssertionError("nobody must act")


def log(person: Person, game: str, after: int) -> list[Any]:
    """Return the log as the player sees it."""
    found: list[Any] = person.client.get(f"/v1/games/{game}/events?after={after}&limit=500").json()["events"]
    return found
