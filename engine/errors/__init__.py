"""Every refusal of the engine: one class per code, with the SPEC section it rests on (SPEC 3.3).

Where the same code has several reasons, a class below that of the code names the section of each.

`paragraph` names the place in the rules for players that explains it; empty where a request, not a move, is wrong.
A refusal carries a stable `code`, the `rule` it cites and typed `fields`; its message is made of them. Nothing here
names a card that the refused seat may not see.
"""

from __future__ import annotations

from engine.errors.base import (
    EngineError,
    Reason,
    RuleViolation,
)
from engine.errors.control import (
    AlreadyOnAutopilot,
    AlreadyPaused,
    AlreadyResigned,
    AlreadyVoted,
    BadEntropy,
    NoClock,
    NoMotion,
    NotAPlayer,
    NothingToResume,
    NotOnAutopilot,
    SeatNotOpen,
    SeatNotTaken,
    SeatsOpen,
    UnknownMotion,
)
from engine.errors.moves import (
    BadChoice,
    BadColor,
    BadTarget,
    CannotGoOut,
    CardNotInHand,
    CardNotPlayable,
    LastCardLies,
    MustPlay,
    MustPlayNotAsk,
    NoAnswer,
    NothingToCatch,
    NoTwin,
    NotYourTurn,
    OnlyDrawnCard,
    OptionOff,
    RoundOver,
    UnoNotApplicable,
    WouldBeBluff,
    WrongCount,
    WrongCountOfWheel,
    WrongPhase,
)
from engine.errors.setup import (
    BadNotation,
    BadOptionValue,
    BadSeatCount,
    ConflictingOptions,
    OptionNotApplicable,
    RulesetError,
    UnknownOption,
)

__all__ = [
    "AlreadyOnAutopilot",
    "AlreadyPaused",
    "AlreadyResigned",
    "AlreadyVoted",
    "BadChoice",
    "BadColor",
    "BadEntropy",
    "BadNotation",
    "BadOptionValue",
    "BadSeatCount",
    "BadTarget",
    "CannotGoOut",
    "CardNotInHand",
    "CardNotPlayable",
    "ConflictingOptions",
    "EngineError",
    "LastCardLies",
    "MustPlay",
    "MustPlayNotAsk",
    "NoAnswer",
    "NoClock",
    "NoMotion",
    "NoTwin",
    "NotAPlayer",
    "NotOnAutopilot",
    "NotYourTurn",
    "NothingToCatch",
    "NothingToResume",
    "OnlyDrawnCard",
    "OptionNotApplicable",
    "OptionOff",
    "Reason",
    "RoundOver",
    "RuleViolation",
    "RulesetError",
    "SeatNotOpen",
    "SeatNotTaken",
    "SeatsOpen",
    "UnknownMotion",
    "UnknownOption",
    "UnoNotApplicable",
    "WouldBeBluff",
    "WrongCount",
    "WrongCountOfWheel",
    "WrongPhase",
]
