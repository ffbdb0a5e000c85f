"""The service in drills: web, streams and a worker. Without a sweeper, work whose hint is lost stays undone."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self
from uuid import uuid4

import psycopg

from devtools.drills.servers import START_LIMIT, until
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from email.message import Message
    from pathlib import Path

WORKER: Final = (
    *("celery", "-A", "config.celery", "worker", "--concurrency", "2"),
    *("--without-gossip", "--without-mingle", "--loglevel", "INFO"),
)
PATIENCE: Final = 15.0
"""Seconds after which a hint counts as lost. The worker needs some of them to find another node."""
MOVES: Final = 50
"""The most moves of a player until it is a bot's turn."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Message
    json: Any


class Service:
    """The processes, with the servers that `environment` names, and a sweeper if it `sweeps`. A context."""

    sweeps = False

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
            "FLIPSIDE_STATE": str(home),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "GAME_SECRET_KEYS": f"one:{secrets.token_hex(32)}",
            "GUESTS_PER_HOUR": "0",
            "LOG_FORMAT": "plain",
            **environment,
        }
        self.web_port, self.streams_port = free_port(), free_port()
        self.running = contextlib.ExitStack()
        self.children: list[Child] = []

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as starting:
            starting.enter_context(self.running)
            self._start("web", "config.servers.web", "--workers=2", "--bind", f"127.0.0.1:{self.web_port}")
            self._start("streams", "config.servers.streams", "--bind", f"127.0.0.1:{self.streams_port}")
            self._start("worker", *WORKER)
            for port in (self.web_port, self.streams_port):
                until(lambda port=port: self._is_ready(port), "service that is ready", 2 * START_LIMIT)
            log = self.children[-1].log
            until(lambda: " ready." in log.read_text(), "worker that is ready", START_LIMIT)
            if self.sweeps:
                begun = datetime.now(UTC)
                self._start("sweeper", "manage", "sweeper")
                until(lambda: self._has_swept(begun), "sweep")
            starting.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self.running.close()

    def manage(self, *words: str, **besides: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py to its end."""
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, env=self.environment | besides, cwd=REPOSITORY, capture_output=True, text=True, check=False
        )

    def must(self, *words: str, **besides: str) -> str:
        """Run a command of manage.py that has to pass; return what it printed. Raises Trouble."""
        done = self.manage(*words, **besides)
        if done.returncode:
            raise Trouble(f"manage.py {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def refusal(self, **besides: str) -> str:
        """Return the last words of a web process that is to end at its start."""
        words = ("config.servers.web", "--bind", f"127.0.0.1:{free_port()}")
        log = self.home / "logs" / "refused.log"
        child = Child(
            "web", [sys.executable, "-m", *words], log=log, environment=self.environment | besides, folder=REPOSITORY
        )
        try:
            until(lambda: child.ended, "end of a process that is refused")
        finally:
            child.stop()
        return child.last_words()

    def ended(self) -> list[str]:
        """Return the names of processes that have ended."""
        return [child.name for child in self.children if child.ended]

    def _start(self, name: str, *words: str) -> None:
        log = self.home / "logs" / f"{name}.log"
        child = Child(name, [sys.executable, "-m", *words], log=log, environment=self.environment, folder=REPOSITORY)
        self.running.callback(child.stop)
        self.children.append(child)

    def _is_ready(self, port: int) -> bool:
        for child in self.children:
            if child.ended:
                sys.exit(f"{child.name} {child.ending()}: {child.last_words()}")
        try:
            return self.ask("GET", "/readyz/reads", port=port).status == 200  # noqa: PLR2004  ready
        except (OSError, HTTPException):
            return False

    def _has_swept(self, since: datetime) -> bool:
        with psycopg.connect(self.environment["DATABASE_URL"]) as session:
            asked = "SELECT FROM heartbeat WHERE name = 'sweep' AND beat_at > %s"
            return session.execute(asked, [since]).fetchone() is not None

    def ask(self, method: str, path: str, token: str = "", *, port: int = 0, **body: Any) -> Answer:
        """Send one request over a connection of its own. Raises OSError or HTTPException without an answer."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        line = HTTPConnection("127.0.0.1", port or self.web_port, timeout=60)
        with contextlib.closing(line):
            line.request(method, path, None if method == "GET" else json.dumps(body), headers)
            found = line.getresponse()
            return Answer(found.status, found.headers, json.loads(found.read() or b"null"))

    # -- What players do -----------------------------------------------------------------------------------------------

    def guest(self) -> str:
        """Return the token of a new guest."""
        token: str = self.ask("POST", "/v1/guests").json["token"]
        return token

    def table(self, token: str) -> str:
        """Start a match of a player against a bot; return its id."""
        game: str = self.ask("POST", "/v1/games", token, seats=2).json["game"]["id"]
        self.ask("POST", f"/v1/games/{game}/bots", token, bot="random")
        self.ask("POST", f"/v1/games/{game}/start", token)
        return game

    def move(self, token: str, game: str, seen: Any) -> Answer:
        """Make the first move that is legal."""
        envelope = {"command_id": str(uuid4()), "command": seen["legal_commands"][0]}
        return self.ask("POST", f"/v1/games/{game}/commands", token, **envelope)

    def hint(self, token: str) -> float | None:
        """Have a hint sent, by a move after which it is a bot's turn; return the seconds until the bot has moved.

        Returns None for a lost hint: the bot did not move.
        """
        game = self.table(token)
        for _ in range(MOVES):
            seen = self.ask("GET", f"/v1/games/{game}", token).json
            if seen["status"] == "finished" or not seen["your_turn"] or not seen["legal_commands"]:
                break
            self.move(token, game, seen)
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
            seen = self.ask("GET", f"/v1/games/{game}", token).json
            if seen["status"] == "finished" or seen["your_turn"]:
                return time.monotonic() - begun
            time.sleep(0.05)
        return None

    def stream(self, token: str) -> float:
        """Return the seconds from a command until one who waits for events has it."""
        game: str = self.ask("POST", "/v1/games", token, seats=2).json["game"]["id"]
        version = self.ask("GET", f"/v1/games/{game}", token).json["version"]
        with ThreadPoolExecutor(1) as other:
            path = f"/v1/games/{game}/events?after={version}&wait=20"
            waiting = other.submit(self.ask, "GET", path, token, port=self.streams_port)
            time.sleep(0.5)
            begun = time.monotonic()
            self.ask("POST", f"/v1/games/{game}/bots", token, bot="random")
            waiting.result()
            return time.monotonic() - begun

    def counted(self, token: str) -> bool:
        """Tell whether requests are counted: the answer says how many are left."""
        return "RateLimit" in self.ask("GET", "/v1/me", token).headers
