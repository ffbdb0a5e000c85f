"""The mail about deletion: when the account is deleted, and how to cancel. No preference switches it off.

A worker that dies between sending and recording it sends the mail twice, with the same Message-ID, never not at all.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import uuid5

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.template.loader import render_to_string
from django.utils import dateformat, timezone, translation

from common import timezones
from players import preferences
from players.models import Leaving
from players.notifications.channels.mail import DirectMail, MailChannel, message_id
from players.privacy import leaving_links

if TYPE_CHECKING:
    from uuid import UUID

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


def claim(player_id: UUID) -> DirectMail | None:
    """Return the mail, unless another worker has it. It is due again after a pause if it is not done by then."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, (AGAIN_SECONDS, player_id))
        if cursor.fetchone() is None:
            return None
    leaving = Leaving.objects.filter(player_id=player_id).first()
    if leaving is None:
        return None
    done = partial(_done, leaving)
    address = MailChannel().address(player_id)
    if not address:
        done()
        return None
    return DirectMail("a mail about leaving", _mail(leaving, address), address, done)


def _done(leaving: Leaving) -> None:
    same = Leaving.objects.filter(player_id=leaving.player_id, asked_at=leaving.asked_at, begun_at__isnull=True)
    same.update(mail_at=None)


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
        headers={
            "Message-ID": message_id(uuid5(leaving.player_id, f"leaving {leaving.asked_at.isoformat()}")),
            "Auto-Submitted": "auto-generated",
            "Content-Language": language,
        },
    )
