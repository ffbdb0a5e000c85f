"""Rebuilds the outcome of an accepted command from the log, for retries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.store import reader, replay
from games.types import SYSTEM, Outcome

if TYPE_CHECKING:
    from games.types import Game, LoggedEvent


def repeat(game: Game, first_seq: int, last_seq: int) -> Outcome:
    """Return the outcome of the command whose events are `first_seq` to `last_seq`, as it was then.

    `game` is as it is now, so the players are those seated now.
    """
    table, clock, rows = replay.fold_to(game.id, last_seq, since=first_seq - 1)
    head = rows[-1]
    events = tuple(reader.logged(row) for row in rows if row.seq >= first_seq)
    then = replay.game_at(game, table, clock, rows)
    return Outcome(then, table, clock, _seat(events[-1]), head.recorded_at, events, replayed=True)


def _seat(last: LoggedEvent) -> int | None:
    """Return the seat of the actor; None if they left it with this command."""
    event = last.event
    stood_up = isinstance(event, engine.SeatLeft) and event.seat == last.actor
    return None if stood_up or last.actor == SYSTEM else last.actor
