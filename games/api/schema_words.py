"""What the description says of components that have no class to say it: sets of words, and choices of classes."""

from __future__ import annotations

from typing import Any, Final

NOTICE: Final = (
    "Something you were told. `kind` says what, and with it what is in `data`; docs/clients/messages.md lists them.\n\n"
    "`id`: the same wherever the message goes: mails, pushes and webhooks carry it too. `seq`: the event of the game"
    " that it is about. `expires_at`: after that it is no news any more."
)
SAID: Final = {
    "SeatNumber": "A seat, counted from 0 clockwise.",
    "WantedOptionValue": "What an option is to be set to. `GET /v1/rulesets` says which values it takes.",
    "Uuid": "A UUID in lower case with hyphens.",
    "AppType": "Whether an app keeps its secret on a server of its own, or has none because it runs with its users.",
    "AutopilotReason": "Why a seat plays by itself: its time ran out too often, its player has resigned or"
    " left the service.",
    "CallType": "What a call to a webhook is about, see docs/clients/webhooks.md.",
    "Channel": "Where messages go. The inbox has them all and cannot be switched off.",
    "Color": "A color: capital on the light side (red, yellow, green, blue), small on the dark side (pink, teal,"
    " orange, violet).",
    "ColorReason": "Why a color must be named: the starter or a flip turned up a wild, a wild was laid, who"
    " flipped may choose, or an effect asks for it.",
    "Command": "Something a seat can do. `type` says what, and with it which members there are.",
    "CommandType": "What a command does: the word in its `type`.",
    "DecisionKind": "What is to be decided, where it is not a turn.",
    "DeviceKind": "The service by which a device gets its pushes.",
    "Direction": "Which way play goes: 1 clockwise, to the next higher seat; -1 counter-clockwise.",
    "DrawReason": "Why a seat draws: in its turn, by an action card, after a challenge, for not calling UNO, for"
    " a stack of penalties, after a doubt, for a card that did not fit, or for catching somebody wrongly.",
    "EntropySource": "Whose randomness it is: a player's own, or made by the service for a seat that sent none.",
    "Event": "Something that happened, as the reader may know it. `type` says what, and with it which members"
    " there are.",
    "EventType": "What happened: the word in the `type` of an event.",
    "WebhookEvent": "What a webhook can be told: events of games, or messages as in the inbox.",
    "ExportedNotification": "Something you were told, as a `Notification`, and where it was sent.",
    "BranchFuture": "How a branch goes on: with the cards as they lay (`same`), or with what your seat could not"
    " know dealt anew (`redealt`).",
    "GameLeftReason": "Why a stream tells no more of a game: you have no seat there, or its record is being"
    " checked.",
    "GameStatus": "Whether a game waits for players, is played, or is over.",
    "GameStreamItem": "An item of the stream of one game. `type` says which.",
    "Language": "A language that texts for people are in, by its ISO 639 code.",
    "LateMoves": "Whether a move counts that comes after the deadline but before the time-out is recorded"
    " (`lenient`), or does not (`strict`).",
    "MatchCause": "How a match ended: the points were reached, its one round was over, resignations ended it, all"
    " agreed to stop, or no person was left who plays.",
    "Motion": "What all can vote for: to end the match without a result, or to stop its clock.",
    "Notification": NOTICE,
    "NotificationKind": "What somebody is told, see docs/clients/messages.md.",
    "OptionKind": "Whether an option is one of the game's own, or a house rule.",
    "OptionType": "What an option takes; `Option` explains the words.",
    "OptionValue": "What an option is set to. `GET /v1/rulesets` says which values it takes.",
    "OwnBacks": "What holders know of the backs of their cards: nothing, what they saw when they got them, or all"
    " the time.",
    "PauseReason": "Why a clock stands still: all agreed, its player is on vacation, or the service was out.",
    "Phase": "What the table waits for; `turn`: an ordinary turn.",
    "Scope": "Something that a token may be allowed to do.",
    "SeatKind": "What sits there: nobody yet, a person, or a bot.",
    "Side": "Which side of the cards is in play: light or dark. Games with one side have the light one.",
    "SitterKind": "What sits there: a person or a bot.",
    "SpectatorAccess": "What those without a seat see of a running match: nothing (`none`), the rounds that are over"
    " (`delayed`), or what every seat sees (`open`).",
    "ClockStepName": "A step on the way to a deadline; `ClockStep` explains the words.",
    "StreamEndReason": "Why a stream ends; `StreamEnd` explains the words.",
    "StreamItem": "An item of the stream of all your games. `type` says which.",
    "StreamResetReason": "Why a stream begins anew: too much has happened since its cursor, or that fits nothing"
    " here.",
    "TokenKind": "Whether a token came from signing in on a device, or was made for a program of the player's.",
    "UnoStatus": "How a seat stands to calling UNO: it need not, it has called in time, or it can be caught.",
    "VacationPhase": "Whether a vacation is to come or goes on.",
    "WebhookDeliveryState": "What became of a call: it waits to be made, was taken, was not needed any more,"
    " or was given up.",
    "WebhookOffReason": "Why a webhook is off: you switched it off, its receiver is gone (410) or fails, you may"
    " not see its game any more, the token it was made with is no longer good, or its secret was lost.",
    "WheelSector": "Where the wheel of UNO Spin stops.",
}  # fmt: skip


def describe(schemas: dict[str, Any]) -> None:
    """Give these components of the description their sentences; one that has its own keeps it."""
    for name, sentence in SAID.items():
        if name in schemas:
            schemas[name].setdefault("description", sentence)
