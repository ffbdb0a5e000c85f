"""open_table: what lies hidden on a table, for the time after the match when everybody may see everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import FACES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenCard:
    """A card with both faces. `id` tells it from all others through the whole match; `back` null: it has one side."""

    id: int
    card: str
    back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenTable:
    """All cards: hands by seat, in the order in which they were taken up; `draw_pile` and `discard` top first."""

    hands: list[list[OpenCard]]
    draw_pile: list[OpenCard]
    discard: list[OpenCard]


def open_table(table: Table) -> OpenTable:
    """Everything on the table. Only for matches that are over: it knows no viewer."""
    active, inactive = table.faces[table.side], table.faces[1 - table.side]

    def cards(ids: Iterable[int]) -> list[OpenCard]:
        return [
            OpenCard(id=card, card=FACES[active[card]], back=FACES[inactive[card]] if table.has_two_sides else None)
            for card in ids
        ]

    return OpenTable(
        hands=[cards(hand) for hand in table.hands],
        draw_pile=cards(reversed(table.draw)),
        discard=cards(reversed(table.discard)),
    )
