"""Merges a guest into the account of the same person, as far as the tables of players go. Games move the seats.

Holding a token of both proves that both are one person. Afterwards nothing of the guest's opens the account, so that
other holders of the guest's tokens, devices or programs gain no access: the guest's credentials end, but pending
messages go on to the account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.account.models import EmailAddress
from django.db import connection

from common import clock
from players import secret_tokens, vacations
from players.errors import (
    AboutToLeave,
    DeviceTokenRequired,
    EmailRequired,
    GuestOnVacation,
    InvalidGuestToken,
    NotAGuest,
    OperatorAccount,
    PlayerNotFound,
    RecentSignInRequired,
)
from players.models import Device, Leaving, Merge, Player, Token
from players.notifications import inbox
from players.privacy import leaving

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

# One statement each, for the tables have nothing in common.
_SEEN: Final = """
INSERT INTO players_seen (player_id, game_id, version, looked)
SELECT %(player)s::uuid, game_id, version, looked FROM players_seen WHERE player_id = %(guest)s::uuid
ON CONFLICT DO NOTHING
"""
_ABOUT: Final = """
UPDATE players_notification SET about_id = %(player)s::uuid
WHERE about_id = %(guest)s::uuid AND player_id <> %(player)s::uuid
"""
_INVITING: Final = "UPDATE players_invitation SET player_id = %(player)s::uuid WHERE player_id = %(guest)s::uuid"
_INVITED: Final = """
UPDATE players_invitation SET invited_id = %(player)s::uuid, wanted = ''
WHERE invited_id = %(guest)s::uuid
    OR lower(wanted) = ANY((SELECT ARRAY[id::text, name_key, lower(name)] FROM players_player
        WHERE id = %(guest)s::uuid)::text[])
"""
_REMOVED: Final = """
INSERT INTO players_removal (player_id, game_id, removed_at)
SELECT %(player)s::uuid, game_id, removed_at FROM players_removal WHERE player_id = %(guest)s::uuid
ON CONFLICT DO NOTHING
"""
# A command id that both have used repeats the request of the account from now on.
_PRESETS: Final = """
UPDATE players_preset theirs SET player_id = %(player)s::uuid, command_id = CASE WHEN EXISTS (
        SELECT FROM players_preset ours WHERE ours.player_id = %(player)s::uuid AND ours.command_id = theirs.command_id
    ) THEN gen_random_uuid() ELSE theirs.command_id END
WHERE theirs.player_id = %(guest)s::uuid
"""
# Guest and account may have blocked each other: that ends. Both sides of a block may be merged into one account.
_BLOCKS: Final = """
WITH moved AS (
    DELETE FROM players_block WHERE %(guest)s::uuid IN (blocker_id, blocked_id)
    RETURNING CASE blocker_id WHEN %(guest)s::uuid THEN %(player)s::uuid ELSE blocker_id END AS blocker_id,
        CASE blocked_id WHEN %(guest)s::uuid THEN %(player)s::uuid ELSE blocked_id END AS blocked_id,
        created_at, nudges
)
INSERT INTO players_block (blocker_id, blocked_id, created_at, nudges)
SELECT * FROM moved WHERE blocker_id <> blocked_id
ON CONFLICT DO NOTHING
"""
# The account's reminders are planned again, because its preferences may differ.
_REMINDERS: Final = "DELETE FROM players_reminder WHERE player_id = %(guest)s::uuid"
_STATEMENTS: Final = (_SEEN, _ABOUT, _INVITING, _INVITED, _REMOVED, _PRESETS, _BLOCKS, _REMINDERS)


def earlier(*, player_id: UUID, sha256: bytes) -> Merge | None:
    """Return the merge that the same request made before, or None."""
    return Merge.objects.filter(player_id=player_id, tokens__contains=[sha256]).first()


def demand_account(*, player_id: UUID, token_id: UUID) -> None:
    """Raises unless the caller holds an account and uses a device token.

    Raises DeviceTokenRequired, EmailRequired, PlayerNotFound.
    """
    _device(player_id, token_id)
    if not _player(player_id).email:
        raise EmailRequired


def demand_recent_sign_in(*, player_id: UUID, token_id: UUID) -> None:
    """Raises RecentSignInRequired, DeviceTokenRequired, PlayerNotFound unless the token is new."""
    if _device(player_id, token_id).created < clock.now() - leaving.FRESH:
        raise RecentSignInRequired(minutes=int(leaving.FRESH.total_seconds() // 60))


def of_guest(sha256: bytes) -> Token:
    """Return the device token of this digest; raises `InvalidGuestToken`."""
    token = Token.objects.living().filter(sha256=sha256, kind=secret_tokens.DEVICE).first()
    if token is None:
        raise InvalidGuestToken
    return token


def is_token_of(player_id: UUID, sha256: bytes) -> bool:
    """Tell whether the token of this digest is already one of the player's."""
    return Token.objects.living().filter(player_id=player_id, sha256=sha256).exists()


