"""The inbox on the wire, and the requests that send messages to other players."""

from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from games.notifications.kinds import BY_NAME, CHANNELS, KINDS, Kind
from games.wire.facts import FACTS
from games.wire.requests import Cursor, Limit, Position, Query
from games.wire.scalars import Count, GivenId, Id, SeatNumber, Version

NotificationKind: Any = Literal[tuple(BY_NAME)]
"""Every kind of message there is."""
ChannelName: Any = Literal[("inbox", *CHANNELS)]
"""Where messages go."""


class Told(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all messages have. The description of their union explains the members: there are too many kinds."""

    id: Id
    game_id: Id | None
    seq: Version | None
    created_at: Moment
    expires_at: Moment | None
    read_at: Moment | None
    text: str | UnsetType = UNSET


def _message(kind: Kind) -> type[msgspec.Struct]:
    words = "".join(word.title() for word in kind.name.split("_"))
    return msgspec.defstruct(
        f"{words}Message",
        [("data", FACTS[kind.name])],
        bases=(Told,),
        namespace={"__doc__": kind.why},
        module=__name__,
        tag=kind.name,
        frozen=True,
        kw_only=True,
    )


Notification: Any = Union[tuple(map(_message, KINDS))]  # noqa: UP007  (a union made of data)
"""A message of the inbox. Its `kind` tells which facts are in `data`."""


class NotificationPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the inbox, newest first."""

    notifications: list[Notification]
    unread: Annotated[Count, Meta(description="The number of unread messages in the whole inbox.")]
    newest: Annotated[str, Meta(description="Pass it as `since` next time to get only newer messages.")]
    next: Annotated[str | None, Meta(description="The `cursor` for older messages, or null if there are none.")]


class NotificationsQuery(Query, frozen=True, kw_only=True):
    """Which part of the inbox."""

    unread: Annotated[bool, Meta(description="Only unread messages.")] = False
    since: Annotated[Position, Meta(description="Only messages newer than this `newest`.")] | None = None
    limit: Limit = 20
    cursor: Cursor | None = None


class ReadRequest(Body, frozen=True, kw_only=True):
    """The messages to mark as read; at least one of the two members."""

    ids: Annotated[tuple[GivenId, ...], Meta(max_length=100, description="The ids of these messages.")] = ()
    up_to: Annotated[GivenId, Meta(description="The id of a message: it and all earlier ones.")] | None = None


class UnreadCount(msgspec.Struct, frozen=True, kw_only=True):
    """The number of unread messages."""

    unread: Count


class NudgeResult(msgspec.Struct, frozen=True, kw_only=True):
    """The player who was nudged."""

    seat: SeatNumber
