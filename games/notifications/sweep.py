"""The sweep of notifications: work that became due, or whose wake-up got lost."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games import hints
from games.notifications import direct_mails, due_reminders, invitations, send
from players.notifications import deliveries
from players.notifications.channels.mail import MailChannel

logger = logging.getLogger(__name__)


def run() -> None:
    """Create due reminders and invitations, and wake a worker for each channel with something to send.

    Each channel is a task of its own, so that one that hangs does not delay the others.
    """
    invitations.create_due()
    due_reminders.create_due()
    for channel in _due_channels():
        hints.send(channel)


def run_here() -> None:
    """As `run`, without a broker, with one thread for each channel. Returns when all are done."""
    invitations.create_due()
    due_reminders.create_due()
    due = _due_channels()
    if due:
        with ThreadPoolExecutor(len(due)) as threads:
            list(threads.map(_send, due))


def run_in_turn(seconds: float) -> int:
    """As `run`, in this thread, one channel after the other. Returns how many items it handled."""
    done = invitations.create_due(seconds) + due_reminders.create_due(seconds)
    for channel in _due_channels():
        done += send.send_due(channel, seconds)
    return done


def _due_channels() -> list[str]:
    """Return the channels with something to send. Mails that stand in no inbox belong to that of mails."""
    due = deliveries.due_channels()
    return [*due, MailChannel.name] if MailChannel.name not in due and direct_mails.are_due() else due


def _send(channel: str) -> None:
    try:
        send.send_due(channel)
    except Exception:
        logger.exception("%s: cannot send any more for now", channel)
    finally:
        connection.close()
