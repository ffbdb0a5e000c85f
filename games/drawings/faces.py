"""The drawings of a face: an index in the corner, and the sign in the large shape of its color.

Colors are never the only mark: each has a shape. The light side is cut paper: solid grounds, solid signs. The dark side
is bent light: outlines that glow on black, hollow signs. A face is drawn at three levels, because a small card has room
for its sign and shape only.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from games.drawings.signs import SIGNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from games.drawings.signs import Part, Sign

Level = Literal["full", "sign", "chip"]
LIGHT, DARK = "RYGB", "ptov"
_NIGHT: Final = "#17121f"
_TINT: Final = 0.14
"""Share of the color in the large shape of a dark card."""
_OUTLINE: Final = 2.2
"""Width of the outlines of a hollow sign."""
_WIDER: Final = 1.12
"""How much wider the strokes of a hollow sign are than those of a solid one."""


class Paint(NamedTuple):
    """Colors as `#rrggbb`: ground, sign, edge, and the large shape."""

    ground: str
    ink: str
    edge: str
    tone: str


class Size(NamedTuple):
    """The size of a level, and the radius and width of a card's edge."""

    width: int
    height: int
    radius: float
    edge: float


SIZES: Final[Mapping[Level, Size]] = {
    "full": Size(100, 140, 12, 3),
    "sign": Size(60, 84, 7.5, 1.8),
    "chip": Size(60, 84, 8, 2.4),
}


COLOR_SIZE: Final = (28, 28)
"""Width and height of the sign of a color."""


class _Place(NamedTuple):
    """Where a sign stands: its center, its largest scale, and half of the width that it may take."""

    x: float
    y: float
    scale: float
    half: float


_Spots = tuple[tuple[float, float], ...]


class _Small(NamedTuple):
    """A small card: places of the sign with a color's shape, the shape itself, a wild's sign, and the four shapes."""

    sign: _Place
    shape: tuple[float, float, float]
    wild: _Place
    beside: tuple[_Spots, float]


_SMALL: Final[Mapping[Level, _Small]] = {
    "sign": _Small(
        _Place(30, 31, 1.08, 21), (30, 67, 0.95), _Place(30, 31, 1.08, 24),
        (((11.5, 67), (24, 67), (36.5, 67), (49, 67)), 0.52),
    ),
    "chip": _Small(
        _Place(30, 30, 1.15, 22), (30, 65, 1.08), _Place(30, 25, 1, 23),
        (((22.5, 54), (37.5, 54), (22.5, 69), (37.5, 69)), 0.56),
    ),
}  # fmt: skip
_FOUR_SMALL: Final = (((17.5, 29), (42.5, 29), (17.5, 55), (42.5, 55)), 1.03)
_FOUR_LARGE: Final = (((31, 69), (71, 69), (31, 111), (71, 111)), 1.6)
_FOUR_INDEX: Final = (((15, 18), (30, 18), (15, 33.5), (30, 33.5)), 0.58)
_FOUR_BELOW: Final = (((20.5, 120), (40.2, 120), (59.8, 120), (79.5, 120)), 0.8)
_INDEX: Final = _Place(11, 25, 0.73, 16)
"""The place of the sign in a colored card's corner; `x` is its left edge."""
_WILD_INDEX: Final = _Place(10, 25, 0.75, 20)


