"""The whole cost of a move in an installation, by process: not only its answer, but also all that follows from it.

Run by `make bench`, or by `python -m devtools.benchmarks installation`. Everything runs that `make run` starts. Four
people with a mail address, preferences and a device each sit at every table, which has a clock; one of them follows it
by a stream. A sample ends when the worker has nothing left to do.
"""

from __future__ import annotations

import contextlib
import os
import random
import selectors
import socket
import threading
import time
from typing import TYPE_CHECKING, Final

import psycopg

from devtools.benchmarks import machine
from devtools.benchmarks.machine import Spread
from devtools.benchmarks.tables import Table, expect, guests, look_at, move_in, open_tables
from devtools.benchmarks.traffic import Line, Script, request, run
from devtools.stack.home import new_home
from devtools.stack.installation import stack
from devtools.stack.port import free_port
from devtools.stack.services import forget_given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from devtools.stack.installation import Stack

LINES: Final = 16
SEATS: Final = 4
PEOPLE_PER_LINE: Final = 16
GAMES_PER_LINE: Final = 10
SWEEPS: Final = 3
"""Moves per game in a sample."""
SAMPLES: Final = 7
TURN_SECONDS: Final = 86_400
LIMIT: Final = 120.0
"""Seconds until the worker must have done everything."""
POLL: Final = 0.05

ADDRESSES: Final = """
INSERT INTO account_emailaddress (user_id, email, verified, "primary") SELECT id, id || '@example.org', true, true
FROM players_player
"""
DEVICES: Final = """
INSERT INTO players_device (id, player_id, kind, address, sha256, p256dh, auth, name, created)
SELECT gen_random_uuid(), id, 'webpush', 'https://push.example/' || id, sha256(id::text::bytea), '', '', '', now()
FROM players_player
"""
STREAM: Final = (
    "GET /v1/games/{game}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/jsonl\r\n"
    "Authorization: Bearer {token}\r\n\r\n"
)
# Pushes of the other kinds are due at once; they would go to a service that does not exist, again and again.
PREFERENCES: Final = (
    b'{"language":"en","time_zone":"Europe/Paris",'
    b'"messages":{"*":{"webpush":false},"your_turn":{"webpush":true},"reminder":{"webpush":true}}}'
)
WORK: Final = "SELECT count(*) FROM outbox"
NO_PUSHES: Final = "DELETE FROM players_delivery WHERE channel <> 'email'"
WRITTEN: Final = "SELECT count(*) FROM players_delivery WHERE state = 'sent'"
WAITING: Final = "SELECT count(*) FROM players_delivery WHERE state = 'pending'"
NOW_DUE: Final = "UPDATE players_delivery SET next_at = now() WHERE state = 'pending'"


