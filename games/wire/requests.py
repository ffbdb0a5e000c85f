"""What clients send: bodies and query parameters. Closed types: an unknown member is a 400."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, exact, like
from common.http.validation_errors import PATTERNS
from games.rulebook import LANGUAGES
from games.wire.commands import AnyCommand
from games.wire.scalars import GivenId, Hex32, ReliabilityBound, SeatNumber, Version
from games.wire.states import Eyes
from games.wire.words import EditionName, RulesetName, SpectatorsName, SpeedName, StatusName

ShortText = Annotated[str, Meta(max_length=64)]
Whole = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
OptionValue = (
    bool
    | Whole
    | ShortText
    | Annotated[list[Whole | ShortText], Meta(max_length=200)]
    | Annotated[dict[ShortText, ShortText], Meta(max_length=10)]
)
GivenOptions = Annotated[
    dict[ShortText, OptionValue],
    Meta(max_length=100, description="`ruleset`, `edition` and other options by name; see `/v1/rulesets`."),
]
CommandId = Annotated[
    GivenId,
    Meta(
        description="An id that the client chooses, new for each command. A repeated command gets the "
        "same answer and is carried out once."
    ),
]


Seconds = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class ClockRequest(Body, frozen=True, kw_only=True):
    """A time control of the table's own, in seconds."""

    turn: Annotated[Seconds | None, Meta(description="For each turn: 60 (one minute) to 2592000 (30 days).")] = None
    bank: Annotated[Seconds | None, Meta(description="In reserve for the match: 60 to 7776000 (90 days).")] = None
    increment: Annotated[Seconds, Meta(description="Added to the bank after each turn: up to 604800 (7 days).")] = 0
    cap: Annotated[Seconds | None, Meta(description="Upper limit of the bank; by default its initial size.")] = None
    answer: Annotated[
        Seconds | None,
        Meta(description="For answering a challenge and for a race: 30 or more; by default as for a turn."),
    ] = None
    weekends: Annotated[
        bool, Meta(description="Whether Saturdays and Sundays in the time zone of each player do not count.")
    ] = False
    late: Annotated[
        Literal["lenient", "strict"],
        Meta(description="Whether a move after the deadline counts while no time-out is recorded."),
    ] = "lenient"
    autopilot_after: Annotated[
        int, Meta(ge=1, le=20, description="The number of time-outs in a row after which the service moves for a seat.")
    ] = 3


MinReliability = Annotated[
    ReliabilityBound,
    Meta(
        description="Players with a lower `share` in their `reliability` are not seated. Newcomers are, as are players "
        "whom the host has invited by name or address. The host has to meet it, too.",
    ),
]


class GameRequest(Body, frozen=True, kw_only=True):
    """A new table. The caller takes seat 0 and is its host."""

    options: GivenOptions = {}  # noqa: RUF012 - msgspec copies it
    seats: Annotated[int, Meta(ge=0, le=100, description="The number of seats.")] = 4
    private: Annotated[
        bool, Meta(description="Whether only players with a seat or an invitation can see the table.")
    ] = False
    spectators: (
        Annotated[
            SpectatorsName,
            Meta(
                description="What viewers without a seat see of a running match: `none`; `delayed`, "
                "the finished rounds; `open`, what every seat sees. The default is "
                "`delayed` if players do not see the backs of their own cards "
                "(`own_backs`), else `open`; at a private table it is always `none`."
            ),
        ]
        | None
    ) = None
    entropy: Annotated[Hex32, Meta(description="Your share of the randomness (docs/protocol/protocol.md).")] | None = (
        None
    )
    clock: Annotated[
        ClockRequest | ShortText,
        Meta(
            description="The clock: the name of a preset of `/v1/clocks`, or a time control; `none` for a "
            "game without deadlines."
        ),
    ] = "none"
    open_to_seeks: Annotated[
        bool,
        Meta(
            description="Whether free seats go to people who look for such a match (`POST /v1/me/seeks`). The match "
            "then starts by itself. Only for public tables."
        ),
    ] = False
    min_reliability: MinReliability | None = None
    command_id: CommandId | None = None


