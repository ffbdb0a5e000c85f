"""Composes the message of deliveries: the reader's current view and moves, in words.

A reader is shown `engine.view` for their seat, their legal commands, and events as `engine.redact` leaves them. A
reader without a seat is shown no table.
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
from games.notifications.rendering.content import Content, Links, Parts, StandingNote
from games.notifications.rendering.headlines import headline
from games.notifications.rendering.texts import texts_in
from games.orders import standing_orders
from games.reads import seeks, since_looked
from games.reads.motions import votes_of
from games.types import GameState, Status
from players.notifications import inbox
from players.notifications.channels import OutgoingMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.notifications.snapshot import Snapshot
    from games.types import Game
    from players.models import Delivery, Notification
    from players.notifications.channels import Channel
    from players.preferences import Preferences

logger = logging.getLogger(__name__)

CATCHES_UP: Final = frozenset({"turn", "seat"})
"""Groups of kinds whose messages report what happened since the reader acted; `seat` only about their own seat."""
REMOVED: Final = "removed"
"""The kind of message whose reader may not see the table any more."""
LOAN_OFFERED: Final = "loan_offered"
"""The kind of message whose reader may not see the table yet: it leads to the page of the offer."""
MUSTER: Final = "muster"
"""The kind of message whose page confirms a place."""
DIGESTS: Final = UUID("c1f2c0a8-55a0-5d9c-8f3e-6f0a1f7e2b90")
"""Namespace of the ids of digests."""


def message(delivery: Delivery, scene: Snapshot | None, wishes: Preferences, channel: Channel) -> OutgoingMessage:
    """Return the message of one delivery."""
    one: Notification = delivery.notification
    content = _content_of(one, scene)
    links = _links(content, one, scene, channel)
    if channel.for_people and scene is not None:
        content = _caught_up(content, scene)
    parts = _words(content, scene, wishes, links)
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
        data=_facts(one, parts.sentence),
    )


def digest(
    deliveries: Sequence[Delivery], scenes: Mapping[UUID | None, Snapshot | None], wishes: Preferences, channel: Channel
) -> OutgoingMessage:
    """Return one message for several deliveries, `scenes` by game; its id follows from the oldest one."""
    first = deliveries[0]
    told = [one.notification for one in deliveries]
    contents = {one.id: _content_of(one, scenes[one.game_id]) for one in told}
    items = [_item(about, contents, scenes[about[0].game_id], channel) for about in _by_game(told)]
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
        data={"notifications": [_facts(one, _sentence(contents[one.id], scenes[one.game_id], wishes)) for one in told]},
    )


def _facts(one: Notification, sentence: str) -> dict[str, Any]:
    return dict(msgspec.to_builtins({**inbox.shown(one), "text": sentence}))


def _sentence(content: Content, scene: Snapshot | None, wishes: Preferences) -> str:
    return headline(content, _view(content, scene), texts_in(wishes.language), wishes.time_zone)[1]


def _by_game(told: Sequence[Notification]) -> list[list[Notification]]:
    """Return the notifications of each game, the most important first; those about no game are alone."""
    found: dict[UUID, list[Notification]] = {}
    for one in sorted(told, key=lambda one: (BY_NAME[one.kind].stale != "turn", plan.weight(one))):
        found.setdefault(one.game_id or one.id, []).append(one)
    return list(found.values())


def _item(
    about: Sequence[Notification], contents: Mapping[UUID, Content], scene: Snapshot | None, channel: Channel
) -> drawn_digest.Item:
    """Return the entry of a game. `contents` by notification."""
    first, *others = about
    also = [told for one in others for told in (_bare(one), *contents[one.id].also)]
    beside = {one.id: one for one in (*contents[first.id].also, *also) if one.id != first.id}
    content = _since_looked(replace(contents[first.id], also=list(beside.values())), scene)
    # The page behind a message about a motion offers the vote, and all moves as well.
    asks = next((one for one in about if one.kind in staleness.MOTIONS), first)
    return drawn_digest.Item(content, _view(content, scene), _links(content, asks, scene, channel))


def _since_looked(content: Content, scene: Snapshot | None) -> Content:
    """Add what happened since the reader looked. Nothing is added if the log cannot be read."""
    if scene is None or content.seat is None or scene.game.status is Status.LOBBY:
        return content
    game = scene.game.as_known_to(content.player_id)
    state = GameState(game, scene.table, scene.clock, content.seat, scene.now)
    try:
        return replace(content, looked=since_looked.since_looked(state, content.player_id))
    except Exception:
        logger.exception("the digest cannot tell what has happened in %s", content.game_id)
        return content


def _view(content: Content, scene: Snapshot | None) -> engine.View | None:
    return None if scene is None or content.seat is None else engine.view(scene.table, content.seat)


def collapse(game_id: UUID) -> str:
    """Return the collapse key of a game: 22 characters."""
    return base64url.write(game_id.bytes)


def _content_of(one: Notification, scene: Snapshot | None) -> Content:
    game = None if scene is None else scene.game
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
        seat=None if game is None else game.seat_played_by(one.player_id),
        names=() if game is None else [seat.name for seat in game.seats],
        deadline_at=None if game is None else game.deadline_at,
        also=[_bare(other) for other in also],
        private=game is not None and game.private,
        orders=None if game is None else _standing(one, game),
    )


def _standing(one: Notification, game: Game) -> StandingNote | None:
    seat = game.seat_of(one.player_id)
    row = None if seat is None else standing_orders.standing(game, seat)
    return None if row is None else StandingNote(row.expires_at, standing_orders.moves_made(row))


def _caught_up(content: Content, scene: Snapshot) -> Content:
    """Add what happened since the reader acted, if they must move or autopilot moved for them.

    Nothing is added if the log cannot be read: the message is about the current game.
    """
    seat, running = content.seat, scene.game.status is Status.RUNNING
    if seat is None or not running or BY_NAME[content.kind].group not in CATCHES_UP:
        return content
    if BY_NAME[content.kind].group == "seat" and content.data.get("seat") != seat:
        return content
    try:
        theirs = replace(scene, game=scene.game.as_known_to(content.player_id))
        happened, cut = snapshot.since_acting(theirs, seat)
    except Exception:
        logger.exception("%s %s cannot tell what has happened", content.kind, content.id)
        return content
    return replace(content, happened=happened, cut=cut)


def _is_told_too(one: Notification, other: Notification, scene: Snapshot) -> bool:
    lighter = plan.weight(other) > plan.weight(one)
    return lighter and staleness.is_told_beside(other, scene, clock.now()) and not plan.is_replaced(other)


def _bare(one: Notification) -> Content:
    return Content(
        id=one.id,
        kind=one.kind,
        player_id=one.player_id,
        data=inbox.facts(one),
        created_at=one.created_at,
        seq=one.seq,
    )


def _links(content: Content, one: Notification, scene: Snapshot | None, channel: Channel) -> Links:
    unsubscribe = channel.unsubscribe_url(one.player_id, one.kind)
    if one.kind == MUSTER:
        address = channel.address(one.player_id)
        return Links(game=signed.table_link(one.id, seeks.seek_of(one), 0, address=address), unsubscribe=unsubscribe)
    if one.kind == LOAN_OFFERED:
        return Links(game=one.data["link"], unsubscribe=unsubscribe)
    if one.game_id is None or scene is None or one.kind == REMOVED:
        return Links(game="", unsubscribe=unsubscribe)
    address, version = channel.address(one.player_id), scene.game.version
    return Links(
        game=signed.table_link(one.id, one.game_id, version, address=address),
        orders=signed.orders_link(one.id, one.game_id, version, address=address) if content.orders else "",
        commands=signed.action_links(one.id, one.game_id, version, _moves(one, scene), address=address),
        unsubscribe=unsubscribe,
    )


def _moves(one: Notification, scene: Snapshot) -> Sequence[engine.Command]:
    seat = scene.game.seat_played_by(one.player_id)
    if seat is None:
        return []
    if motion := staleness.MOTIONS.get(one.kind):
        return votes_of(scene.table, seat, motion)
    return engine.legal_commands(scene.table, seat) if BY_NAME[one.kind].stale == "turn" else []


def _words(content: Content, scene: Snapshot | None, wishes: Preferences, links: Links) -> Parts:
    """Return the words of a message; plain ones if drawing fails, so that it is sent in any case."""
    view = _view(content, scene)
    moves = [command for command, _ in links.commands]
    try:
        return drawn.render(content, view, moves, wishes.language, wishes.time_zone, links)
    except Exception:
        logger.exception("%s %s cannot be drawn", content.kind, content.id)
        return fallback.render(content, view, moves, wishes.language, wishes.time_zone, links)
