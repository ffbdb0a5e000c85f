"""What the service says about games: summaries for lists, the whole table for one viewer."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

import engine
from common.http.types import Moment
from games.wire.commands import AnyCommand
from games.wire.scalars import Count, Hex32, Id, SeatNumber, Version
from games.wire.words import Future, PauseReason, SeatKindName, SpectatorsName, StatusName

StepName = Literal["started", "turn", "answer", "bank", "round", "pause", "weekends", "waits", "deadline"]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat and its player. `name` is the player's public name, `bot` the strategy of a bot.

    A `human` without a name has left the service for good; show a neutral text, say "Deleted player".
    """

    seat: SeatNumber
    kind: SeatKindName
    name: str | None = None
    bot: str | None = None


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """What the table agreed on about time; seconds. `late`: whether a move counts that beats only the time-out."""

    turn: Annotated[int | None, Meta(description="For each turn; null: no limit but the bank.")]
    bank: Annotated[int | None, Meta(description="For the whole match, used up by what a turn takes beyond its limit.")]
    increment: Annotated[int, Meta(description="Added to the bank after each turn of one's own.")]
    cap: Annotated[int | None, Meta(description="The increment fills the bank no further; null: than it was at first.")]
    answer: Annotated[int | None, Meta(description="For answering a challenge, and for a race; null: as for a turn.")]
    weekends: Annotated[bool, Meta(description="Saturdays and Sundays in the player's time zone do not count.")]
    late: Literal["lenient", "strict"]
    autopilot_after: Annotated[int, Meta(description="So many time-outs in a row put a seat on autopilot.")]


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A time control by name."""

    name: str
    summary: str
    control: TimeControl


class Presets(msgspec.Struct, frozen=True, kw_only=True):
    """What a table can be set up with as `clock`, besides `none`."""

    clocks: list[Preset]


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has in reserve, and how often in a row its time ran out."""

    seat: SeatNumber
    left: Annotated[int | None, Meta(description="Seconds, as the turn under way began; null: there is no bank.")]
    timeouts: Count


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """Time that does not count, for one seat or (null) for all."""

    reason: PauseReason
    seat: SeatNumber | None
    since: Moment
    until: Annotated[Moment | None, Meta(description="Null: until somebody ends it.")]


class ClockStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of deriving the deadline.

    `started` (at `since`), `turn`, `answer`, `bank` or `round` (`seconds` that may be used), `pause` (`since` to
    `until` does not count, for this `reason`), `weekends` (`offset` minutes from UTC), `waits` (no deadline before the
    pause ends), `deadline` (at `since`).
    """

    step: StepName
    since: Moment | None = None
    until: Moment | None = None
    seconds: int | None = None
    reason: PauseReason | None = None
    offset: int | None = None


class GameClock(msgspec.Struct, frozen=True, kw_only=True):
    """Whose time is running, and what everybody has left."""

    control: Annotated[TimeControl | None, Meta(description="Null: only rounds are timed (`time_limit`).")]
    seat: Annotated[SeatNumber | None, Meta(description="Whose time is running.")]
    vacations: Annotated[bool, Meta(description="A vacation stops the clock of its player's seat here.")]
    banks: list[Bank]
    pauses: Annotated[list[Pause], Meta(description="Those that can still matter, the oldest first.")]
    explain: Annotated[list[ClockStep], Meta(description="The deadline, derived step by step.")]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a branch began: as the game `game` stood at `version`."""

    game: Annotated[Id, Meta(description="It may be a private one, which exists for its players only.")]
    version: Version
    future: Annotated[Future, Meta(description="Whether cards that a seat could not know were dealt anew.")]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as lists show it: nothing in it depends on hidden cards."""

    id: Id
    status: StatusName
    private: bool
    spectators: Annotated[
        SpectatorsName,
        Meta(
            description="What those without a seat see of the match while it runs: nothing, the rounds that are over,"
            " or what every seat sees. When it is over, they see everything."
        ),
    ]
    ruleset: str
    edition: str
    options: Annotated[
        dict[str, engine.OptionValue],
        Meta(
            description="The options that differ from their default (see `/v1/rulesets`), or from what the ruleset or "
            "another option would bring with it: a game that is created with these has the same rules."
        ),
    ]
    seats: list[Seat]
    open_seats: Count
    host: Annotated[SeatNumber | None, Meta(description="The seat that may add bots and start.")]
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act.")]
    your_seat: Annotated[SeatNumber | None, Meta(description="The caller's seat; null for spectators.")]
    your_turn: Annotated[
        bool,
        Meta(
            description="Whether you are the seat that must act. Of the decisions `help` and `race`, which several"
            " seats may answer, `view.decision.seats` has all of them."
        ),
    ]
    version: Version
    chain: Annotated[Hex32, Meta(description="Hash over all events so far; keep it as evidence (protocol.md).")]
    deadline_at: Annotated[
        Moment | None,
        Meta(description="When time runs out next, UTC: for the seat on turn or for the round; null: none is running."),
    ]
    quarantined: Annotated[
        bool, Meta(description="Commands are refused (`game_quarantined`) until an operator has looked at it.")
    ]
    origin: Annotated[Origin | None, Meta(description="Null unless it is a branch of another game.")]
    created_at: Moment
    updated_at: Moment


class Game(GameSummary, frozen=True, kw_only=True):
    """A game as one viewer may see it now."""

    invite_code: Annotated[str | None, Meta(description="For seated players of a private game.")]
    clock: Annotated[GameClock | None, Meta(description="Null: nothing is timed.")]
    server_now: Annotated[Moment, Meta(description="The service's time as it answers; deadlines are by this clock.")]
    view: engine.View
    legal_commands: Annotated[
        list[AnyCommand], Meta(description="Exactly the moves that the caller's seat may make now, ready to send.")
    ]
    table_commands: Annotated[
        list[AnyCommand],
        Meta(description="Likewise what is no move: votes, resigning, ending a pause, taking the seat back."),
    ]


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """One page of games."""

    games: list[GameSummary]
    server_now: Annotated[Moment, Meta(description="The service's time as it answers.")]
    next: Annotated[str | None, Meta(description="Pass it as `cursor` for the next page; null: there is none.")]
