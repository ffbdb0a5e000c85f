"""decide: judge a command by the rules and turn it into events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.cards import FACE_CODES, SYMBOL_OF
from engine.catalogue import check_seats, resolve, rules_of
from engine.commands import COMMAND_WORDS, Discard, Give, Jump, Play, Shout
from engine.errors import NotYourTurn, OptionOff, RoundOver, RuleViolation, WrongPhase
from engine.events import MatchCreated
from engine.rules.control import KEEPING
from engine.rules.targets import permitted_targets
from engine.ruleset import Resolution
from engine.state import Phase
from engine.view import CardRefusal

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
    if not _is_open(handler, table, seat):
        raise _why_closed(handler, table, seat)
    return handler, handler.judge(rules, table, seat, command)


def _is_open(handler: Handler[Any, Any], table: Table, seat: int) -> bool:
    """Return whether the seat may send this kind of command now."""
    return (
        table.phase in handler.phases
        and (seat == table.turn or not handler.by_actor)
        and (seat not in table.out or handler.by_out)
    )


def _why_closed(handler: Handler[Any, Any], table: Table, seat: int) -> RuleViolation:
    if table.phase in handler.phases:
        return NotYourTurn()
    if table.phase in _OVER:
        return RoundOver()
    if not handler.by_actor or table.turn in (None, seat):
        return WrongPhase(phase=table.phase.word)
    return NotYourTurn()


_WITH_CARD: Final = (Play, Jump, Discard, Give, Shout)
"""The commands that name cards of the hand. At most one is due: a seat on turn plays, and never jumps."""


def hand_refusals(table: Table, seat: int) -> list[CardRefusal | None]:
    """Return for each card of the seat's hand why no command may name it now; None: one may, with fitting members.

    The refusal is that of the command which the moment calls for: `discard`, `give` or `shout` if the seat is asked
    for that, `jump` if it may lay a card out of turn, else `play`.
    """
    rules = rules_of(table.spec)
    hand = table.hands[seat]
    for kind in _WITH_CARD:
        handler = rules.handlers.get(kind)
        if handler is not None and _is_open(handler, table, seat):
            return [_shown(handler.refuses(rules, table, seat, card)) for card in hand]
    return [_shown(_why_closed(rules.handlers[Play], table, seat))] * len(hand)


def targets_to_name(table: Table, seat: int, card: str, *, is_last: bool) -> list[int]:
    """Return the seats of which a play of this card must name one; empty if it need not.

    `is_last`: the seat plays it as its last card, which is aimed only if it still has an effect.
    """
    rules, face = rules_of(table.spec), FACE_CODES[card]
    rule = rules.cards[SYMBOL_OF[face]]
    if rule.target is None or not rule.target.needed or (is_last and not rule.last_effects):
        return []
    targets = permitted_targets(rules, table, seat, face)
    return targets if len(targets) > 1 else []


def _shown(refusal: RuleViolation | None) -> CardRefusal | None:
    return None if refusal is None else CardRefusal(code=refusal.code, paragraph=refusal.paragraph)


def legal_commands(table: Table, seat: int) -> list[Command]:
    """Return every command that `decide` accepts from this seat now.

    Equal faces appear once, without a handle; the flag `uno` appears where it has an effect.
    """
    rules = rules_of(table.spec)
    return _accepted(rules.handlers, rules, table, seat)


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
    return _accepted(KEEPING, rules_of(table.spec), table, seat)


def _accepted(
    handlers: Mapping[type[Command], Handler[Any, Any]], rules: Ruleset, table: Table, seat: int
) -> list[Command]:
    return [
        command
        for handler in handlers.values()
        if _is_open(handler, table, seat)
        for command in handler.candidates(rules, table, seat)
        if _accepts(handler, rules, table, seat, command)
    ]


def _accepts(handler: Handler[Any, Any], rules: Ruleset, table: Table, seat: int, command: Command) -> bool:
    try:
        handler.judge(rules, table, seat, command)
    except RuleViolation:
        return False
    return True
