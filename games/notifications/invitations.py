"""Invitations that were just made: the worker looks up the name or the address, and notifies that player.

An address without an account gets a mail (`invitation_mails`), at most `MAILS_PER_DAY` a day, unless its owner wants
none.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

from common import clock
from common.database.advisory_locks import hold_until_commit
from games.advisory_locks import Lock
from games.notifications import create, snapshot, staleness
from games.notifications.kinds import BY_NAME
from games.store import removals
from players import blocks, invitation_codes, invitations, selectors
from players.accounts import addresses
from players.invitations import Kind, State
from players.models import Invitation
from players.notifications import inbox
from players.notifications.inbox import News
from players.privacy import leaving

if TYPE_CHECKING:
    from datetime import datetime

    from games.notifications.snapshot import Snapshot

logger = logging.getLogger(__name__)

SECONDS: Final = 5.0
AGAIN: Final = timedelta(minutes=5)
"""The pause after the first failure; it doubles each time."""
NEVER: Final = timedelta(days=36_500)
MOST_ATTEMPTS: Final = 10
MAILS_PER_DAY: Final = 3
"""Mails with invitations that an address without an account gets in a day, from all players together."""


def create_due(seconds: float = SECONDS) -> int:
    """Handle invitations until none is left or time is up. Returns how many."""
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end and _next():
        count += 1
    return count


def _next() -> bool:
    with transaction.atomic():
        now = clock.now()
        waiting = Invitation.objects.select_for_update(skip_locked=True).filter(next_at__lte=now)
        one = waiting.order_by("next_at").first()
        if one is None:
            return False
        try:
            with transaction.atomic():
                _invite(one)
        except Exception:
            logger.exception("invitation %s cannot be handled", one.pk)
            _again(one, now)
        else:
            Invitation.objects.filter(pk=one.pk).update(next_at=None, attempts=0)
    return True


def _again(one: Invitation, now: datetime) -> None:
    """Postpone an invitation. After too many failures it stays in the table for operators."""
    pause = AGAIN * 2**one.attempts if one.attempts < MOST_ATTEMPTS else NEVER
    Invitation.objects.filter(pk=one.pk).update(next_at=now + pause, attempts=one.attempts + 1)


def _invite(one: Invitation) -> None:
    scene = snapshot.load(one.game_id)
    if scene is None or not leaving.keep_open(one.player_id):
        return
    seat, player = scene.game.seat_of(one.player_id), _meant(one)
    if seat is None or player == one.player_id:
        return
    if player is not None and blocks.has_blocked(player, one.player_id):
        return
    if player is not None:
        _notify(one, seat, player, scene)
    elif one.kind == Kind.EMAIL and _may_mail(one):
        now = clock.now()
        Invitation.objects.filter(pk=one.pk).update(mail_at=now, mailed_at=now)


def _meant(one: Invitation) -> UUID | None:
    if one.invited_id is not None or one.kind != Kind.EMAIL:
        return one.invited_id or selectors.find_player(one.wanted)
    owner = addresses.owner(one.email)
    return owner.id if owner is not None and owner.is_active else None


def _notify(one: Invitation, seat: int, player: UUID, scene: Snapshot) -> None:
    was_removed = removals.is_removed(one.game_id, player)
    if was_removed:
        if seat != scene.game.host:
            return
        removals.lift(one.game_id, player)
    told = Invitation.objects.filter(game_id=one.game_id, invited_id=player).exclude(pk=one.pk)
    is_new = was_removed or not told.filter(state__in=[State.OPEN, State.ACCEPTED, State.DECLINED]).exists()
    Invitation.objects.filter(pk=one.pk).update(invited_id=player)
    if is_new and staleness.invitation_is_stale(player, scene) is None:
        create.write([_news(one, seat, player, scene)], None)


def _may_mail(one: Invitation) -> bool:
    recipient = bytes(one.recipient)
    hold_until_commit(Lock.INVITATION_MAILS)
    if invitations.is_uninvited(recipient) or invitations.is_mailed(one):
        return False
    return invitations.mailed_since(recipient, clock.now() - invitations.DAY) < MAILS_PER_DAY


def _news(one: Invitation, seat: int, player: UUID, scene: Snapshot) -> News:
    game = scene.game
    return News(
        id=uuid5(create.NEWS, f"{one.id}/invited/{player}"),
        player_id=player,
        kind="invited",
        game_id=game.id,
        seq=game.version,
        data={
            "by": seat,
            inbox.NAMED: None,
            "ruleset": game.ruleset,
            "edition": game.edition,
            "code": invitation_codes.written(one.code),
            "link": invitation_codes.link(one.code),
        },
        about=one.player_id,
        expires_at=clock.now() + BY_NAME["invited"].lasts,
    )
