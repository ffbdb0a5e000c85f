"""Webhooks on the wire: what their owners send and see."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.requests import Cursor, Limit, Query
from games.wire.scalars import GivenId, Id, Version
from games.wire.words import CallType, WebhookOffReason

Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2048,
        description="Where to call: https on port 443 or 8443, a public host, no user or password.",
    ),
]
EventType = Literal["game.moved", "message"]
Events = Annotated[
    list[EventType],
    Meta(
        min_length=1,
        max_length=8,
        description="`game.moved`: something happened in a game. `message`: you were told something, as in your inbox.",
    ),
]


class WebhookRequest(Body, frozen=True, kw_only=True):
    """A new webhook."""

    url: Url
    events: Events
    game: (
        Annotated[
            GivenId, Meta(description="Only this game, which may be one you watch; left out: all games you sit in.")
        ]
        | None
    ) = None


class WebhookChange(Body, frozen=True, kw_only=True):
    """What is to be different. Members left out stay as they are."""

    url: Url | None = None
    events: Events | None = None
    active: Annotated[bool, Meta(description="False switches it off, true on again.")] | None = None


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook as its owner sees it; the secret is not among it."""

    id: Id
    url: str
    events: list[EventType]
    game: Annotated[Id | None, Meta(description="null: all games you sit in.")]
    active: bool
    reason: Annotated[
        WebhookOffReason | None,
        Meta(
            description="Why it is off: you did it (`owner`), the receiver is `gone` (410) or was `failing` for days,"
            " you lost `access` to the game, the personal `token` it was made with ended, or its `secret` was lost and"
            " must be rotated."
        ),
    ]
    failing_since: Annotated[Moment | None, Meta(description="Nothing has been taken since; null: all is well.")]
    former_secret_until: Annotated[Moment | None, Meta(description="Until then the former secret signs too.")]
    created_at: Moment


class WebhookWithSecret(Webhook, frozen=True, kw_only=True):
    """A webhook with its new secret."""

    secret: Annotated[str, Meta(description="`whsec_...`: proves calls are ours. It is shown this once.")]


class WebhookList(msgspec.Struct, frozen=True, kw_only=True):
    """All webhooks of the caller."""

    webhooks: list[Webhook]


class WebhookDelivery(msgspec.Struct, frozen=True, kw_only=True):
    """One message to a webhook. What the receiver answered is kept as its status alone."""

    id: Annotated[Id, Meta(description="The header `webhook-id`: the same however often it is sent.")]
    type: CallType
    game: Id | None
    version_before: Annotated[Version | None, Meta(description="The events after this one ...")]
    version: Annotated[Version | None, Meta(description="... up to this one.")]
    state: Annotated[
        Literal["pending", "sent", "dead", "dropped"],
        Meta(description="`dead`: given up. `dropped`: no news any more, or not for you any more."),
    ]
    attempts: int
    next_at: Annotated[Moment | None, Meta(description="When it is tried next; null: not any more.")]
    status: Annotated[int | None, Meta(description="HTTP status of the last answer; null: there was none.")]
    error: Annotated[
        str | None,
        Meta(
            description="What went wrong last: `status`, `url`, `address` (not public, or no such name), `connect`,"
            " `tls`, `timeout`, `protocol`, `internal`; `expired` or `access` if it was dropped."
        ),
    ]
    created_at: Moment
    sent_at: Moment | None


class WebhookDeliveryPage(msgspec.Struct, frozen=True, kw_only=True):
    """Part of the log of a webhook, the latest first. It is kept for 30 days."""

    deliveries: list[WebhookDelivery]
    next: Annotated[str | None, Meta(description="`cursor` of the next page; null: there is none.")]


class DeliveriesQuery(Query, frozen=True, kw_only=True):
    """Page of a webhook's log."""

    limit: Limit = 20
    cursor: Cursor | None = None
