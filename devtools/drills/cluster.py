"""The drill of the cluster: two of every process and all servers on one machine; each is killed while people play.

`make drill-cluster`, or `python -m devtools.drills.cluster web-1 postgres --seconds 10`. The servers are PostgreSQL, a
replica, pgbouncer in transaction mode, a Valkey as the cache, and three nodes of RabbitMQ with quorum queues; without
RabbitMQ the Valkey is the broker too. Players go on by themselves: they repeat requests at the other process and open
their streams again. For each kill the report has the longest wait for a move, for a bot, for a page of the log, and for
an event of a move in a stream, the errors that clients saw, and the time until no promised work is left. Exit code 1 if
an answered event is missing, or was not told, or was told twice, if work stays undone, or if a log is unsound.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import psycopg

from devtools.drills import servers
from devtools.load import parts
from devtools.load.connections import Answer, Connections
from devtools.load.run import Wish, run
from devtools.load.service import Service
from devtools.stack import supervisor, wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY, new_home
from devtools.stack.installation import BEAT, START_LIMIT, SWEEPER, WORKER
from devtools.stack.port import free_port
from devtools.stack.services import forget_given, services
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence
    from pathlib import Path

    from devtools.load.figures import Report

COPIES: Final = (1, 2)
PLAYERS: Final = 16
SETTLED: Final = 60.0
"""Seconds within which all promised work must be done after a kill: a worker's lease on it ends after 30."""
REST: Final = 1.0
"""Seconds for which an address that has failed is left alone."""
KILLED_AT, STARTED_AT = 0.2, 0.5
"""Shares of the time after which the process is killed, and started again."""
NOBODY: Final = "nobody"
"""In place of a process: what is felt without a fault."""
KINDS: Final = ("move", "bot", "page", "told")
SESSIONS: Final = 30
"""Of the pooler with the database, for the threads of all processes."""


class Balanced(Connections):
    """Several addresses of one service, asked in turn. One that has failed is left alone for a while, as proxies do."""

    def __init__(self, urls: Sequence[str]) -> None:
        super().__init__(urls[0])
        self.all = [Connections(url) for url in urls]
        self._rests_until = dict.fromkeys(self.all, 0.0)

    async def ask(self, method: str, path: str, token: str = "", body: bytes | None = None) -> Answer:
        """Ask the next address."""
        with self._next() as one:
            return await one.ask(method, path, token, body)

    async def listen(self, path: str, token: str) -> AsyncIterator[bytes]:
        """Yield the lines of a stream at the next address."""
        with self._next() as one:
            async for line in one.listen(path, token):
                yield line

    @contextlib.contextmanager
    def _next(self) -> Iterator[Connections]:
        now = time.monotonic()
        one = next((one for one in self.all if self._rests_until[one] <= now), self.all[0])
        self.all.remove(one)
        self.all.append(one)
        try:
            yield one
        except (OSError, EOFError):
            self._rests_until[one] = now + REST
            raise

    def close(self) -> None:
        """Close the connections to all of them."""
        for one in self.all:
            one.close()


class Server(NamedTuple):
    """A process of a server, and a function that tells whether it serves."""

    child: Child
    is_ready: Callable[[], bool]


