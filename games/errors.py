"""Every refusal of this app: one class per code, with typed fields. HTTP statuses are not known here.

Refusals by the rules are the engine's (`engine.RuleViolation`). No message tells whether a private game exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.types import Game, GameState, LoggedEvent


class GameError(Exception):
    """Base of all coded refusals. `fields` holds JSON-ready values for machines."""

    code: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        super().__init__()
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields)


class GameNotFound(GameError):
    """Unknown, or private and none of the asker's business: nobody can tell which."""

    code = "game_not_found"
    template = "There is no such game."


class NoSpectators(GameError):
    """The table takes no spectators, and its match is not over yet."""

    code = "no_spectators"
    template = "This table has no spectators: the match is shown to its players only until it is over."


class SpectatorsAtPrivateTable(GameError):
    """A private table was to have spectators, who cannot even know of it."""

    code = "spectators_at_private_table"
    template = "Nobody can watch at a private table: leave `spectators` out, or make it `none`."


class NoSuchVersion(GameError):
    """The game has not come so far, or nothing had happened yet. Fields: last."""

    code = "no_such_version"
    template = "This game has versions 1 to {last}."


class WithinCommand(GameError):
    """The version lies between the events of one command, where the table shows more than those tell.

    Fields: before, after.
    """

    code = "within_command"
    template = "One command led from version {before} to {after}; what lies between is shown when the match is over."


class NotSeated(GameError):
    """The asker may look at the game but does not play in it."""

    code = "not_seated"
    template = "You have no seat in this game."


class SeatHasResigned(GameError):
    """Who has resigned has no say any more; his cards are played without him."""

    code = "seat_resigned"
    template = "You have resigned; your seat is played without you to the end."


class TooLate(GameError):
    """The table is strict: a move after the deadline does not count."""

    code = "too_late"
    template = "Your time had run out at {deadline_at}; the table takes no late moves."


class BadClock(GameError):
    """A time control nobody can play by. Fields: member, as the request names it (`clock.turn`), and reason."""

    code = "bad_clock"
    template = "`{member}`: {reason}."


class NotHost(GameError):
    """Only the host, the person on the lowest seat, may do that."""

    code = "not_host"
    template = "Only the host of the table may do that; the host is the person on the lowest seat."


class AlreadySeated(GameError):
    """One seat a player."""

    code = "already_seated"
    template = "You already have seat {seat} in this game."


class NoSuchSeat(GameError):
    """The table has no seat of that number."""

    code = "no_such_seat"
    template = "This table has seats 0 to {last}."


class NoOpenSeat(GameError):
    """All seats are taken."""

    code = "no_open_seat"
    template = "All seats are taken."


class NotABot(GameError):
    """Only bots can be removed from a table; people leave."""

    code = "not_a_bot"
    template = "There is no bot on seat {seat}."


class UnknownBot(GameError):
    """No strategy has that name."""

    code = "unknown_bot"
    template = "There is no bot of that name; there are: {known}."


class StaleVersion(GameError):
    """The game has moved on since the version the asker based the command on, or others were faster too often.

    `state` is the game as it is now, `missed` the events since the asker's version, the oldest first and at
    most `MISSED_LIMIT`. Fields: current_version.
    """

    code = "stale_version"
    template = "The game is at version {current_version} now."
    MISSED_LIMIT: ClassVar[int] = 200

    def __init__(self, *, state: GameState, missed: Sequence[LoggedEvent]) -> None:
        super().__init__(current_version=state.header.version)
        self.state = state
        self.missed = missed


class CommandIdReused(GameError):
    """The command id belongs to another command of this game."""

    code = "command_id_reused"
    template = "This command id was already used for another command; choose a new one."


class GameFinished(GameError):
    """The match is over; the rules say when that is."""

    code = "game_finished"
    rule = "5"
    paragraph = "scoring"
    template = "The match is over."


class GameQuarantined(GameError):
    """The log of the game is in doubt, so nothing changes in it before an operator has looked.

    `header` is for whoever decides whether the asker may know of the game; None once that is decided.
    """

    code = "game_quarantined"
    template = "The game is quarantined: its record is being checked. Lost time will be given back."

    def __init__(self, header: Game | None = None) -> None:
        super().__init__()
        self.header = header


