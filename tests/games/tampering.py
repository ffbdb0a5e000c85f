"""Attacks on a log by somebody with full rights over the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import engine
from games import clock as clocks
from games.store import load
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

ANCHOR_LIES: Final = [
    ("UPDATE anchor_leaf SET chain = sha256(chain) WHERE place = 1", "lead to another node"),
    ("UPDATE anchor_leaf SET version = version + 1 WHERE place = 4", "to another root"),
    ("DELETE FROM anchor_leaf WHERE place = 2", "leaf 2 is gone"),
    ("DELETE FROM anchor_leaf WHERE place = 4", "leaf 4 is gone"),
    ("UPDATE anchor_node SET hash = sha256(hash)", "lead to another node"),
    ("DELETE FROM anchor_node WHERE level = 2", "lacks node"),
    ("UPDATE anchor SET root = sha256(root)", "to another root"),
    ("UPDATE anchor a SET checkpoint = b.checkpoint FROM anchor b WHERE a.date > b.date", "states another log"),
    ("UPDATE anchor SET checkpoint = 'a note'", "cannot be read"),
    ("UPDATE signing_key SET public_key = sha256(public_key)", "not signed by a key of this service"),
    ("DELETE FROM anchor WHERE first = 0", "do not go on where"),
    ("UPDATE anchor_leaf SET date = date - 9 WHERE place = 0", "of another day"),
]
"""What can be written into the tables of anchors without the key, and a part of the resulting complaint."""


def tampered(*statements: str) -> None:
    """Rewrite history in SQL."""
    with tables.unguarded():
        for statement in statements:
            tables.raw(statement)


def forged(game: UUID, change: Callable[[Sequence[int]], Sequence[int]]) -> int:
    """Change the pile of the round, and adapt commitments, chain and header to it; return the number of the event.

    This needs the seed.
    """
    loaded = load.load_for_command(game, None, uuid4())
    assert loaded is not None
    assert loaded.seed is not None
    chance = engine.Chance(game.bytes, loaded.seed)
    chain = engine.chain_genesis(game.bytes)
    at = 0
    with tables.unguarded():
        for row in tables.rows_of(game):
            private, commitment = row.private, row.private_commitment
            if engine.EVENT_TYPES[row.type].__name__ == "RoundStarted":
                at = row.seq
                event = engine.decode_event(row.type, row.schema_version, row.public, row.private)
                assert isinstance(event, engine.RoundStarted)
                private = engine.encode_event(event._replace(pile=tuple(change(event.pile))))[3]
                assert private != row.private
                commitment = engine.private_commitment(chance.private_salt(row.seq), private or b"")
            chain = engine.chain_link(
                chain, game.bytes, row.seq, row.type, row.schema_version, clocks.micros(row.recorded_at), row.actor,
                row.command_id.bytes, row.public, commitment or engine.NO_PRIVATE,
            )  # fmt: skip
            tables.raw(
                "UPDATE event SET private = %s, private_commitment = %s, chain = %s WHERE game_id = %s AND seq = %s",
                private, commitment, chain, game, row.seq,
            )  # fmt: skip
        tables.raw("UPDATE game SET chain = %s, state_cache = NULL WHERE id = %s", chain, game)
    return at


def rewound(game: UUID) -> None:
    """Delete the last command and reset everything with it, as if it had never been made."""
    with tables.unguarded():
        [[first]] = tables.raw("SELECT max(first_seq) FROM command WHERE game_id = %s", game)
        tables.raw("DELETE FROM event WHERE game_id = %s AND seq >= %s", game, first)
        tables.raw("DELETE FROM command WHERE game_id = %s AND first_seq = %s", game, first)
    made_to_fit(game)


def made_to_fit(game: UUID) -> None:
    """Recompute the header from the log."""
    from games.audit import derived  # noqa: PLC0415
    from games.store import acting_seats, columns, reader, table_summary  # noqa: PLC0415

    rows = tables.rows_of(game)
    table, clock = reader.fold(rows)
    header = columns.derive(table)
    ends = clocks.deadline(clock, table)
    [[spectators]] = tables.raw("SELECT spectators FROM game WHERE id = %s", game)
    tables.raw(
        """UPDATE game SET version = %s, chain = %s, updated_at = %s, state_cache = NULL, clock_cache = NULL,
           status = %s, open_seats = %s, turn_seat = %s, acting_seats = %s, worker_due = %s, asked_seats = %s,
           asked_at = %s, table_summary = %s, deadline_at = %s, spectator_version = %s WHERE id = %s""",
        rows[-1].seq, rows[-1].chain, rows[-1].recorded_at, int(header.status), header.open_seats,
        header.turn_seat, acting_seats.mask_of(table), header.worker_due,
        *derived.asked(game, table, rows[-1].recorded_at), table_summary.write(table),
        None if ends is None else clocks.as_time(ends.at), derived.spectator_version(game, spectators, table), game,
    )  # fmt: skip
    tables.raw("UPDATE seat SET over_at = %s WHERE game_id = %s", rows[-1].recorded_at if table.is_over else None, game)
