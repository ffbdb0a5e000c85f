"""Writes a finished match that was played elsewhere into the log, completely or not at all.

The caller has verified it (`services.import_transcripts`). Its seats have no players.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import connection, transaction

from common.clock import ServiceNow
from games import clock as clocks
from games.models import ImportedGame, Mark, TranscriptSignature
from games.store import columns, controls, reader, seats, table_summary
from games.types import EventRow, SeatKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import engine

UNKNOWN: Final = bytes(32)
"""The fingerprint of a command whose sender is not known here."""

INSERT_GAME: Final = """
INSERT INTO game (id, version, chain, status, private, game, edition, option_set_id, clock, speed, seat_count,
    open_seats, turn_seat, worker_due, table_summary, seats, followed, state_format, engine_version, created_at,
    updated_at, quarantine, origin_id, origin_version, origin_future)
VALUES (%s::uuid, %s::int, %s::bytea, %s::smallint, false, %s::text, %s::text, option_set_of(%s::jsonb),
    %s::text, %s::smallint, %s::smallint, %s::smallint,
    %s::smallint, %s::boolean, %s::text, %s::text, false, 0, 0, %s::timestamptz, %s::timestamptz, '',
    %s::uuid, %s::int, %s::text)
"""
INSERT_SEAT: Final = """
INSERT INTO seat (game_id, seat_no, seat_uid, kind, bot, created_at, over_at)
SELECT g.id, %s::smallint, %s::uuid, %s::smallint, %s::text, g.created_at, g.updated_at
FROM game g WHERE g.id = %s::uuid
"""
INSERT_EVENT: Final = """
INSERT INTO event (game_id, seq, type, schema_version, actor, command_id, recorded_at, public, private,
    private_commitment, chain)
VALUES (%s::uuid, %s::int, %s::smallint, %s::smallint, %s::smallint, %s::uuid, %s::timestamptz, %s::bytea, %s::bytea,
    %s::bytea, %s::bytea)
"""
INSERT_COMMAND: Final = """
INSERT INTO command (game_id, command_id, actor, fingerprint, first_seq, last_seq)
VALUES (%s::uuid, %s::uuid, %s::smallint, %s::bytea, %s::int, %s::int)
"""


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """A match read from its transcript. `digest` is the signed value, `anchors` are the lines after the signature."""

    transcript: engine.Transcript
    digest: bytes
    anchors: bytes

    @property
    def id(self) -> UUID:
        """Return the id of the game."""
        return UUID(bytes=self.transcript.header.game)


def import_match(foreign: ForeignMatch) -> None:
    """Write the match. Raises `IntegrityError` if the game exists, `DataError` for values that no game can have."""
    game_id = foreign.id
    rows = [_row(event) for event in foreign.transcript.events]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(INSERT_GAME, _header(game_id, rows, foreign.transcript.header.seats))
        cursor.executemany(INSERT_SEAT, [_seat(game_id, seat) for seat in foreign.transcript.header.seats])
        cursor.executemany(INSERT_EVENT, [_event(game_id, row) for row in rows])
        cursor.executemany(INSERT_COMMAND, _commands(game_id, rows))
        public_key, signature = foreign.transcript.signature
        TranscriptSignature.objects.create(
            game_id=game_id, public_key=public_key, signature=signature, digest=foreign.digest
        )
        ImportedGame.objects.create(game_id=game_id, imported_at=ServiceNow(), anchors=foreign.anchors)
        Mark.objects.bulk_create([Mark(game_id=game_id)], ignore_conflicts=True)


def _row(event: engine.StoredEvent) -> EventRow:
    return EventRow(
        event.seq, event.type, event.schema_version, event.actor, UUID(bytes=event.command), clocks.as_time(event.at),
        event.public, event.private, event.commitment, event.chain,
    )  # fmt: skip


def _header(game_id: UUID, rows: Sequence[EventRow], sitting: Sequence[engine.Seat]) -> tuple[Any, ...]:
    table = reader.fold(rows).table
    derived = columns.derive(table)
    options = dict(table.spec.options)
    return (
        game_id, len(rows), rows[-1].chain, int(derived.status), options["game"], options["edition"],
        json.dumps(options), controls.write(table.clock), int(controls.speed(table.clock)),
        table.seats, derived.open_seats, derived.turn_seat, derived.worker_due, table_summary.write(table),
        seats.without_players((_kind(seat), seat.bot) for seat in sitting),
        rows[0].recorded_at, rows[-1].recorded_at, *(table.origin or (None, None, "")),
    )  # fmt: skip


def _seat(game_id: UUID, seat: engine.Seat) -> tuple[Any, ...]:
    return seat.seat, UUID(bytes=seat.pseudonym), int(_kind(seat)), seat.bot or "", game_id


def _kind(seat: engine.Seat) -> SeatKind:
    return SeatKind[seat.kind.upper()]


def _event(game_id: UUID, row: EventRow) -> tuple[Any, ...]:
    seq, kind, schema_version, actor, command_id, recorded_at, *bodies = row
    return (game_id, seq, kind, schema_version, actor, command_id, recorded_at, *bodies)


def _commands(game_id: UUID, rows: Sequence[EventRow]) -> list[tuple[Any, ...]]:
    groups = [list(group) for _, group in groupby(rows, attrgetter("command_id"))]
    return [(game_id, group[0].command_id, group[0].actor, UNKNOWN, group[0].seq, group[-1].seq) for group in groups]
