"""Refusals at the table, apart from moves: seats, clock, autopilot, resignation, votes (SPEC 2, 3.11)."""

from __future__ import annotations

from engine.errors.base import RuleViolation


class SeatNotOpen(RuleViolation):
    """Somebody sits there."""

    code = "seat_not_open"
    rule = "2"
    paragraph = "seats"
    template = "That seat is taken."


class SeatNotTaken(RuleViolation):
    """Nobody sits there."""

    code = "seat_not_taken"
    rule = "2"
    paragraph = "seats"
    template = "Nobody sits there."


class SeatsOpen(RuleViolation):
    """The match cannot start yet."""

    code = "seats_open"
    rule = "2"
    paragraph = "seats"
    template = "The match starts when all seats are taken; free seats: {open}."


class BadEntropy(RuleViolation):
    """Entropy of a wrong form."""

    code = "bad_entropy"
    rule = "2"
    paragraph = "chance"
    template = "Entropy must be 32 bytes, written as 64 hexadecimal digits."


class NoClock(RuleViolation):
    """The match is played without a clock."""

    code = "no_clock"
    rule = "3.11"
    paragraph = "time_out"
    template = "This game has no clock."


class NotAPlayer(RuleViolation):
    """No person plays the seat, or it has left the match."""

    code = "not_a_player"
    rule = "3.11"
    paragraph = "resigning"
    template = "No person plays on that seat."


class AlreadyResigned(RuleViolation):
    """The seat has given up."""

    code = "already_resigned"
    rule = "3.11"
    paragraph = "resigning"
    template = "The seat has resigned."


class AlreadyOnAutopilot(RuleViolation):
    """The service moves for the seat."""

    code = "already_on_autopilot"
    rule = "3.11"
    paragraph = "time_out"
    template = "The seat is on autopilot."


class NotOnAutopilot(RuleViolation):
    """The seat is played by its owner."""

    code = "not_on_autopilot"
    rule = "3.11"
    paragraph = "time_out"
    template = "The seat is not on autopilot."


class UnknownMotion(RuleViolation):
    """There is no such thing to vote on."""

    code = "unknown_motion"
    rule = "3.11"
    paragraph = "voting"
    template = "There is no motion of that name."


class AlreadyVoted(RuleViolation):
    """The seat is for the motion already."""

    code = "already_voted"
    rule = "3.11"
    paragraph = "voting"
    template = "The seat has voted for that already."


class NoMotion(RuleViolation):
    """Nobody is for the motion, so there is nothing to drop."""

    code = "no_motion"
    rule = "3.11"
    paragraph = "voting"
    template = "There is no such proposal to reject."


class AlreadyPaused(RuleViolation):
    """All have agreed to stop the clock."""

    code = "already_paused"
    rule = "3.11"
    paragraph = "voting"
    template = "The game is paused."


class NothingToResume(RuleViolation):
    """No pause runs that all have agreed to."""

    code = "nothing_to_resume"
    rule = "3.11"
    paragraph = "voting"
    template = "The game is not paused."
