"""The bodies of calls, made when they are sent: what their reader may see at that moment.

Events are shown as `GET /v1/games/{id}/events` shows them to the webhook's owner: by `engine.redact`, for their seat,
or for a spectator of a public game, as far as spectators may see it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec
from django.db import connection

from common import clock
from games import errors
from games.notifications import inbox_texts
from games.reads import one_game
from games.reads.handles import first_handle
from games.store import acting_seats, columns, spectators
from games.wire import log
from games.wire.calls import ErasedCall, MessageCall, MovedCall, MovedInGame, PingCall, Standing
from players import preferences
from players.notifications import inbox
from players.webhooks.services import ERASED, MESSAGE, MOVED, PING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.types import Game
    from players.models import WebhookDelivery


GAME: Final = f"SELECT {columns.COLUMNS}, g.acting_seats FROM game g WHERE g.id = %s::uuid"  # noqa: S608 - constants only

READS: Final = 3
"""How often the game and its events are read until the owner has the same seat in both."""

_encode = msgspec.json.Encoder().encode


class NotForThem(Exception):
    """The owner may not see this game, or not any longer."""


class NotYet(Exception):
    """The owner may not see these events yet."""


def body_of(delivery: WebhookDelivery) -> bytes:
    """Return the body as JSON.

    Raises `NotForThem`, `NotYet`, `GameQuarantined` if the log cannot be read, `LogCorrupt`, `StoreBusy` if seats keep
    changing.
    """
    if delivery.type == MOVED:
        return _encode(_moved(delivery))
    data = _with_sentence(delivery) if delivery.type == MESSAGE else delivery.data
    return _encode(STORED[delivery.type](timestamp=delivery.created, data=data))


def _with_sentence(delivery: WebhookDelivery) -> dict[str, Any]:
    """Return the message with its sentence in the language of its reader, by the names that the players have now."""
    data: dict[str, Any] = delivery.data or {}
    found = inbox.find(UUID(data["id"])) if "id" in data else None
    if found is None:
        return data
    wishes = preferences.of(found.player_id)
    [sentence] = inbox_texts.sentences([found], wishes.language, wishes.time_zone)
    return {**data, "text": sentence}


def _moved(delivery: WebhookDelivery) -> MovedCall:
    webhook, game_id = delivery.webhook, delivery.game_id
    after, version = delivery.after_version, delivery.version
    if game_id is None or after is None or version is None:
        raise NotForThem
    for _ in range(READS):
        game, acting = _game(game_id)
        seat = None if game is None else game.seat_played_by(webhook.player_id)
        # The webhook of one game may belong to a spectator if the game is public. A webhook of all games belongs to a
        # player, and ends with the loan of a seat.
        if game is None or (seat is None and (game.private or webhook.game_id is None)):
            raise NotForThem
        try:
            page = one_game.events_after(game_id, webhook.player_id, after, version - after)
        except errors.GameNotFound:
            raise NotForThem from None
        except errors.NoSpectators:
            raise NotYet from None
        if page.seat == seat:
            break
    else:
        raise errors.StoreBusy
    if page.version < version:
        raise NotYet  # the batch was cut for a player who has left the table since
    sight = page.sight
    return MovedCall(
        timestamp=page.events[-1].recorded_at if page.events else clock.now(),
        data=MovedInGame(
            game=str(game_id),
            version_before=after,
            version=version,
            chain=_chain_at(game, page),
            your_seat=seat,
            events=log.entries(
                page.events,
                page.status,
                page.seat,
                sight.shown_to(page.seat),
                since=page.since,
                backs_open=sight.backs_open,
                first_handle=partial(first_handle, game_id, page.events),
            ),
            now=_standing(game, page, acting),
        ),
    )


def _chain_at(game: Game, page: one_game.EventPage) -> str:
    return (page.events[-1].chain if page.events else game.chain).hex()


def _standing(game: Game, page: one_game.EventPage, acting: int) -> Standing:
    behind = spectators.version_for(game, page.seat) < game.version
    return Standing(
        version=page.version if behind else game.version,
        chain=(page.chain if behind else game.chain).hex(),
        status=game.status.word,  # type: ignore[arg-type]  # one of the three words
        turn=None if behind else game.turn_seat,
        your_turn=page.seat is not None and page.seat == game.turn_seat,
        can_act=acting_seats.can_act(acting, page.seat, quarantined=game.is_quarantined),
        deadline_at=None if behind else game.deadline_at,
    )


def _game(game_id: UUID) -> tuple[Game | None, int]:
    """Return the game, None if there is none, and the mask of the seats that can act."""
    with connection.cursor() as cursor:
        cursor.execute(GAME, (game_id,))
        row = cursor.fetchone()
    return (None, 0) if row is None else (columns.read_game(row), row[-1])


STORED: Final[Mapping[str, Any]] = {MESSAGE: MessageCall, PING: PingCall, ERASED: ErasedCall}
"""Types of calls whose data was stored when they were promised."""
