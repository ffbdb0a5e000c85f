"""The end of a sign-in: the code was right, and the device gets its token.

A confirmation that is repeated gets the same answer until the code would have expired: the token's secret derives from
that of the sign-in, of which only a digest is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import clock
from players import secret_tokens, services
from players.errors import CodeExpired
from players.models import Merge, Token

if TYPE_CHECKING:
    from uuid import UUID

    from players.models import EmailCode


def token_secret(secret: str) -> str:
    """Return the secret of the device token that a sign-in gives."""
    return secret_tokens.derive_secret(secret_tokens.DEVICE, secret)


def issue_token(player_id: UUID, secret: str, device: str) -> Token:
    """Create the token of the device that has signed in."""
    kind, new = secret_tokens.DEVICE, token_secret(secret)
    return services.issue_token(player_id=player_id, kind=kind, name=device, secret=new)[0]


def finish(kept: EmailCode, token: Token, *, is_new: bool, merge: Merge | None) -> None:
    """Record how a sign-in ended."""
    kept.confirmed_at, kept.token_id, kept.is_new = clock.now(), token.id, is_new
    kept.guest_id = None if merge is None else merge.guest
    kept.save(update_fields=["confirmed_at", "token_id", "is_new", "guest_id"])


def issued(kept: EmailCode, secret: str) -> tuple[Token, Merge | None]:
    """Return the token that a confirmed sign-in gave, and the merge that came with it.

    Raises `CodeExpired` if the device was signed out meanwhile, or if nobody was signed in by this code.
    """
    sha256 = secret_tokens.digest(token_secret(secret))
    token = Token.objects.living().filter(sha256=sha256, player__is_active=True).first()
    if token is None or token.id != kept.token_id:
        raise CodeExpired
    return token, Merge.objects.filter(guest=kept.guest_id).first() if kept.guest_id else None
