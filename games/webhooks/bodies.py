"""The bodies of calls, made when they are sent: what their reader may see at that moment.

Events are shown as `GET /v1/games/{id}/events` shows them to the webhook's owner: by `engine.redact`, for their seat,
or for a spectator of a public game, as far as spectators may see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, TypeVar
from uuid import UUID

import msgspec
from django.db import connection
from msgspec import Meta

import engine
from common import clock
from games import errors
from games.reads import one_game
from games.store import columns, spectators
from games.types import SYSTEM, Status
from games.webhooks.erasure_calls import ERASED
from players.webhooks.services import MESSAGE, MOVED, PING

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game, LoggedEvent
    from players.models import WebhookDelivery


HEADER: Final = f"SELECT {columns.COLUMNS} FROM game g WHERE g.id = %s::uuid"  # noqa: S608 - constants only

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
    return _encode(STORED[delivery.type](timestamp=delivery.created, data=delivery.data))


def _moved(delivery: WebhookDelivery) -> MovedCall[dict[str, Any]]:
    webhook, game_id = delivery.webhook, delivery.game_id
    after, version = delivery.after_version, delivery.version
    if game_id is None or after is None or version is None:
        raise NotForThem
    for _ in range(READS):
        game = _header(game_id)
        seat = None if game is None else game.seat_of(webhook.player_id)
        # The webhook of one game may belong to a spectator if the game is public. A webhook of all games belongs to a
        # player.
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
    events = _entries(page)
    return MovedCall(
        timestamp=page.events[-1].recorded_at if page.events else clock.now(),
        data=Moved(
            game=game_id,
            version_before=after,
            version=version,
            chain=_chain_at(game, page),
            your_seat=seat,
            events=events,
            now=_standing(game, page),
        ),
    )


def _chain_at(game: Game, page: one_game.EventPage) -> str:
    return (page.events[-1].chain if page.events else game.chain).hex()


def _entries(page: one_game.EventPage) -> list[dict[str, Any]]:
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


def _standing(game: Game, page: one_game.EventPage) -> Standing:
    behind = spectators.version_for(game, page.seat) < game.version
    return Standing(
        version=page.version if behind else game.version,
        chain=(page.chain if behind else game.chain).hex(),
        status=game.status.word,  # type: ignore[arg-type]  # a word of three
        turn=None if behind else game.turn_seat,
        your_turn=page.seat is not None and page.seat == game.turn_seat,
        deadline_at=None if behind else game.deadline_at,
    )


def _header(game_id: UUID) -> Game | None:
    with connection.cursor() as cursor:
        cursor.execute(HEADER, (game_id,))
        row = cursor.fetchone()
    return None if row is None else columns.read_game(row)


Entry = TypeVar("Entry")
News = TypeVar("News")

Moment = Annotated[datetime, Meta(tz=True)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Version = Annotated[int, Meta(ge=0)]
Chain = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Call(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all bodies."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the game stands when the call is made, which may be later than its last event."""

    version: Version
    chain: Chain
    status: Literal["lobby", "running", "finished"]
    turn: Annotated[Seat | None, Meta(description="The seat that must act.")]
    your_turn: bool
    deadline_at: Annotated[Moment | None, Meta(description="When time runs out next; null: none is running.")]


class Moved(msgspec.Struct, Generic[Entry], frozen=True, kw_only=True):
    """Events of one game, as the API shows them to you."""

    game: UUID
    version_before: Annotated[Version, Meta(description="`version` of the call before: there are no gaps.")]
    version: Version
    chain: Annotated[Chain, Meta(description="The head at that version: keep it.")]
    your_seat: Annotated[Seat | None, Meta(description="Null: you watch.")]
    events: Annotated[list[Entry], Meta(description="Those after `version_before` up to `version`, at most 100.")]
    now: Standing


class PingData(msgspec.Struct, frozen=True, kw_only=True):
    """Whom you asked to be called."""

    webhook: UUID


class ErasedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Whose seat to forget: a player's who has left for good, or your own account."""

    you: Annotated[bool, Meta(description="It was you; this is the last call.")]
    game: UUID | None
    seat: Seat | None


class MovedCall(Call, Generic[Entry], frozen=True, kw_only=True, tag=MOVED):
    """Something happened in a game."""

    timestamp: Annotated[Moment, Meta(description="When the last of the events was recorded.")]
    data: Moved[Entry]


class MessageCall(Call, Generic[News], frozen=True, kw_only=True, tag=MESSAGE):
    """You were told something, as in your inbox."""

    timestamp: Moment
    data: News


class PingCall(Call, frozen=True, kw_only=True, tag=PING):
    """You asked for it."""

    timestamp: Moment
    data: PingData


class ErasedCall(Call, frozen=True, kw_only=True, tag=ERASED):
    """Somebody has left for good; no webhook needs to ask for it."""

    timestamp: Moment
    data: ErasedPlayer


STORED: Final[Mapping[str, Any]] = {MESSAGE: MessageCall, PING: PingCall, ERASED: ErasedCall}
"""Types of calls whose data was stored when they were promised."""
