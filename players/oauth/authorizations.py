"""Authorizations of apps: codes, the tokens issued for them, and the player's list.

The only writer of `Authorization` and of the tokens of apps. A code works once and a refresh token works once;
a second use means that it was stolen, and ends the whole authorization (RFC 9700, 4.5 and 4.14).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from common import clock
from players import secret_tokens
from players.errors import AuthorizationNotFound
from players.models import Authorization, Token
from players.scopes import ALL_SCOPES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date, datetime

CODE_SECONDS: Final = 60
TOKEN_SECONDS: Final = 3600
REFRESH_DAYS: Final = 90
"""Days without a use after which a refresh token ends; every use starts them again."""
MAX_PER_APP: Final = 20
"""Sign-ins of one app by one player; one more ends the one unused for longest."""


class AuthorizedApp(NamedTuple):
    """An app as the player sees it who authorized it, once or several times."""

    app_id: UUID
    name: str
    website: str
    author: str
    scopes: list[str]
    since: datetime
    last_used: date


class Pair(NamedTuple):
    """The secrets that are issued to an app."""

    access: str
    refresh: str


def let_in(
    *, player_id: UUID, app_id: str, scopes: Iterable[str], redirect_uri: str, challenge: str, code: str
) -> None:
    """Record that a player authorized an app, which gets `code`."""
    now = clock.now()
    wanted = set(scopes)
    with transaction.atomic():
        _make_room(player_id, app_id)
        Authorization.objects.create(
            player_id=player_id,
            app_id=app_id,
            scopes=[scope for scope in ALL_SCOPES if scope in wanted],
            code_sha256=secret_tokens.digest(code),
            redirect_uri=redirect_uri,
            challenge=challenge,
            last_used=now.date(),
            expires=now + timedelta(seconds=CODE_SECONDS),
        )


def by_code(*, app_id: str, code: str) -> Authorization | None:
    """Return the authorization of this code of this app, locked; None if it is not valid. Call it in a transaction.

    A code that was exchanged before ends its authorization.
    """
    mine = Authorization.objects.select_for_update(of=("self",)).filter(player__is_active=True, app_id=app_id)
    found = mine.filter(code_sha256=secret_tokens.digest(code)).first()
    if found is None:
        return None
    if found.exchanged is not None:
        found.delete()
        return None
    return found if found.expires > clock.now() else None


def by_refresh(*, app_id: str, refresh: str) -> Authorization | None:
    """Return the authorization of this refresh token, locked; None if it is not valid. Call it in a transaction.

    A refresh token that was used before ends its authorization.
    """
    key = secret_tokens.authorization_of(refresh)
    if key is None:
        return None
    mine = Authorization.objects.select_for_update(of=("self",)).filter(player__is_active=True, app_id=app_id)
    found = mine.filter(id=key, exchanged__isnull=False).first()
    if found is None:
        return None
    if bytes(found.refresh_sha256 or b"") != secret_tokens.digest(refresh):
        found.delete()
        return None
    return found if found.expires > clock.now() else None


def issue(authorization: Authorization, *, scopes: Collection[str], pair: Pair) -> None:
    """Store the tokens of `pair` for an app: `scopes` for the access token; the former refresh token ends."""
    now = clock.now()
    authorization.exchanged = authorization.exchanged or now
    authorization.refresh_sha256 = secret_tokens.digest(pair.refresh)
    authorization.expires = now + timedelta(days=REFRESH_DAYS)
    authorization.last_used = now.date()
    authorization.save(update_fields=["exchanged", "refresh_sha256", "expires", "last_used"])
    Token.objects.create(
        player_id=authorization.player_id,
        kind=secret_tokens.APP,
        hint=pair.access[: secret_tokens.HINT_LENGTH],
        sha256=secret_tokens.digest(pair.access),
        scopes=[scope for scope in ALL_SCOPES if scope in scopes],
        last_used=now.date(),
        expires=now + timedelta(seconds=TOKEN_SECONDS),
        authorization=authorization,
    )


def give_back(*, app_id: str, secret: str) -> None:
    """Revoke a token of an app (RFC 7009): an access token alone, or with a refresh token its whole authorization.

    Unknown tokens and those of other apps are left alone.
    """
    key = secret_tokens.authorization_of(secret)
    if key is not None:
        Authorization.objects.filter(id=key, app_id=app_id).delete()
        return
    Token.objects.filter(sha256=secret_tokens.digest(secret), authorization__app_id=app_id).delete()


def of(player_id: UUID) -> list[AuthorizedApp]:
    """Return the apps that a player has authorized, the latest first."""
    with connection.cursor() as cursor:
        cursor.execute(_LET_IN, (player_id,))
        rows = cursor.fetchall()
    return [
        AuthorizedApp(
            UUID(app), name, website, author or "", [scope for scope in ALL_SCOPES if scope in scopes], since, used
        )
        for app, name, website, author, scopes, since, used in rows
    ]


def shut_out(*, player_id: UUID, app_id: UUID) -> None:
    """End all authorizations of an app by a player at once; raises `AuthorizationNotFound`."""
    _, by_model = Authorization.objects.filter(player_id=player_id, app_id=str(app_id)).delete()
    if not by_model.get("players.Authorization"):
        raise AuthorizationNotFound


_LET_IN: Final = """
SELECT c.id, c.name, coalesce(c.data ->> 'website', ''), author.name,
       (SELECT array_agg(DISTINCT scope) FROM players_authorization b, unnest(b.scopes) AS scope
         WHERE b.player_id = a.player_id AND b.app_id = c.id AND b.exchanged IS NOT NULL
           AND b.expires > service_now()),
       min(a.created), max(a.last_used)
  FROM players_authorization a
  JOIN allauth_idp_oidc_client c ON c.id = a.app_id
  LEFT JOIN players_player author ON author.id = c.owner_id
 WHERE a.player_id = %s::uuid AND a.exchanged IS NOT NULL AND a.expires > service_now()
 GROUP BY a.player_id, c.id, author.name
 ORDER BY max(a.created) DESC, c.id
"""


def _make_room(player_id: UUID, app_id: str) -> None:
    kept = Authorization.objects.filter(player_id=player_id, app_id=app_id).order_by("-last_used", "-created")
    surplus = list(kept.values_list("id", flat=True)[MAX_PER_APP - 1 :])
    if surplus:
        Authorization.objects.filter(id__in=surplus).delete()
