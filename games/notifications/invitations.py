"""Pending invitations: the worker looks up the name and notifies that player if they exist."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

from common import clock
from games.notifications import create, snapshot, staleness
from games.notifications.kinds import BY_NAME
from games.store import removals
from players import selectors
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
            one.delete()
    return True


def _again(one: Invitation, now: datetime) -> None:
    """Postpone an invitation. After too many failures it stays in the table for operators."""
    pause = AGAIN * 2**one.attempts if one.attempts < MOST_ATTEMPTS else NEVER
    Invitation.objects.filter(pk=one.pk).update(next_at=now + pause, attempts=one.attempts + 1)


def _invite(one: Invitation) -> None:
    scene = snapshot.load(one.game_id)
    player = selectors.find_player(one.wanted)
    if scene is None or player is None or player == one.player_id or not leaving.keep_open(one.player_id):
        return
    again = removals.is_removed(one.game_id, player)
    if again:
        if scene.game.seat_of(one.player_id) != scene.game.host:
            return
        removals.lift(one.game_id, player)
    news = _news(one, player, scene, again=again)
    if staleness.invitation_is_stale(player, scene) is None:
        create.write([news], None)


def _news(one: Invitation, player: UUID, scene: Snapshot, *, again: bool) -> News:
    game = scene.game
    return News(
        # One id for a player and a table, however many players invite them and however often, until the host removes
        # them.
        id=uuid5(create.NEWS, f"{game.id}/invited/{player}" + (f"/{one.pk}" if again else "")),
        player_id=player,
        kind="invited",
        game_id=game.id,
        seq=game.version,
        data={
            "by": one.seat,
            inbox.NAMED: None,
            "ruleset": game.ruleset,
            "edition": game.edition,
            "invite_code": game.invite_code,
        },
        about=one.player_id,
        expires_at=clock.now() + BY_NAME["invited"].lasts,
    )
