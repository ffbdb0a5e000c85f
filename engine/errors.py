"""Every refusal of the engine: one class per code, with the SPEC section it rests on (SPEC 3.3).

`paragraph` names the place in the rules for players that explains it; empty where a request, not a move, is wrong.
A refusal carries a stable `code`, the `rule` it cites and typed `fields`; its message is made of them. Nothing here
names a card that the refused seat may not see. HTTP and translations are not known here.
"""

from __future__ import annotations

from typing import ClassVar


class EngineError(Exception):
    """Base of all coded refusals. `fields` holds JSON-ready values for machines."""

    code: ClassVar[str]
    rule: ClassVar[str] = "3.3"
    paragraph: ClassVar[str] = ""
    template: ClassVar[str]

    def __init__(self, **fields: object) -> None:
        """Take the fields that the template names."""
        super().__init__()
        self.fields = fields

    def __str__(self) -> str:
        """The message for people."""
        return self.template.format(**self.fields)


class RuleViolation(EngineError):
    """A command that the rules refuse; the table is unchanged (R-ILLEGAL)."""


class RoundOver(RuleViolation):
    """The round, or the match, has ended."""

    code = "round_over"
    rule = "3.10"
    paragraph = "going_out"
    template = "The round is over."


class NotYourTurn(RuleViolation):
    """Another seat must act."""

    code = "not_your_turn"
    rule = "3.4"
    paragraph = "turn"
    template = "Another seat must act now."


class WrongPhase(RuleViolation):
    """The command does not fit the phase."""

    code = "wrong_phase"
    rule = "3.4"
    paragraph = "turn"
    template = "The command does not fit the phase {phase}."


class CardNotInHand(RuleViolation):
    """The seat does not hold the card."""

    code = "card_not_in_hand"
    paragraph = "turn"
    template = "The seat does not hold that card."


class OnlyDrawnCard(RuleViolation):
    """Another card than the one just drawn."""

    code = "only_drawn_card"
    rule = "3.7"
    paragraph = "drawing"
    template = "After a draw only the drawn card may be played."


class CardNotPlayable(RuleViolation):
    """The card does not match, or is refused under strict rules."""

    code = "card_not_playable"
    rule = "3.2"
    paragraph = "matching"
    template = "{card} cannot be played now."


class MustPlay(RuleViolation):
    """Drawing or keeping is not allowed."""

    code = "must_play"
    rule = "3.7"
    paragraph = "drawing"
    template = "The seat holds a card that it must play."


class BadColor(RuleViolation):
    """A color of the other side, or a color for a card that has one."""

    code = "bad_color"
    rule = "3.4"
    paragraph = "naming"
    template = "That color cannot be named here."


class BadTarget(RuleViolation):
    """No such seat."""

    code = "bad_target"
    paragraph = "naming"
    template = "That seat cannot be chosen here."


class WrongCount(RuleViolation):
    """Too few or too many cards."""

    code = "wrong_count"
    rule = "6"
    paragraph = "discards"
    template = "Exactly {count} cards must be discarded."


class BadChoice(RuleViolation):
    """A color or number that cannot be chosen here."""

    code = "bad_choice"
    rule = "7.5"
    paragraph = "wheel"
    template = "That cannot be chosen here."


class CannotGoOut(RuleViolation):
    """The card may not be the last one."""

    code = "cannot_go_out_with_this"
    rule = "3.10"
    paragraph = "not_last"
    template = "{card} cannot be the last card."


class NothingToCatch(RuleViolation):
    """The seat is not exposed."""

    code = "nothing_to_catch"
    rule = "3.9"
    paragraph = "uno_catch"
    template = "That seat has not missed a call."


class UnoNotApplicable(RuleViolation):
    """No call is due."""

    code = "uno_not_applicable"
    rule = "3.9"
    paragraph = "uno_call"
    template = "There is nothing to call now."


class OptionOff(RuleViolation):
    """The command does not exist under these options."""

    code = "option_off"
    rule = "8.1"
    paragraph = "only_these"
    template = "The command {command} belongs to an option that is off in this game."


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
    template = "{open} seats are still open."


class BadEntropy(RuleViolation):
    """Entropy of a wrong form."""

    code = "bad_entropy"
    rule = "2"
    paragraph = "chance"
    template = "Entropy is 32 bytes, written as 64 hexadecimal digits."


class RulesetError(EngineError):
    """A choice of game, edition or options that makes no ruleset."""

    rule = "8.1"


class BadSeatCount(RulesetError):
    """Too few or too many seats."""

    code = "bad_seat_count"
    rule = "2"
    paragraph = "seats"
    template = "The game takes {least} to {most} seats."


class UnknownOption(RulesetError):
    """No option has this name."""

    code = "unknown_option"
    template = "There is no option {option} in this game."


class BadOptionValue(RulesetError):
    """The option does not take the value."""

    code = "bad_option_value"
    template = "The option {option} does not take that value; it takes {takes}."


class ConflictingOptions(RulesetError):
    """Two options decide the same."""

    code = "conflicting_options"
    rule = "8.4"
    template = "{first} and {second} cannot both be on: {reason}."


class OptionNotApplicable(RulesetError):
    """The option would change nothing, or cannot be played, with the rest of the choice."""

    code = "option_not_applicable"
    rule = "8.4"
    template = "{option} cannot be on here: {reason}."


class BadNotation(EngineError):
    """Text that is no position, face or command (SPEC 0.1)."""

    code = "bad_notation"
    rule = "0.1"
    template = "Not understood: {text}"
