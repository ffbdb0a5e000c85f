"""Deleting an account: requested, pending for some days, then carried out by the worker and final.

Until it begins everything works as before, so that a player who cancels has lost nothing. The only writer of its
table; `erasure` and the games know what is erased.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction

from common import clock
from players import secret_tokens
from players.errors import DeviceTokenRequired, OperatorAccount, PlayerNotFound, RecentSignInRequired
from players.models import Leaving, Player, Token

if TYPE_CHECKING:
    from uuid import UUID

FRESH: Final = timedelta(minutes=15)
"""A device that signed in this recently counts as its owner's: as long as a code is valid."""
LEASE_SECONDS: Final = 60
"""The first lease of a worker."""
LONGEST_LEASE_SECONDS: Final = 3600
FAREWELL: Final = timedelta(minutes=10)
"""Between closing an account and erasing it: last calls go out, and running work ends."""

# The wait for the next attempt grows with the time since the deletion was due: a quarter of that time.
_CLAIM: Final = """
UPDATE players_leaving SET next_at = service_now() + greatest(
    make_interval(secs => %s::float8),
    least(make_interval(secs => %s::float8), (service_now() - greatest(due_at, begun_at)) / 4))
WHERE player_id = %s::uuid AND next_at <= service_now() RETURNING due_at, begun_at
"""
_DUE: Final = """
SELECT player_id FROM players_leaving WHERE next_at <= service_now() ORDER BY next_at LIMIT %s::int
"""


class Claim(NamedTuple):
    """A deletion to carry out. `begun`: the account is closed and remains to be erased."""

    due_at: datetime
    begun: bool


def ask(*, player_id: UUID, token_id: UUID) -> Leaving:
    """Request deletion after the cool-off (`LEAVING_DAYS`); asking again changes nothing.

    `token_id`: the token of the request. A player with an e-mail address must have signed in just now, on this device:
    a token alone may have been stolen. Guests have no other proof. Raises `DeviceTokenRequired`,
    `RecentSignInRequired`, `OperatorAccount`, `PlayerNotFound`.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(id=player_id).first()
        token = Token.objects.filter(id=token_id, player_id=player_id).first()
        if player is None or token is None:
            raise PlayerNotFound
        now = clock.now()
        if token.kind != secret_tokens.DEVICE:
            raise DeviceTokenRequired
        if player.is_staff or player.is_superuser:
            raise OperatorAccount
        if player.email and token.created < now - FRESH:
            raise RecentSignInRequired(minutes=int(FRESH.total_seconds() // 60))
        due = now + timedelta(days=settings.LEAVING_DAYS)
        mail_at = now if player.email else None
        leaving, _ = Leaving.objects.get_or_create(
            player_id=player_id, defaults={"asked_at": now, "due_at": due, "next_at": due, "mail_at": mail_at}
        )
    return leaving


def cancel(*, player_id: UUID, asked_at: datetime | None = None) -> bool:
    """Cancel a pending deletion; return True if there was one.

    `asked_at`: only the one requested at that moment.
    """
    mine = Leaving.objects.filter(player_id=player_id, begun_at__isnull=True)
    if asked_at is not None:
        mine = mine.filter(asked_at=asked_at)
    deleted, _ = mine.delete()
    return bool(deleted)


def of(player_id: UUID) -> Leaving | None:
    """Return the pending deletion of a player, None if there is none."""
    return Leaving.objects.filter(player_id=player_id).first()


def due(limit: int) -> list[UUID]:
    """Return at most `limit` players whose deletion is due, the longest waiting first. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def claim(player_id: UUID) -> Claim | None:
    """Claim a deletion for `LEASE_SECONDS`, or longer after failures; None if it is not due or already claimed."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, (LEASE_SECONDS, LONGEST_LEASE_SECONDS, player_id))
        row = cursor.fetchone()
    return None if row is None else Claim(row[0], row[1] is not None)


def shut(player_id: UUID) -> None:
    """Close the account of a merged guest and have its rest erased, as if its deletion were due."""
    now = clock.now()
    Leaving.objects.create(player_id=player_id, asked_at=now, due_at=now, next_at=now)
    begin(player_id)


def keep_open(player_id: UUID) -> bool:
    """Tell whether the account is open, and keep it so until the transaction ends. Call it in one."""
    return Player.objects.select_for_update(no_key=True).filter(id=player_id, is_active=True).exists()


def begin(player_id: UUID) -> None:
    """Close the account for good; call it at the start of the transaction that queues the last calls.

    An event that names the player either comes before this and gets a last call, or is not sent. Safe to repeat.
    """
    now = clock.now()
    Leaving.objects.filter(player_id=player_id).update(begun_at=now, next_at=now + FAREWELL, mail_at=None)
    Player.objects.filter(id=player_id).update(is_active=False)
