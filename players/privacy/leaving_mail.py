"""The mail about deletion: when the account is deleted, and how to cancel. No preference switches it off.

A worker that dies between sending and recording it sends the mail twice, never not at all.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.template.loader import render_to_string
from django.utils import dateformat, timezone, translation

from common import timezones
from players import preferences
from players.models import Leaving
from players.notifications.channels.base import Gone, Later, Refused
from players.notifications.channels.mail import MailChannel
from players.notifications.channels.smtp_connection import Connection
from players.privacy import leaving_links

if TYPE_CHECKING:
    from uuid import UUID

logger = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 300
"""The pause before a failed mail is tried again."""

_DATES: Final = {"en": "j F Y, H:i", "ru": "j E Y, H:i", "fr": "j F Y, H:i"}
"""Dates in Django's notation: Russian months take the genitive."""
_FIRST: Final = r"j\e\r F Y, H:i"
"""The first of a month in French."""
_CLAIM: Final = """
UPDATE players_leaving SET mail_at = service_now() + make_interval(secs => %s::float8)
WHERE player_id = %s::uuid AND mail_at <= service_now() AND begun_at IS NULL RETURNING player_id
"""
_DUE: Final = """
SELECT player_id FROM players_leaving WHERE mail_at <= service_now() AND begun_at IS NULL
ORDER BY mail_at LIMIT %s::int
"""


def due(limit: int) -> list[UUID]:
    """Return at most `limit` players who still need the mail. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def send(player_id: UUID) -> None:
    """Send the mail, unless another worker does. After a temporary failure it is tried again later."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, (AGAIN_SECONDS, player_id))
        if cursor.fetchone() is None:
            return
    leaving = Leaving.objects.filter(player_id=player_id).first()
    address = MailChannel().address(player_id)
    if leaving is None or not _out(leaving, address):
        return
    Leaving.objects.filter(player_id=player_id, asked_at=leaving.asked_at, begun_at__isnull=True).update(mail_at=None)


def _out(leaving: Leaving, address: str) -> bool:
    """Send the mail; return False if it must be tried again."""
    line = Connection()
    try:
        if address:
            line.send(_mail(leaving, address))
    except (Gone, Refused):
        logger.warning("a mail about leaving is refused")
    except Later:
        logger.warning("a mail about leaving cannot be sent now")
        return False
    finally:
        line.hang_up()
    return True


def _mail(leaving: Leaving, address: str) -> EmailMessage:
    wishes = preferences.of(leaving.player_id)
    language = wishes.language or "en"
    folder = "players/email/" if language == "en" else f"players/email/{language}/"
    local = timezone.localtime(leaving.due_at, wishes.zone)
    first = local.day == 1 and language == "fr"
    with translation.override(language):
        date = dateformat.format(local, _FIRST if first else _DATES[language])
    moment = f"{date} ({timezones.label(local, wishes.time_zone)})"
    said: dict[str, Any] = {"moment": moment, "link": leaving_links.link(leaving)}
    said["current_site"] = {"domain": urlsplit(settings.PUBLIC_URL).netloc}
    subject = render_to_string(f"{folder}leaving_subject.txt", said).strip()
    return EmailMessage(
        subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject,
        body=render_to_string(f"{folder}leaving_message.txt", said),
        to=[address],
        headers={"Auto-Submitted": "auto-generated", "Content-Language": language},
    )
