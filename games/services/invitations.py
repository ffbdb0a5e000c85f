"""Invitations to a table before its match, or to a vacant seat: made, listed, ended.

They have limits, since they send messages to others.

No answer reveals whether an invited player exists, has the address, or wants no mail: the worker finds out later, so
that the response time does not tell either (`games.notifications.invitations`).
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock
from common.translations import language_of
from games import errors, hints
from games.reads import invitations as reads
from games.services import nudges
from games.types import Status
from players import allowances, invitations, preferences, selectors
from players.errors import EmailRequired
from players.invitations import Invited, Kind, State
from players.models import Invitation

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game

PER_HOUR: Final = 20
"""Invitations that a player may make in an hour."""
MAILS_PER_DAY: Final = 10
"""Mail addresses that a player may invite in a day."""


def invite(*, game_id: UUID, player: UUID, invited: Invited, accepted: str | None) -> Invitation:
    """Return a new invitation to the table, or the open one for the same.

    `accepted` is the header Accept-Language: a mail to a stranger speaks the language of the player who invites. Raises
    GameNotFound, NotSeated, GameQuarantined, TableClosed, NoOpenSeat, EmailRequired, TooManyInvitations.
    """
    scene, _ = nudges.scene_of(game_id, player)
    if not scene.game.has_room:
        raise errors.TableClosed
    if scene.game.status is Status.LOBBY and not scene.game.open_seats:
        raise errors.NoOpenSeat
    if invited.kind == Kind.EMAIL and selectors.own_profile(player_id=player).guest:
        raise EmailRequired
    found = invitations.find(game_id, invited)
    if found is None:
        _count(player, invited)
        language = language_of(preferences.of(player).language or None, accepted)
        found = invitations.make(game_id=game_id, player_id=player, invited=invited, language=language)
        transaction.on_commit(hints.carry)
    return found


def of_table(*, game_id: UUID, player: UUID) -> tuple[Game, list[Invitation]]:
    """Return a table with its invitations, for a player there. Raises GameNotFound, NotSeated, GameQuarantined."""
    scene, _ = nudges.scene_of(game_id, player)
    return scene.game, reads.of_table(game_id)


def end(*, code: str, player: UUID) -> None:
    """End an invitation: the player who made it and the host revoke it, the invited player declines it.

    Raises InvitationNotFound, GameQuarantined, NotHost.
    """
    found = reads.look(code, player)
    one, game, seat = found.invitation, found.state.game, found.state.seat
    invited = one.kind != Kind.LINK and one.invited_id in {None, player}
    if player == one.player_id or (seat is not None and seat == game.host):
        state = State.REVOKED
    elif invited and seat is None:
        state = State.DECLINED
    else:
        raise errors.NotHost
    invitations.end(Invitation.objects.filter(id=one.id), state)


def decline(*, code: str) -> None:
    """Decline an invitation of one person, for somebody who is not signed in. Raises InvitationNotFound."""
    found = reads.find(code, None)
    if found is None or found.kind == Kind.LINK:
        raise errors.InvitationNotFound
    invitations.end(Invitation.objects.filter(id=found.id), State.DECLINED)


def _count(player: UUID, invited: Invited) -> None:
    if invited.kind == Kind.EMAIL:
        now = clock.now()
        mails = invitations.mails_since(player, now - invitations.DAY)
        if len(mails) >= MAILS_PER_DAY:
            wait = ceil((mails[-MAILS_PER_DAY] + invitations.DAY - now).total_seconds())
            window = int(invitations.DAY.total_seconds())
            raise errors.TooManyInvitations(retry_after=max(1, wait), limit=MAILS_PER_DAY, window=window)
    count(player)


def count(player: UUID) -> None:
    """Count an invitation, or something else by which a player can send messages to others.

    Raises TooManyInvitations.
    """
    left = allowances.use(player_id=player, what="invitations", per_hour=PER_HOUR)
    if left is not None:
        raise errors.TooManyInvitations(retry_after=left, limit=PER_HOUR, window=3600)
