"""What a wild draw card makes a seat draw (SPEC 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import SYMBOL_OF
from engine.policies.drawing import take_until

if TYPE_CHECKING:
    from engine.ruleset import Draft, Penalty


def draw_penalty(draft: Draft, seat: int, face: int, *, extra: int, reason: str) -> None:
    """Make the seat draw what the wild draw card demands, and `extra` cards after it."""
    draft.rules.penalties[SYMBOL_OF[face]](draft, seat, reason)
    if extra:
        draft.rules.hit(draft, seat, extra, reason)


def draw_cards(count: int) -> Penalty:
    """A fixed number of cards."""

    def penalty(draft: Draft, seat: int, reason: str) -> None:
        draft.rules.hit(draft, seat, count, reason)

    return penalty


def draw_until_color(draft: Draft, seat: int, reason: str) -> None:
    """Cards until one has the color in force on the active side; the others may learn which (8.2, 8.3)."""
    rules, color = draft.rules, draft.table.color
    drawn = take_until(draft, seat, lambda face: rules.ends_color_draw(face, color), reason, most=rules.color_draw_cap)
    rules.show_color_draw(draft, seat, drawn)
