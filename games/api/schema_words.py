"""What the description says of components that have no class to say it: sets of words, and choices of classes."""

from __future__ import annotations

from typing import Any, Final

NOTICE: Final = (
    "A message. `kind` tells its subject, and thereby what `data` contains; docs/clients/messages.md lists the kinds."
    "\n\n"
    "`id`: the same in mails, pushes and webhooks. `seq`: the number of the event it is about. `expires_at`: when the"
    " message is no longer of interest. `text`: a sentence for the reader, in their language; not in exports."
)
SAID: Final = {
    "SeatNumber": "A seat, counted from 0 clockwise.",
    "WantedOptionValue": "The wanted value of an option. `GET /v1/rulesets` says which values are allowed.",
    "Uuid": "A UUID in lower case with hyphens.",
    "AppType": "Whether an app keeps its secret on a server (`confidential`) or runs on the devices "
     "of its users and has no secret (`public`).",
    "AutomaticCause": "Why a move was made for a player: there was no choice, or their standing orders said so: a "
     "play of their plan, the answer to a wild draw card, or what to do with a drawn card.",
    "AutopilotReason": "Why the service moves for a seat: its player was late too often, has resigned, or "
     "has left the service.",
    "CallType": "The subject of a call to a webhook; see docs/clients/webhooks.md.",
    "Channel": "A channel for messages. The inbox gets all of them and cannot be switched off.",
    "Color": "A color: upper case on the light side (red, yellow, green, blue), lower case on the "
     "dark side (pink, teal, orange, violet).",
    "ColorReason": "Why a color must be named: the starter or a flip turned up a wild, a wild was "
     "played, the player of a Flip card may choose, or an effect asks for it.",
    "Command": "A command of a seat. `type` tells which, and thereby which members it has.",
    "CardKind": "The kind of a face; `unknown` is the plain back of cards with one side.",
    "CommandType": "The `type` of a command.",
    "Decision": "An open decision. `kind` tells which, and thereby which members it has.",
    "DecisionKind": "The kind of a decision that is not a turn.",
    "DeviceKind": "The push service of a device.",
    "Direction": "The direction of play: 1 clockwise, to the next higher seat; -1 counter-clockwise.",
    "DrawReason": "Why a seat draws: its turn, an action card, a challenge, a missed UNO call, a "
     "stacked penalty, a doubt, a card that did not fit, or a wrong catch.",
    "EntropySource": "Whose randomness it is: the player's, or the service's for a seat that sent none.",
    "Event": "An event, as the reader may know it. `type` tells which, and thereby which members it has.",
    "EventType": "The `type` of an event.",
    "WebhookEvent": "What a webhook is told about: events of games, or messages of the inbox.",
    "BranchFuture": "How a branch continues: with the cards as they lay (`same`), or with all cards that "
     "your seat could not know dealt anew (`redealt`).",
    "GameLeftReason": "Why a stream no longer follows a game: you have no seat in it any more, or its "
     "record is being checked.",
    "GameStatus": "Whether a game waits for players, is running, or is finished.",
    "GameStreamItem": "An item of the stream of one game. `type` tells which.",
    "HouseRules": "Whether a seeker plays with their own settings only (`fixed`), or with any of this ruleset and "
     "speed (`open`).",
    "InvitationKind": "Who is invited: everybody who gets the code, a player, or the owner of a mail address.",
    "InvitationState": "Whether an invitation can be used (`open`), was used by its one person, or how it ended.",
    "LoanRole": "Whether you lend a seat, or it is lent to you.",
    "LoanState": "Whether a seat is offered, lent, or neither.",
    "Language": "The language of texts for people, as an ISO 639 code.",
    "LateMoves": "Whether a move after the deadline counts while no time-out is recorded (`lenient`), "
     "or not (`strict`).",
    "MatchCause": "How a match ended: a side reached the target, its only round ended, resignations "
     "decided it, all agreed to stop, or no person was left.",
    "Motion": "A proposal on which all vote: to end the match without a result, or to stop its clock.",
    "Notification": NOTICE,
    "NotificationKind": "The subject of a message; see docs/clients/messages.md.",
    "OptionKind": "Whether an option belongs to the game itself, or is a house rule.",
    "OptionType": "The kind of values that an option takes; see `Option`.",
    "OptionValue": "The value of an option. `GET /v1/rulesets` says which values are allowed.",
    "OwnBacks": "What holders know of the backs of their cards: nothing, what they saw when they got "
     "the cards, or everything at any time.",
    "PauseReason": "Why a clock stands still: all agreed, its player is on vacation, or the service was "
     "not available.",
    "Phase": "What the table waits for; `turn`: an ordinary turn.",
    "RematchAnswer": "What a player says to the offer of a rematch; `open`: nothing yet.",
    "RematchFill": "Who plays a rematch in the seats of people who decline.",
    "RematchState": "What has become of the offer of a rematch; `accepted`: nobody is asked any more.",
    "SeriesCause": "Why a series is over: it is decided, a player has stopped it or is gone, or a match ended without "
     "a result.",
    "SeriesLength": "The most matches of a series; 1: a single match.",
    "SeriesState": "Whether a series goes on.",
    "Scope": "A permission of a token.",
    "SeekState": "Whether a seek waits, is called to a match that is ready, or how it ended.",
    "SeatKind": "Who has the seat: nobody yet, a person, or a bot.",
    "Side": "The side of the cards in play: light or dark. Games whose cards have one side have the light one.",
    "SitterKind": "Who has the seat: a person or a bot.",
    "SpectatorAccess": "What viewers without a seat see of a running match: nothing (`none`), the finished "
     "rounds (`delayed`), or what every seat sees (`open`). After the match they see everything.",
    "ClockSpeed": "The speed of a clock, by the limit of a turn: up to an hour, a day, or more; `none`: no clock.",
    "ClockStepName": "A step of the calculation of a deadline; see `ClockStep`.",
    "StreamEndReason": "Why a stream ends; see `StreamEnd`.",
    "StreamItem": "An item of the stream of all your games. `type` tells which.",
    "StreamResetReason": "Why a stream begins anew: too much has happened since its cursor, or the cursor does "
     "not fit.",
    "TokenKind": "Whether a token belongs to a device on which the player signed in, or was created "
     "for a program.",
    "UnoStatus": "The UNO status of a seat: no call is needed, it has called in time, or it can be caught.",
    "VacationPhase": "Whether a vacation is planned or running.",
    "WebhookDeliveryState": "The state of a call: waiting, accepted, dropped because it was no longer needed, or "
     "given up.",
    "WebhookOffReason": "Why a webhook is off: you switched it off, its receiver is gone (410) or fails, you "
     "may not see its game any more, the token that created it ended, or its secret was "
     "lost.",
    "WheelSector": "The sector at which the wheel of UNO Spin stops.",
}  # fmt: skip


def describe(schemas: dict[str, Any]) -> None:
    """Give these components of the description their sentences; one that has its own keeps it."""
    for name, sentence in SAID.items():
        if name in schemas:
            schemas[name].setdefault("description", sentence)
