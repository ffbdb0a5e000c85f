"""Cost, delay and losses of 1,000 open streams at 100 commands a second, and their cost while nothing happens.

Run by `python -m devtools.benchmarks streams`. Players in four seats move through the web process at an even pace, and
all of them listen: half of the streams are of one game, half of all games. `STREAMS_GAMES`, `STREAMS_RATE`,
`STREAMS_PROCESSES` and `STREAMS_SECONDS` ask for other sizes. The streams have a role of their own in PostgreSQL, so
that their statements and sessions are known from those of the web process.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg

from config.servers.streams import allow_connections
from devtools.benchmarks import machine
from devtools.benchmarks.stand import Stand, stand
from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port

GAMES: Final = int(os.environ.get("STREAMS_GAMES", "250"))
SEATS: Final = 4
RATE: Final = float(os.environ.get("STREAMS_RATE", "100"))
PROCESSES: Final = os.environ.get("STREAMS_PROCESSES", "1")
SECONDS: Final = float(os.environ.get("STREAMS_SECONDS", "60"))
SETTLE_SECONDS: Final = 15.0
"""How long new streams are left alone before they are measured."""
IDLE_SECONDS: Final = 20.0
COUNTED_SECONDS: Final = 5.0
"""How long statements are counted: that costs PostgreSQL something."""
LINES: Final = 16
AT_ONCE: Final = 64
"""Streams that begin at once."""
ROLE: Final = "streams"
GRACE: Final = 10.0


@dataclass
class Listening:
    """One stream, and the arrival time of each version."""

    game: str
    came: dict[int, float] = field(default_factory=dict)
    repeated: int = 0
    snapshot: int = 0


async def listen(gate: asyncio.Semaphore, port: int, path: str, token: str, found: Listening) -> None:
    """Read lines of JSON until cancelled. The gate limits how many streams begin at once."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/jsonl\r\n"
        writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
        while not found.snapshot:
            read(await reader.readline(), found)
    try:
        while True:
            read(await reader.readline(), found)
    finally:
        writer.close()


def read(line: bytes, found: Listening) -> None:
    """Record a line, unless it is a head, or the length of a chunk."""
    if not line:
        raise ConnectionError("a stream has broken")
    if line.startswith(b"{"):
        note(json.loads(line), found)


def note(item: dict[str, Any], found: Listening) -> None:
    """Record an item of the stream."""
    if item["type"] == "snapshot":
        game = item.get("game") or next(one for one in item["games"] if one["id"] == found.game)
        found.snapshot = game["version"]
    elif item["type"] == "event":
        seq = item["entry"]["seq"]
        found.repeated += seq in found.came
        found.came[seq] = time.time()