def mixed(one: str, other: str, share: float) -> str:
    """Return a color between two, with this share of the other one."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def _night(glow: str) -> Paint:
    return Paint(_NIGHT, glow, glow, mixed(_NIGHT, glow, _TINT))


PAINTS: Final = {
    "R": Paint("#c22a26", "#ffffff", "#8f1c19", "#95201d"),
    "Y": Paint("#f4c531", "#2b2100", "#a67c08", "#e0ab14"),
    "G": Paint("#1c7a3e", "#ffffff", "#11572a", "#125b2b"),
    "B": Paint("#1e5bb5", "#ffffff", "#153f80", "#174487"),
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
    radii = (outer, inner) * points
    corners = [(radius * sin(at * pi / points), -radius * cos(at * pi / points)) for at, radius in enumerate(radii)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"


SHAPES: Final = {
    "R": "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
    "Y": "M-.4-9.8Q0-10.5.4-9.8L10.8 7.8Q11.2 8.5 10.4 8.5H-10.4Q-11.2 8.5-10.8 7.8z",
    "G": "M-8.5-9H8.5Q9-9 9-8.5V8.5Q9 9 8.5 9H-8.5Q-9 9-9 8.5V-8.5Q-9-9-8.5-9z",
    "B": "M-.4-11.2Q0-11.7.4-11.2L9.5-.4Q9.8 0 9.5.4L.4 11.2Q0 11.7-.4 11.2L-9.5.4Q-9.8 0-9.5-.4z",
    "p": "M-5.2-5.2A5.2 5.2 0 0 1 5.2-5.2A5.2 5.2 0 0 1 5.2 5.2A5.2 5.2 0 0 1-5.2 5.2A5.2 5.2 0 0 1-5.2-5.2z",
    "t": "M0-12.3C3-6.8 8.3-2.8 8.3 3A8.3 8.3 0 0 1-8.3 3C-8.3-2.8-3-6.8 0-12.3z",
    "o": _star(8, 11.6, 7.8),
    "v": "M.6-10.8A10.8 10.8 0 1 0 10.3 3.6A9.2 9.2 0 0 1 .6-10.8z",
}
"""The shape of each color, in a box of about 22 by 22."""
_LARGE: Final = {
    "R": (54, 92, 3.6), "Y": (54, 93, 3.5), "G": (54, 92, 3.5), "B": (54, 92, 3.5),
    "p": (54, 91.5, 3.45), "t": (54, 91.5, 3.4), "o": (54, 91, 3.3), "v": (56, 91.5, 3.4),
}  # fmt: skip
"""Center and scale of the large shape."""
_ROOM: Final = {
    "R": (0, 0, 1.3, 28), "Y": (0, 9, 1.1, 21), "G": (0, 0, 1.3, 27), "B": (0, 0, 1.15, 24),
    "p": (0, 0, 1.3, 27), "t": (0, 6, 1.15, 22), "o": (0, 0, 1.2, 23), "v": (-2, 2, 1.2, 25),
}  # fmt: skip
"""Where the sign stands in the large shape: moved by so much, its largest scale, half of the width it may take."""


def drawing_of(card: str, level: Level = "full") -> str:
    """Return the drawing of a face in notation, as the elements of an SVG of the size of this level."""
    draw: Mapping[Level, Callable[[str], Iterator[str]]] = {"full": _full, "sign": _sign_only, "chip": _chip}
    return "".join(draw[level](card))


def mark_of(card: str) -> str:
    """Return sign and shape of a face without its ground, as the elements of an SVG of the size of the level `sign`."""
    return "".join(_mark(card, "sign"))


def color_sign(color: str) -> str:
    """Return the shape of a color on its ground, as the elements of an SVG of 28 by 28."""
    paint = PAINTS[color]
    edge = f' stroke="{paint.ink}" stroke-width="1.6"' if color in DARK else ""
    side = 26.4 if edge else 28
    return (
        f'<rect x="{14 - side / 2:g}" y="{14 - side / 2:g}" width="{side}" height="{side}" rx="7"'
        f' fill="{paint.ground}"{edge}/>{_shape(color, 14, 14, 0.72, paint.ink)}'
    )


def _color_of(card: str) -> str | None:
    return card[0] if card[0] in SHAPES and card[1:] else None


def _side_of(card: str) -> tuple[Paint, str]:
    """Return the paint and the colors of a wild's side."""
    return (PAINTS["L"], LIGHT) if card[0].isupper() else (PAINTS["D"], DARK)


def _full(card: str) -> Iterator[str]:
    size, color = SIZES["full"], _color_of(card)
    if card == "x":
        yield _ground(PAINTS["x"], size)
        yield from _sign(SIGNS["x"], (50, 70, 1.7), PAINTS["x"].ink)
    elif color is not None:
        yield from _colored(color, SIGNS[card[1:]])
    else:
        yield from _wild(card, *_side_of(card))


def _colored(color: str, sign: Sign) -> Iterator[str]:
    paint, is_dark = PAINTS[color], color in DARK
    yield _ground(paint, SIZES["full"])
    x, y, scale = _LARGE[color]
    outline = f' stroke="{mixed(_NIGHT, paint.ink, 0.5)}" stroke-width="{1.4 / scale:.2f}"' if is_dark else ""
    yield _shape(color, x, y, scale, paint.tone, outline)
    right, down, largest, half = _ROOM[color]
    place = _fitted(sign, _Place(x + right, y + down, largest, half))
    yield from _sign(sign, place, paint.ink, hollow=paint.tone if is_dark else None)
    yield from _index(sign, _INDEX, paint.ink)
    yield _shape(color, 20, 51, 0.9, paint.ink)


