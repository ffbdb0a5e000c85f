"""All refusals of this app: one class per code, with typed fields. HTTP statuses are not known here.

Refusals by the rules are the engine's (`engine.RuleViolation`). No message tells whether a private game exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from common.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.types import Game, GameState, LoggedEvent


class GameError(Exception):
    """Base of all coded refusals. `fields` holds JSON-ready values for machines.

    A field `member` or `parameter` names the part of the request that is wrong; a `reason` is a clause of the sentence.
    """

    code: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        super().__init__()
        self.fields = fields

    def __str__(self) -> str:
        return str(Sentence(self.template, **self.fields))


class GameNotFound(GameError):
    """Unknown, or private and hidden from the asker, who cannot tell the difference."""

    code = "game_not_found"
    template = "There is no such game."


class NoSpectators(GameError):
    """The table takes no spectators, and its match is not over yet."""

    code = "no_spectators"
    template = "This table has no spectators: until the match is over only its players can see it."


class SpectatorsAtPrivateTable(GameError):
    """A private table cannot have spectators, because they cannot know of it."""

    code = "spectators_at_private_table"
    template = "Nobody can watch a private table: leave `spectators` out, or set it to `none`."


class NoSuchVersion(GameError):
    """The game has not reached this version, or the version is before its first event. Fields: last."""

    code = "no_such_version"
    template = "This game has versions 1 to {last}."


class WithinCommand(GameError):
    """The version lies between the events of one command, where the table shows more than its players may see.

    Fields: before, after.
    """

    code = "within_command"
    template = "One command led from version {before} to {after}; the versions between are shown after the match."


class NotSeated(GameError):
    """The asker may look at the game but does not play in it."""

    code = "not_seated"
    template = "You have no seat in this game."


class SeatHasResigned(GameError):
    """Players who have resigned can no longer act; their cards are played without them."""

    code = "seat_resigned"
    template = "You have resigned; the service plays your seat to the end."


class TooLate(GameError):
    """The table is strict: a move after the deadline does not count."""

    code = "too_late"
    template = "Your time ran out at {deadline_at}, and this table accepts no late moves."


class BadClock(GameError):
    """An invalid time control. Fields: member, as the request names it (`clock.turn`), and reason."""

    code = "bad_clock"
    template = "`{member}`: {reason}."


class NotHost(GameError):
    """Only the host, the person on the lowest seat, may do that."""

    code = "not_host"
    template = "Only the host of the table may do that; the host is the person on the lowest seat."


class AlreadySeated(GameError):
    """A player has one seat in a game."""

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


class RemovedFromTable(GameError):
    """The host removed the player from the table and has not invited them since."""

    code = "removed_from_table"
    template = "The host has removed you from this table; you can sit down again once they invite you."


class NotWelcome(GameError):
    """A person at the table has blocked the asker. Nobody is told who."""

    code = "not_welcome"
    template = "You cannot sit down at this table unless its host invites you by name."


class BlockedPlayerThere(GameError):
    """A person whom the asker has blocked sits at the table."""

    code = "blocked_player_there"
    template = "A player whom you have blocked sits at this table; unblock them, or choose another table."


class TooUnreliable(GameError):
    """The table asks for more reliable players. Fields: least and share in percent, answered, asked."""

    code = "too_unreliable"
    template = (
        "This table is for players who make at least {least} % of their turns in time. "
        "You made {answered} of your latest {asked}, which is {share} %."
    )


class UnknownBot(GameError):
    """No strategy has that name."""

    code = "unknown_bot"
    template = "There is no bot of that name. Known bots: {known}."


class StaleVersion(GameError):
    """The game has moved on since the expected version, or too many conflicts occurred.

    `state` is the current game, `missed` the events since the asker's version, the oldest first and at most
    `MISSED_LIMIT`. Fields: current_version.
    """

    code = "stale_version"
    template = "The game is at version {current_version} now."
    MISSED_LIMIT: ClassVar[int] = 200

    def __init__(self, *, state: GameState, missed: Sequence[LoggedEvent]) -> None:
        super().__init__(current_version=state.game.version)
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
    """The log of the game is in doubt, so no command may change it until an operator acts.

    `game` lets the caller decide whether the asker may know of the game. It is None once that is decided.
    """

    code = "game_quarantined"
    template = "The game is quarantined: its record is being checked. Lost time will be given back."

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self.game = game


class GameNotFinished(GameError):
    """This is shown, or made, only once the match is over."""

    code = "game_not_finished"
    template = "The match is not over yet; until then you can see it from your own seat only."


class NoRecord(GameError):
    """The match is too long, or was played by other rules than today's, so its record cannot be written."""

    code = "no_record"
    template = (
        "This match is too long to write down, or cannot be by the rules of today; its transcript has everything."
    )


