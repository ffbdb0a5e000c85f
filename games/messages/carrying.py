"""The sweep of messages: what fell due with time, or whose hint got lost."""

from __future__ import annotations

from games import dispatch
from games.messages import invitations, reminders
from players import ledger


def carry() -> None:
    """Ring reminders that are due, hand out invitations, and wake a worker for each channel with something to send.

    One channel that hangs does not hold the others up: each is a task of its own.
    """
    invitations.hand_out()
    reminders.ring_due()
    for channel in ledger.due_channels():
        dispatch.send(channel)