class GameNotFinished(GameError):
    """What is asked for is shown, or made, when the match is over."""

    code = "game_not_finished"
    template = "The match is not over yet; until then everybody sees it from his own seat only."


class NoRecord(GameError):
    """The match is too long, or was played by rules that were decided otherwise since: its moves cannot be told."""

    code = "no_record"
    template = (
        "This match is too long to write down, or cannot be by the rules of today; its transcript has everything."
    )


class AnchorNotFound(GameError):
    """No anchor was made for this day. Fields: date."""

    code = "anchor_not_found"
    template = "There is no anchor of {date}."


class NotBranchable(GameError):
    """No turn begins at that version. Fields: version, and the `nearest` ones at which one does."""

    code = "not_branchable"
    template = "No turn begins at version {version}; the nearest at which one does: {nearest}."


class NobodyToNudge(GameError):
    """The game waits for nobody whom a nudge would help: a bot, the asker himself, somebody on vacation, no one."""

    code = "nobody_to_nudge"
    template = "The game does not wait for another player now."


class TooSoonToNudge(GameError):
    """He has had too little time yet, or was nudged already. Fields: retry_after, limit, window."""

    code = "too_soon_to_nudge"
    policy = "nudges"
    template = "It is too soon to nudge; try again in {retry_after} s."


class TableClosed(GameError):
    """The match has started: nobody can come to the table any more."""

    code = "table_closed"
    template = "The match has started; nobody can join it any more."


class TooManyInvitations(GameError):
    """The asker has invited as often as anyone may for now. Fields: retry_after, limit, window."""

    code = "too_many_invitations"
    policy = "invitations"
    template = "Too many invitations; try again in {retry_after} s."


class BadCursor(GameError):
    """A page token that was not handed out by this list."""

    code = "bad_cursor"
    template = "This is not a cursor of this list; start again without one."


class StoreBusy(GameError):
    """The row of the game stayed locked for too long, or the database is away. Try again."""

    code = "store_busy"
    template = "The service is busy; try again in a moment."
    retry_after: ClassVar[int] = 1
    """Seconds."""


class LogCorrupt(Exception):
    """The log does not fit itself. The game takes no more commands until an operator has looked (`verify_log`)."""


class RulesetNotFound(GameError):
    """No game and edition have this name."""

    code = "ruleset_not_found"
    template = "There is no ruleset of that name."


class NotASandbox(GameError):
    """The database is not that of a sandbox."""

    code = "not_a_sandbox"
    template = "The database of this installation has not been made a sandbox."


class ClockBusy(GameError):
    """Another request is moving the clock."""

    code = "clock_busy"
    template = "Somebody is moving the clock; try again when it has arrived."


class ClockTooFar(GameError):
    """The clock of a sandbox would be too far ahead. Fields: most."""

    code = "clock_too_far"
    template = "The clock cannot be more than {most} days ahead."


class SeatedTogether(GameError):
    """A guest who is to be merged sits at tables of the account, where one person has one seat. Fields: games."""

    code = "seated_together"
    template = "The guest and you both sit at tables that are not over (`games`): one of you has to leave them first."

    def __init__(self, *, games: Sequence[UUID]) -> None:
        super().__init__(games=[str(game) for game in games[: self.MOST]])

    MOST: ClassVar[int] = 20


class TooManySandboxPlayers(GameError):
    """The author has as many throw-away players as one may have. Fields: limit."""

    code = "too_many_sandbox_players"
    template = "You have made {limit} players or would have more; they go after a while."


class NotYourPlayer(GameError):
    """A player was named that is neither the asker nor made by him."""

    code = "not_your_player"
    template = "One of these players is neither you nor made by you."


class BadPosition(GameError):
    """The position cannot be dealt. Fields: reason."""

    code = "bad_position"
    template = "This position cannot be dealt: {reason}."


class TooManyStreams(GameError):
    """The caller has as many streams open as one may, or the streams process as many as it can carry."""

    code = "too_many_streams"
    template = "You have as many streams open as you may; close one first."