def begin(*, player_id: UUID, sha256: bytes) -> UUID:
    """Find the guest who holds the device token of this digest, and lock both players until the transaction ends.

    Call it in a transaction, for a player who has just proved that the account is theirs. Raises InvalidGuestToken,
    NotAGuest, OperatorAccount, AboutToLeave, GuestOnVacation, PlayerNotFound.
    """
    now = clock.now()
    token = of_guest(sha256)
    # In a fixed order, so that two concurrent merges do not deadlock.
    pair = Player.objects.select_for_update(no_key=True).filter(id__in={player_id, token.player_id}).order_by("id")
    locked = {one.id: one for one in pair}
    of_guest(sha256)  # it may have ended while this waited for the lock
    guest, account = locked[token.player_id], locked.get(player_id)
    if account is None or not account.is_active:
        raise PlayerNotFound
    if not guest.is_active:
        raise InvalidGuestToken
    if guest.email or EmailAddress.objects.filter(user_id=guest.id, verified=True).exists():
        raise NotAGuest
    if guest.is_staff or guest.is_superuser:
        raise OperatorAccount
    goers = set(Leaving.objects.filter(player_id__in=locked).values_list("player_id", flat=True))
    if goers:
        guest_goes = guest.id in goers
        raise AboutToLeave(
            reason="the guest is about to be erased" if guest_goes else "the account is about to be erased"
        )
    vacations.close(guest.id, now)
    if vacations.current(guest.id, now) is not None:
        raise GuestOnVacation
    return guest.id


def finish(
    *, guest_id: UUID, player_id: UUID, games: Collection[UUID], told_anew: Collection[tuple[UUID, int]]
) -> Merge:
    """Move the guest's data to the account and close the guest, who is erased minutes later.

    Call it in the transaction of `begin`. `games`: those whose seats were moved; `told_anew`: the commands of games
    about which the account is notified anyway.
    """
    held = Token.objects.filter(player_id=guest_id)
    merge = Merge.objects.create(
        guest=guest_id,
        player_id=player_id,
        tokens=[bytes(digest) for digest in held.values_list("sha256", flat=True)],
        games=len(games),
        merged_at=clock.now(),
    )
    vacations.hand_over(guest_id, player_id, games)
    inbox.hand_over(guest_id, player_id, told_anew)
    with connection.cursor() as cursor:
        for statement in _STATEMENTS:
            cursor.execute(statement, {"guest": guest_id, "player": player_id})
    held.delete()
    Device.objects.filter(player_id=guest_id).delete()
    leaving.shut(guest_id)
    vacations.look_again(player_id, merge.merged_at)
    return merge


def _device(player_id: UUID, token_id: UUID) -> Token:
    token = Token.objects.filter(id=token_id, player_id=player_id).first()
    if token is None:
        raise PlayerNotFound
    if token.kind != secret_tokens.DEVICE:
        raise DeviceTokenRequired
    return token


def _player(player_id: UUID) -> Player:
    found = Player.objects.filter(id=player_id).first()
    if found is None:
        raise PlayerNotFound
    return found
