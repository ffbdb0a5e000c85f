"""The choice of `sharp` at a position, without chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from tests.engine.positions import at

if TYPE_CHECKING:
    from tests.engine.positions import AtTable

SHARP = engine.bot("sharp")


def no_luck(_below: int) -> int:
    return 0


def answer(table: AtTable, seat: str = "A", *more: engine.Command) -> engine.Command:
    """Return the choice of `sharp` on this seat; `more` are further legal commands."""
    return SHARP.choose(table.sees(seat), [*table.legal(seat), *more], no_luck)


def sharp(position: str, seat: str = "A", **options: object) -> engine.Command:
    return answer(at(position, **options), seat)


def card(command: engine.Command) -> str:
    assert isinstance(command, engine.Play)
    return command.card
