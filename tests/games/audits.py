"""Games for the continuous audit, its rounds, and the faults it has found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from games.audit import auditor
from games.clock.control import control
from games.models import Found
from games.store import quarantine
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

FLIP = "set_byte({0}, length({0}) / 2, get_byte({0}, length({0}) / 2) # 1)"
"""SQL that flips one bit of a column."""


def sound() -> UUID:
    """Return a game with a clock in the middle of its first round, audited once without faults."""
    game, people = begun()
    moved(game, *people)
    watch()
    assert Found.objects.count() == 0
    return game


def begun() -> tuple[UUID, list[UUID]]:
    """Return a started game with a clock, and its people."""
    people = [tables.person(), tables.person()]
    return tables.timed(control(turn=3600), *people), people


def moved(game: UUID, *people: UUID, times: int = 6) -> None:
    """Let the current player move this many times."""
    for _ in range(times):
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)


def watch() -> None:
    """Run both rounds of the audit from their cursors to their ends."""
    auditor.look_at_moves(math.inf)
    auditor.look_at_all(math.inf, rest=0)


def held() -> list[UUID]:
    """Return the quarantined games, the longest first."""
    return [one.game_id for one in quarantine.entries()]


def found() -> list[tuple[str, int, str]]:
    """Return kind, place and outcome of each fault, in the order of discovery."""
    return [(one.kind, one.seq, one.state) for one in Found.objects.order_by("id")]
