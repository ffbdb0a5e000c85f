"""Refusals of moves (SPEC 3.3)."""

from __future__ import annotations

from engine.errors.base import RuleViolation


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
    """The card does not match; the kinds below it say where another rule than that refuses it."""

    code = "card_not_playable"
    rule = "3.2"
    paragraph = "matching"
    template = "{card} cannot be played now."


class WouldBeBluff(CardNotPlayable):
    """A wild draw card that fits but is illegal, under strict rules."""

    rule = "3.6"
    paragraph = "wild_draw_enforcement"
    template = "{card} cannot be played now: the hand holds a card that counts as one of the color in force."


class NoAnswer(CardNotPlayable):
    """Not a card to answer a stacked penalty with."""

    rule = "8.2"
    paragraph = "stack"
    template = "{card} does not answer the draw card on top."


class NoTwin(CardNotPlayable):
    """A card to be laid out of turn that is not like the one on top."""

    rule = "8.3"
    paragraph = "jump_in"
    template = "{card} cannot be played out of turn: it is not identical to the card on top."


class MustPlay(RuleViolation):
    """Drawing or keeping is not allowed."""

    code = "must_play"
    rule = "3.7"
    paragraph = "drawing"
    template = "The seat holds a card that it must play."


class MustPlayNotAsk(MustPlay):
    """Asking the teammates for a card while one of the hand fits."""

    rule = "8.2"
    paragraph = "teammate_gives"
    template = "You hold a playable card, so you cannot ask for help."


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
    template = "The number of cards to discard is {count}."


class WrongCountOfWheel(WrongCount):
    """Too few or too many cards, where the wheel asks for them."""

    rule = "7.5"
    paragraph = "spinning"


class BadChoice(RuleViolation):
    """A color or number that cannot be chosen here."""

    code = "bad_choice"
    rule = "7.5"
    paragraph = "spinning"
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


class LastCardLies(NothingToCatch):
    """The round ends as soon as the color of its last card is named; not even a wrong catch counts any more."""

    rule = "3.10"
    paragraph = "going_out"
    template = "The last card of the round has been played."


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
    template = "There is no command {command} in this game: it belongs to another game, or to an option that is off."