class Cluster:
    """The processes and servers by name, and how players reach them. `database` is its address without the pooler."""

    def __init__(self, home: Path, addresses: dict[str, str], found: dict[str, Server], database: str) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            **addresses,
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
            "FLIPSIDE_STATE": str(home),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "GAME_SECRET_KEYS": f"drill:{secrets.token_hex(32)}",
            "GUESTS_PER_HOUR": "0",
            "RATE_LIMITS": "off",
            "SANDBOX": "off",  # it knows neither a pooler nor several databases
        }
        self.servers = found
        self.processes: dict[str, Child] = {}
        self.database = database
        self.webs, self.streams = ([f"http://127.0.0.1:{free_port()}" for _ in COPIES] for _ in range(2))

    @property
    def children(self) -> dict[str, Child]:
        """Return all that can be killed, by name."""
        return self.processes | {name: server.child for name, server in self.servers.items()}

    def start(self) -> None:
        """Start two of every process and wait until all answer. Raises Trouble."""
        for number, web, streams in zip(COPIES, self.webs, self.streams, strict=True):
            self._start(f"web-{number}", "config.servers.web", "--bind", web.removeprefix("http://"))
            self._start(f"streams-{number}", "config.servers.streams", "--bind", streams.removeprefix("http://"))
            self._start(f"worker-{number}", *WORKER, "--hostname", f"worker-{number}@localhost")
            self._start(f"sweeper-{number}", *SWEEPER)
            self._start(f"beat-{number}", *BEAT, "--schedule", str(self.home / f"beat-{number}"))
        self.wait()

    def wait(self) -> None:
        """Wait until the servers and all processes that have an address are ready. Raises Trouble."""
        for server in self.servers.values():
            wait.until(server.is_ready, server.child, START_LIMIT)
        for name, addresses in (("web", self.webs), ("streams", self.streams)):
            for number, address in zip(COPIES, addresses, strict=True):
                wait.until(partial(_is_ready, address), self.processes[f"{name}-{number}"], START_LIMIT)

    def stop(self) -> None:
        """Stop all of our processes, not the servers."""
        for child in self.processes.values():
            child.ask()
        for child in self.processes.values():
            child.stop()

    def waiting(self) -> int | None:
        """Return how much promised work waits; None while the database does not answer."""
        try:
            with psycopg.connect(self.database, autocommit=True, connect_timeout=2) as database:
                row = database.execute("SELECT count(*) FROM outbox").fetchone()
        except psycopg.Error:
            return None
        return None if row is None else int(row[0])

    def manage(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py, without the pooler."""
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            env=self.environment | {"DATABASE_URL": self.database, "DATABASE_POOLER": "none"},
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=False,
        )

    def must(self, *words: str) -> None:
        """Run a command of manage.py. Raises Trouble if it fails."""
        done = self.manage(*words)
        if done.returncode:
            raise Trouble(done.stderr)

    def _start(self, name: str, *words: str) -> None:
        self.processes[name] = Child(
            name,
            [sys.executable, "-m", *words],
            log=self.home / "logs" / f"{name}.log",
            environment=self.environment,
            folder=REPOSITORY,
        )


def _is_ready(address: str) -> bool:
    return asyncio.run(_ready(address))


async def _ready(address: str) -> bool:
    connections = Connections(address)
    try:
        return (await connections.ask("GET", "/readyz/reads")).status == 200  # noqa: PLR2004  the status that means so
    except (OSError, EOFError):
        return False
    finally:
        connections.close()


def play(cluster: Cluster, victim: str, seconds: float) -> Report:
    """Let people play, kill the process meanwhile and start it again; return the figures. Raises Trouble."""
    child = cluster.children.get(victim)

    def seated(_said: str) -> None:
        if child is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(seconds * KILLED_AT, child.kill)
            loop.call_later(seconds * STARTED_AT, child.start_again)

    service = Service(Balanced(cluster.webs), Balanced(cluster.streams), lambda: _parts(cluster))
    wish = Wish(
        PLAYERS, seats=4, seconds=seconds, warm_up=0.0, think=0.1, looks=0, streams=True, options={}, pages=True, bots=1
    )
    return asyncio.run(run(service, wish, seated))


def _parts(cluster: Cluster) -> parts.Parts:
    return parts.of_children([*cluster.children.values()])()


def settle(cluster: Cluster) -> float | None:
    """Wait until no promised work is left; return the seconds, or None if it stays undone."""
    begun = time.monotonic()
    while cluster.waiting() != 0:
        if time.monotonic() - begun > SETTLED:
            return None
        time.sleep(0.1)
    return time.monotonic() - begun


def line(victim: str, report: Report, settled: float | None) -> str:
    """Return what was felt of a kill, as text."""
    felt = ", ".join(f"{kind} {report.times[kind].most:.1f} s" for kind in KINDS if kind in report.times)
    work = "work stays undone" if settled is None else f"no work waited after {settled:.1f} s"
    errors = ", ".join(f"{cause} {count}" for cause, count in sorted(report.retries.items())) or "none"
    lost = f"lost {report.lost}, not told {report.untold}, told twice {report.repeated}, stalled {report.stalled}"
    return f"{victim:<10} {report.rate('move'):5.1f} moves a second; longest {felt}; errors: {errors}; {lost}; {work}"


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Start everything in a folder of its own; nothing of it is left. Raises Trouble."""
    forget_given()
    with contextlib.ExitStack() as running:
        home = running.enter_context(new_home())
        addresses, found, database = _servers(running, home)
        ours = Cluster(home, addresses, found, database)
        running.callback(ours.stop)
        ours.must("migrate", "--no-input")
        ours.start()
        yield ours


def _servers(running: contextlib.ExitStack, home: Path) -> tuple[dict[str, str], dict[str, Server], str]:
    """Start the servers; return the settings that name them, the servers by name, and the address of the database."""
    basis = running.enter_context(services(home, durable=True))
    postgres, valkey = basis.children
    database, cache = basis.environment["DATABASE_URL"], basis.environment["BROKER_URL"]
    replica = running.enter_context(servers.replica(database))
    addresses = {**basis.environment, "REPLICA_URL": replica.url}
    found = {
        "postgres": Server(postgres, partial(servers.connects, database)),
        "replica": Server(replica.child, partial(servers.connects, replica.url)),
        "valkey": Server(valkey, partial(servers.answers, cache)),
    }
    if servers.is_here(servers.pgbouncer_program):
        pooler = running.enter_context(servers.pgbouncer(home, database, SESSIONS))
        addresses |= {"DATABASE_URL": pooler.url, "DATABASE_POOLER": "transaction"}
        found["pgbouncer"] = Server(pooler.child, partial(servers.connects, pooler.url))
    if servers.is_here(servers.rabbitmq_program):
        nodes = running.enter_context(servers.rabbitmqs(home))
        broker = ";".join(f"amqp://guest:guest@127.0.0.1:{node.port}//" for node in nodes)
        addresses |= {"BROKER_URL": broker, "BROKER_QUEUES": "quorum", "CACHE_URL": cache}
        found |= {node.child.name: Server(node.child, partial(servers.accepts, node.port)) for node in nodes}
    return addresses, found, database


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, print what was felt of each kill, and return 0 if nothing was lost."""
    parser = argparse.ArgumentParser(
        prog="drill-cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("victims", nargs="*", help="processes to kill, such as web-1 or postgres (nobody, then all)")
    parser.add_argument("--seconds", type=float, default=12.0, help="of play around each kill (%(default)s)")
    given = parser.parse_args(arguments)
    supervisor.end_by_signals()
    try:
        with cluster() as ours:
            everyone = [NOBODY, *ours.children]
            if unknown := set(given.victims) - set(everyone):
                parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(everyone)}")
            return 0 if _drill(ours, given.victims or everyone, given.seconds) else 1
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)
        return 1


def _drill(ours: Cluster, victims: Sequence[str], seconds: float) -> bool:
    """Kill each of the victims once; return whether nothing was lost."""
    clean = True
    print(f"Each is down for {seconds * (STARTED_AT - KILLED_AT):.1f} s of {seconds:g}.", flush=True)
    for victim in victims:
        report = play(ours, victim, seconds)
        ours.wait()
        settled = settle(ours)
        print(line(victim, report, settled), flush=True)
        clean = clean and report.is_clean and settled is not None
    checked = ours.manage("verify_log")
    print(checked.stdout.strip(), checked.stderr.strip())
    return clean and checked.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