class AnchorNotFound(GameError):
    """No anchor was made for this day. Fields: date."""

    code = "anchor_not_found"
    template = "There is no anchor of {date}."


class NotBranchable(GameError):
    """No turn begins at that version. Fields: version, and the `nearest` ones at which a turn begins."""

    code = "not_branchable"
    template = "No turn begins at version {version}. The nearest versions at which one does: {nearest}."


class NobodyToNudge(GameError):
    """A nudge would not help: the game waits for a bot, the asker, a player on vacation, or no player at all."""

    code = "nobody_to_nudge"
    template = "The game does not wait for another player now."


class TooSoonToNudge(GameError):
    """The player has had too little time yet, or was nudged already. Fields: retry_after, limit, window."""

    code = "too_soon_to_nudge"
    policy = "nudges"
    template = "It is too soon to nudge; try again in {retry_after} s."


class SeatNotVacant(GameError):
    """Nobody has given up this seat of a running match."""

    code = "seat_not_vacant"
    template = "A substitute can take over only a seat of a running match whose player has resigned or is gone."


class FormerPlayer(GameError):
    """Players whose seat a substitute has taken over cannot come back into the match: they know what was in it."""

    code = "former_player"
    template = "You have played in this match before, and another player has taken your seat over."


class LoanNotFound(GameError):
    """Nothing is lent or offered to the asker there, or the offer has another code: they cannot tell the difference."""

    code = "loan_not_found"
    template = "This seat is not lent, and there is no open offer with this code."


class NotYourSeat(GameError):
    """The asker has another seat in this game. Fields: seat."""

    code = "not_your_seat"
    template = "Your seat in this game is {seat}."


class MatchNotRunning(GameError):
    """The match has not started yet."""

    code = "match_not_running"
    template = "The match has not started yet."


class SeatIsLent(GameError):
    """Not while somebody else plays the seat, too."""

    code = "seat_is_lent"
    template = "The seat is lent; that is possible when its player has it back."


class LenderOnly(GameError):
    """The seat is lent to the asker, who may move and nothing else."""

    code = "lender_only"
    template = "This seat is lent to you: only its player may vote or resign."


class AnotherHandKnown(GameError):
    """A player who has borrowed one seat of a match may not play another: they know its hand."""

    code = "another_hand_known"
    template = "Another seat of this match was lent to you, so you know a hand that you would play against."


class NoStandingOrders(GameError):
    """The table has no standing orders (its option `standing_orders`)."""

    code = "no_standing_orders"
    template = "At this table nobody can leave orders."


class PlanNotInHand(GameError):
    """The plan names a card that the player does not hold, or not as often. Fields: card."""

    code = "plan_not_in_hand"
    template = "The plan names {card}, which you do not hold as often as that."


class PlanWithoutTarget(GameError):
    """The plan does not say at whom a card is aimed that has to be aimed. Fields: card, targets."""

    code = "plan_without_target"
    template = "The plan does not say at whom {card} is aimed."


class RematchDeclined(GameError):
    """Another player has declined the rematch, or it cannot be offered to them."""

    code = "rematch_declined"
    template = "The rematch has been declined."