class BranchRequest(Body, frozen=True, kw_only=True):
    """A new table that starts from a position of a finished game, with its options and number of seats."""

    version: Annotated[
        Version, Meta(description="The number of events after which the branch starts. A turn must begin there.")
    ]
    future: Annotated[
        Literal["same", "redealt"],
        Meta(
            description="`redealt` deals the cards anew that your seat could not know there; `same` "
            "leaves all cards as they were."
        ),
    ] = "same"
    seat: (
        Annotated[
            SeatNumber,
            Meta(description="Your seat; by default the one you had, else the lowest seat that is still in the match."),
        ]
        | None
    ) = None
    bots: (
        Annotated[
            str,
            Meta(
                max_length=32, description="The strategy of bots for all other seats. Without it the seats stay free."
            ),
        ]
        | None
    ) = None
    private: Annotated[bool, Meta(description="As for a new table. A branch of a private game is always private.")] = (
        False
    )
    spectators: Annotated[SpectatorsName, Meta(description="As for a new table.")] | None = None
    entropy: Annotated[Hex32, Meta(description="Your share of the randomness (docs/protocol/protocol.md).")] | None = (
        None
    )
    clock: Annotated[
        ClockRequest | ShortText,
        Meta(description="As for a new table; the clock of the original game does not matter."),
    ] = "none"
    command_id: CommandId | None = None


class CheckRequest(Body, frozen=True, kw_only=True):
    """Options to check."""

    options: Annotated[
        dict[ShortText, OptionValue],
        Meta(max_length=100, description="As for a new table."),
    ] = {}  # noqa: RUF012 - msgspec copies it
    seats: Annotated[int, Meta(ge=0, le=100, description="The number of seats.")] | None = None


class SeatRequest(Body, frozen=True, kw_only=True):
    """A seat to take."""

    seat: Annotated[SeatNumber, Meta(description="By default the lowest free seat.")] | None = None
    invitation: (
        Annotated[ShortText, Meta(description="The code of an invitation, without which nobody enters a private game.")]
        | None
    ) = None
    entropy: Annotated[Hex32, Meta(description="Your share of the randomness (docs/protocol/protocol.md).")] | None = (
        None
    )
    command_id: CommandId | None = None


class BotRequest(Body, frozen=True, kw_only=True):
    """A bot to add."""

    bot: Annotated[str, Meta(max_length=32, description="The strategy of the bot: `random`, `plain` or `sharp`.")] = (
        "random"
    )
    seat: Annotated[SeatNumber, Meta(description="By default the lowest free seat.")] | None = None
    command_id: CommandId | None = None


class StartRequest(Body, frozen=True, kw_only=True):
    """The start of the match."""

    command_id: CommandId | None = None


class TakeoverRequest(Body, frozen=True, kw_only=True):
    """The wish to take over a seat."""

    invitation: (
        Annotated[ShortText, Meta(description="The code of an invitation, without which nobody enters a private game.")]
        | None
    ) = None
    command_id: CommandId | None = None


class CommandRequest(Body, frozen=True, kw_only=True):
    """A command for the caller's seat. `command` can be any entry of `legal_commands`, unchanged."""

    command_id: CommandId | None = None
    command: AnyCommand
    expected_version: (
        Annotated[
            Version,
            Meta(description="The command is refused (`stale_version`) unless the game is still at this version."),
        ]
        | None
    ) = None


Limit = Annotated[int, Meta(ge=1, le=100, description="The largest number of entries to return.")]
POSITION_PATTERN: Final = "^[A-Za-z0-9_-]*$"
PATTERNS[exact(POSITION_PATTERN)] = "the `next` or the `newest` of an earlier answer"
Position = Annotated[str, Meta(max_length=512), like(POSITION_PATTERN)]
Cursor = Annotated[Position, Meta(description="The `next` of the previous page.")]


