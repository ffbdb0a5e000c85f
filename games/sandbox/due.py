"""What the service will have to do next, and when: every table in which something waits for its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import connection

from games import deadlines

if TYPE_CHECKING:
    from datetime import datetime

WAITING: Final = (
    "SELECT min(deadline_at) FROM game WHERE status = 1 AND quarantined_at IS NULL AND deadline_at > service_now()",
    "SELECT min(available_at) FROM outbox WHERE available_at > service_now()",
    "SELECT min(due_at) FROM players_vacation WHERE due_at > service_now()",
    "SELECT min(due_at) FROM players_reminder WHERE due_at > service_now()",
    "SELECT min(next_at) FROM players_invitation WHERE next_at > service_now()",
    "SELECT min(next_at) FROM players_delivery WHERE state = 'pending' AND next_at > service_now()",
    """SELECT min(d.next_at) FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
        WHERE d.state = 'pending' AND w.state = 'active' AND d.next_at > service_now()""",
    "SELECT min(next_at) FROM players_leaving WHERE next_at > service_now()",
    "SELECT min(mail_at) FROM players_leaving WHERE mail_at > service_now() AND begun_at IS NULL",
)

NEXT: Final = "SELECT least(" + ", ".join(f"({one})" for one in WAITING) + ")"

CALLS: Final = """
SELECT EXISTS (SELECT FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
    WHERE d.state = 'pending' AND w.state = 'active' AND d.next_at <= service_now())
"""


def upcoming() -> datetime | None:
    """The next moment at which something falls due; None if nothing waits."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT)
        moment: datetime | None = cursor.fetchone()[0]
        return moment


def calls_wait() -> bool:
    """Whether calls to webhooks are due and not made."""
    with connection.cursor() as cursor:
        cursor.execute(CALLS)
        return bool(cursor.fetchone()[0])


def deadline_waits() -> bool:
    """Whether time has run out in a game that can be settled and has not been told so."""
    return bool(deadlines.overdue(1))
