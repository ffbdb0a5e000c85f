"""The export on the wire: everything about the caller, in one document."""

from datetime import date, time
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

import engine
from common.http.types import Moment
from games.wire.invitations import InvitationKind, InvitationState
from games.wire.loans import LoanRole
from games.wire.log import LogEntry
from games.wire.notifications import Notification
from games.wire.orders import Orders
from games.wire.presets import SharedPreset
from games.wire.scalars import Count, Hex32, SeatNumber, Version
from games.wire.seeks import Seek
from games.wire.webhooks import Webhook
from games.wire.words import StatusName


class ExportedAddress(msgspec.Struct, frozen=True, kw_only=True):
    """An e-mail address."""

    email: str
    verified: bool
    primary: bool


class ExportedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The account itself."""

    id: UUID
    name: str
    joined_at: Moment
    addresses: list[ExportedAddress]
    asked_to_leave_at: Moment | None
    leaves_at: Moment | None


class ExportedPreferences(msgspec.Struct, frozen=True, kw_only=True):
    """Preferences; see `/v1/me/preferences`."""

    language: Annotated[str, Meta(description="Empty if you chose none.")]
    time_zone: str
    quiet_from: time | None
    quiet_to: time | None
    digest_hour: int | None
    reminders: Annotated[list[int], Meta(description="Seconds before a deadline.")]
    messages: Annotated[
        dict[str, dict[str, bool]],
        Meta(description="Your own choices by kind and channel; `*` stands for all other kinds."),
    ]


class ExportedToken(msgspec.Struct, frozen=True, kw_only=True):
    """A token, without its secret."""

    id: UUID
    kind: str
    hint: str
    name: str
    scopes: list[str]
    created_at: Moment
    last_used_on: date
    expires_at: Moment | None


class ExportedAuthorization(msgspec.Struct, frozen=True, kw_only=True):
    """One of your authorizations of an app."""

    app: Annotated[UUID, Meta(description="The id of the app.")]
    name: str
    scopes: list[str]
    created_at: Moment
    last_used_on: date
    expires_at: Moment


class ExportedApp(msgspec.Struct, frozen=True, kw_only=True):
    """An app that you registered, without its secret."""

    id: UUID
    name: str
    type: str
    website: str
    redirect_uris: list[str]
    scopes: list[str]
    created_at: Moment


class ExportedDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A browser or phone that gets your pushes."""

    id: UUID
    kind: str
    name: str
    host: Annotated[str | None, Meta(description="The push service of a browser.")]
    created_at: Moment


class ExportedVacation(msgspec.Struct, frozen=True, kw_only=True):
    """A planned, running or past vacation."""

    starts_at: Moment
    ends_at: Moment
    ended_at: Moment | None
    games: Annotated[list[UUID] | None, Meta(description="The chosen games, or null for all games.")]


class ExportedMerge(msgspec.Struct, frozen=True, kw_only=True):
    """A guest who was merged into your account."""

    guest: UUID
    games: Annotated[Count, Meta(description="The number of seats that were moved.")]
    merged_at: Moment


class ExportedInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation that you made."""

    game: UUID
    kind: InvitationKind
    state: InvitationState
    player: Annotated[str | None, Meta(description="The name or id as you gave it.")]
    email: Annotated[str | None, Meta(description="Null once the invitation has ended.")]
    created_at: Moment
    expires_at: Moment


class ExportedPreset(SharedPreset, frozen=True, kw_only=True):
    """One of your presets of tables."""

    code: Annotated[str | None, Meta(description="With which everybody sees it.")]
    created_at: Moment
    updated_at: Moment


class ExportedBlock(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom you have blocked."""

    player: UUID
    name: str
    blocked_at: Moment


class ExportedReminder(msgspec.Struct, frozen=True, kw_only=True):
    """A reminder that is scheduled."""

    game: UUID
    due_at: Moment
    deadline_at: Moment


class ExportedSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The latest version of a game that you fetched while it was your turn."""

    game: UUID
    up_to: Version


class ExportedRemoval(msgspec.Struct, frozen=True, kw_only=True):
    """A table from which a host has removed you, while its match has not started."""

    game: UUID
    removed_at: Moment


class ExportedFormerSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that you have given up, and that another player has taken over after event `until_version`."""

    game: UUID
    seat: SeatNumber
    pseudonym: UUID
    since_version: Version
    until_version: Version


class ExportedLoan(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a match under way that you offer or lend, or that is or was lent to you."""

    game: UUID
    seat: SeatNumber
    role: LoanRole
    hours: int
    wanted: str
    offered_at: Moment
    lent_until: Moment | None


class ExportedDelivery(msgspec.Struct, frozen=True, kw_only=True):
    """The delivery of a notification on one channel."""

    channel: str
    state: str
    created_at: Moment
    sent_at: Moment | None


class ExportedNotification(msgspec.Struct, frozen=True, kw_only=True):
    """A notification, and where it was sent."""

    notification: Notification
    deliveries: list[ExportedDelivery]


class ExportedOrders(msgspec.Struct, frozen=True, kw_only=True):
    """The orders that you have left in a game."""

    game_id: UUID
    orders: Orders
    given_at: Moment
    expires_at: Moment


class ExportedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in which you have a seat, as your seat sees it: with your moves and cards, without what others hid."""

    id: UUID
    seat: SeatNumber
    pseudonym: Annotated[UUID, Meta(description="Your name in the transcript of this game, used nowhere else.")]
    status: StatusName
    private: bool
    ruleset: str
    edition: str
    options: dict[str, engine.OptionValue]
    created_at: Moment
    updated_at: Moment
    version: Version
    chain: Hex32
    events: Annotated[list[LogEntry], Meta(description="All events, oldest first.")]
    complete: Annotated[bool, Meta(description="False if the log could not be read to its end: export again later.")]


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the service stores about you.

    Members come in this order. `games` may be long, so read it as a stream.
    """

    exported_at: Moment
    account: ExportedAccount
    preferences: ExportedPreferences
    tokens: list[ExportedToken]
    authorizations: list[ExportedAuthorization]
    apps: list[ExportedApp]
    devices: list[ExportedDevice]
    vacations: list[ExportedVacation]
    webhooks: list[Webhook]
    merges: list[ExportedMerge]
    invitations: list[ExportedInvitation]
    presets: list[ExportedPreset]
    blocks: list[ExportedBlock]
    seeks: list[Seek]
    orders: list[ExportedOrders]
    reminders: list[ExportedReminder]
    seen: list[ExportedSeen]
    removals: list[ExportedRemoval]
    former_seats: list[ExportedFormerSeat]
    loans: list[ExportedLoan]
    notifications: Annotated[list[ExportedNotification], Meta(description="Oldest first.")]
    games: list[ExportedGame]
