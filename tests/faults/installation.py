"""An installation of our own: database, broker and processes, which tests freeze and kill."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from uuid import uuid4

import psutil
import redis

from devtools.stack.account import servers_account
from devtools.stack.binaries import postgres_programs, valkey_program
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY, new_test_home, prepare, state_home
from devtools.stack.port import free_port
from devtools.stack.postgres import Postgres
from devtools.stack.valkey import Valkey
from tests.faults.stack import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message
    from pathlib import Path

START_SECONDS = 60
LONG_SECONDS = 20
"""For conditions that occur by themselves, on a machine that has other work."""
CELERY = ("celery", "-A", "config.celery")
SWEEPER = ("config", "sweeper", "--every", "0.5")
WORKER = (*CELERY, "worker", "--concurrency", "1", "--without-gossip", "--without-mingle", "--loglevel", "INFO")
BEAT = (
    *CELERY,
    "beat",
    "--pidfile",
    "",
    "--loglevel",
    "INFO",
    "--scheduler",
    "config.celery_beat:SchedulerWithoutFile",
)


class Code(NamedTuple):
    """A version of the service: the Python and the folder in which its processes run."""

    python: str
    folder: Path


TREE = Code(sys.executable, REPOSITORY)


class Installation:
    """A context: leaves nothing behind. `code` makes the tables. Production demands that the database be `durable`."""

    def __init__(self, *, code: Code = TREE, durable: bool = False, **environment: str) -> None:
        home = new_test_home()
        self.home = prepare(home.with_name(f"{home.name}-{secrets.token_hex(4)}"))
        self.code, self.durable = code, durable
        self._running = contextlib.ExitStack()
        self._running.callback(shutil.rmtree, self.home, ignore_errors=True)
        self.environment = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
            "FLIPSIDE_STATE": str(self.home),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "GAME_SECRET_KEYS": f"one:{secrets.token_hex(32)}",
            **environment,
        }
        self.servers: dict[str, Child] = {}
        self.children: dict[str, list[Child]] = {}

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as starting:
            starting.enter_context(self._running)
            account, state = servers_account(), state_home()
            postgres = Postgres(self.home, postgres_programs(account, state), account, durable=self.durable)
            self._running.callback(postgres.stop)
            valkey = Valkey(self.home, valkey_program(account, state), account, durable=False)
            self._running.callback(valkey.stop)
            self.servers = {"postgres": postgres.child, "valkey": valkey.child}
            self.environment |= {"DATABASE_URL": postgres.url, "BROKER_URL": valkey.url}
            assert self.manage("migrate", "--no-input", code=self.code) == 0
            starting.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        for server in self.servers:
            self.thaw(server)
        self._running.close()

    def manage(self, *words: str, code: Code = TREE) -> int:
        """Return the exit code of a management command."""
        command = [code.python, "-m", "config", *words]
        done = subprocess.run(command, env=self.environment, cwd=code.folder, capture_output=True, check=False)
        return done.returncode

    # -- Processes -----------------------------------------------------------------------------------------------------

    def start(self, name: str, *words: str, code: Code = TREE, **besides: str) -> Child:
        """Start a process, to be stopped at the end."""
        child = Child(
            name,
            [code.python, "-m", *words],
            log=self.home / "logs" / f"{name}-{uuid4()}.log",
            environment=self.environment | besides,
            folder=code.folder,
        )
        self._running.callback(child.stop)
        self.children.setdefault(name, []).append(child)
        return child

    def web(self, *words: str, code: Code = TREE, **besides: str) -> Site:
        """Start a web process and wait until it is ready."""
        site = Site(free_port())
        bind = ("--bind", f"127.0.0.1:{site.port}")
        child = self.start("web", "config.servers.web", *bind, *words, code=code, **besides)
        eventually(lambda: site.is_ready(child), START_SECONDS, "a web process that is ready")
        return site

    def streams(self, *, code: Code = TREE, **besides: str) -> Site:
        """Start a streams process and wait until it is ready."""
        site = Site(free_port())
        bind = ("--bind", f"127.0.0.1:{site.port}")
        child = self.start("streams", "config.servers.streams", *bind, code=code, **besides)
        eventually(lambda: site.is_ready(child), START_SECONDS, "a streams process that is ready")
        return site

    # -- Faults --------------------------------------------------------------------------------------------------------

    def freeze(self, server: str) -> None:
        """Stop a server and all its processes by SIGSTOP."""
        self._signal(server, signal.SIGSTOP)

    def thaw(self, server: str) -> None:
        self._signal(server, signal.SIGCONT)

    @contextlib.contextmanager
    def frozen(self, *servers: str) -> Iterator[None]:
        """Freeze servers for the time of the block."""
        for server in servers:
            self.freeze(server)
        try:
            yield
        finally:
            for server in servers:
                self.thaw(server)

    def _signal(self, server: str, number: signal.Signals) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            parent = psutil.Process(self.servers[server].pid)
            parent.send_signal(number)  # a frozen parent starts no more children
            for child in parent.children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.send_signal(number)

    def broker(self) -> redis.Redis:
        """Return a connection to the broker."""
        return redis.Redis.from_url(self.environment["BROKER_URL"])


class Site:
    """A web or streams process as its clients use it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, method: str, path: str, token: str = "", **body: Any) -> Answer:
        """Send one request over a connection of its own. Raises OSError, HTTPException."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = None if method == "GET" else json.dumps(body)
        begun = time.monotonic()
        with contextlib.closing(HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)) as line:
            line.request(method, path, content, headers | {"Content-Type": "application/json"})
            found = line.getresponse()
            return Answer(found.status, found.headers, found.read(), time.monotonic() - begun)

    def is_ready(self, child: Child) -> bool:
        """Tell whether it answers and is ready; fails if it has ended."""
        assert not child.ended, child.last_words()
        try:
            return self.ask("GET", "/readyz").status == 200
        except (OSError, HTTPException):
            return False

    def guest(self) -> str:
        """Return the token of a new guest."""
        token: str = self.ask("POST", "/v1/guests").json["token"]
        return token

    def table(self, token: str, bots: int = 1) -> str:
        """Start a match of a player against bots and return its id."""
        game: str = self.ask("POST", "/v1/games", token, seats=1 + bots).json["game"]["id"]
        for _ in range(bots):
            self.ask("POST", f"/v1/games/{game}/bots", token, bot="random")
        self.ask("POST", f"/v1/games/{game}/start", token)
        return game

    def look(self, token: str, game: str) -> Answer:
        return self.ask("GET", f"/v1/games/{game}", token)

    def send(self, token: str, game: str, envelope: dict[str, Any]) -> Answer:
        """Send a command, possibly again."""
        return self.ask("POST", f"/v1/games/{game}/commands", token, **envelope)


class Answer(NamedTuple):
    """An answer, and the seconds it took."""

    status: int
    headers: Message
    body: bytes
    seconds: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def says_come_back(self) -> bool:
        """Tell whether this is the problem for a service that is briefly unavailable."""
        return (self.status, self.headers["Content-Type"], self.headers["Retry-After"], self.json["code"]) == (
            503, "application/problem+json", "1", "store_busy",
        )  # fmt: skip
