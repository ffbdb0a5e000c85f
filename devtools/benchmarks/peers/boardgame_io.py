"""boardgame.io with bgio-postgres over the same PostgreSQL, under the same load: 16 connections, one request on each.

Its packages are installed into .state/bench-peers at the first run.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from devtools.benchmarks.meter import Cost, Meter
from devtools.benchmarks.stand import Stand
from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE: Final = Path(__file__).parent
HOME: Final = REPOSITORY / ".state" / "bench-peers"
FILES: Final = (".npmrc", "package.json", "package-lock.json", "game.js", "server.js", "load.js")
START_LIMIT: Final = 30.0  # seconds
MOVES: Final = 60
"""Looks, and then moves, in each match of a sample. Its log grows with every move, and so does the cost of a move."""


class NodeStand(Stand):
    """A stand whose web process has no children."""

    def workers(self) -> list[int]:
        """Return the only process."""
        return [self.web.pid]


@dataclass
class BoardgameBench:
    """The matches of boardgame.io, and their cost."""

    where: Stand
    load: subprocess.Popen[str]
    connections: int
    looks: Cost = field(default_factory=Cost)
    moves: Cost = field(default_factory=Cost)

    def sample(self) -> None:
        """Take one sample of both kinds, in new matches."""
        self._say(f"{self.connections} {MOVES}")
        for cost in (self.looks, self.moves):
            self._hear("ready")
            meter = Meter(self.where)
            meter.measure(self.connections * MOVES, self._step)
            meter.into(cost)

    def _step(self) -> None:
        self._say("")
        self._hear("done")

    def _say(self, line: str) -> None:
        assert self.load.stdin
        print(line, file=self.load.stdin, flush=True)

    def _hear(self, word: str) -> None:
        assert self.load.stdout
        heard = self.load.stdout.readline().strip()
        if heard != word:
            raise RuntimeError(f"the load of boardgame.io says {heard!r}; see the lines above")


def missing() -> str:
    """Return what is not installed; empty if nothing is missing."""
    return " and ".join(program for program in ("node", "npm") if shutil.which(program) is None)


def install() -> None:
    """Install the locked packages, once. Raises CalledProcessError."""
    HOME.mkdir(parents=True, exist_ok=True)
    lock = HOME / "package-lock.json"
    is_new = not lock.exists() or lock.read_bytes() != (HERE / lock.name).read_bytes()
    for name in FILES:
        shutil.copyfile(HERE / name, HOME / name)
    if is_new or not (HOME / "node_modules").exists():
        print("Installing boardgame.io and bgio-postgres into .state/bench-peers ...", flush=True)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent", "--ignore-scripts"], cwd=HOME, check=True)


@contextlib.contextmanager
def boardgame_io(where: Stand, connections: int) -> Iterator[BoardgameBench]:
    """Start boardgame.io beside the other services, over the same PostgreSQL; stop it at the end. Raises Trouble."""
    port = free_port()
    server = Child(
        "boardgame.io",
        ["node", str(HOME / "server.js"), str(port), where.database],
        log=where.web.log.with_name("boardgame.io.log"),
        environment={"PATH": "/usr/local/bin:/usr/bin:/bin", "NODE_ENV": "production"},
        folder=HOME,
    )
    load = None
    try:
        wait.until(lambda: _answers(port), server, START_LIMIT)
        words = ["node", str(HOME / "load.js"), str(port)]
        load = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=HOME)
        yield BoardgameBench(
            NodeStand(port, where.database, where.database_log, server, where.postgres), load, connections
        )
    finally:
        if load is not None:
            load.kill()
            load.communicate()
        server.stop()


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/games", timeout=5):
            return True
    except OSError:
        return False
