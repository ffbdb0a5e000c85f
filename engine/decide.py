"""decide: judge a command by the rules and turn it into events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.catalogue import check_seats, resolve, rules_of
from engine.commands import COMMAND_WORDS
from engine.errors import NotYourTurn, OptionOff, RoundOver, RuleViolation, WrongPhase
from engine.events import MatchCreated
from engine.rules.control import KEEPING
from engine.ruleset import Resolution
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.chance import Chance
    from engine.commands import Command
    from engine.events import ClockSet, Event
    from engine.ruleset import Handler, Ruleset
    from engine.state import Table


_OVER = (Phase.ROUND_OVER, Phase.MATCH_OVER)


def new_match(
    options: Mapping[str, object], *, seats: int, commitment: str, clock: ClockSet | None = None
) -> list[Event]:
    """Return the events that set up a table. Raises RulesetError."""
    rules = resolve(options)
    check_seats(rules, seats)
    created = MatchCreated(rules.spec.options, seats, commitment, rules.teams[:seats])
    return [created] if clock is None else [created, clock]


def decide(table: Table, seat: int | None, command: Command, chance: Chance | None = None) -> list[Event]:
    """Return the events that the command of this seat leads to; `table` stays as it is.

    `seat` None: the service itself. Raises RuleViolation.
    """
    return act(table.copy(), seat, command, chance)


def act(table: Table, seat: int | None, command: Command, chance: Chance | None = None) -> list[Event]:
    """Do as `decide`, but fold the events into `table` itself. A refused command leaves it unchanged."""
    rules = rules_of(table.spec)
    if seat is None:
        seat = table.playing_seats()[0]
    resolution = Resolution(table, rules, seat, chance)
    try:
        handler, judged = judge(rules, table, seat, command)
    except RuleViolation as refusal:
        punish = rules.misplay_costs.get(type(refusal))
        if punish is None or not punish(resolution, command):
            raise
    else:
        handler.perform(resolution, command, judged)
    if rules.after_command:
        rules.after_command(resolution)
    table.version += len(resolution.events)
    return resolution.events


def judge(rules: Ruleset, table: Table, seat: int, command: Command) -> tuple[Handler[Any, Any], object]:
    """Return the handler of the command and what it found. Raises RuleViolation, in the order of SPEC 3.3."""
    handler = rules.handlers.get(type(command)) or KEEPING.get(type(command))
    if handler is None:
        raise RoundOver if table.phase in _OVER else OptionOff(command=COMMAND_WORDS[type(command)])
    if table.phase not in handler.phases:
        if table.phase in _OVER:
            raise RoundOver
        if not handler.by_actor or table.turn in (None, seat):
            raise WrongPhase(phase=table.phase.word)
        raise NotYourTurn
    if (handler.by_actor and seat != table.turn) or (seat in table.out and not handler.by_out):
        raise NotYourTurn
    return handler, handler.judge(rules, table, seat, command)


def legal_commands(table: Table, seat: int) -> list[Command]:
    """Return every command that `decide` accepts from this seat now.

    Equal faces appear once, without a handle; the flag `uno` appears where it has an effect.
    """
    rules = rules_of(table.spec)
    return [
        command
        for handler in rules.handlers.values()
        if table.phase in handler.phases and (seat == table.turn or not handler.by_actor)
        for command in handler.candidates(rules, table, seat)
        if _accepted(rules, table, seat, command)
    ]


def acting_seats(table: Table) -> list[int]:
    """Return the seats that have a legal command now, clockwise. Its steps do not depend on cards in hands.

    The seat on turn always has a command (SPEC 3.12), so only those out of turn are looked for.
    """
    rules = rules_of(table.spec)
    handlers = [
        handler for handler in rules.handlers.values() if not handler.by_actor and table.phase in handler.phases
    ]
    return [
        seat
        for seat in range(table.seats)
        if seat == table.turn
        or (seat not in table.out and True in [handler.is_open_to(rules, table, seat) for handler in handlers])
    ]


def table_commands(table: Table, seat: int) -> list[Command]:
    """Return the commands other than moves that a seat may send now: resigning, votes, taking back from autopilot."""
    rules = rules_of(table.spec)
    return [
        command
        for handler in KEEPING.values()
        for command in handler.candidates(rules, table, seat)
        if _accepted(rules, table, seat, command)
    ]


def _accepted(rules: Ruleset, table: Table, seat: int, command: Command) -> bool:
    try:
        judge(rules, table, seat, command)
    except RuleViolation:
        return False
    return True
