"""The sandbox on the wire: throw-away players, their mails, and the clock."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body
from games.rulebook import LANGUAGES
from games.wire.notifications import ChannelName, NotificationKind
from games.wire.requests import ClockRequest, CommandId, Cursor, Limit, OptionValue, Query, ShortText
from games.wire.scalars import Count, GivenId, Id
from games.wire.words import CallType, EventName

LanguageName: Any = Literal[tuple(LANGUAGES)]
"""The languages that messages are written in."""

DAY = 24 * 3600


class SandboxPlayerWish(Body, frozen=True, kw_only=True):
    """A throw-away player."""

    name: Annotated[str, Meta(max_length=64, description="By default the service makes one up.")] | None = None
    language: (
        Annotated[LanguageName, Meta(description="The language of their messages; by default none is chosen.")] | None
    ) = None
    time_zone: Annotated[ShortText, Meta(description="An IANA name, for quiet hours and digests.")] = "UTC"


class SandboxPlayersRequest(Body, frozen=True, kw_only=True):
    """The throw-away players to create, all or none."""

    players: Annotated[tuple[SandboxPlayerWish, ...], Meta(min_length=1, max_length=10)]


class SandboxPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A throw-away player. Only this answer contains the token."""

    id: Id
    name: str
    email: Annotated[str, Meta(description="An address to which no mail is sent; read `/v1/sandbox/mails`.")]
    token: Annotated[str, Meta(description="A device token with all scopes.")]
    until: Annotated[datetime, Meta(description="When the player is erased with all their data, in real time.")]


class SandboxPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """The new players, in the order of the request."""

    players: list[SandboxPlayer]


class SandboxMailsQuery(Query, frozen=True, kw_only=True):
    """Which mails."""

    player: Annotated[GivenId, Meta(description="Only mails to this player.")] | None = None
    limit: Limit = 20
    cursor: Cursor | None = None


class SandboxMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that the service would have sent."""

    player: Id
    sent_at: datetime
    subject: str
    text: str
    html: str | None


class SandboxMails(msgspec.Struct, frozen=True, kw_only=True):
    """Mails, oldest first."""

    mails: list[SandboxMail]
    next: Annotated[str, Meta(description="The `cursor` for later mails; it can be used again later.")]


class SandboxClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of the whole sandbox."""

    now: Annotated[datetime, Meta(description="The time by which the sandbox decides everything.")]
    ahead: Annotated[Count, Meta(description="The whole seconds by which it is ahead of real time.")]


class AdvanceRequest(Body, frozen=True, kw_only=True):
    """How far to move the clock: the sum of days and seconds, more than 0 and at most 31 days."""

    days: Annotated[int, Meta(ge=0, le=31)] = 0
    seconds: Annotated[int, Meta(ge=0, le=31 * DAY)] = 0


class EventCount(msgspec.Struct, frozen=True, kw_only=True):
    """The number of events of a type."""

    type: EventName
    count: Count


class GameNews(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded in a game meanwhile."""

    game: Id
    events: Annotated[
        list[EventCount],
        Meta(description="The number of events by type, in the order in which the types first occurred."),
    ]


class MessageCount(msgspec.Struct, frozen=True, kw_only=True):
    """The number of messages of a kind by channel. `inbox` counts all of them."""

    channel: ChannelName
    kind: NotificationKind
    count: Count


class CallCount(msgspec.Struct, frozen=True, kw_only=True):
    """The results of the calls of one type to a webhook."""

    webhook: Id
    type: CallType
    sent: Annotated[Count, Meta(description="Calls that were accepted.")]
    pending: Annotated[Count, Meta(description="Calls that failed and will be tried again.")]
    dead: Annotated[Count, Meta(description="Calls that were given up.")]


class ClockAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """How far the clock moved, and what happened to you and your throw-away players on the way."""

    since: datetime
    now: datetime
    left: Annotated[
        Count,
        Meta(description="Seconds that remain; send them as the next request. 0 means that the clock has arrived."),
    ]
    steps: Annotated[Count, Meta(description="The number of moments at which something was due.")]
    games: list[GameNews]
    messages: list[MessageCount]
    webhook_calls: list[CallCount]


class SandboxSeat(Body, frozen=True, kw_only=True):
    """The player of a seat: you, one of your throw-away players, or a bot."""

    player: GivenId | None = None
    bot: (
        Annotated[str, Meta(max_length=32, description="The strategy of the bot: `random`, `plain` or `sharp`.")] | None
    ) = None

    def __post_init__(self) -> None:
        """Write the id as we do: the body is hashed, and the same request may come with the id in another case."""
        if self.player is not None:
            msgspec.structs.force_setattr(self, "player", self.player.lower())


class SandboxGameRequest(Body, frozen=True, kw_only=True):
    """A match that begins with a chosen position."""

    position: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=4000,
            description="In the notation of the rules, section 0.1, where a turn begins: `L cw t=A; "
            "A: R5 G+1; B: B7 x3; di: R9`. What it leaves out is derived from the text.",
        ),
    ]
    seats: Annotated[
        tuple[SandboxSeat, ...], Meta(min_length=2, max_length=10, description="In seat order; at least one player.")
    ]
    options: Annotated[dict[ShortText, OptionValue], Meta(max_length=100, description="As for a new table.")] = (
        msgspec.field(default_factory=dict)
    )
    clock: Annotated[ClockRequest | ShortText, Meta(description="As for a new table.")] = "none"
    command_id: CommandId | None = None


class SandboxGame(msgspec.Struct, frozen=True, kw_only=True):
    """The match that has started."""

    game: Id
