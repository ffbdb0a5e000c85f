"""The sweep of notifications: work that became due, or whose wake-up got lost."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games import hints
from games.notifications import due_reminders, invitation_mails, invitations, send
from players.notifications import deliveries
from players.privacy import leaving_mail

logger = logging.getLogger(__name__)

MAILS_AT_ONCE = 20
"""Most mails about deleted accounts, and most with invitations to strangers, in one run."""


def run() -> None:
    """Create due reminders and invitations, and wake a worker for each channel with something to send.

    Each channel is a task of its own, so that one that hangs does not delay the others.
    """
    invitations.create_due()
    due_reminders.create_due()
    for channel in deliveries.due_channels():
        hints.send(channel)
    _send_mails_about_leaving()
    _send_invitations()


def run_here() -> None:
    """As `run`, without a broker, with one thread for each channel. Returns when all are done."""
    invitations.create_due()
    due_reminders.create_due()
    due = deliveries.due_channels()
    if due:
        with ThreadPoolExecutor(len(due)) as threads:
            list(threads.map(_send, due))
    _send_mails_about_leaving()
    _send_invitations()


def run_in_turn(seconds: float) -> int:
    """As `run`, in this thread, one channel after the other. Returns how many items it handled."""
    done = invitations.create_due(seconds) + due_reminders.create_due(seconds)
    for channel in deliveries.due_channels():
        done += send.send_due(channel, seconds)
    return done + _send_mails_about_leaving() + _send_invitations()


def _send_mails_about_leaving() -> int:
    """Send the mails about deleted accounts, which no preference switches off. Returns how many were due."""
    due = leaving_mail.due(MAILS_AT_ONCE)
    for player_id in due:
        try:
            leaving_mail.send(player_id)
        except Exception:
            logger.exception("cannot make a mail about deleting an account")
    return len(due)


def _send_invitations() -> int:
    """Send the mails with invitations to addresses without an account. Returns how many were due."""
    due = invitation_mails.due(MAILS_AT_ONCE)
    for invitation_id in due:
        try:
            invitation_mails.send(invitation_id)
        except Exception:
            logger.exception("cannot make a mail with an invitation")
    return len(due)


def _send(channel: str) -> None:
    try:
        send.send_due(channel)
    except Exception:
        logger.exception("%s: cannot send any more for now", channel)
    finally:
        connection.close()
