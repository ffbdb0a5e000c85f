"""A table drawn as text, for terminals (`python -m engine show`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES, SIDES, UNKNOWN, color_text, face_text
from engine.notation import SEATS

if TYPE_CHECKING:
    from engine.state import Table

_COLOR_NAMES = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "p": "pink",
    "t": "teal",
    "o": "orange",
    "v": "violet",
}
_SHOWN_DISCARDS = 8


def picture(table: Table) -> str:
    """The whole table with open hands: for positions, tests and matches that are over, never for a player."""
    side = "light" if SIDES[table.side] == "L" else "dark"
    way = "clockwise" if table.direction == 1 else "counter-clockwise"
    lines = [f"{side} side, {way}, {table.phase.value.lower().replace('_', ' ')}, color {_color(table.color)}"]
    lines.append(
        f"draw pile  {_box(face_text(table.top_back) or '--')} {len(table.draw)} cards, its top seen from behind"
    )
    top, *older = [FACES[table.faces[table.side][card]] for card in reversed(table.discard)] or ["--"]
    lines.append(
        f"discards   {_box(top)} {' '.join(older[:_SHOWN_DISCARDS])}{' ...' if len(older) > _SHOWN_DISCARDS else ''}"
    )
    return "\n".join([*lines, "", *(_seat(table, seat) for seat in range(table.seats))])


def _color(color: int) -> str:
    text = color_text(color)
    return _COLOR_NAMES[text] if text else "to be named"


def _box(text: str) -> str:
    return f"[{text:^3}]"


def _seat(table: Table, seat: int) -> str:
    mark = ">" if seat == table.turn else " "
    dealer = "*" if seat == table.dealer else " "
    hand = " ".join("?" if FACES[face] == UNKNOWN else FACES[face] for face in table.hand_faces(seat))
    uno = "" if table.uno[seat].value == "none" else f"  UNO {table.uno[seat].value}"
    pilot = "  autopilot" if seat in table.autopilot else ""
    points, cards = f"{table.scores[seat]:>4} points", f"{len(table.hands[seat]):>2} cards"
    return f"{mark} {SEATS[seat]}{dealer} {points}  {cards}  {hand}{uno}{pilot}"
