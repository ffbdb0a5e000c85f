"""The drawing of a face, 100 wide and 140 high: an index in the corner, and the sign in the large shape of its color.

Colors are never the only mark: each has a shape. The light side is cut paper: solid grounds, solid signs. The dark side
is bent light: outlines that glow on black, hollow signs.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, NamedTuple

from games.drawings.signs import SIGNS, Part, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH, HEIGHT = 100, 140
LIGHT, DARK = "RYGB", "ptov"
_NIGHT: Final = "#17121f"
_INDEX: Final = (23.0, 25.0, 0.76)
"""Center and scale of the sign in the corner."""
_CENTER: Final = (58.0, 92.0, 1.3)
"""The same of the large one."""
_HOLLOW: Final = (1.2, 0.42)
"""Widths of a hollow sign and of its inside, as shares of a solid one."""
_SOLID: Final = 4.5
"""Strokes that are thinner than this are never hollow."""
_TINT: Final = 0.2
"""Share of the color in the large shape of a dark card."""


class Paint(NamedTuple):
    """Colors as `#rrggbb`: ground, sign, edge, and the large shape."""

    ground: str
    ink: str
    edge: str
    tone: str


def mixed(one: str, other: str, share: float) -> str:
    """Return a color between two, with this share of the other one."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def _night(glow: str) -> Paint:
    return Paint(_NIGHT, glow, glow, mixed(_NIGHT, glow, _TINT))


PAINTS: Final = {
    "R": Paint("#c22a26", "#ffffff", "#8f1c19", "#941d1b"),
    "Y": Paint("#f4c531", "#2b2100", "#b98d09", "#dca80f"),
    "G": Paint("#1c7a3e", "#ffffff", "#11572a", "#12592c"),
    "B": Paint("#1e5bb5", "#ffffff", "#143f80", "#154284"),
    "p": _night("#ff8cc3"),
    "t": _night("#43d9cb"),
    "o": _night("#ffae57"),
    "v": _night("#c6a6ff"),
    "L": Paint("#fffdf6", "#1f1d26", "#4a4754", "#fffdf6"),
    "D": Paint(_NIGHT, "#f5f2ff", "#8b8499", _NIGHT),
    "x": Paint("#6c6875", "#ffffff", "#4a4754", "#5c5865"),
}
"""Paints by color, of the wilds of each side, and of an unknown card."""


