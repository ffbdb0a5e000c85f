"""What clients send: bodies and query parameters. Closed types: an unknown member is a 400."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, exact, like
from common.http.validation_errors import PATTERNS
from games.rulebook import LANGUAGES
from games.wire.commands import AnyCommand
from games.wire.scalars import GivenId, Hex32, SeatNumber, Version
from games.wire.states import Eyes
from games.wire.words import SpectatorsName, StatusName

ShortText = Annotated[str, Meta(max_length=64)]
Whole = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
OptionValue = (
    bool
    | Whole
    | ShortText
    | Annotated[list[Whole | ShortText], Meta(max_length=200)]
    | Annotated[dict[ShortText, ShortText], Meta(max_length=10)]
)
CommandId = Annotated[
    GivenId,
    Meta(
        description="Chosen by the client, new for every command. Sent again, the same command gets the same answer;"
        " it is carried out once."
    ),
]


Seconds = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class ClockRequest(Body, frozen=True, kw_only=True):
    """A time control of one's own; seconds."""

    turn: Annotated[Seconds | None, Meta(description="For each turn: 60 (a minute) to 2592000 (30 days).")] = None
    bank: Annotated[Seconds | None, Meta(description="In reserve for the match: 60 to 7776000 (90 days).")] = None
    increment: Annotated[Seconds, Meta(description="Added to the bank after each turn: up to 604800 (7 days).")] = 0
    cap: Annotated[
        Seconds | None, Meta(description="Most that the bank is filled to; left out: what it began with.")
    ] = None
    answer: Annotated[
        Seconds | None, Meta(description="For answering a challenge, and for a race: 30 or more; left out: as a turn.")
    ] = None
    weekends: Annotated[bool, Meta(description="Saturdays and Sundays do not count, in each player's zone.")] = False
    late: Annotated[
        Literal["lenient", "strict"],
        Meta(description="Whether a move after the deadline counts as long as no time-out is recorded."),
    ] = "lenient"
    autopilot_after: Annotated[
        int, Meta(ge=1, le=20, description="Time-outs in a row that put a seat on autopilot.")
    ] = 3


class GameRequest(Body, frozen=True, kw_only=True):
    """A new table; the caller takes seat 0 and is its host."""

    options: Annotated[
        dict[ShortText, OptionValue],
        Meta(max_length=100, description="`game`, `edition` and options by name, see `/v1/rulesets`."),
    ] = {}  # noqa: RUF012 - msgspec copies it
    seats: Annotated[int, Meta(ge=0, le=100, description="How many sit at the table.")] = 4
    private: Annotated[
        bool, Meta(description="Nobody but the seated players and those with the invite code know of it.")
    ] = False
    spectators: (
        Annotated[
            SpectatorsName,
            Meta(
                description="What those without a seat see of the match while it runs: `none`; `delayed`, the rounds"
                " that are over; `open`, what every seat sees. Left out: `delayed` if players do not see the backs of"
                " their own cards (`own_backs`), else `open`; at a private table always `none`."
            ),
        ]
        | None
    ) = None
    entropy: Annotated[Hex32, Meta(description="Your share of the shuffle (docs/protocol/protocol.md).")] | None = None
    clock: Annotated[
        ClockRequest | ShortText,
        Meta(description="How long a turn may take: a preset of `/v1/clocks` by name, or parts; `none`: as one likes."),
    ] = "none"
    command_id: CommandId | None = None


class BranchRequest(Body, frozen=True, kw_only=True):
    """A new table that begins in the middle of a finished game, by its options and with its seats."""

    version: Annotated[Version, Meta(description="After so many events of the game; a turn must begin there.")]
    future: Annotated[
        Literal["same", "redealt"],
        Meta(description="`redealt`: cards that your seat could not know there are dealt anew; `same`: none."),
    ] = "same"
    seat: (
        Annotated[SeatNumber, Meta(description="Your seat; left out: the one you had, else the lowest in the match.")]
        | None
    ) = None
    bots: (
        Annotated[str, Meta(max_length=32, description="Bots of this strategy on all other seats; left out: none.")]
        | None
    ) = None
    private: Annotated[bool, Meta(description="As for a new table; branches of private games always are.")] = False
    spectators: Annotated[SpectatorsName, Meta(description="As for a new table.")] | None = None
    entropy: Annotated[Hex32, Meta(description="Your share of the shuffle (docs/protocol/protocol.md).")] | None = None
    clock: Annotated[
        ClockRequest | ShortText, Meta(description="A clock of its own, as for a new table, whatever the game had.")
    ] = "none"
    command_id: CommandId | None = None


class CheckRequest(Body, frozen=True, kw_only=True):
    """Options that somebody thinks of playing with."""

    options: Annotated[
        dict[ShortText, OptionValue],
        Meta(max_length=100, description="As for a new table."),
    ] = {}  # noqa: RUF012 - msgspec copies it
    seats: Annotated[int, Meta(ge=0, le=100, description="How many would sit at the table.")] | None = None


