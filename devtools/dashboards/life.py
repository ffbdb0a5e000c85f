"""A service with something to show: people play while servers fail, a receiver refuses, and a log is falsified."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final, Self
from uuid import uuid4

import msgspec
import psycopg

from devtools.load.connections import Connections
from devtools.load.run import Wish, run
from devtools.load.service import Service
from devtools.stack.home import REPOSITORY, new_home
from devtools.stack.installation import Stack, stack
from devtools.stack.port import free_port
from devtools.stack.services import forget_given
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from devtools.load.figures import Report

SCENES: Final = {
    "greedy": (20, 60),
    "nobody sweeps": (70, 310),
    "no cache server": (100, 250),
    "greedy again": (275, 315),
    "receiver refuses": (0, 360),
    "falsified": (345, 345),
}
"""Seconds from the first move until it begins and ends."""
SECONDS: Final = 490
MUST_RING: Final = {
    "FlipsideSweepLate",
    "FlipsideGamesOverdue",
    "FlipsideWorkLate",
    "FlipsideOutage",
    "FlipsideLimitsOff",
    "FlipsideAuditFault",
}
MUST_NOT_RING: Final = {"FlipsideDown", "FlipsideInternalErrors", "FlipsideSignInMailsLost", "FlipsideArchiveFailing"}
"""Alarms of what does not happen here."""
_IDLE: Final = 6
"""Tables at which a person never moves and bots do."""
_GREED: Final = 0.2
"""Seconds between two requests of a program that asks too often."""
_WISH: Final = Wish(
    players=8, seats=2, seconds=SECONDS, warm_up=0.0, think=1.0, looks=0, streams=False,
    options={"scoring": "single_round"},
)  # fmt: skip
_CLOCK: Final = {"turn": 60}
_SETTINGS: Final = {
    "GUESTS_PER_HOUR": "0",
    "MESSAGE_GRACE_SECONDS": "5",
    "OUTAGE_GRACE_SECONDS": "60",
    "AUDIT_SHARE": "25",
    "RATE_LIMIT_PUBLIC": "20/60",
    "METRICS_NETWORKS": "127.0.0.0/8",
}
_FALSIFY: Final = """
UPDATE game SET chain = set_byte(chain, 0, 255 - get_byte(chain, 0))
WHERE id IN (SELECT id FROM game WHERE status = 1 AND deadline_at IS NOT NULL ORDER BY id LIMIT 2)
"""
_ADDRESS: Final = """
INSERT INTO account_emailaddress (user_id, email, verified, "primary") VALUES (%s::uuid, %s, true, true)
"""


class Created(msgspec.Struct):
    """A new guest."""

    class Player(msgspec.Struct):
        """Their account."""

        id: str

    token: str
    player: Player


class Receiver:
    """A receiver of webhooks and of checkpoints of anchors that may refuse them. A context."""

    def __init__(self) -> None:
        self.refuses = True
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:  # noqa: N805  `self` is the request's in there
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"] or 0))
                self.send_response(503 if receiver.refuses else 204)
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                """Log nothing."""

        return Handler


@dataclass
class Life:
    """A running service, its receiver, and what happens to it."""

    stack: Stack
    receiver: Receiver

    @property
    def web(self) -> str:
        """Return host and port of its web process."""
        return self.stack.web

    def play(self, say: Callable[[str], object]) -> Report:
        """Let people play for SECONDS while all scenes happen. Raises Trouble."""
        return asyncio.run(self._play(say))

    async def _play(self, say: Callable[[str], object]) -> Report:
        connections = Connections(f"http://{self.web}")
        await self._idle(connections)
        _manage(self.stack, "shell", "-c", "from games.proofs import anchors; anchors.make()")
        begun = asyncio.Event()

        def seated(said: str) -> None:
            say(said)
            begun.set()

        async with asyncio.TaskGroup() as group:
            playing = group.create_task(run(Service(connections, connections, dict), _WISH, seated))
            await begun.wait()
            say(", ".join(f"{name} {first} to {last} s" for name, (first, last) in SCENES.items()) + ".")
            for name, scene in {
                "greedy": self._greedy(connections, SCENES["greedy"]),
                "greedy again": self._greedy(connections, SCENES["greedy again"]),
                "nobody sweeps": self._without("nobody sweeps", "worker", "sweeper", "beat"),
                "no cache server": self._without("no cache server", "valkey"),
                "receiver refuses": self._refuse(),
                "falsified": self._falsify(),
            }.items():
                group.create_task(scene, name=name)
        return playing.result()

    async def _idle(self, connections: Connections) -> None:
        """Set up tables of one person who never moves and three bots; the person gets calls and mails."""

        async def ask(path: str, token: str, body: dict[str, Any]) -> bytes:
            answer = await connections.ask("POST", path, token, msgspec.json.encode(body))
            if answer.status not in {HTTPStatus.OK, HTTPStatus.CREATED}:
                raise Trouble(f"{path} was answered by {answer.status}: {answer.body[:300]!r}")
            return answer.body

        for number in range(_IDLE):
            guest = msgspec.json.decode(await ask("/v1/guests", "", {}), type=Created)
            with psycopg.connect(self.stack.environment["DATABASE_URL"]) as database:
                database.execute(_ADDRESS, (guest.player.id, f"idle-{number}@example.org"))
            wish = {"url": self.receiver.url, "events": ["game.moved"]}
            await ask("/v1/me/webhooks", guest.token, wish)
            body = {"seats": 4, "clock": _CLOCK, "command_id": str(uuid4())}
            game = msgspec.json.decode(await ask("/v1/games", guest.token, body))["game"]["id"]
            for _ in range(3):
                await ask(f"/v1/games/{game}/bots", guest.token, {"command_id": str(uuid4())})
            await ask(f"/v1/games/{game}/start", guest.token, {"command_id": str(uuid4())})

    async def _greedy(self, connections: Connections, scene: tuple[int, int]) -> None:
        first, last = scene
        await asyncio.sleep(first)
        for _ in range(round((last - first) / _GREED)):
            with contextlib.suppress(OSError, EOFError):
                await connections.ask("GET", "/v1/seeks")
            await asyncio.sleep(_GREED)

    async def _without(self, scene: str, *names: str) -> None:
        first, last = SCENES[scene]
        await asyncio.sleep(first)
        children = [child for child in self.stack.children if child.name in names]
        for child in children:
            child.kill()
        await asyncio.sleep(last - first)
        for child in children:
            child.start_again()

    async def _refuse(self) -> None:
        await asyncio.sleep(SCENES["receiver refuses"][1])
        self.receiver.refuses = False

    async def _falsify(self) -> None:
        await asyncio.sleep(SCENES["falsified"][0])
        with psycopg.connect(self.stack.environment["DATABASE_URL"]) as database:
            database.execute(_FALSIFY)


@contextlib.contextmanager
def life() -> Iterator[tuple[Life, Path]]:
    """Start a service in a folder of its own; nothing of it is left. Raises Trouble."""
    forget_given()
    with contextlib.ExitStack() as running:
        home = running.enter_context(new_home())
        receiver = running.enter_context(Receiver())
        ledger = str(home / "anchors")
        os.environ.update(_SETTINGS, FLIPSIDE_STATE=str(home), ANCHOR_LEDGER=ledger, ANCHOR_PUBLISH_URL=receiver.url)
        started = running.enter_context(stack(home, "127.0.0.1", free_port()))
        yield Life(started, receiver), home


def _manage(stack: Stack, *words: str) -> None:
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, check=True, cwd=REPOSITORY, env=stack.environment, stdout=subprocess.DEVNULL)
