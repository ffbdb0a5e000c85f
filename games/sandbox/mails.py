"""Mails to throw-away players: stored for their author to read. All others are sent as without a sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection

from games.sandbox import people

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from django.core.mail import EmailMessage

KEEP: Final = """
INSERT INTO sandbox_mail (player_id, subject, body, html)
SELECT id, %s::text, %s::text, %s::text FROM players_player WHERE id = %s::uuid
"""
READ: Final = """
SELECT id, player_id, sent_at, subject, body, html FROM sandbox_mail
WHERE player_id = ANY(%s::uuid[]) AND id > %s::bigint ORDER BY id LIMIT %s::int
"""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail as it would have been sent. `number` counts up."""

    number: int
    player: UUID
    sent_at: datetime
    subject: str
    text: str
    html: str | None


class Backend(BaseEmailBackend):
    """The mail backend of Django in a sandbox. SANDBOX_MAILS_ELSE is the backend for other mails."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store mails to throw-away players and send the others. Returns their number."""
        kept = [mail for mail in email_messages if _player(mail) is not None]
        others = [mail for mail in email_messages if _player(mail) is None]
        for mail in kept:
            _keep(mail)
        if not others:
            return len(kept)
        return len(kept) + (get_connection(settings.SANDBOX_MAILS_ELSE).send_messages(others) or 0)


def read(players: Collection[UUID], after: int, limit: int) -> list[Mail]:
    """Return the mails of these players after this number, the oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(READ, (list(players), after, limit))
        return [Mail(*row) for row in cursor.fetchall()]


def _player(mail: EmailMessage) -> UUID | None:
    name, _, domain = (mail.to[0] if len(mail.to) == 1 else "").partition("@")
    try:
        return UUID(name) if domain == people.DOMAIN else None
    except ValueError:
        return None


def _keep(mail: EmailMessage) -> None:
    pages = mail.alternatives if isinstance(mail, EmailMultiAlternatives) else []
    html = next((str(content) for content, kind in pages if kind == "text/html"), None)
    with connection.cursor() as cursor:
        cursor.execute(KEEP, (str(mail.subject), str(mail.body), html, _player(mail)))
