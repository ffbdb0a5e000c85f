"""Reads: the holder of a token, the player's own profile, and their public one.

No writes. `find_bearer` runs on every request of the API and is optimized for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from common.database.prepared import Parameter, Prepared
from players import names, secret_tokens
from players.errors import PlayerNotFound
from players.models import Merge, Notification, Player, Token
from players.reliability import LATEST_TURNS, by_turns

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date, datetime

    from django.db.models import QuerySet

    from players.reliability import Reliability


class Caller:
    """The player behind a request, as far as a request needs them.

    Replaces the model as `request.user`, without a second statement to load it.
    """

    __slots__ = ("id", "name")

    is_authenticated = True
    is_anonymous = False
    is_active = True

    def __init__(self, player_id: UUID, name: str) -> None:
        self.id = player_id
        self.name = name

    @property
    def pk(self) -> UUID:
        """Return the id under the name that Django's helpers use."""
        return self.id

    def __repr__(self) -> str:
        return f"Caller({self.id})"


class Grant(NamedTuple):
    """What the token of a request allows (`request.auth`)."""

    token_id: UUID
    kind: str
    scopes: frozenset[str]


class Bearer(NamedTuple):
    """The holder of a token and its grant."""

    caller: Caller
    grant: Grant
    used_today: bool


# One statement treats unknown, expired, revoked and deactivated alike: no row.
_BEARER = Prepared("""
    SELECT p.id, p.name, t.id, t.kind, t.scopes,
           t.last_used >= (service_now() AT TIME ZONE 'UTC')::date
      FROM players_token t
      JOIN players_player p ON p.id = t.player_id
     WHERE t.sha256 = %s::bytea AND p.is_active AND (t.expires IS NULL OR t.expires > service_now())
""")


_WIDTH = 6
"""Columns of `_BEARER`."""


def find_bearer(sha256: bytes) -> Bearer | None:
    """Return the holder of the token with this digest (32 bytes), or None if it is not valid."""
    row = _BEARER.one(sha256)
    return None if row is None else _bearer(row)


def find_bearer_with(
    sha256: bytes, statement: Prepared, *parameters: Parameter
) -> tuple[Bearer, tuple[Any, ...]] | None:
    """Return `find_bearer` and the row of another statement, all None if it has none; both in one statement.

    In a cluster of databases players lie on another node than the row, and it takes two.
    """
    if settings.DATABASE_SHARDED:
        bearer = find_bearer(sha256)
        return None if bearer is None else (bearer, statement.one(*parameters) or _NO_ROW)
    row = _with_bearer(statement).one(sha256, *parameters)
    return None if row is None else (_bearer(row), row[_WIDTH:])


_NO_ROW: Final = (None,)


@cache
def _with_bearer(statement: Prepared) -> Prepared:
    return _BEARER.along(statement)


def _bearer(row: tuple[Any, ...]) -> Bearer:
    player_id, name, token_id, kind, scopes, used_today = row[:_WIDTH]
    return Bearer(Caller(player_id, name), Grant(token_id, kind, frozenset(scopes)), used_today)


@dataclass(frozen=True, slots=True)
class OwnProfile:
    """A player's own profile; a guest has no e-mail address. `leaves_at`: when a pending deletion is due.

    `reliability`: None for newcomers.
    """

    id: UUID
    name: str
    joined_at: datetime
    guest: bool
    email: str | None
    leaves_at: datetime | None
    reliability: Reliability | None


@dataclass(frozen=True, slots=True)
class PublicProfile:
    """A player's public profile: only these fields may be published."""

    id: UUID
    name: str
    joined_on: date
    reliability: Reliability | None


