"""The inbox on the wire, and the requests that send messages to other players."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.api.wire.requests import Body, Cursor, Limit, Position, Query, ShortText
from games.api.wire.scalars import Count, Hex32, Id, Moment, SeatNumber, Timestamp, Version
from games.messages.table import BY_NAME

NotificationKind: Any = Literal[tuple(BY_NAME)]
"""Every kind of message there is."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a message is about; which of these it has goes by its kind (docs/messages.md)."""

    you: Annotated[SeatNumber | UnsetType, Meta(description="Your seat.")] = UNSET
    seat: Annotated[SeatNumber | UnsetType | None, Meta(description="Whose doing it is; null: of no seat.")] = UNSET
    by: Annotated[SeatNumber | UnsetType | None, Meta(description="Who asked, challenged or caught.")] = UNSET
    name: Annotated[str | UnsetType | None, Meta(description="Present name of who asks; null: he is gone.")] = (
        msgspec.field(name="from", default=UNSET)
    )
    version: Version | UnsetType = UNSET
    chain: Hex32 | UnsetType = UNSET
    decision: Annotated[
        str | UnsetType | None, Meta(description="What is to be decided, as in `view.decision.kind`; null: a turn.")
    ] = UNSET
    deadline_at: Timestamp | UnsetType | None = UNSET
    due_at: Annotated[Timestamp | UnsetType, Meta(description="When your time ran out.")] = UNSET
    since: Timestamp | UnsetType = UNSET
    until: Annotated[Timestamp | UnsetType | None, Meta(description="Null: until somebody ends it.")] = UNSET
    reason: Annotated[str | UnsetType, Meta(description="Why: of a pause, an autopilot, a webhook.")] = UNSET
    cause: Annotated[str | UnsetType, Meta(description="How the match ended.")] = UNSET
    winners: list[SeatNumber] | UnsetType = UNSET
    ranks: Annotated[list[int] | UnsetType, Meta(description="By seat, 1 for the winners.")] = UNSET
    rank: int | UnsetType = UNSET
    winner: Annotated[SeatNumber | UnsetType | None, Meta(description="Of the round; null: nobody.")] = UNSET
    points: Annotated[list[int] | UnsetType, Meta(description="Of the round, by seat.")] = UNSET
    totals: Annotated[list[int] | UnsetType, Meta(description="Of the match, by seat.")] = UNSET
    guilty: Annotated[bool | UnsetType, Meta(description="The challenge was right.")] = UNSET
    game: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    invite_code: str | UnsetType | None = UNSET
    webhook: Id | UnsetType = UNSET
    host: Annotated[str | UnsetType | None, Meta(description="Whom the webhook called.")] = UNSET


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    """Something the caller was told. `data` holds the facts of its kind (docs/messages.md)."""

    id: Annotated[Id, Meta(description="The same wherever the message goes: mails, pushes and webhooks carry it too.")]
    kind: NotificationKind
    game_id: Id | None
    seq: Annotated[Version | None, Meta(description="The event of the game that it is about.")]
    data: Facts
    created_at: Moment
    expires_at: Annotated[Moment | None, Meta(description="After that it is no news any more.")]
    read_at: Moment | None


class NotificationPage(msgspec.Struct, frozen=True, kw_only=True):
    """Part of the inbox, newest first."""

    notifications: list[Notification]
    unread: Annotated[Count, Meta(description="How many of all there are have not been read.")]
    newest: Annotated[str, Meta(description="Keep it, and ask for what is new with it later, as `since`.")]
    next: Annotated[str | None, Meta(description="Ask for older ones with it, as `cursor`; null: there are none.")]


class NotificationsQuery(Query, frozen=True, kw_only=True):
    """Which part of the inbox."""

    unread: Annotated[bool, Meta(description="Only what has not been read.")] = False
    since: Annotated[Position, Meta(description="Only what came after this `newest`.")] | None = None
    limit: Limit = 20
    cursor: Cursor | None = None


class ReadRequest(Body, frozen=True, kw_only=True):
    """What the caller has read; at least one of the two."""

    ids: Annotated[tuple[Id, ...], Meta(max_length=100, description="These.")] = ()
    up_to: Annotated[Id, Meta(description="This one and everything that came before it.")] | None = None


class Unread(msgspec.Struct, frozen=True, kw_only=True):
    """What is left to be read."""

    unread: Count


class Nudged(msgspec.Struct, frozen=True, kw_only=True):
    """Who was asked to move."""

    seat: SeatNumber


class InvitationRequest(Body, frozen=True, kw_only=True):
    """Who is to be asked to the table."""

    player: Annotated[ShortText, Meta(min_length=1, description="A public name, whatever its case, or an id.")]
