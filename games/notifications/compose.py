"""From deliveries to the message that goes out: the reader's view and moves as they are now, put into words.

What a reader is shown of a game is `engine.view` for his seat, his legal commands, and events as `engine.redact` leaves
them to his seat; a reader without a seat is shown no table at all.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

import msgspec

import engine
from common import base64url, clock
from games.notifications import links as signed
from games.notifications import plan, snapshot, staleness
from games.notifications.kinds import BY_NAME
from games.notifications.rendering import digest as drawn_digest
from games.notifications.rendering import fallback
from games.notifications.rendering import mail as drawn
from games.notifications.rendering.content import Content, Links, Parts
from games.records import Status
from players.notifications import inbox
from players.notifications.channels import OutgoingMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.notifications.snapshot import Snapshot
    from players.models import Delivery, Notification
    from players.notifications.channels import Channel
    from players.preferences import Preferences

logger = logging.getLogger(__name__)

CATCHES_UP: Final = frozenset({"turn", "seat"})
"""Groups of kinds whose messages say what has happened since their reader acted, of seats only to who sits there."""
DIGESTS: Final = UUID("c1f2c0a8-55a0-5d9c-8f3e-6f0a1f7e2b90")
"""Namespace of the ids of digests."""


def message(delivery: Delivery, scene: Snapshot | None, wishes: Preferences, channel: Channel) -> OutgoingMessage:
    """The message of one delivery."""
    one: Notification = delivery.notification
    notice, links = _notice(one, scene), _links(one, scene, channel)
    if channel.for_people and scene is not None:
        notice = _caught_up(notice, scene)
    parts = _words(notice, scene, wishes, links)
    return OutgoingMessage(
        id=one.id,
        kind=one.kind,
        player_id=one.player_id,
        language=wishes.language,
        title=parts.title,
        body=parts.body,
        text=parts.text,
        html=parts.html,
        url=links.game,
        actions=parts.actions,
        collapse=None if one.game_id is None else collapse(one.game_id),
        urgency=BY_NAME[one.kind].urgency,
        created_at=one.created_at,
        expires_at=one.expires_at,
        unsubscribe_url=links.unsubscribe,
        data=_facts(one),
    )


def digest(
    deliveries: Sequence[Delivery], scenes: Mapping[UUID | None, Snapshot | None], wishes: Preferences, channel: Channel
) -> OutgoingMessage:
    """One message for all that is still fresh, `scenes` by game; the oldest delivery gives it its id."""
    first = deliveries[0]
    items = [_item(delivery.notification, scenes[delivery.game_id], channel) for delivery in deliveries]
    unsubscribe = channel.unsubscribe_url(first.player_id, "digest")
    whole = drawn_digest.digest(items, wishes.language, wishes.time_zone, unsubscribe)
    return OutgoingMessage(
        id=uuid5(DIGESTS, f"{first.notification_id}/{first.channel}/{first.device}"),
        kind="digest",
        player_id=first.player_id,
        language=wishes.language,
        title=whole.title,
        body=whole.body,
        text=whole.text,
        html=whole.html,
        url="",
        created_at=deliveries[-1].notification.created_at,
        unsubscribe_url=unsubscribe,
        actions=whole.actions,
        data={"notifications": [_facts(delivery.notification) for delivery in deliveries]},
    )


def _facts(one: Notification) -> dict[str, Any]:
    """A notification for programs, as the API's JSON of it reads, so that every channel can send it as it likes."""
    return dict(msgspec.to_builtins(inbox.shown(one)))


def _item(one: Notification, scene: Snapshot | None, channel: Channel) -> drawn_digest.Item:
    notice = _notice(one, scene)
    return drawn_digest.Item(notice, _view(notice, scene), _links(one, scene, channel))


def _view(notice: Content, scene: Snapshot | None) -> engine.View | None:
    return None if scene is None or notice.seat is None else engine.view(scene.table, notice.seat)


def collapse(game_id: UUID) -> str:
    """The collapse key of a game: 22 characters."""
    return base64url.write(game_id.bytes)


def _notice(one: Notification, scene: Snapshot | None) -> Content:
    header = None if scene is None else scene.header
    also = [other for other in inbox.told_beside(one) if scene and _is_told_too(one, other, scene)]
    return Content(
        id=one.id,
        kind=one.kind,
        player_id=one.player_id,
        data=inbox.facts(one),
        created_at=one.created_at,
        reader=one.player.name,
        expires_at=one.expires_at,
        game_id=one.game_id,
        seq=one.seq,
        seat=None if header is None else header.seat_of(one.player_id),
        names=() if header is None else [seat.name for seat in header.seats],
        deadline_at=None if header is None else header.deadline_at,
        also=[_bare(other) for other in also],
        private=header is not None and header.private,
    )


def _caught_up(notice: Content, scene: Snapshot) -> Content:
    """With what has happened meanwhile, if its reader must move or something was done for him.

    Without it if the log cannot be read: the message is about the game as it is now.
    """
    seat, running = notice.seat, scene.header.status is Status.RUNNING
    if seat is None or not running or BY_NAME[notice.kind].group not in CATCHES_UP:
        return notice
    if BY_NAME[notice.kind].group == "seat" and notice.data.get("seat") != seat:
        return notice
    try:
        happened, cut = snapshot.since_acting(scene, seat)
    except Exception:
        logger.exception("%s %s cannot tell what has happened", notice.kind, notice.id)
        return notice
    return replace(notice, happened=happened, cut=cut)


def _is_told_too(one: Notification, other: Notification, scene: Snapshot) -> bool:
    """Whether a message says this besides: it weighs less, and still holds."""
    lighter = plan.weight(other) > plan.weight(one)
    return lighter and staleness.is_told_beside(other, scene, clock.now()) and not plan.is_replaced(other)


def _bare(one: Notification) -> Content:
    return Content(id=one.id, kind=one.kind, player_id=one.player_id, data=inbox.facts(one), created_at=one.created_at)


def _links(one: Notification, scene: Snapshot | None, channel: Channel) -> Links:
    unsubscribe = channel.unsubscribe_url(one.player_id, one.kind)
    if one.game_id is None or scene is None:
        return Links(game="", unsubscribe=unsubscribe)
    address, version = channel.address(one.player_id), scene.header.version
    return Links(
        game=signed.table_link(one.id, one.game_id, version, address=address),
        commands=signed.action_links(one.id, one.game_id, version, _moves(one, scene), address=address),
        unsubscribe=unsubscribe,
    )


def _moves(one: Notification, scene: Snapshot) -> Sequence[engine.Command]:
    """What the reader may do now, if the message is about his turn."""
    seat = scene.header.seat_of(one.player_id)
    if seat is None or BY_NAME[one.kind].stale != "turn":
        return []
    return engine.legal_commands(scene.table, seat)


def _words(notice: Content, scene: Snapshot | None, wishes: Preferences, links: Links) -> Parts:
    """The words of a message; plain ones if the drawn ones cannot be made, so that it is told at all."""
    view = _view(notice, scene)
    moves = [command for command, _ in links.commands]
    try:
        return drawn.render(notice, view, moves, wishes.language, wishes.time_zone, links)
    except Exception:
        logger.exception("%s %s cannot be drawn", notice.kind, notice.id)
        return fallback.render(notice, view, moves, wishes.language, wishes.time_zone, links)
