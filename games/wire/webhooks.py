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
        description="The address to call: https on port 443 or 8443, on a public host, without user or password.",
    ),
]
EventType = Literal["game.moved", "message"]
Events = Annotated[
    list[EventType],
    Meta(
        min_length=1,
        max_length=8,
        description="`game.moved`: new events of a game. `message`: a new message in your inbox.",
    ),
]


class WebhookRequest(Body, frozen=True, kw_only=True):
    """A new webhook."""

    url: Url
    events: Events
    game: (
        Annotated[
            GivenId,
            Meta(
                description="The only game to follow, which may be one that you watch; by default all "
                "games in which you have a seat."
            ),
        ]
        | None
    ) = None


class WebhookChange(Body, frozen=True, kw_only=True):
    """Changes of a webhook. Members that are left out keep their values."""

    url: Url | None = None
    events: Events | None = None
    active: Annotated[bool, Meta(description="False switches the webhook off, true switches it on again.")] | None = (
        None
    )


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook as its owner sees it, without the secret."""

    id: Id
    url: str
    events: list[EventType]
    game: Annotated[
        Id | None,
        Meta(description="The id of the only game it follows, or null for all games in which you have a seat."),
    ]
    active: bool
    reason: Annotated[
        WebhookOffReason | None,
        Meta(
            description="Why it is off: you switched it off (`owner`); the receiver is `gone` (410) "
            "or was `failing` for days; you lost `access` to the game; the personal "
            "`token` that created it ended; or its `secret` was lost and must be rotated."
        ),
    ]
    failing_since: Annotated[
        Moment | None,
        Meta(description="The time of the first failed call since the last success; null if calls succeed."),
    ]
    former_secret_until: Annotated[
        Moment | None, Meta(description="Until then calls are signed with the former secret too.")
    ]
    created_at: Moment


class WebhookWithSecret(Webhook, frozen=True, kw_only=True):
    """A webhook with its new secret."""

    secret: Annotated[
        str, Meta(description="`whsec_...`, the secret that signs the calls. Only this answer contains it.")
    ]


class WebhookList(msgspec.Struct, frozen=True, kw_only=True):
    """All webhooks of the caller."""

    webhooks: list[Webhook]


class WebhookDelivery(msgspec.Struct, frozen=True, kw_only=True):
    """A call to a webhook. Of the receiver's answer only the status is kept."""

    id: Annotated[Id, Meta(description="The header `webhook-id`, the same in every attempt.")]
    type: CallType
    game: Id | None
    version_before: Annotated[Version | None, Meta(description="The call contains the events after this one.")]
    version: Annotated[Version | None, Meta(description="The last event that the call contains.")]
    state: Annotated[
        Literal["pending", "sent", "dead", "dropped"],
        Meta(description="`dead`: given up. `dropped`: no longer of interest, or no longer yours to see."),
    ]
    attempts: int
    next_at: Annotated[Moment | None, Meta(description="When it is tried next; null if it is not tried again.")]
    status: Annotated[int | None, Meta(description="HTTP status of the last answer; null if there was none.")]
    error: Annotated[
        str | None,
        Meta(
            description="The last fault: `status`, `url`, `address` (not public, or no such name), "
            "`connect`, `tls`, `timeout`, `protocol`, `internal`; `expired` or `access` "
            "if the call was dropped."
        ),
    ]
    created_at: Moment
    sent_at: Moment | None


class WebhookDeliveryPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a webhook's log, latest first. Entries are kept for 30 days."""

    deliveries: list[WebhookDelivery]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, or null on the last page.")]


class DeliveriesQuery(Query, frozen=True, kw_only=True):
    """Page of a webhook's log."""

    limit: Limit = 20
    cursor: Cursor | None = None