class RematchDiffers(GameError):
    """Another rematch is offered than the one that the asker would accept. Fields: best_of, fill."""

    code = "rematch_differs"
    template = "A rematch with other settings is offered: `best_of` {best_of}, `fill` {fill}."


class RematchBegun(GameError):
    """The rematch has begun, or its table is set up."""

    code = "rematch_begun"
    template = "The rematch has begun; it cannot be declined any more."


class PlayersGone(GameError):
    """Players of the match have left the service, and nobody is to take their seats, or too few are left."""

    code = "players_gone"
    template = "A player of this match has left: offer the rematch with `fill` set to `bots`, or set up a new table."


class MatchNeverBegan(GameError):
    """The table was closed before its match, so there is nothing to play again."""

    code = "match_never_began"
    template = "This table was closed before its match began: set up a new one."


class SeriesRunning(GameError):
    """The match belongs to a series, whose next match begins by itself."""

    code = "series_running"
    template = "This match belongs to a series that goes on: its next match begins by itself."


class SeriesNotFound(GameError):
    """Unknown, or its matches are private and hidden from the asker, who cannot tell the difference."""

    code = "series_not_found"
    template = "There is no such series."


class TableClosed(GameError):
    """The match has started: no player can join the table any more."""

    code = "table_closed"
    template = "The match has started; nobody can join it any more."


class InvitationNotFound(GameError):
    """No invitation has this code, or it has ended: the asker cannot tell the difference."""

    code = "invitation_not_found"
    template = "There is no open invitation with this code."


class TooManyInvitations(GameError):
    """The asker has reached the limit of invitations. Fields: retry_after, limit, window."""

    code = "too_many_invitations"
    policy = "invitations"
    template = "Too many invitations; try again in {retry_after} s."


class BadCursor(GameError):
    """A cursor that this list did not issue."""

    code = "bad_cursor"
    template = "This is not a cursor of this list; start again without one."


class StoreBusy(GameError):
    """The row of the game stayed locked for too long, or the database is away. Try again."""

    code = "store_busy"
    template = "The service is busy; try again in a moment."
    retry_after: ClassVar[int] = 1
    """Seconds."""


class LogCorrupt(Exception):
    """The log is inconsistent. The game takes no commands until an operator acts (`verify_log`)."""


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
    """A guest cannot be merged: they share tables with the account, and a person has one seat. Fields: games."""

    code = "seated_together"
    template = "The guest and you both sit at tables that are not over (`games`): one of you has to leave them first."

    def __init__(self, *, games: Sequence[UUID]) -> None:
        super().__init__(games=[str(game) for game in games[: self.MOST]])

    MOST: ClassVar[int] = 20


class TooManySandboxPlayers(GameError):
    """The author has reached the limit of throw-away players. Fields: limit."""

    code = "too_many_sandbox_players"
    template = "You may have at most {limit} throw-away players; each is erased some days after it was made."


class NotYourPlayer(GameError):
    """A player was named who is neither the asker nor made by them."""

    code = "not_your_player"
    template = "One of these players is neither you nor made by you."


class BadPosition(GameError):
    """The position cannot be dealt. Fields: reason."""

    code = "bad_position"
    template = "This position cannot be dealt: {reason}."


class SeekNotFound(GameError):
    """The caller has no seek of that id."""

    code = "seek_not_found"
    template = "You have no seek of that id."


class TooManySeeks(GameError):
    """The player looks for as many matches as they may at a time. Fields: limit."""

    code = "too_many_seeks"
    template = "You can look for at most {limit} matches at a time: cancel a seek first."


class SeekNotCalled(GameError):
    """There is nothing to confirm: the seek waits, or is over."""

    code = "seek_not_called"
    template = "There is nothing to confirm: this seek waits for more people, or is over."


class BadSeek(GameError):
    """A wish that no match can fulfil. Fields: member and reason."""

    code = "bad_seek"
    template = "`{member}`: {reason}."


class TooManyStreams(GameError):
    """The caller, or the streams process, has reached its limit of open streams."""

    code = "too_many_streams"
    template = "You have too many open streams; close one first."
