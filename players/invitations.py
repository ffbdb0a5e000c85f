"""Invitations to tables: made, accepted, ended. Of a game only its id is known here.

An invitation ends when it is accepted, declined or revoked, after `LIFETIME`, or when the match starts. The address in
it is deleted then.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from common import clock
from players import invitation_codes
from players.models import Invitation, UninvitedAddress

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

Kind = Invitation.Kind
State = Invitation.State

LIFETIME: Final = timedelta(days=14)
DAY: Final = timedelta(days=1)
_TRIES: Final = 3


class Invited(NamedTuple):
    """Who is invited: a player by name or id, or a mail address, as it is stored; or everybody who has the link."""

    kind: Invitation.Kind = Kind.LINK
    text: str = ""

    @property
    def recipient(self) -> bytes:
        """Return the digest of the name or address; empty for a link."""
        return b"" if self.kind == Kind.LINK else invitation_codes.recipient(self.kind, self.text)


def find(game_id: UUID, invited: Invited) -> Invitation | None:
    """Return the open invitation of the game for them."""
    return _of(game_id, invited).filter(expires_at__gt=clock.now()).select_related("player").first()


def make(*, game_id: UUID, player_id: UUID, invited: Invited, language: str) -> Invitation:
    """Return a new invitation by this player, or the open one for the same."""
    now = clock.now()
    end(_of(game_id, invited).filter(expires_at__lte=now), State.EXPIRED)
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                return Invitation.objects.create(
                    game_id=game_id,
                    code=invitation_codes.new(),
                    kind=invited.kind,
                    player_id=player_id,
                    wanted=invited.text if invited.kind == Kind.PLAYER else "",
                    email=invited.text if invited.kind == Kind.EMAIL else "",
                    recipient=invited.recipient,
                    language=language,
                    created_at=now,
                    expires_at=now + LIFETIME,
                    next_at=None if invited.kind == Kind.LINK else now,
                )
        except IntegrityError:  # another request has made it, or the code is in use
            found = find(game_id, invited)
            if found is not None:
                return found
    raise IntegrityError("no code is free")


def usable(player_id: UUID | None, now: datetime) -> Q:
    """Return the condition that the player (None: anonymous) may use an invitation."""
    fresh = Q(state=State.OPEN, expires_at__gt=now)
    return fresh if player_id is None else fresh | Q(state=State.ACCEPTED, invited_id=player_id, expires_at__gt=now)


def accept(*, game_id: UUID, player_id: UUID, code: str | None) -> bool:
    """Note that the player has sat down, in their invitations to the game. Call it in the transaction of the seat.

    `code` is the one that they used. Returns False if its invitation has ended meanwhile.
    """
    mine = Q(invited_id=player_id)
    if code is not None:
        used = Invitation.objects.select_for_update().filter(usable(player_id, clock.now()), code=code)
        if used.first() is None:
            return False
        mine |= Q(code=code)
    waiting = Invitation.objects.filter(mine, game_id=game_id, state=State.OPEN).exclude(kind=Kind.LINK)
    waiting.update(state=State.ACCEPTED, invited_id=player_id, email="", next_at=None, mail_at=None)
    return True


def end(ending: QuerySet[Invitation], state: Invitation.State) -> int:
    """End those of these invitations that are open, and delete their addresses; return their number."""
    return ending.filter(state=State.OPEN).update(state=state, email="", next_at=None, mail_at=None)


def withdraw(game_id: UUID, player_id: UUID) -> None:
    """Revoke the invitations of a player whom the host has removed from the table, the one they came with too."""
    theirs = Invitation.objects.filter(game_id=game_id, invited_id=player_id, state__in=[State.OPEN, State.ACCEPTED])
    theirs.exclude(kind=Kind.LINK).update(state=State.REVOKED, email="", next_at=None, mail_at=None)


def expire(game_id: UUID) -> None:
    """End the open invitations of a game, whose match has started."""
    end(Invitation.objects.filter(game_id=game_id), State.EXPIRED)


def mails_since(player_id: UUID, since: datetime) -> list[datetime]:
    """Return when the player invited mail addresses since then, the oldest first."""
    mine = Invitation.objects.filter(player_id=player_id, kind=Kind.EMAIL, created_at__gt=since)
    return list(mine.order_by("created_at").values_list("created_at", flat=True))


def mailed_since(recipient: bytes, since: datetime) -> int:
    """Return how many invitations were mailed to the address of this digest since then."""
    return Invitation.objects.filter(recipient=recipient, mailed_at__gt=since).count()


def is_mailed(one: Invitation) -> bool:
    """Tell whether another invitation to the same game was mailed to the same address, and was not revoked."""
    same = Invitation.objects.filter(game_id=one.game_id, recipient=bytes(one.recipient), mailed_at__isnull=False)
    return same.exclude(id=one.id).exclude(state=State.REVOKED).exists()


def is_uninvited(recipient: bytes) -> bool:
    """Tell whether the owner of the address wants no invitations by mail."""
    return UninvitedAddress.objects.filter(recipient=recipient).exists()


def leave_alone(recipient: bytes) -> None:
    """Send no invitations to this address any more. Safe to repeat."""
    UninvitedAddress.objects.get_or_create(recipient=recipient)


def invite_again(recipient: bytes) -> None:
    """Undo `leave_alone`."""
    UninvitedAddress.objects.filter(recipient=recipient).delete()


def _of(game_id: UUID, invited: Invited) -> QuerySet[Invitation]:
    return Invitation.objects.filter(game_id=game_id, kind=invited.kind, recipient=invited.recipient, state=State.OPEN)