class Query(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all query parameters."""


class GamesQuery(Query, frozen=True, kw_only=True):
    """Filters of the list of games."""

    status: Annotated[StatusName | None, Meta(description="Only games with this status.")] = None
    open_seats: Annotated[bool, Meta(description="Only tables with a free seat.")] = False
    substitute: Annotated[
        bool, Meta(description="Only running matches with a seat that a substitute may take over.")
    ] = False
    mine: Annotated[bool, Meta(description="Only games in which you play a seat, private ones included.")] = False
    my_turn: Annotated[bool, Meta(description="Only games in which you are the seat that must act.")] = False
    can_act: Annotated[bool, Meta(description="Only games in which you have a legal command.")] = False
    ruleset: Annotated[RulesetName | None, Meta(description="Only games of this ruleset.")] = None
    edition: Annotated[EditionName | None, Meta(description="Only games of this edition.")] = None
    speed: Annotated[SpeedName | None, Meta(description="Only games with a clock of this speed.")] = None
    player: Annotated[GivenId | None, Meta(description="Only games in which the player of this id has a seat.")] = None
    suits_me: Annotated[
        bool,
        Meta(description="Only games whose `min_reliability` you meet, and without players whom you have blocked."),
    ] = False
    limit: Limit = 20
    cursor: Cursor | None = None


class GameQuery(Query, frozen=True, kw_only=True):
    """What else to return."""

    include: Annotated[
        Literal["since_you_looked", "rounds"] | None,
        Meta(description="A member that is returned only if it is asked for."),
    ] = None


class LookedRequest(Body, frozen=True, kw_only=True):
    """The `version` of the game that was shown."""

    version: Version


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
    Meta(description="The viewer after the match: a seat, or `open` to see everything."),
]


class EventsQuery(Query, frozen=True, kw_only=True):
    """Which part of the log, and as who saw it; after the match everything lies open, unless `as` names a seat."""

    after: Annotated[
        Version, Meta(description="The number of the last event you have; 0 returns events from the beginning.")
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=500, description="The largest number of events to return.")] = 100
    seen_by: Wished = msgspec.field(name="as", default=None)
    wait: Annotated[
        int,
        Meta(ge=0, le=30, description="How many seconds to wait if there is no event yet. The service may wait less."),
    ] = 0


CURSOR_LENGTH: Final = 2000
CURSOR_PATTERN: Final = "^s[A-Za-z0-9_-]+$"
# Described and not demanded: whatever is no cursor of ours is refused as one (`bad_cursor`).
CursorText = Annotated[str, Meta(max_length=CURSOR_LENGTH, extra_json_schema={"pattern": CURSOR_PATTERN})]


class StreamQuery(Query, frozen=True, kw_only=True):
    """Where to go on."""

    after: Annotated[
        CursorText | None,
        Meta(description="The `cursor` of the last item you have. Without it the stream starts with a snapshot."),
    ] = None


class GameStreamQuery(Query, frozen=True, kw_only=True):
    """Where to go on."""

    after: Annotated[
        Version | CursorText | None,
        Meta(
            description="The `cursor` of the last item you have, or the version you know. Without it the "
            "stream starts with a snapshot."
        ),
    ] = None


class StateQuery(Query, frozen=True, kw_only=True):
    """As who saw it; left out: as you did."""

    seen_by: Wished = msgspec.field(name="as", default=None)


DRAWINGS_PATTERN: Final = "^[0-9a-f]{16}$"
PATTERNS[exact(DRAWINGS_PATTERN)] = "16 hexadecimal digits"


class DrawingsQuery(Query, frozen=True, kw_only=True):
    """A version of the drawings."""

    version: Annotated[str, like(DRAWINGS_PATTERN, "As in `drawings` of the catalogue.")] | None = None


Language: Any = Literal[LANGUAGES]
"""Every language the rules are told in."""


class LanguageQuery(Query, frozen=True, kw_only=True):
    """In which language the texts are."""

    language: Annotated[
        Language | None, Meta(description="By default the language that `Accept-Language` prefers, else English.")
    ] = None
