"""The bodies of calls, made when they are sent: what their reader may see at that moment, and nothing if he may not.

Events are shown as `GET /v1/games/{id}/events` shows them to the webhook's owner: by `engine.redact`, for his seat, or
for a spectator of a public game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import connection

import engine
from games import errors, headers, selectors
from games.records import SYSTEM, Status
from games.webhooks.calls import STORED, Moved, MovedCall, Standing
from players import clock
from players.webhooks.services import MOVED

if TYPE_CHECKING:
    from uuid import UUID

    from games.records import Header, LoggedEvent
    from players.models import WebhookDelivery

HEADER: Final = f"SELECT {headers.COLUMNS} FROM game g WHERE g.id = %s::uuid"  # noqa: S608 - constants only

_encode = msgspec.json.Encoder().encode


class NotForHim(Exception):
    """The owner may not see this game, or not any more."""


def body_of(delivery: WebhookDelivery) -> bytes:
    """What is sent, as JSON. Raises `NotForHim`, `GameQuarantined` if the log cannot be read, `LogCorrupt`."""
    if delivery.type == MOVED:
        return _encode(_moved(delivery))
    return _encode(STORED[delivery.type](timestamp=delivery.created, data=delivery.data))


def _moved(delivery: WebhookDelivery) -> MovedCall[dict[str, Any]]:
    webhook, game_id = delivery.webhook, delivery.game_id
    after, version = delivery.after_version, delivery.version
    if game_id is None or after is None or version is None:
        raise NotForHim
    header = _header(game_id)
    seat = None if header is None else header.seat_of(webhook.player_id)
    # The webhook of one game may be a spectator's, where there may be any; that of all his games is a player's.
    if header is None or (seat is None and (header.private or webhook.game_id is None)):
        raise NotForHim
    try:
        page = selectors.events_after(game_id, webhook.player_id, after, version - after)
    except errors.GameNotFound:
        raise NotForHim from None
    # As of the log: he may have stood up since the header was read.
    if page.seat != seat:
        raise NotForHim
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
            now=_state(header, seat),
        ),
    )


def _chain_at(header: Header, page: selectors.EventPage) -> str:
    """The head that the events of this call lead to."""
    return (page.events[-1].chain if page.events else header.chain).hex()


def _entries(page: selectors.EventPage) -> list[dict[str, Any]]:
    viewer = engine.OPEN if page.status is Status.FINISHED else page.seat
    shown = page.shown_to(page.seat)
    return [_entry(logged, engine.redact(logged.event, viewer, shown)) for logged in page.events]


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


def _state(header: Header, seat: int | None) -> Standing:
    return Standing(
        version=header.version,
        chain=header.chain.hex(),
        status=header.status.label.lower(),  # type: ignore[arg-type]  # a word of three
        turn=header.turn_seat,
        your_turn=seat is not None and seat == header.turn_seat,
        deadline_at=header.deadline_at,
    )


def _header(game_id: UUID) -> Header | None:
    with connection.cursor() as cursor:
        cursor.execute(HEADER, (game_id,))
        row = cursor.fetchone()
    return None if row is None else headers.read(row)
