"""Cost of PostgreSQL alone: `append_command` from a few lines of Python, no HTTP, no rules.

The events are copies of real ones, so sizes and indexes are real; their chains are not valid, so the database
cannot be used for anything else afterwards.
"""

from __future__ import annotations

import os
import threading
import time
import uuid
from typing import Any

import psycopg

APPEND = """
SELECT append_command(
    %s::uuid, %s::int, %s::uuid, %s::bytea, 0::smallint, now(),
    %s::smallint[], %s::smallint[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[],
    %s::bytea, 1::smallint, 1::smallint, 1::smallint, 0::smallint, 0::smallint, 1::smallint, 0::smallint, false,
    NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, 1::smallint, now(), NULL)
"""
LAST_COMMAND = """
SELECT g.version, g.state_cache, array_agg(e.type), array_agg(e.schema_version), array_agg(e.public),
    array_agg(e.private), array_agg(e.private_commitment), array_agg(e.chain)
FROM game g JOIN command c ON c.game_id = g.id AND c.last_seq = g.version
JOIN event e ON e.game_id = g.id AND e.seq BETWEEN c.first_seq AND c.last_seq
WHERE g.id = %s GROUP BY g.id
"""


class Floor:
    """Sessions that append to one game each, all at once."""

    def __init__(self, database: str, games: list[str]) -> None:
        self.sessions = [_Session(database, game) for game in games]

    def run(self, appends: int) -> float:
        """Let every session append `appends` times; return the total appends per second."""
        threads = [threading.Thread(target=session.run, args=(appends,)) for session in self.sessions]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(threads) * appends / (time.perf_counter() - start)

    def close(self) -> None:
        """Close every session."""
        for session in self.sessions:
            session.connection.close()


class Bare:
    """One session that changes one small row at a time: the cost of a durable commit on this machine."""

    def __init__(self, database: str) -> None:
        self.connection = psycopg.connect(database, autocommit=True, prepare_threshold=0)
        self.connection.execute("CREATE TABLE bare (id integer PRIMARY KEY, filling bytea)")
        self.connection.execute("INSERT INTO bare VALUES (1, '')")

    def select(self, times: int) -> None:
        """Send the smallest possible statement."""
        for _ in range(times):
            self.connection.execute("SELECT 1").fetchone()

    def commit(self, times: int) -> None:
        """Change the row."""
        for _ in range(times):
            self.connection.execute("UPDATE bare SET filling = %s WHERE id = 1", [os.urandom(500)])

    def close(self) -> None:
        """Close the session."""
        self.connection.close()


class _Session:
    def __init__(self, database: str, game: str) -> None:
        self.game = game
        self.connection = psycopg.connect(database, autocommit=True, prepare_threshold=0)
        row: Any = self.connection.execute(LAST_COMMAND, [game]).fetchone()
        self.version, self.state, *self.parts = row

    def run(self, appends: int) -> None:
        for _ in range(appends):
            given = (self.game, self.version, uuid.uuid4(), os.urandom(32), *self.parts, self.state)
            row = self.connection.execute(APPEND, given).fetchone()
            if row != (True,):
                raise RuntimeError(f"append_command answered {row}")
            self.version += len(self.parts[0])
