"""legal_commands, table_commands: what a seat may send now, found by asking the judge of `decide` (SPEC 3.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.catalogue import rules_of
from engine.decide import judge
from engine.errors import RuleViolation
from engine.handlers.keeping import KEEPING

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.ruleset import Ruleset
    from engine.state import Table


def legal_commands(table: Table, seat: int) -> list[Command]:
    """Every command that `decide` accepts from this seat now.

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


def table_commands(table: Table, seat: int) -> list[Command]:
    """What a seat may send apart from moves: resigning, votes, taking back from autopilot; exact in the same way."""
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