def _wild(card: str, paint: Paint, shapes: str) -> Iterator[str]:
    yield _ground(paint, SIZES["full"])
    sign = SIGNS.get(card)
    if sign is None:
        yield from _four(shapes, *_FOUR_LARGE)
        yield from _four(shapes, *_FOUR_INDEX)
        return
    place = _fitted(sign, _Place(50, 77, 1.42, 41))
    yield from _sign(sign, place, paint.ink, hollow=paint.ground if shapes == DARK else None)
    yield from _index(sign, _WILD_INDEX, paint.ink)
    yield from _four(shapes, *_FOUR_BELOW)


def _sign_only(card: str) -> Iterator[str]:
    yield from _little(card, "sign")


def _chip(card: str) -> Iterator[str]:
    yield from _little(card, "chip")


def _little(card: str, level: Level) -> Iterator[str]:
    yield _ground(_paint_of(card), SIZES[level])
    yield from _mark(card, level)


def _mark(card: str, level: Level) -> Iterator[str]:
    places, color, paint = _SMALL[level], _color_of(card), _paint_of(card)
    sign = SIGNS.get(card if color is None else card[1:])
    if card == "x":
        yield from _sign(SIGNS["x"], (30, 42, 1.3), paint.ink)
    elif color is not None and sign is not None:
        yield from _sign(sign, _fitted(sign, places.sign), paint.ink)
        yield _shape(color, *places.shape, paint.ink)
    elif sign is None:
        yield from _four(_side_of(card)[1], *_FOUR_SMALL)
    else:
        yield from _sign(sign, _fitted(sign, places.wild), paint.ink)
        yield from _four(_side_of(card)[1], *places.beside)


def _paint_of(card: str) -> Paint:
    color = "x" if card == "x" else _color_of(card)
    return _side_of(card)[0] if color is None else PAINTS[color]


def _ground(paint: Paint, size: Size) -> str:
    half = size.edge / 2
    return (
        f'<rect x="{half:g}" y="{half:g}" width="{size.width - size.edge:g}" height="{size.height - size.edge:g}"'
        f' rx="{size.radius - half:g}" fill="{paint.ground}" stroke="{paint.edge}" stroke-width="{size.edge:g}"/>'
    )


def _four(shapes: str, spots: _Spots, scale: float) -> Iterator[str]:
    for color, (x, y) in zip(shapes, spots, strict=True):
        paint = PAINTS[color]
        # Yellow on white needs an edge to be seen.
        edge = f' stroke="{paint.edge}" stroke-width="{1 / scale:.2f}"' if color == "Y" else ""
        yield _shape(color, x, y, scale, paint.ground if color in LIGHT else paint.ink, edge)


def _shape(color: str, x: float, y: float, scale: float, fill: str, outline: str = "") -> str:
    return f'<path d="{SHAPES[color]}" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{fill}"{outline}/>'


def _fitted(sign: Sign, place: _Place) -> tuple[float, float, float]:
    return (place.x, place.y, min(place.scale, place.half / sign.half))


def _index(sign: Sign, place: _Place, ink: str) -> Iterator[str]:
    left, y, scale = _fitted(sign, place)
    yield from _sign(sign, (left + sign.half * scale, y, scale), ink)


def _sign(sign: Sign, place: tuple[float, float, float], ink: str, hollow: str | None = None) -> Iterator[str]:
    """Draw a sign; `hollow`: the color inside the outlines of a hollow one."""
    for part in sign.parts:
        if hollow is None or not part.hollow:
            yield _part(part, place, _solid(part, ink))
        elif part.width:
            yield _part(part, place, _stroke(ink, part.width * _WIDER, "round"))
        else:
            yield _part(part, place, f'fill="{hollow}" {_stroke(ink, _OUTLINE / place[2], "round")}')
    if hollow is not None:
        # Last, so that strokes that meet have one outline.
        for part in sign.parts:
            if part.hollow and part.width:
                inside = part.width * _WIDER - 2 * _OUTLINE / (place[2] * part.scale)
                yield _part(part, place, _stroke(hollow, inside, "round"))


def _solid(part: Part, ink: str) -> str:
    return _stroke(ink, part.width, "butt") if part.width else f'fill="{ink}"'


def _stroke(color: str, width: float, cap: str) -> str:
    caps = ' stroke-linecap="round"' if cap == "round" else ""
    return f'stroke="{color}" stroke-width="{width:.3g}"{caps} stroke-linejoin="round"'


def _part(part: Part, place: tuple[float, float, float], looks: str) -> str:
    x, y, scale = place
    move = f"translate({x + part.x * scale:.1f} {y + part.y * scale:.1f}) scale({scale * part.scale:.3g})"
    filled = "" if "fill" in looks else 'fill="none" '
    return f'<path d="{part.path}" transform="{move}" {filled}{looks}/>'