class Web:
    """One connection to the web process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str, body: object = None) -> Any:
        """Send a request and return the body."""
        if self.line is None:
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        length, status = 0, int((await reader.readline()).split()[1])
        while (header := await reader.readline()) not in {b"\r\n", b""}:
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        found = json.loads(await reader.readexactly(length))
        if status >= 400:  # noqa: PLR2004
            raise RuntimeError(f"{method} {path}: {status} {found}")
        return found


async def set_up(port: int, games: int) -> list[tuple[str, list[str]]]:
    """Set up running games; return their ids and the tokens of their players."""
    webs = [Web(port) for _ in range(LINES)]
    shares = await asyncio.gather(*(_set_up(web, games // LINES + (n < games % LINES)) for n, web in enumerate(webs)))
    return [one for share in shares for one in share]


async def _set_up(web: Web, games: int) -> list[tuple[str, list[str]]]:
    found = []
    for _ in range(games):
        tokens = [(await web.ask("POST", "/v1/guests", "", {}))["token"] for _ in range(SEATS)]
        game = (await web.ask("POST", "/v1/games", tokens[0], {"seats": SEATS, "options": {"target": 5000}}))["game"][
            "id"
        ]
        for token in tokens[1:]:
            await web.ask("POST", f"/v1/games/{game}/seats", token, {})
        await web.ask("POST", f"/v1/games/{game}/start", tokens[0], {})
        found.append((game, tokens))
    return found


class Players:
    """Players who move at an even pace; `said`: when each version was answered, by game."""

    def __init__(self, port: int, tables: list[tuple[str, list[str]]]) -> None:
        self.port = port
        self.tables = tables
        self.said: dict[str, dict[int, float]] = {game: {} for game, _ in tables}
        self.moves = 0

    async def play(self, number: int, until: float) -> None:
        """Play on one of the connections, in games of its own."""
        chance = random.Random(number)
        web = Web(self.port)
        mine = self.tables[number::LINES]
        due = time.time() + chance.random() * LINES / RATE
        turn = 0
        while due < until:
            await asyncio.sleep(max(0.0, due - time.time()))
            due += LINES / RATE
            game, tokens = mine[turn % len(mine)]
            turn += 1
            await self._move(web, game, tokens, chance)

    async def _move(self, web: Web, game: str, tokens: list[str], chance: random.Random) -> None:
        seen = await web.ask("GET", f"/v1/games/{game}", tokens[0])
        seat = seen["turn"] or 0
        if seat:
            seen = await web.ask("GET", f"/v1/games/{game}", tokens[seat])
        body = {"command_id": str(uuid4()), "command": chance.choice(seen["legal_commands"])}
        answer = await web.ask("POST", f"/v1/games/{game}/commands", tokens[seat], body)
        now = time.time()
        self.moves += 1
        self.said[game].update({entry["seq"]: now for entry in answer["events"]})


@dataclass
class Cost:
    """What the streams use: CPU of their processes and of their sessions in PostgreSQL, and their statements."""

    where: Stand
    pids: list[int]
    began: float = 0.0
    streams_us: float = 0.0
    postgres_us: float = 0.0
    took: float = 0.0
    statements: float = 0.0

    def begin(self) -> None:
        """Start measuring."""
        self.began = time.time()
        self.streams_us, self.postgres_us = machine.cpu_us(self.pids), machine.cpu_us(self._sessions())

    def end(self) -> None:
        """Stop measuring."""
        self.took = time.time() - self.began
        self.streams_us = machine.cpu_us(self.pids) - self.streams_us
        self.postgres_us = machine.cpu_us(self._sessions()) - self.postgres_us

    async def count(self) -> None:
        """Count the statements for a while."""
        with self.where.statements_logged() as found:
            await asyncio.to_thread(time.sleep, COUNTED_SECONDS)
        sessions = {f"[{pid}]" for pid in self._sessions()}
        self.statements = sum(not sessions.isdisjoint(line.split(" LOG: ")[0].split()) for line in found)
        self.statements /= COUNTED_SECONDS

    def text(self) -> str:
        """Return the figures."""
        shares = (used / self.took / 10_000 for used in (self.streams_us, self.postgres_us))
        return "{:.1f} % of a core, in PostgreSQL {:.1f} %, {:.1f} statements a second".format(*shares, self.statements)

    def _sessions(self) -> list[int]:
        with psycopg.connect(self.where.database) as database:
            return [pid for (pid,) in database.execute("SELECT pid FROM pg_stat_activity WHERE usename = %s", [ROLE])]


async def measure(where: Stand, streams: Child, port: int) -> None:
    """Open all streams, wait, play, and count."""
    tables = await set_up(where.port, GAMES)
    began = time.time()
    ears, tasks, gate = [], [], asyncio.Semaphore(AT_ONCE)
    for number, (game, tokens) in enumerate(tables):
        for token in tokens:
            found = Listening(game)
            ears.append(found)
            path = "/v1/me/stream" if number % 2 else f"/v1/games/{game}/stream"
            tasks.append(asyncio.create_task(listen(gate, port, path, token, found)))
    while not all(ear.snapshot for ear in ears):
        await asyncio.sleep(0.1)
        for task in tasks:
            if task.done():
                task.result()  # it has failed
    print(f"{len(ears)} streams open after {time.time() - began:.1f} s", flush=True)
    pids = machine.children(streams.pid)
    idle, busy = Cost(where, pids), Cost(where, pids)
    await asyncio.sleep(SETTLE_SECONDS)
    idle.begin()
    await asyncio.sleep(IDLE_SECONDS)
    idle.end()
    await idle.count()
    print(f"while nothing happens: {idle.text()}, {idle.streams_us / idle.took / len(ears):.1f} us a stream and second")
    memory = [max(map(machine.memory_mb, pids))]
    players, start = Players(where.port, tables), time.time()
    busy.begin()
    playing = [asyncio.create_task(players.play(number, start + SECONDS)) for number in range(LINES)]
    for _ in range(4):
        await asyncio.sleep(SECONDS / 4)
        memory.append(max(map(machine.memory_mb, pids)))
    await asyncio.gather(*playing)
    busy.end()
    measured = players.moves
    counted = time.time() + COUNTED_SECONDS + 3
    playing = [asyncio.create_task(players.play(number, counted)) for number in range(LINES)]
    await asyncio.gather(busy.count(), *playing)
    end = time.time() + GRACE
    while time.time() < end and not all(players.said[ear.game].keys() <= ear.came.keys() for ear in ears):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    report(players, ears, busy, measured, memory)


def report(players: Players, ears: list[Listening], busy: Cost, measured: int, memory: list[float]) -> None:
    """Print the figures."""
    lost = sum(len(players.said[ear.game].keys() - ear.came.keys()) for ear in ears)
    late = sorted(
        1000 * (ear.came[seq] - said) for ear in ears for seq, said in players.said[ear.game].items() if seq in ear.came
    )
    told = sum(len(ear.came) for ear in ears)
    print(f"commands: {players.moves}, {measured / busy.took:.1f} a second")
    print(f"events told: {told}, lost: {lost}, repeated: {sum(ear.repeated for ear in ears)}")
    p50, p99 = (late[int(len(late) * part)] for part in (0.5, 0.99))
    print(f"after the answer to the command, ms: p50 {p50:.0f}, p99 {p99:.0f}, most {late[-1]:.0f}")
    per_event = busy.streams_us / max(told * measured / players.moves, 1)
    print(f"meanwhile: {busy.text()}, {per_event:.0f} us an event told")
    print(f"memory, MB, begin and each quarter: {', '.join(f'{one:.0f}' for one in memory)}", flush=True)


def main() -> None:
    """Measure and print."""
    allow_connections()
    with stand() as where:
        port = free_port()
        environment = dict(
            line.split("=", 1) for line in Path(f"/proc/{where.web.pid}/environ").read_text().split("\0") if line
        )
        environment["DATABASE_URL"] = own_role(where.database)
        log = where.database_log.with_name("streams.log")
        words = [sys.executable, "-m", "config.servers.streams", "--bind", f"127.0.0.1:{port}", "--workers", PROCESSES]
        streams = Child("streams", words, log=log, environment=environment, folder=REPOSITORY)
        try:
            wait.until(lambda: _alive(port), streams, 60)
            asyncio.run(measure(where, streams, port))
        finally:
            streams.stop()


def own_role(database: str) -> str:
    """Give the streams a role of their own; return the address with it."""
    with psycopg.connect(database) as connection:
        connection.execute(f"CREATE ROLE {ROLE} LOGIN SUPERUSER PASSWORD '{ROLE}'")
    address = urlsplit(database)
    return address._replace(netloc=f"{ROLE}:{ROLE}@{address.netloc.rpartition('@')[2]}").geturl()


def _alive(port: int) -> bool:
    probe = ["curl", "-s", "-o", "/dev/null", f"http://127.0.0.1:{port}/livez"]
    return subprocess.run(probe, check=False).returncode == 0