class Meter:
    """Adds up the CPU of the processes of an installation, sample by sample."""

    def __init__(self, running: Stack) -> None:
        self.children = running.children
        self.samples: list[dict[str, float]] = []
        self.spent = dict.fromkeys((child.name for child in self.children), 0.0)
        self.units = 0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Measure what happens in the block."""
        before = self._cpu_us()
        yield
        for name, used in self._cpu_us().items():
            self.spent[name] += used - before[name]

    def sample(self) -> None:
        """End a sample: its figures are those of one unit."""
        self.samples.append({name: used / self.units for name, used in self.spent.items()})
        self.spent, self.units = dict.fromkeys(self.spent, 0.0), 0

    def lines(self, unit: str) -> Iterator[str]:
        """Yield the figures as text, and their sum."""
        for name in self.spent:
            yield f"{f'{unit}: {name} CPU, us':<28} {Spread.of([one[name] for one in self.samples]).text()}"
        yield f"{f'{unit}: all CPU, us':<28} {Spread.of([sum(one.values()) for one in self.samples]).text()}"

    def _cpu_us(self) -> dict[str, float]:
        return {child.name: machine.cpu_us([child.pid, *machine.children(child.pid)]) for child in self.children}


def main() -> None:
    """Measure and print."""
    forget_given()
    # Requests are counted as in production, so that the cost is real; none is refused.
    os.environ.update({f"RATE_LIMIT_{name}": "99999999/999" for name in ("READ", "PLAY", "WRITE", "ACCOUNT")})
    os.environ["MESSAGE_GRACE_SECONDS"] = "3600"  # no message is due before we ask for it
    with new_home() as home:
        os.environ["FLIPSIDE_STATE"] = str(home)  # mails are written there
        with (
            stack(home, "127.0.0.1", free_port()) as running,
            psycopg.connect(running.environment["DATABASE_URL"], autocommit=True) as database,
        ):
            print(f"installation: load average {os.getloadavg()[0]:.1f} at the start", flush=True)
            _measure(running, database)


def _measure(running: Stack, database: psycopg.Connection) -> None:
    lines = [Line(int(running.web.rpartition(":")[2])) for _ in range(LINES)]
    tables = _tables(lines, database)
    moves, mails = Meter(running), Meter(running)
    with _followed(running, tables):
        for _ in range(1 + SAMPLES):
            for _ in range(SWEEPS):
                _move(lines, tables, database, moves)
            moves.sample()
            database.execute("ANALYZE")
    moves.samples.pop(0)  # it warmed up
    database.execute(NO_PUSHES)
    with mails.running():
        database.execute(NOW_DUE)
        _until(lambda: _count(database, WAITING) == 0)
    mails.units = written = _count(database, WRITTEN)
    mails.sample()
    print(*moves.lines("move"), *mails.lines("mail"), f"mails written: {written}", sep="\n", flush=True)


def _move(lines: Sequence[Line], tables: Sequence[Sequence[Table]], database: psycopg.Connection, moves: Meter) -> None:
    """Make a move in every game that waits for a person, and wait for all that follows."""
    run(lines, [look_at(some, []) for some in tables])
    ready = [[table for table in some if table.legal] for some in tables]
    with moves.running():
        run(lines, [move_in(some, []) for some in ready])
        _until(lambda: _count(database, WORK) == 0)
    moves.units += sum(map(len, ready))


def _tables(lines: Sequence[Line], database: psycopg.Connection) -> list[list[Table]]:
    tokens: list[list[str]] = [[] for _ in lines]
    run(lines, [guests(found, PEOPLE_PER_LINE) for found in tokens])
    database.execute(ADDRESSES)
    database.execute(DEVICES)
    run(lines, [_preferences(some) for some in tokens])
    tables: list[list[Table]] = [[] for _ in lines]
    for number in range(GAMES_PER_LINE):
        chance = random.Random(number)
        run(
            lines,
            [
                open_tables(found, chance.sample(some, SEATS), 1, chance, turn_seconds=TURN_SECONDS, target=10_000)
                for found, some in zip(tables, tokens, strict=True)
            ],
        )
    return tables


def _preferences(tokens: Sequence[str]) -> Script:
    for token in tokens:
        expect((yield request("PATCH", "/v1/me/preferences", token, PREFERENCES)), 200)


@contextlib.contextmanager
def _followed(running: Stack, tables: Sequence[Sequence[Table]]) -> Iterator[None]:
    """Read a stream of every game meanwhile, as the player who opened it."""
    host, _, port = running.address.removeprefix("http://").rpartition(":")
    stopped = threading.Event()
    with selectors.DefaultSelector() as selector:
        for table in (table for some in tables for table in some):
            stream = socket.create_connection((host, int(port)))
            stream.sendall(STREAM.format(game=table.id, token=table.tokens[0]).encode())
            answer = stream.recv(1 << 16)
            if not answer.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(f"no stream: {answer[:400]!r}")
            selector.register(stream, selectors.EVENT_READ)

        def drain() -> None:
            while not stopped.is_set():
                for key, _ in selector.select(POLL):
                    key.fileobj.recv(1 << 16)  # type: ignore[union-attr]  # they are sockets

        reader = threading.Thread(target=drain)
        reader.start()
        try:
            yield
        finally:
            stopped.set()
            reader.join()
        for key in list(selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]  # as above


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"the worker was not done after {LIMIT:.0f} s")
        time.sleep(POLL)


def _count(database: psycopg.Connection, sql: str) -> int:
    row = database.execute(sql).fetchone()
    return 0 if row is None else row[0]


if __name__ == "__main__":
    main()
