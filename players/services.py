"""Changes of players and tokens; the only writer of their tables.

Functions take keywords only. Callers have checked the player; HTTP and
allauth are not known here.
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import IntegrityError, connection, transaction

from common import clock
from players import names, secret_tokens
from players.errors import (
    InvalidTokenRequest,
    NameTaken,
    PlayerNotFound,
    TokenNotFound,
    TooManyGuests,
    TooManyTokens,
)
from players.models import Player, Token
from players.scopes import ALL_SCOPES, SCOPES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

MAX_PERSONAL_TOKENS: Final = 50
MAX_DEVICE_TOKENS: Final = 50
"""Beyond this, signing in ends the device token that was unused for longest."""

_INVENTIONS: Final = 8


def create_guest(*, name: str | None = None, device: str = "") -> tuple[Player, str]:
    """Create a player without password or address, and the token of their device.

    `name` is the public name, generated if None; `device` is the label of the token in
    their list. Return the player and the secret, which is shown this once.
    Raises `InvalidName`, `NameTaken`.
    """
    with transaction.atomic():
        player = create_player(name)
        _, secret = issue_token(player_id=player.id, kind=secret_tokens.DEVICE, name=device)
    return player, secret


def create_player(name: str | None = None) -> Player:
    """Create a player without token or address, with a generated name if None.

    The unique index decides which names are free. Raises `InvalidName`, `NameTaken`.
    """
    wanted = names.invent_name() if name is None else names.clean_name(name)
    for attempt in range(_INVENTIONS):
        player = Player(name=wanted)
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError as clash:
            if name is not None or attempt == _INVENTIONS - 1:
                raise NameTaken from clash
            wanted = names.invent_name()
        else:
            break
    return player


def rename(*, player_id: UUID, name: str) -> None:
    """Change a player's public name; raises `InvalidName`, `NameTaken`, `PlayerNotFound`."""
    clean = names.clean_name(name)
    try:
        with transaction.atomic():
            changed = Player.objects.filter(id=player_id).update(name=clean, name_key=names.name_key(clean))
    except IntegrityError as clash:
        raise NameTaken from clash
    if not changed:
        raise PlayerNotFound


def issue_token(
    *,
    player_id: UUID,
    kind: str,
    name: str = "",
    scopes: Iterable[str] = ALL_SCOPES,
    expires: datetime | None = None,
    secret: str | None = None,
) -> tuple[Token, str]:
    """Create a token and return it with its secret, which is shown this once.

    `kind` is `secret_tokens.DEVICE` or `PERSONAL`; `expires` an aware time, None for never; `secret` is a new one
    unless given.
    Raises `InvalidTokenRequest`, `TooManyTokens`, `PlayerNotFound`.
    """
    wanted = set(scopes)
    if not wanted or not wanted <= SCOPES.keys():
        raise InvalidTokenRequest(member="scopes", reason="its scopes must be some of the known ones")
    now = clock.now()
    if expires is not None and expires <= now:
        raise InvalidTokenRequest(member="expires_at", reason="it would have expired already")
    secret = secret or secret_tokens.mint_secret(kind)
    with transaction.atomic():
        _make_room(player_id, kind)
        token = Token.objects.create(
            player_id=player_id,
            kind=kind,
            hint=secret[: secret_tokens.HINT_LENGTH],
            sha256=secret_tokens.digest(secret),
            scopes=[scope for scope in ALL_SCOPES if scope in wanted],
            name=name,
            last_used=now.date(),
            expires=expires,
        )
    return token, secret


def revoke_token(*, player_id: UUID, token_id: UUID) -> None:
    """End a token that this player holds themselves at once; raises `TokenNotFound`, also for another's."""
    deleted, _ = Token.objects.filter(player_id=player_id, id=token_id, kind__in=secret_tokens.OWN).delete()
    if not deleted:
        raise TokenNotFound


def rename_token(*, player_id: UUID, token_id: UUID, name: str) -> Token:
    """Change the name of a token that this player holds themselves; raises `TokenNotFound`, also for another's."""
    mine = Token.objects.living().filter(player_id=player_id, id=token_id, kind__in=secret_tokens.OWN)
    mine.update(name=name)
    token = mine.first()
    if token is None:
        raise TokenNotFound
    return token


def replace_secret(token: Token, *, secret: str, name: str) -> None:
    """Give a token another secret, as if it had been created now; the former secret ends. `name` "" keeps its name."""
    now = clock.now()
    token.sha256, token.hint = secret_tokens.digest(secret), secret[: secret_tokens.HINT_LENGTH]
    token.name, token.created, token.last_used = name or token.name, now, now.date()
    token.save(update_fields=["sha256", "hint", "name", "created", "last_used"])


def note_use(*, token_id: UUID) -> None:
    """Record that a token was used today; called on its first use of a day."""
    today = clock.now().date()
    Token.objects.filter(id=token_id, last_used__lt=today).update(last_used=today)


# One statement counts and decides, so parallel requests cannot all take the last free place.
_COUNT_GUEST = """
    INSERT INTO players_guestallowance AS a (network, hour, made)
         VALUES (%s, date_trunc('hour', service_now()), 1)
    ON CONFLICT (network) DO UPDATE
            SET made = CASE WHEN a.hour = EXCLUDED.hour THEN a.made + 1 ELSE 1 END,
                hour = EXCLUDED.hour
      RETURNING made, 3600 - extract(epoch FROM service_now() - date_trunc('hour', service_now()))::int
"""
_FORGET_NETWORKS = "DELETE FROM players_guestallowance WHERE hour < service_now() - interval '1 day'"


def allow_guest(*, network: str) -> None:
    """Count one more guest from `network`; raises `TooManyGuests` beyond the hourly limit.

    The limit is the setting `GUESTS_PER_HOUR`; 0 lifts it. `network` is an address already
    cut to what one customer holds.
    """
    limit: int = settings.GUESTS_PER_HOUR
    if not limit:
        return
    key = hmac.digest(settings.SECRET_KEY.encode(), b"guests:" + network.encode(), "sha256")
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_GUEST, (key,))
        made, seconds_left = cursor.fetchone()
        if made == 1:
            cursor.execute(_FORGET_NETWORKS)
    if made > limit:
        raise TooManyGuests(retry_after=max(1, seconds_left), limit=limit)


def _make_room(player_id: UUID, kind: str) -> None:
    """Drop expired tokens; then refuse one personal token too many, or drop the device token unused for longest."""
    if not Player.objects.select_for_update(no_key=True).filter(id=player_id).exists():
        raise PlayerNotFound
    mine = Token.objects.filter(player_id=player_id, kind=kind)
    mine.filter(expires__lt=clock.now() - timedelta(days=1)).delete()
    if kind == secret_tokens.PERSONAL:
        if mine.count() >= MAX_PERSONAL_TOKENS:
            raise TooManyTokens(limit=MAX_PERSONAL_TOKENS)
        return
    stale = mine.order_by("-last_used", "-created").values_list("id", flat=True)
    surplus = list(stale[MAX_DEVICE_TOKENS - 1 :])
    if surplus:
        Token.objects.filter(id__in=surplus).delete()
