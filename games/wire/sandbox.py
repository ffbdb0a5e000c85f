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

    name: Annotated[str, Meta(max_length=64, description="Left out: made up.")] | None = None
    language: Annotated[LanguageName, Meta(description="Of their messages; left out: none chosen.")] | None = None
    time_zone: Annotated[ShortText, Meta(description="An IANA name, for quiet hours and digests.")] = "UTC"


class SandboxPlayersRequest(Body, frozen=True, kw_only=True):
    """Throw-away players to make, all or none."""

    players: Annotated[tuple[SandboxPlayerWish, ...], Meta(min_length=1, max_length=10)]


class SandboxPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A throw-away player. The token is shown this once."""

    id: Id
    name: str
    email: Annotated[str, Meta(description="An address that no mail leaves for; see the mails of the sandbox.")]
    token: Annotated[str, Meta(description="A device token: it may do everything.")]
    until: Annotated[datetime, Meta(description="When the player is erased with all their data; in real time.")]


class SandboxPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """What was made, in the order asked."""

    players: list[SandboxPlayer]


class SandboxMailsQuery(Query, frozen=True, kw_only=True):
    """Which mails."""

    player: Annotated[GivenId, Meta(description="To this player only.")] | None = None
    limit: Limit = 20
    cursor: Cursor | None = None


class SandboxMail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as it would have gone out."""

    player: Id
    sent_at: datetime
    subject: str
    text: str
    html: str | None


class SandboxMails(msgspec.Struct, frozen=True, kw_only=True):
    """Mails, oldest first."""

    mails: list[SandboxMail]
    next: Annotated[str, Meta(description="Ask with it, as `cursor`, for what comes after these, now or later.")]


class SandboxClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of the whole sandbox."""

    now: Annotated[datetime, Meta(description="The time by which everything is decided.")]
    ahead: Annotated[Count, Meta(description="Whole seconds by which it is ahead of the real time.")]


class AdvanceRequest(Body, frozen=True, kw_only=True):
    """How far to move the clock: days and seconds together, more than nothing and at most 31 days."""

    days: Annotated[int, Meta(ge=0, le=31)] = 0
    seconds: Annotated[int, Meta(ge=0, le=31 * DAY)] = 0


class EventCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many events of a type."""

    type: EventName
    count: Count


class GameNews(msgspec.Struct, frozen=True, kw_only=True):
    """What was recorded in a game meanwhile."""

    game: Id
    events: Annotated[list[EventCount], Meta(description="By type, in the order in which the types first came.")]


class MessageCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many messages of a kind went to a channel; `inbox`: how many were told at all."""

    channel: ChannelName
    kind: NotificationKind
    count: Count


class CallCount(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the calls of a type to a webhook."""

    webhook: Id
    type: CallType
    sent: Annotated[Count, Meta(description="Taken meanwhile.")]
    pending: Annotated[Count, Meta(description="Failed so far, and to be tried again.")]
    dead: Annotated[Count, Meta(description="Given up.")]


class ClockAdvance(msgspec.Struct, frozen=True, kw_only=True):
    """How far the clock was moved, and what happened on the way to you and the players you made."""

    since: datetime
    now: datetime
    left: Annotated[Count, Meta(description="Seconds that are still to go: ask again. 0: it has arrived.")]
    steps: Annotated[Count, Meta(description="At so many moments something was due.")]
    games: list[GameNews]
    messages: list[MessageCount]
    webhook_calls: list[CallCount]


class SandboxSeat(Body, frozen=True, kw_only=True):
    """A seat's player: you, one of your throw-away players, or a bot."""

    player: GivenId | None = None
    bot: Annotated[str, Meta(max_length=32, description="The strategy: `random` or `sharp`.")] | None = None

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
            description="In the notation of the rules, section 0.1, where a turn begins: "
            "`L cw t=A; A: R5 G+1; B: B7 x3; di: R9`. What it leaves open follows from the text.",
        ),
    ]
    seats: Annotated[
        tuple[SandboxSeat, ...], Meta(min_length=2, max_length=10, description="In their order; at least one player.")
    ]
    options: Annotated[dict[ShortText, OptionValue], Meta(max_length=100, description="As for a new table.")] = (
        msgspec.field(default_factory=dict)
    )
    clock: Annotated[ClockRequest | ShortText, Meta(description="As for a new table.")] = "none"
    command_id: CommandId | None = None


class SandboxGame(msgspec.Struct, frozen=True, kw_only=True):
    """The match has started."""

    game: Id
