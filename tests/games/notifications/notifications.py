"""Creates notifications as the worker does, and reads what players received."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.notifications import create_for_command
from games.notifications.kinds import calls_for_notifications
from players.models import Delivery, Notification
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Outcome


def ends(game: UUID) -> list[int]:
    """Return the number of the last event of each command of a game, in order."""
    rows = tables.raw("SELECT last_seq FROM command WHERE game_id = %s ORDER BY last_seq", game)
    return [int(str(row[0])) for row in rows]


def told(game: UUID, *, since: int = 0) -> None:
    """Create the notifications for all commands of a game after event `since`."""
    for seq in ends(game):
        if seq > since:
            create_for_command(game, seq)


def tell_worth(outcome: Outcome) -> None:
    """Create the notifications for one command if it has any, as the worker does for the outbox row."""
    events = [logged.event for logged in outcome.events]
    if calls_for_notifications(events, outcome.table):
        create_for_command(outcome.game.id, outcome.events[-1].seq)


def kinds(player: UUID) -> list[str]:
    """Return the kinds of a player's notifications, oldest first."""
    return list(Notification.objects.filter(player_id=player).order_by("number").values_list("kind", flat=True))


def latest(player: UUID, kind: str) -> Notification:
    return Notification.objects.filter(player_id=player, kind=kind).latest("number")


def states(player: UUID) -> list[tuple[str, str, str]]:
    """Return kind, state and reason of all deliveries to a player, oldest first."""
    mine = Delivery.objects.filter(player_id=player).order_by("number", "channel")
    return list(mine.values_list("notification__kind", "state", "error"))


def all_due() -> None:
    """Make everything that waits due."""
    tables.raw("UPDATE players_delivery SET next_at = now() - interval '1 second' WHERE state = 'pending'")


def finish(game: UUID, *people: UUID) -> None:
    """Play a match to its end with the best bot on every seat."""
    sharp, dice = engine.bot("sharp"), engine.Dice(b"finish")
    for _ in range(2000):
        tables.let_bots_move(game)
        table = tables.table_of(game)
        if table.is_over:
            return
        seat = table.turn
        assert seat is not None
        command = sharp.choose(engine.view(table, seat), engine.legal_commands(table, seat), dice.below)
        tables.send(game, people[seat], command)
    raise AssertionError("the match does not end")
