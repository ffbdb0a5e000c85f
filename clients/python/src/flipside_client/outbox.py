"""Commands on their way.

They are written down before they are sent, so that neither a tunnel nor an empty battery loses one; and each has its id
from the start, so that sending it again never plays it again.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict

import httpx

from flipside_client import operations, types
from flipside_client.flows import DEFAULT_BACK_OFF, BackOff, Effect, Emit, Flow, Wait, attempt, may_come_again
from flipside_client.refusals import NotAuthenticated, Refused, StaleVersion

if TYPE_CHECKING:
    import os

    from flipside_client.async_client import AsyncClient
    from flipside_client.client import Client
    from flipside_client.requests import Requests


class Waiting(TypedDict):
    """A command that is not answered yet. `expected_version`: what the player saw; None: the game as it is."""

    game: str
    command_id: str
    command: types.Command
    expected_version: int | None


class Storage(Protocol):
    """Where an outbox keeps its commands."""

    def load(self) -> list[Waiting]:
        """Return what was saved last."""

    def save(self, waiting: list[Waiting]) -> None:
        """Replace what was saved: all or nothing."""


class MemoryStorage:
    """Forgets everything with the process."""

    def __init__(self) -> None:
        self._kept: list[Waiting] = []

    def load(self) -> list[Waiting]:
        """Return what was saved last."""
        return self._kept

    def save(self, waiting: list[Waiting]) -> None:
        """Keep these."""
        self._kept = waiting


class FileStorage:
    """A file, which is replaced as a whole."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def load(self) -> list[Waiting]:
        """Return what was saved last."""
        kept: list[Waiting] = json.loads(self._path.read_text()) if self._path.exists() else []
        return kept

    def save(self, waiting: list[Waiting]) -> None:
        """Replace the file."""
        new = self._path.with_name(f"{self._path.name}.new")
        new.write_text(json.dumps(waiting))
        new.replace(self._path)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was carried out, now or when it was sent before."""

    waiting: Waiting
    accepted: types.CommandAccepted


@dataclass(frozen=True, slots=True)
class Overtaken:
    """The game had moved on; `refusal.missed_events` has what the player has not seen."""

    waiting: Waiting
    refusal: StaleVersion


@dataclass(frozen=True, slots=True)
class Rejected:
    """The service refused the command for another reason."""

    waiting: Waiting
    refusal: Refused


Outcome: TypeAlias = Accepted | Overtaken | Rejected


class _Queue:
    """What both kinds of outbox share."""

    def __init__(self, client: Requests, storage: Storage | None) -> None:
        self._client = client
        self._storage = storage or MemoryStorage()
        self.waiting = self._storage.load()

    def put(self, game: str, command: types.Command, expected_version: int | None) -> Waiting:
        """Write a command down; nothing is sent yet."""
        waiting: Waiting = {
            "game": game,
            "command_id": str(uuid.uuid4()),
            "command": command,
            "expected_version": expected_version,
        }
        self._keep([*self.waiting, waiting])
        return waiting

    def _keep(self, waiting: list[Waiting]) -> None:
        self._storage.save(waiting)
        self.waiting = waiting

    def _flush(self) -> Flow:
        while self.waiting:
            first = self.waiting[0]
            outcome = yield from self._send(first)
            if outcome is None:
                return
            self._keep([one for one in self.waiting if one["command_id"] != first["command_id"]])
            yield Emit(outcome)

    def _deliver(self, back_off: BackOff) -> Flow:
        failures = 0
        while self.waiting:
            yield from self._flush()
            if self.waiting:
                yield Wait(back_off.pause(failures))
                failures += 1

    def _send(self, waiting: Waiting) -> Generator[Effect, Any, Outcome | None]:
        """Return what became of a command; None if nobody answers or the service is busy."""
        body = {name: value for name, value in waiting.items() if name != "game"}
        minimal = {"Prefer": "return=minimal"}  # what follows comes by the stream
        request = self._client.request(operations.send_command, body, minimal, game_id=waiting["game"])
        try:
            response = yield from attempt(request, self._client.patience)
        except httpx.TransportError:
            return None
        except NotAuthenticated:
            raise
        except StaleVersion as refusal:
            return Overtaken(waiting, refusal)
        except Refused as refusal:
            return None if may_come_again(refusal) else Rejected(waiting, refusal)
        return Accepted(waiting, response.json())


class Outbox(_Queue):
    """The outbox of a `Client`. Raises `NotAuthenticated` if the token is not accepted; commands are kept then."""

    def __init__(self, client: Client, storage: Storage | None = None) -> None:
        super().__init__(client, storage)
        self._run = client.run

    def flush(self) -> Iterator[Outcome]:
        """Send everything, in order, and yield what became of it. Ends early if nobody answers: see `waiting`."""
        return self._run(self._flush())

    def deliver(self, back_off: BackOff = DEFAULT_BACK_OFF) -> Iterator[Outcome]:
        """Flush until everything is sent, with longer and longer pauses."""
        return self._run(self._deliver(back_off))


class AsyncOutbox(_Queue):
    """The outbox of an `AsyncClient`. Raises `NotAuthenticated` like `Outbox`."""

    def __init__(self, client: AsyncClient, storage: Storage | None = None) -> None:
        super().__init__(client, storage)
        self._run = client.run

    def flush(self) -> AsyncIterator[Outcome]:
        """Send everything, in order, and yield what became of it. Ends early if nobody answers: see `waiting`."""
        return self._run(self._flush())

    def deliver(self, back_off: BackOff = DEFAULT_BACK_OFF) -> AsyncIterator[Outcome]:
        """Flush until everything is sent, with longer and longer pauses."""
        return self._run(self._deliver(back_off))
