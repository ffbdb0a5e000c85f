"""The bodies of calls, made when they are sent: what their reader may see at that moment, and nothing if he may not.

Events are shown as `GET /v1/games/{id}/events` shows them to the webhook's owner: by `engine.redact`, for their seat,
or for a spectator of a public game, as far as spectators may see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import connection

import engine
from common import clock
from games import errors, headers, selectors, spectators
from games.records import SYSTEM, Status
from games.webhooks.calls import STORED, Moved, MovedCall, Standing
from players.webhooks.services import MOVED

if TYPE_CHECKING:
    from uuid import UUID

    from games.records import Header, LoggedEvent
    from players.models import WebhookDelivery

HEADER: Final = f"SELECT {headers.COLUMNS} FROM game g WHERE g.id = %s::uuid"  # noqa: S608 - constants only

READS: Final = 3
"""How often header and events are read until their owner has the same seat in both."""

_encode = msgspec.json.Encoder().encode


class NotForHim(Exception):
    """The owner may not see this game, or not any more."""


class NotYet(Exception):
    """The owner may not see these events yet."""


def body_of(delivery: WebhookDelivery) -> bytes:
    """What is sent, as JSON.

    Raises `NotForHim`, `NotYet`, `GameQuarantined` if the log cannot be read, `LogCorrupt`, `StoreBusy` if seats keep
    changing.
    """
    if delivery.type == MOVED:
        return _encode(_moved(delivery))
    return _encode(STORED[delivery.type](timestamp=delivery.created, data=delivery.data))


def _moved(delivery: WebhookDelivery) -> MovedCall[dict[str, Any]]:
    webhook, game_id = delivery.webhook, delivery.game_id
    after, version = delivery.after_version, delivery.version
    if game_id is None or after is None or version is None:
        raise NotForHim
    for _ in range(READS):
        header = _header(game_id)
        seat = None if header is None else header.seat_of(webhook.player_id)
        # The webhook of one game may be a spectator's, where there may be any; that of all his games is a player's.
        if header is None or (seat is None and (header.private or webhook.game_id is None)):
            raise NotForHim
        try:
            page = selectors.events_after(game_id, webhook.player_id, after, version - after)
        except errors.GameNotFound:
            raise NotForHim from None
        except errors.NoSpectators:
            raise NotYet from None
        if page.seat == seat:
            break
    else:
        raise errors.StoreBusy
    if page.version < version:
        raise NotYet  # it was promised to a player who has left the table since
    events = _entries(page)
    return MovedCall(
        timestamp=page.events[-1].recorded_at if page.events else clock.now(),
        data=Moved(
            game=game_id,
            version_before=after,
            version=version,
            chain=_chain_at(header, page),
            your_seat=seat,
            events=events,
            now=_standing(header, page),
        ),
    )


def _chain_at(header: Header, page: selectors.EventPage) -> str:
    """The head that the events of this call lead to."""
    return (page.events[-1].chain if page.events else header.chain).hex()


def _entries(page: selectors.EventPage) -> list[dict[str, Any]]:
    viewer = engine.OPEN if page.status is Status.FINISHED else page.seat
    shown, backs_open = page.sight.shown_to(page.seat), page.sight.backs_open
    return [_entry(logged, engine.redact(logged.event, viewer, shown, backs_open=backs_open)) for logged in page.events]


def _entry(logged: LoggedEvent, shown: object) -> dict[str, Any]:
    commitment = logged.private_commitment
    return {
        "seq": logged.seq,
        "recorded_at": logged.recorded_at,
        "actor": None if logged.actor == SYSTEM else logged.actor,
        "command_id": logged.command_id,
        "event": shown,
        "chain": logged.chain.hex(),
        "private_commitment": None if commitment is None else commitment.hex(),
    }


def _standing(header: Header, page: selectors.EventPage) -> Standing:
    """How the game stands; for spectators of a match under way, where they may see it."""
    behind = spectators.version_for(header, page.seat) < header.version
    return Standing(
        version=page.version if behind else header.version,
        chain=(page.chain if behind else header.chain).hex(),
        status=header.status.label.lower(),  # type: ignore[arg-type]  # a word of three
        turn=None if behind else header.turn_seat,
        your_turn=page.seat is not None and page.seat == header.turn_seat,
        deadline_at=None if behind else header.deadline_at,
    )


def _header(game_id: UUID) -> Header | None:
    with connection.cursor() as cursor:
        cursor.execute(HEADER, (game_id,))
        row = cursor.fetchone()
    return None if row is None else headers.read(row)