def own_profile(*, player_id: UUID) -> OwnProfile:
    """Return the player's own profile; raises `PlayerNotFound`."""
    row = (
        Player.objects.filter(id=player_id)
        .values_list("name", "joined", "email", "leaving__due_at", LATEST_TURNS)
        .first()
    )
    if row is None:
        raise PlayerNotFound
    name, joined, email, leaves_at, turns = row
    # The address of a token's holder is verified: a sign-in issues the token
    # only then, and a guest's address is not stored before.
    return OwnProfile(
        player_id,
        name,
        joined,
        guest=not email,
        email=email or None,
        leaves_at=leaves_at,
        reliability=by_turns(turns),
    )


def public_profile(wanted: str) -> PublicProfile:
    """Return the public profile of the player of this id or name; raises `PlayerNotFound`."""
    row = _named(wanted).values_list("id", "name", "joined", LATEST_TURNS).first()
    if row is None:
        raise PlayerNotFound
    player_id, name, joined, turns = row
    return PublicProfile(player_id, name, joined.date(), by_turns(turns))


def find_player(wanted: str) -> UUID | None:
    """Return the player of this name or id, as a player typed it; None if there is none."""
    return _named(wanted).values_list("id", flat=True).first()


def _named(wanted: str) -> QuerySet[Player]:
    active = Player.objects.filter(is_active=True)
    try:
        return active.filter(id=UUID(wanted))
    except ValueError:
        key = names.lookup_key(wanted)
    return active.none() if key is None else active.filter(name_key=key)


def tokens_of(*, player_id: UUID) -> list[Token]:
    """Return the valid tokens that a player holds themselves, newest first."""
    mine = Token.objects.living().filter(player_id=player_id, kind__in=secret_tokens.OWN)
    return list(mine.order_by("-created", "id"))


_STILL_VALID = """
    SELECT t.id
      FROM players_token t
      JOIN players_player p ON p.id = t.player_id
     WHERE t.id = ANY(%s::uuid[]) AND p.is_active AND (t.expires IS NULL OR t.expires > service_now())
"""


def still_valid(token_ids: Collection[UUID]) -> set[UUID]:
    """Return which of these tokens, of any kind, are still valid; in one statement.

    `token_ids` are those of `Grant`s. For work that outlives a request, such as a stream.
    """
    if not token_ids:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(_STILL_VALID, (list(token_ids),))
        return {token_id for (token_id,) in cursor.fetchall()}


def is_of_merged_guest(sha256: bytes) -> bool:
    """Tell whether the token of this digest belonged to a guest who was merged into an account."""
    return Merge.objects.filter(tokens__contains=[sha256]).exists()


def guests_of(player_id: UUID) -> list[UUID]:
    """Return the guests who were merged into this account."""
    return list(Merge.objects.filter(player_id=player_id).values_list("guest", flat=True))


def is_merged(player_id: UUID) -> bool:
    """Tell whether this was a guest who was merged into an account."""
    return Merge.objects.filter(guest=player_id).exists()


def token_lives(*, token_id: str | None) -> bool:
    """Tell whether the token of this id exists and has not expired."""
    return Token.objects.living().filter(id=token_id).exists() if token_id else False


class Addressee(NamedTuple):
    """The reader of a notification. `address`: their present mail address, "" if none; `game`: None if about none.

    `about`: the present name of the player it is about, None if it names no player or one who is deleted. `seq`: the
    number of the event that it tells of, None if it tells of none.
    """

    player: UUID
    active: bool
    address: str
    game: UUID | None
    told_at: datetime
    kind: str
    about: str | None
    seq: int | None


def addressee_of(notification_id: UUID) -> Addressee | None:
    """Return the reader of this notification, None if it is deleted."""
    mailbox = EmailAddress.objects.filter(user_id=OuterRef("player_id"), primary=True, verified=True)
    row = (
        Notification.objects.filter(id=notification_id)
        .annotate(address=Coalesce(Subquery(mailbox.values("email")[:1]), Value("")))
        .values_list("player_id", "player__is_active", "address", "game_id", "created_at", "kind", "about__name", "seq")
        .first()
    )
    return None if row is None else Addressee(*row)
