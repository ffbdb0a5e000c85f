"""Records which players fetched a game while it was their turn, and up to which version they have looked at it.

A web process writes them every second, for all who fetched meanwhile, and no request waits for it: writing each by
itself was a quarter of what a GET cost the worker, and two fifths of what it cost PostgreSQL. If a process ends
before it writes, a player gets a notification that they do not need.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError, connection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    Turn = tuple[UUID, UUID]
    """A player and a game."""

logger = logging.getLogger(__name__)

GATHER: Final = 1.0  # seconds between a read and its record
MOST_KNOWN: Final = 10_000

# In a fixed order, so that two processes never wait for each other. Deleted players are left out.
NOTE: Final = """
INSERT INTO players_seen AS s (player_id, game_id, version)
SELECT p.id, n.game_id, n.version FROM unnest(%s::uuid[], %s::uuid[], %s::int[]) AS n (player_id, game_id, version)
JOIN players_player p ON p.id = n.player_id AND p.is_active ORDER BY p.id, n.game_id
ON CONFLICT (player_id, game_id) DO UPDATE SET version = EXCLUDED.version WHERE s.version < EXCLUDED.version
"""

LOOKED: Final = """
INSERT INTO players_seen AS s (player_id, game_id, version, looked)
SELECT p.id, %(game)s::uuid, %(version)s::int, %(version)s::int
FROM players_player p WHERE p.id = %(player)s::uuid AND p.is_active
ON CONFLICT (player_id, game_id) DO UPDATE SET
    version = greatest(s.version, EXCLUDED.version), looked = greatest(s.looked, EXCLUDED.looked)
"""

_lock: Final = Lock()
_known: Final[dict[Turn, int]] = {}
"""The versions that this process has recorded recently, so that repeated requests cost nothing."""
_gathered: Final[dict[Turn, int]] = {}
"""Versions to write."""
_writer_runs: Final = Event()


def note(player: UUID, game_id: UUID, version: int) -> None:
    """Record that a player fetched the game at this version, while it was their turn.

    Writes at once, unless `gathering`; inside a transaction, as part of it. Raises `DatabaseError` then.
    """
    turn = (player, game_id)
    if _known.get(turn, 0) >= version:
        return
    with _lock:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[turn] = _gathered[turn] = version
    if not _writer_runs.is_set() or connection.in_atomic_block:
        write()


def looked(player: UUID, game_id: UUID, version: int) -> None:
    """Record that a player has looked at the game up to this version. Raises `DatabaseError`."""
    with connection.cursor() as cursor:
        cursor.execute(LOOKED, {"player": player, "game": game_id, "version": version})


def write() -> None:
    """Write the gathered versions. Raises `DatabaseError`; then they are lost."""
    with _lock:
        gathered = dict(_gathered)
        _gathered.clear()
    if gathered:
        players, games = zip(*gathered, strict=True)
        with connection.cursor() as cursor:
            cursor.execute(NOTE, (list(players), list(games), list(gathered.values())))


def forget() -> None:
    """Clear everything, as in a new process."""
    with _lock:
        _known.clear()
        _gathered.clear()


@contextmanager
def gathering() -> Iterator[None]:
    """Let a thread do the writing during the block."""
    over = Event()
    writer = Thread(target=_write_again_and_again, args=(over,), name="seen", daemon=True)
    _writer_runs.set()
    writer.start()
    try:
        yield
    finally:
        _writer_runs.clear()
        over.set()
        writer.join()
        write()


def _write_again_and_again(over: Event) -> None:
    while not over.wait(GATHER):
        try:
            write()
        except DatabaseError:
            logger.warning("Looks could not be noted: messages may be sent that nobody needs.", exc_info=True)
        finally:
            connection.close()  # a connection in a second costs little, and an idle process needs none
