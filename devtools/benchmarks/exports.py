"""Time of exporting a month of a million events, and of the anchor of a day with as many.

`python -m devtools.benchmarks exports --events 100000` for fewer. Bots play a few matches, which are then copied
under new ids until there are enough events. The copies have the size of real matches; their chains are not valid, so
the database cannot be used for anything else.
"""

from __future__ import annotations

import io
import resource
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from devtools.migrated import migrated
from games.services import envelope

if TYPE_CHECKING:
    from collections.abc import Callable

MATCHES = 12  # played; the others are copies
EVENTS = 1_000_000
SEATS = 4

COPIES = """
CREATE TEMP TABLE copy AS
SELECT g.id AS old, gen_random_uuid() AS new FROM game g, generate_series(1, %s)
"""
COPY_GAMES = """
INSERT INTO game SELECT (jsonb_populate_record(g, jsonb_build_object('id', c.new, 'state_cache', NULL))).*
FROM copy c JOIN game g ON g.id = c.old
"""
COPY_EVENTS = """
INSERT INTO event (game_id, seq, type, schema_version, actor, command_id, recorded_at, public, private,
    private_commitment, chain)
SELECT c.new, e.seq, e.type, e.schema_version, e.actor, e.command_id, e.recorded_at, e.public, e.private,
    e.private_commitment, e.chain
FROM copy c JOIN event e ON e.game_id = c.old
"""
COPY_SEATS = """
INSERT INTO seat (game_id, seat_no, seat_uid, kind, bot)
SELECT c.new, s.seat_no, gen_random_uuid(), s.kind, s.bot FROM copy c JOIN seat s ON s.game_id = c.old
"""


def main(wanted: int = EVENTS) -> None:
    """Build the database with `wanted` events, measure, and print."""
    with migrated("config.settings.development"):
        _measure(wanted)


def _measure(wanted: int) -> None:
    from django.db import connection  # noqa: PLC0415 - the environment had to stand first

    from games.proofs import anchors  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
    for _ in range(MATCHES):
        _play()
    _copy(wanted)
    (events,), (games,) = _row("SELECT count(*) FROM event"), _row("SELECT count(*) FROM game")
    month = _row("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')")[0]
    print(f"{games} matches, {events} events")
    _timed("first anchor, of all games", anchors.make)
    for _ in range(3):
        _play()
    tomorrow = _row("SELECT (now() AT TIME ZONE 'UTC')::date")[0]
    _timed("second anchor, of three games", lambda: anchors.make(tomorrow))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("export, signing each", "export, signed before"):
            _timed(name, partial(_export, month, Path(folder) / name.replace(" ", "-")))
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


def _export(month: str, target: Path) -> None:
    from django.core.management import call_command  # noqa: PLC0415 - as above

    said = io.StringIO()
    call_command("export_games", "--month", month, "--to", str(target), stdout=said, stderr=said)
    print("  " + said.getvalue().strip().splitlines()[-1])
    print(f"  {sum(path.stat().st_size for path in target.iterdir()) / 1e6:.0f} MB in files")


def _timed(name: str, work: Callable[[], Any]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    print(f"{name}: {time.perf_counter() - wall:.1f} s, of them {time.process_time() - cpu:.1f} s CPU of the process")


def _play() -> UUID:
    import engine  # noqa: PLC0415
    from games.services import bots, commands, lobby  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415

    asked, host = bytes(32), players.create_guest()[0].id
    wish = lobby.TableWish(options={"scoring": "single_round"}, seats=SEATS)
    game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=asked).game.id
    for _ in range(SEATS - 1):
        lobby.add_bot(game_id=game, player=host, seat=None, bot="random", command_id=uuid4(), request_hash=asked)
    lobby.start(game_id=game, player=host, command_id=uuid4(), request_hash=asked)
    while (found := load.load_game(game)) is not None and not found.table.is_over:
        if found.table.turn == 0:
            commands.submit_command(
                game_id=game, actor=envelope.Actor(host), command=engine.legal_commands(found.table, 0)[0],
                command_id=uuid4(), request_hash=asked, expected_version=None,
            )  # fmt: skip
        bots.move_bot_seats(game)
    return game


def _copy(wanted: int) -> None:
    from django.db import connection  # noqa: PLC0415

    (played,) = _row("SELECT count(*) FROM event")
    with connection.cursor() as cursor:
        cursor.execute(COPIES, (wanted // played,))
        for sql in (COPY_GAMES, COPY_SEATS, COPY_EVENTS, "ANALYZE"):
            cursor.execute(sql)
    connection.close()


def _row(sql: str) -> tuple[Any, ...]:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute(sql)
        row: tuple[Any, ...] = cursor.fetchone()
        return row
