"""The rules of Flipside: pure Python, standard library only, no clock, no I/O, no unseeded chance.

This is the front door: outsiders import from here and from nowhere below (docs/architecture.md).
"""

from engine.bots import BOTS, bot
from engine.catalogue import EDITIONS, OptionInfo, check_seats, describe, resolve, rules_of, try_out
from engine.chain import NO_PRIVATE, private_commitment
from engine.chain import genesis as chain_genesis
from engine.chain import link as chain_link
from engine.chance import Chance, Dice
from engine.choices import Applicability, Blocked, Conflict, applicability, blocked, conflicts
from engine.codec import (
    SCHEMA_VERSION,
    STATE_FORMAT,
    EncodedEvent,
    decode_event,
    decode_table,
    encode_event,
    encode_table,
)
from engine.commands import (
    COMMANDS,
    Accept,
    Ask,
    CallUno,
    Catch,
    Challenge,
    Command,
    Decline,
    Discard,
    Doubt,
    Draw,
    Expire,
    Give,
    Jump,
    LeaveSeat,
    NameColor,
    NextRound,
    Pass,
    Play,
    Press,
    Shout,
    Spin,
    Start,
    Take,
    TakeSeat,
    TurnStarter,
    Wheel,
)
from engine.decide import act, decide, new_match
from engine.errors import (
    BadNotation,
    BadOptionValue,
    BadSeatCount,
    ConflictingOptions,
    EngineError,
    OptionNotApplicable,
    RulesetError,
    RuleViolation,
    UnknownOption,
)
from engine.events import EVENT_TYPES, Event, Kind, MatchEnded, RoundEnded, RoundStarted, SeatLeft, Sees
from engine.evolve import evolve
from engine.facts import Facts, facts, rulesets
from engine.legal import legal_commands
from engine.redaction import OPEN, redact
from engine.replay import replay
from engine.rollout import Rollout, roll_out
from engine.ruleset import Ruleset
from engine.schema import FIELDS, TAGS, EventField
from engine.state import Phase, SeatKind, Table
from engine.themes import THEMES
from engine.views import View, view

ENGINE_VERSION = 1
"""Raised when a fold changes: cached tables of another version are dropped."""

__all__ = [
    "BOTS",
    "COMMANDS",
    "EDITIONS",
    "ENGINE_VERSION",
    "EVENT_TYPES",
    "FIELDS",
    "NO_PRIVATE",
    "OPEN",
    "SCHEMA_VERSION",
    "STATE_FORMAT",
    "TAGS",
    "THEMES",
    "Accept",
    "Applicability",
    "Ask",
    "BadNotation",
    "BadOptionValue",
    "BadSeatCount",
    "Blocked",
    "CallUno",
    "Catch",
    "Challenge",
    "Chance",
    "Command",
    "Conflict",
    "ConflictingOptions",
    "Decline",
    "Dice",
    "Discard",
    "Doubt",
    "Draw",
    "EncodedEvent",
    "EngineError",
    "Event",
    "EventField",
    "Expire",
    "Facts",
    "Give",
    "Jump",
    "Kind",
    "LeaveSeat",
    "MatchEnded",
    "NameColor",
    "NextRound",
    "OptionInfo",
    "OptionNotApplicable",
    "Pass",
    "Phase",
    "Play",
    "Press",
    "Rollout",
    "RoundEnded",
    "RoundStarted",
    "RuleViolation",
    "Ruleset",
    "RulesetError",
    "SeatKind",
    "SeatLeft",
    "Sees",
    "Shout",
    "Spin",
    "Start",
    "Table",
    "Take",
    "TakeSeat",
    "TurnStarter",
    "UnknownOption",
    "View",
    "Wheel",
    "act",
    "applicability",
    "blocked",
    "bot",
    "chain_genesis",
    "chain_link",
    "check_seats",
    "conflicts",
    "decide",
    "decode_event",
    "decode_table",
    "describe",
    "encode_event",
    "encode_table",
    "evolve",
    "facts",
    "legal_commands",
    "new_match",
    "private_commitment",
    "redact",
    "replay",
    "resolve",
    "roll_out",
    "rules_of",
    "rulesets",
    "try_out",
    "view",
]