def _star(points: int, outer: float, inner: float) -> str:
    corners = [
        (radius * sin(step * pi / points), -radius * cos(step * pi / points))
        for step in range(2 * points)
        for radius in ((outer, inner)[step % 2],)
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"


SHAPES: Final = {
    "R": "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
    "Y": "M0-10.5L11 8.5H-11z",
    "G": "M-9-9H9V9H-9z",
    "B": "M0-12L9.6 0L0 12L-9.6 0z",
    "p": "M-4.5-4.5A5 5 0 1 1 4.5-4.5A5 5 0 1 1 4.5 4.5A5 5 0 1 1-4.5 4.5A5 5 0 1 1-4.5-4.5z",
    "t": "M0-12.5C3-7 8.6-3 8.6 2.8A8.6 8.6 0 0 1-8.6 2.8C-8.6-3-3-7 0-12.5z",
    "o": _star(8, 11.8, 8.2),
    "v": "M2.5-10.6A10.8 10.8 0 1 0 10.6 4.4A8.6 8.6 0 0 1 2.5-10.6z",
}
"""The shape of each color, in a box of about 22 by 22."""
_LARGE: Final = {
    "R": (58, 92, 3.6), "Y": (57, 94, 3.55), "G": (59, 93, 3.85), "B": (58, 92, 3.6),
    "p": (58, 92, 3.15), "t": (58, 92, 3.45), "o": (58, 92, 3.15), "v": (57, 92, 3.35),
}  # fmt: skip
"""Center and scale of the large shape."""
_LOWER: Final = {"Y": 8.0, "t": 7.0}
"""By how much the sign sits lower in a shape that is narrow at its top."""
_SMALLER: Final = {"Y": 0.84, "t": 0.84, "B": 0.9, "v": 0.92}
"""Scale of the sign in a shape that leaves it less room."""


def drawing_of(card: str) -> str:
    """Return the drawing of a face in notation, as the elements of an SVG of 100 by 140."""
    if card == "x":
        return "".join(_plain(card, PAINTS["x"]))
    color = card[0]
    if color in SHAPES and card[1:]:
        return "".join(_colored(color, SIGNS[card[1:]]))
    side, shapes = ("L", LIGHT) if card[0].isupper() else ("D", DARK)
    return "".join(_wild(card, PAINTS[side], shapes))


def _colored(color: str, sign: Sign) -> Iterator[str]:
    paint, is_dark = PAINTS[color], color in DARK
    yield _ground(paint)
    large = _LARGE[color]
    outline = f' stroke="{mixed(_NIGHT, paint.ink, 0.55)}" stroke-width="{1.4 / large[2]:.2f}"' if is_dark else ""
    yield _shape(color, *large, paint.tone, outline)
    x, y, scale = _CENTER
    place = (x, y + _LOWER.get(color, 0), scale * _SMALLER.get(color, 1))
    yield from _sign(sign, place, paint.ink, hollow=paint.tone if is_dark else None)
    yield from _sign(sign, _INDEX, paint.ink)
    yield _shape(color, 23, 55, 0.95, paint.ink)


def _wild(card: str, paint: Paint, shapes: str) -> Iterator[str]:
    yield _ground(paint)
    sign = SIGNS.get(card)
    if sign is None:
        yield from _four(shapes, ((30, 68), (70, 68), (30, 110), (70, 110)), 1.72)
        yield from _four(shapes, ((14, 17), (31, 17), (14, 34), (31, 34)), 0.68)
        return
    yield from _sign(sign, (50, 77, 1.36), paint.ink, hollow=paint.ground if shapes == DARK else None)
    yield from _sign(sign, (25, 24, 0.68), paint.ink)
    yield from _four(shapes, ((17, 121), (39, 121), (61, 121), (83, 121)), 0.9)


def _plain(card: str, paint: Paint) -> Iterator[str]:
    yield _ground(paint)
    yield from _sign(SIGNS[card], (50, 70, 1.7), paint.ink)


def _ground(paint: Paint) -> str:
    return (
        f'<rect x="1.5" y="1.5" width="97" height="137" rx="11" fill="{paint.ground}"'
        f' stroke="{paint.edge}" stroke-width="3"/>'
    )


def _four(shapes: str, places: tuple[tuple[float, float], ...], scale: float) -> Iterator[str]:
    for color, (x, y) in zip(shapes, places, strict=True):
        paint = PAINTS[color]
        edge = f' stroke="{paint.edge}" stroke-width="{1 / scale:.2f}"' if color in LIGHT else ""
        yield _shape(color, x, y, scale, paint.ground if color in LIGHT else paint.ink, edge)


def _shape(color: str, x: float, y: float, scale: float, fill: str, outline: str = "") -> str:
    return f'<path d="{SHAPES[color]}" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{fill}"{outline}/>'


def _sign(sign: Sign, place: tuple[float, float, float], ink: str, hollow: str | None = None) -> Iterator[str]:
    """Draw a sign; `hollow`: the color inside its strokes."""
    outer, inner = _HOLLOW
    for part in sign:
        is_hollow = hollow is not None and part.width >= _SOLID
        yield _part(part, place, ink, part.width * outer if is_hollow else part.width)
    for part in sign:
        if hollow is not None and part.width >= _SOLID:
            yield _part(part, place, hollow, part.width * inner)


def _part(part: Part, place: tuple[float, float, float], color: str, width: float) -> str:
    x, y, scale = place
    whole = scale * part.scale
    move = f"translate({x + part.x * scale:.1f} {y + part.y * scale:.1f}) scale({whole:.3g})"
    if not part.width:
        return f'<path d="{part.path}" transform="{move}" fill="{color}"/>'
    return (
        f'<path d="{part.path}" transform="{move}" fill="none" stroke="{color}" stroke-width="{width / part.scale:.2f}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )
