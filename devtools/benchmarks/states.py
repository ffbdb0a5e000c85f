"""Cost of the table at an earlier version of a long match, in the log and in the archive; see performance.md.

Run by `make bench`, or by `python -m devtools.benchmarks states`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import uuid
from typing import TYPE_CHECKING, Any, Final

import psycopg

from devtools.benchmarks.machine import Spread
from devtools.benchmarks.meter import Cost, Meter
from devtools.benchmarks.service import SEATS
from devtools.benchmarks.stand import stand
from devtools.benchmarks.tables import Table, expect, guests, open_tables, play_to
from devtools.benchmarks.traffic import Line, Script, request, run
from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from devtools.benchmarks.stand import Stand

EVENTS: Final = 2000
PARTS: Final = 8
"""Parts of the match, to see whether late versions cost more."""
LOOKS: Final = 100
"""Reads of a part in a sample."""
SAMPLES: Final = 5
ROOM: Final = """
SELECT (SELECT coalesce(sum(pg_column_size(e.*)), 0) FROM event e)
    + (SELECT coalesce(sum(pg_column_size(c.*)), 0) FROM command c),
    (SELECT coalesce(sum(pg_column_size(a.frames)), 0) FROM game_archive a),
    (SELECT coalesce(sum(pg_column_size(s.*)), 0) FROM snapshot s)
"""


def main() -> None:
    """Measure and print."""
    with stand() as where:
        line, tokens, tables = Line(where.port), list[str](), list[Table]()
        run([line], [guests(tokens, SEATS)])
        run([line], [open_tables(tables, tokens, 1, random.Random(1), target=10_000)])
        [table] = tables
        with psycopg.connect(where.database, autocommit=True) as database:
            while (version := _one(database, "SELECT version FROM game")) < EVENTS:
                run([line], [play_to(table, table.moves + 50, [])])
            run([line], [_aborted(table)])
            version = _one(database, "SELECT version FROM game")
            database.execute("DELETE FROM outbox")  # no worker sends its messages here
            _measure("in the log", where, line, table, version)
            logged, _, snapshots = database.execute(ROOM).fetchone() or (0, 0, 0)
            _archive(where)
            _measure("in the archive", where, line, table, version)
            _, archived, _ = database.execute(ROOM).fetchone() or (0, 0, 0)
        print(f"room, bytes: {version} events in the log {logged:,}, archived {archived:,}, snapshots {snapshots:,}")


def _measure(name: str, where: Stand, line: Line, table: Table, version: int) -> None:
    chance = random.Random(2)
    parts = [range(1 + version * part // PARTS, 1 + version * (part + 1) // PARTS) for part in range(PARTS)]
    costs = [Cost() for _ in parts]
    for sample in range(1 + SAMPLES):
        for part, cost in zip(parts, costs, strict=True):
            meter = Meter(where)
            versions = [chance.choice(part) for _ in range(LOOKS)]
            meter.measure(LOOKS, lambda some=versions: run([line], [_looks(table, some)]))  # type: ignore[misc]
            if sample:  # the first one warms up
                meter.into(cost)
    for number, cost in enumerate(costs, 1):
        print(f"state {name}, part {number}/{PARTS}: worker CPU, us {Spread.of(cost.worker_us).text()}", flush=True)


def _looks(table: Table, versions: list[int]) -> Script:
    for version in versions:
        expect((yield request("GET", f"/v1/games/{table.id}/states/{version}?as=open", table.tokens[0])), 200)


def _aborted(table: Table) -> Script:
    for token in table.tokens:
        body = b'{"command_id":"%s","command":{"type":"vote","motion":"abort","yes":true}}' % str(uuid.uuid4()).encode()
        expect((yield request("POST", f"/v1/games/{table.id}/commands", token, body)), 200)


def _archive(where: Stand) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": where.database,
        "DJANGO_SETTINGS_MODULE": "config.settings.development",
        "SECRET_KEY": "of-a-benchmark",
        "GAME_SECRET_KEYS": "benchmark:" + "5a" * 32,
    }
    command = [sys.executable, "manage.py", "archive_games", "--days", "0"]
    subprocess.run(command, env=environment, cwd=REPOSITORY, check=True)


def _one(database: psycopg.Connection[Any], sql: str) -> int:
    [value] = database.execute(sql).fetchone() or (0,)
    return int(value)


if __name__ == "__main__":
    main()
