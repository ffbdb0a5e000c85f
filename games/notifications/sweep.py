"""The sweep of messages: what fell due with time, or whose hint got lost."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games import dispatch
from games.notifications import due_reminders, invitations, send
from players.notifications import deliveries
from players.privacy import leaving_mail

logger = logging.getLogger(__name__)

LEAVERS = 20
"""So many of them are written to at a time."""


def run() -> None:
    """Ring reminders that are due, hand out invitations, and wake a worker for each channel with something to send.

    One channel that hangs does not hold the others up: each is a task of its own.
    """
    invitations.create_due()
    due_reminders.create_due()
    for channel in deliveries.due_channels():
        dispatch.send(channel)
    _write_to_leavers()


def run_here() -> None:
    """As `carry`, without a broker: the channels are sent by threads of this process. Returns when all are done."""
    invitations.create_due()
    due_reminders.create_due()
    due = deliveries.due_channels()
    if due:
        with ThreadPoolExecutor(len(due)) as threads:
            list(threads.map(_send, due))
    _write_to_leavers()


def run_in_turn(seconds: float) -> int:
    """As `carry_here`, one channel after the other and by this thread; how much was dealt with."""
    done = invitations.create_due(seconds) + due_reminders.create_due(seconds)
    for channel in deliveries.due_channels():
        done += send.send_due(channel, seconds)
    return done + _write_to_leavers()


def _write_to_leavers() -> int:
    """Send the mails about leaving, which no preference switches off; how many are due."""
    due = leaving_mail.due(LEAVERS)
    for player_id in due:
        try:
            leaving_mail.send(player_id)
        except Exception:
            logger.exception("a mail about leaving cannot be made")
    return len(due)


def _send(channel: str) -> None:
    try:
        send.send_due(channel)
    except Exception:
        logger.exception("%s: nothing more can be sent for now", channel)
    finally:
        connection.close()
