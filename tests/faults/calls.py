"""The calls that a doomed process makes, by name: all that change a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import engine
from common.outbound.transport import exchange
from games import matchmaking, notifications
from games.matchmaking import job as matchmaking_job
from games.notifications import due_reminders, send
from games.proofs import anchors
from games.proofs import export as exports
from games.services import commands, lobby, vacations, worker
from games.services import erasure as leavers
from games.services.envelope import Actor
from games.services.lobby import TableWish
from games.store import archiver, outbox
from games.webhooks import send as webhook_calls
from players.notifications import channels
from tests.games import tables
from tests.games.notifications.fakes import HttpChannel

if TYPE_CHECKING:
    from uuid import UUID

ASKED: Final = sha256(b"what was asked").digest()


def create(player: UUID, command_id: UUID) -> None:
    """Create a private table."""
    lobby.create_game(player=player, wish=TableWish({}, 3, private=True), command_id=command_id, request_hash=ASKED)


def take(game_id: UUID, player: UUID, command_id: UUID) -> None:
    lobby.take_seat(
        game_id=game_id, player=player, seat=None, code=None, entropy=None, command_id=command_id, request_hash=ASKED
    )


def leave(game_id: UUID, player: UUID, command_id: UUID) -> None:
    lobby.leave_seat(game_id=game_id, player=player, command_id=command_id, request_hash=ASKED)


def add_bot(game_id: UUID, player: UUID, command_id: UUID) -> None:
    lobby.add_bot(game_id=game_id, player=player, seat=None, bot="random", command_id=command_id, request_hash=ASKED)


def start(game_id: UUID, player: UUID, command_id: UUID) -> None:
    lobby.start(game_id=game_id, player=player, command_id=command_id, request_hash=ASKED)


def move(game_id: UUID, player: UUID, command_id: UUID, word: str, fields: list[Any]) -> None:
    commands.submit_command(
        game_id=game_id,
        actor=Actor(player),
        command=engine.COMMANDS[word](*fields),
        command_id=command_id,
        request_hash=ASKED,
        expected_version=None,
    )


def wake(game_id: UUID) -> None:
    """Run the worker for a game."""
    worker.run_outbox(game_id)


def settle(game_id: UUID, seconds: float) -> None:
    """Make the time-outs that are due after this time."""
    with tables.travelled(seconds):
        commands.settle(game_id)


def vacation(vacation_id: UUID) -> None:
    """Carry out a vacation in all games of its player."""
    vacations.carry_out(vacation_id)
    worker.run_outboxes(outbox.due(99))


def leaving(player_id: UUID) -> None:
    """Carry out the due step of a deletion."""
    leavers.carry_out(player_id)


def tell(game_id: UUID, seq: int, port: int) -> None:
    """Create the messages about a command, with a channel to a sink at this port."""
    channels.register(HttpChannel(port))
    notifications.create_for_command(game_id, seq)


def ring(game_id: UUID) -> None:  # noqa: ARG001 - what is due is found
    """Create the due reminders."""
    due_reminders.create_due()


def send_messages(port: int) -> None:
    """Send due messages to a sink at this port."""
    channels.register(HttpChannel(port))
    send.send_due("email")


def call_webhooks() -> None:
    """Make the due calls to webhooks."""
    webhook_calls.run()


def archive() -> None:
    archiver.run(timedelta(0), 60)


def anchor() -> None:
    """Make the anchor of yesterday."""
    anchors.make()


def export(month: str, folder: str) -> None:
    """Export a month twice, with a file for each match and with one for all of them."""
    for name, size in (("many", 0), ("one", 2**20)):
        exports.export(exports.Month.of(month), Path(folder) / name, lambda _progress: None, size)


def seek(player: UUID, command_id: UUID) -> None:
    """Look for a match for three; the third who comes makes it begin."""
    wanted = matchmaking.Wanted(
        options={"game": "classic"},
        clock=None,
        open_rules=False,
        least_seats=3,
        most_seats=3,
        bots=False,
        min_reliability=None,
        lasts=None,
    )
    matchmaking.create(player=player, wanted=wanted, command_id=command_id, request_hash=ASKED)


def confirm_seek(player: UUID, seek_id: UUID) -> None:
    matchmaking.confirm(player=player, seek_id=seek_id)


def arrange() -> None:
    """Do what is due in matchmaking."""
    matchmaking_job.run()


READY: Final = exchange
"""Imported by the first call otherwise, in every fork again."""

CALLS: Final[dict[str, Callable[..., None]]] = {
    call.__name__: call
    for call in (
        create,
        take,
        leave,
        add_bot,
        start,
        move,
        wake,
        settle,
        vacation,
        leaving,
        tell,
        ring,
        send_messages,
        call_webhooks,
        archive,
        anchor,
        export,
        seek,
        confirm_seek,
        arrange,
    )
}
