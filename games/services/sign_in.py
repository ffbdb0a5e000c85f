"""Confirms a sign-in: opens the account or finds it, takes the guest along, and makes the token; all or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from games.services import merges
from players import services
from players.accounts import addresses, email_codes, sign_in
from players.accounts.merges import is_token_of
from players.errors import AccountDeactivated, EmailTaken

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest

    from players.models import EmailCode, Merge, Player, Token


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a client sends. `guest_token`: the token of the guest who signs in, None for nobody."""

    secret: str
    code: str
    guest_token: str | None
    device: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What it gets. `merge`: the guest that was merged into the account by this sign-in."""

    player_id: UUID
    token: str
    is_new: bool
    merge: Merge | None


def confirm(request: HttpRequest, given: Confirmation) -> SignedIn:
    """Sign in with a code. A repeated confirmation gets the same answer; a refused one may be sent again, changed.

    Raises `WrongCode`, `CodeExpired`, `AccountDeactivated`, and what `games.services.merges.merge_into` raises.
    """
    email_codes.check(given.secret, given.code)
    try:
        return _confirm(request, given)
    except EmailTaken:  # another sign-in opened the account meanwhile
        return _confirm(request, given)


@transaction.atomic
def _confirm(request: HttpRequest, given: Confirmation) -> SignedIn:
    kept = email_codes.lock(given.secret)
    if kept.confirmed_at is None:
        account = addresses.owner(kept.address)
        token, merge = _open(request, kept, given) if account is None else _enter(request, account, kept, given)
        sign_in.finish(kept, token, is_new=account is None, merge=merge)
    token, merge = sign_in.issued(kept, given.secret)
    return SignedIn(token.player_id, sign_in.token_secret(given.secret), kept.is_new, merge)


def _open(request: HttpRequest, kept: EmailCode, given: Confirmation) -> tuple[Token, None]:
    if given.guest_token is None:
        player = addresses.open_account(request, kept.address)
        return sign_in.issue_token(player.id, given.secret, given.device), None
    sha256 = merges.digest_of_guest(given.guest_token)
    token = addresses.turn_into_account(request, sha256=sha256, address=kept.address)
    services.replace_secret(token, secret=sign_in.token_secret(given.secret), name=given.device)
    return token, None


def _enter(request: HttpRequest, account: Player, kept: EmailCode, given: Confirmation) -> tuple[Token, Merge | None]:
    if not account.is_active:
        raise AccountDeactivated
    merge = None
    if given.guest_token is not None:
        sha256 = merges.digest_of_guest(given.guest_token)
        merge = None if is_token_of(account.id, sha256) else merges.merge_into(account.id, sha256)
    addresses.give(request, account, kept.address)
    return sign_in.issue_token(account.id, given.secret, given.device), merge
