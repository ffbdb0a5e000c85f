"""The verified address of a player: to whom it belongs, and how they get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction

from common import clock
from players import services
from players.accounts import email_codes, merges
from players.errors import EmailTaken, InvalidGuestToken, NotAGuest
from players.locks import lock_player
from players.models import Player

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest

    from players.models import Token


def owner(address: str) -> Player | None:
    """Return the player whose address this is, deactivated ones too. Operators may have one that is not verified."""
    verified = Player.objects.filter(emailaddress__email=address, emailaddress__verified=True)
    return verified.first() or Player.objects.filter(email=address).first()


def change(request: HttpRequest, *, player_id: UUID, secret: str, code: str) -> None:
    """Make the address that got the code the player's, and tell the former one. Safe to repeat.

    Raises `WrongCode`, `CodeExpired`, `EmailTaken`, `PlayerNotFound`.
    """
    email_codes.check(secret, code, player_id=player_id)
    with transaction.atomic():
        kept = email_codes.lock(secret, player_id=player_id)
        if kept.confirmed_at is None:
            lock_player(player_id)
            give(request, Player.objects.get(id=player_id), kept.address)
            kept.confirmed_at = clock.now()
            kept.save(update_fields=["confirmed_at"])


def give(request: HttpRequest, player: Player, address: str) -> None:
    """Store a verified address, in place of any former one. Raises `EmailTaken`; call it in a transaction."""
    stored = EmailAddress.objects.filter(user=player, email=address).first()
    if stored is not None and stored.verified:
        return
    try:
        with transaction.atomic():
            given = get_adapter().confirm_email(request, stored or EmailAddress(user=player, email=address))
    except IntegrityError:  # another player got it at the same time
        given = False
    if not given:
        raise EmailTaken


def open_account(request: HttpRequest, address: str) -> Player:
    """Create a player with this address, under a generated name; raises `EmailTaken`."""
    player = services.create_player()
    give(request, player, address)
    return player


def turn_into_account(request: HttpRequest, *, sha256: bytes, address: str) -> Token:
    """Give the address to the guest who holds the device token of this digest; return the token.

    Raises `InvalidGuestToken`, `NotAGuest`, `EmailTaken`.
    """
    lock_player(merges.of_guest(sha256).player_id)
    token = merges.of_guest(sha256)  # it may have ended while this waited for the lock
    guest = Player.objects.get(id=token.player_id)
    if not guest.is_active:
        raise InvalidGuestToken
    if guest.email:
        raise NotAGuest
    give(request, guest, address)
    return token