class SeatRequest(Body, frozen=True, kw_only=True):
    """Sit down."""

    seat: Annotated[SeatNumber, Meta(description="Which seat; left out: the lowest free one.")] | None = None
    invite_code: Annotated[ShortText, Meta(description="The invite code of a private game.")] | None = None
    entropy: Annotated[Hex32, Meta(description="Your share of the shuffle (docs/protocol/protocol.md).")] | None = None
    command_id: CommandId | None = None


class BotRequest(Body, frozen=True, kw_only=True):
    """Let a bot sit down."""

    bot: Annotated[str, Meta(max_length=32, description="The strategy: `random` or `sharp`.")] = "random"
    seat: Annotated[SeatNumber, Meta(description="Which seat; left out: the lowest free one.")] | None = None
    command_id: CommandId | None = None


class StartRequest(Body, frozen=True, kw_only=True):
    """Start the match."""

    command_id: CommandId | None = None


class CommandRequest(Body, frozen=True, kw_only=True):
    """A command for the caller's seat. `command` takes any entry of `legal_commands` as it stands."""

    command_id: CommandId | None = None
    command: AnyCommand
    expected_version: (
        Annotated[
            Version,
            Meta(description="Refuse the command (`stale_version`) unless the game is still at this version."),
        ]
        | None
    ) = None


Limit = Annotated[int, Meta(ge=1, le=100, description="Most entries wanted.")]
POSITION_PATTERN: Final = "^[A-Za-z0-9_-]*$"
PATTERNS[exact(POSITION_PATTERN)] = "the `next` or the `newest` of an earlier answer"
Position = Annotated[str, Meta(max_length=512), like(POSITION_PATTERN)]
Cursor = Annotated[Position, Meta(description="`next` of the page before.")]


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all query parameters."""


class GamesQuery(Query, frozen=True, kw_only=True):
    """Filters of the list of games."""

    status: Annotated[StatusName | None, Meta(description="Where the game stands.")] = None
    open_seats: Annotated[bool, Meta(description="Only tables with a free seat.")] = False
    mine: Annotated[bool, Meta(description="Only games you sit in, private ones included.")] = False
    my_turn: Annotated[bool, Meta(description="Only games in which you are the seat that must act.")] = False
    limit: Limit = 20
    cursor: Cursor | None = None


class MyGamesQuery(Query, frozen=True, kw_only=True):
    """Page of one's own games."""

    limit: Limit = 20
    cursor: Cursor | None = None


DAY_PATTERN: Final = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
PATTERNS[exact(DAY_PATTERN)] = "a day, such as `2026-01-31`"
Day = Annotated[str, like(DAY_PATTERN, "A day, UTC.", format="date")]


class AnchorsQuery(Query, frozen=True, kw_only=True):
    """Page of the anchors."""

    limit: Limit = 20
    cursor: Cursor | None = None


class ConsistencyQuery(Query, frozen=True, kw_only=True):
    """Which two anchors."""

    first: Annotated[Day, Meta(description="The day of the anchor you have.")]
    second: Annotated[Day, Meta(description="The same day or a later one.")]


Wished = Annotated[
    Eyes | None,
    Meta(description="With whose eyes, once the match is over: a seat's, or `open` for everything."),
]


class EventsQuery(Query, frozen=True, kw_only=True):
    """Which part of the log, and as who saw it; after the match everything lies open, unless `as` names a seat."""

    after: Annotated[Version, Meta(description="The last event you have; 0: from the beginning.")] = 0
    limit: Annotated[int, Meta(ge=1, le=500, description="Most events wanted.")] = 100
    seen_by: Wished = msgspec.field(name="as", default=None)
    wait: Annotated[
        int, Meta(ge=0, le=30, description="Seconds to wait for the first event if there is none yet; it may be less.")
    ] = 0


CURSOR_LENGTH: Final = 2000
CURSOR_PATTERN: Final = "^s[A-Za-z0-9_-]+$"
# Described and not demanded: whatever is no cursor of ours is refused as one (`bad_cursor`).
CursorText = Annotated[str, Meta(max_length=CURSOR_LENGTH, extra_json_schema={"pattern": CURSOR_PATTERN})]


class StreamQuery(Query, frozen=True, kw_only=True):
    """Where to go on."""

    after: Annotated[
        CursorText | None, Meta(description="The `cursor` of the last item you have; left out: a snapshot.")
    ] = None


class GameStreamQuery(Query, frozen=True, kw_only=True):
    """Where to go on."""

    after: Annotated[
        Version | CursorText | None,
        Meta(description="The `cursor` of the last item you have, or the version you know; left out: a snapshot."),
    ] = None


class StateQuery(Query, frozen=True, kw_only=True):
    """As who saw it; left out: as you did."""

    seen_by: Wished = msgspec.field(name="as", default=None)


Language: Any = Literal[LANGUAGES]
"""Every language the rules are told in."""


class RulesQuery(Query, frozen=True, kw_only=True):
    """In which language the rules are told."""

    language: Annotated[Language | None, Meta(description="Left out: as `Accept-Language` prefers, else English.")] = (
        None
    )
