"""Players may say beforehand how to move (docs/players/automatic-moves.md); the rules stay as they are."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.option_types import Switch

STANDING_ORDERS: Final[Option] = Option(
    name="standing_orders",
    summary="Whether players may leave orders by which the service moves for them.",
    source="docs/players/automatic-moves.md",
    takes=Switch(),
    default=False,
    omit_default=True,
)
