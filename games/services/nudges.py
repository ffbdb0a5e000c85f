"""Nudges, with limits: asks the player on turn to move."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from django.db import transaction

from common import clock
from games import errors
from games.notifications import create, quiet_hours, snapshot
from games.notifications.snapshot import Snapshot
from games.reads import one_game
from games.services import commands
from games.services.envelope import Actor
from players import blocks, vacations
from players.models import Notification
from players.notifications import inbox
from players.notifications.inbox import News

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

EVERY: Final = timedelta(hours=24)
"""Shortest time between two nudges of the same player about the same game."""
PATIENCE: Final = timedelta(hours=12)
"""A nudge is allowed this long after a turn began, or after half of the turn if that is less."""


def nudge(*, game_id: UUID, player: UUID) -> int:
    """Nudge the player on turn and return their seat.

    Raises GameNotFound, NotSeated, GameQuarantined, SeatHasResigned, NobodyToNudge, TooSoonToNudge.
    """
    scene, mine = scene_of(game_id, player)
    if mine in scene.table.resigned:
        raise errors.SeatHasResigned
    now = clock.now()
    seat = scene.table.turn
    if seat is None or seat == mine or not scene.must_act(seat) or seat not in scene.people or scene.table.paused:
        raise errors.NobodyToNudge
    target = scene.people[seat]
    vacation = vacations.covering(target, now)
    if vacation is not None and vacations.covers(vacation, game_id):
        raise errors.NobodyToNudge
    _wait_until(_patient_until(scene), now)
    deadline = scene.game.deadline_at
    news = News(
        id=uuid4(),
        player_id=target,
        kind="nudge",
        game_id=game_id,
        seq=scene.game.version,
        data={
            "you": seat,
            "seat": mine,
            "decision": create.decision(scene),
            "deadline_at": quiet_hours.written(deadline),
        },
        expires_at=deadline or now + EVERY,
    )
    with transaction.atomic():
        # Checked under the lock of the target's inbox, so that of two concurrent nudges only one is sent.
        inbox.lock([target])
        before = Notification.objects.filter(game_id=game_id, player_id=target, kind="nudge", data__seat=mine)
        last = before.order_by("-created_at").values_list("created_at", flat=True).first()
        in_vain = blocks.nudged_in_vain(player_id=player, blocker_id=target, game_id=game_id)
        for moment in (last, in_vain):
            if moment is not None:
                _wait_until(moment + EVERY, now)
        # The answer is the same when the target has blocked the player.
        if not blocks.note_nudge(player_id=player, blocker_id=target, game_id=game_id, lasts=EVERY):
            create.write([news], deadline)
    return seat


def _patient_until(scene: Snapshot) -> datetime:
    began, deadline = snapshot.asked_at(scene), scene.game.deadline_at
    return began + (PATIENCE if deadline is None else min(PATIENCE, (deadline - began) / 2))


def _wait_until(moment: datetime, now: datetime) -> None:
    if moment > now:
        wait = ceil((moment - now).total_seconds())
        raise errors.TooSoonToNudge(retry_after=wait, limit=1, window=int(EVERY.total_seconds()))


def scene_of(game_id: UUID, player: UUID) -> tuple[Snapshot, int]:
    """Return the game and the seat of a player who acts beside the rules.

    Raises `GameNotFound`, `NotSeated`, `GameQuarantined`.
    """
    try:
        state = one_game.find_game(game_id, player)
    except errors.GameQuarantined as held:
        if held.game is not None:
            commands.seated(held.game, Actor(player))
        raise
    scene = Snapshot(state.game, state.table, state.now)
    seat = commands.seated(scene.game, Actor(player))
    if scene.game.is_quarantined:
        raise errors.GameQuarantined
    return scene, seat
