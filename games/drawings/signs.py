"""The signs of cards, as paths around (0, 0) in a box of about 40 by 38. They need no font."""

from __future__ import annotations

from typing import Final, NamedTuple


class Part(NamedTuple):
    """A path, moved to (`x`, `y`) and scaled.

    `width`: of its stroke; 0: it is filled. `hollow`: whether a large sign on a dark card shows only its outline.
    """

    path: str
    x: float = 0
    y: float = 0
    scale: float = 1
    width: float = 0
    hollow: bool = False


class Sign(NamedTuple):
    """A drawing, and half of its width with the strokes."""

    half: float
    parts: tuple[Part, ...]


def _dot(x: float, y: float, radius: float) -> str:
    round_about = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{round_about} {2 * radius:g} 0{round_about} {-2 * radius:g} 0z"


_DIGITS: Final = (
    "M0-15.5a9.3 9.3 0 0 1 9.3 9.3v12.4a9.3 9.3 0 0 1-18.6 0v-12.4a9.3 9.3 0 0 1 9.3-9.3z",
    "M-6.7-8L3.2-15.4V18.6",
    "M-9.4-7.6A9.4 9.4 0 1 1 6.6.2L-8.6 15.4H11",
    "M-10-15.4H8.4L-1-3.5A9.6 9.6 0 1 1-9.6 10",
    "M4.6 18.6V-15.2L-10.2 8H12.4",
    "M9.4-15.4H-6.2L-8.4.8A9.7 9.7 0 1 1-9.6 10.2",
    "M6.4-18L-7.8 1M9.4 6.2a9.4 9.4 0 1 1-18.8 0a9.4 9.4 0 1 1 18.8 0z",
    "M-11-15.4H8.6L-2.4 18.4",
    "M7.2-8.3a7.2 7.2 0 1 1-14.4 0a7.2 7.2 0 1 1 14.4 0zM8.8 7a8.8 8.3 0 1 1-17.6 0a8.8 8.3 0 1 1 17.6 0z",
    "M-6.4 18L7.8-1M-9.4-6.2a9.4 9.4 0 1 1 18.8 0a9.4 9.4 0 1 1-18.8 0z",
)
_STROKE: Final = 6.4
_PLUS: Final = "M-9 0H9M0-9V9"
_MINUS: Final = "M-7.5 0H7.5"
_CHEVRONS: Final = "M-9.5-10L1 0L-9.5 10M1.5-10L12 0L1.5 10"


def _digit(number: int, x: float = 0, y: float = 0, scale: float = 1) -> Part:
    return Part(_DIGITS[number], x, y, scale, _STROKE, hollow=True)


def _plus(x: float, y: float = 0, scale: float = 1) -> Part:
    return Part(_PLUS, x, y, scale, _STROKE, hollow=True)


def _chevrons(x: float, y: float = 0) -> Part:
    return Part(_CHEVRONS, x, y, 1, 5.4)


def _dots(y: float) -> Part:
    """Return everybody else: three dots in a row."""
    return Part(_dot(-9, 0, 3.3) + _dot(0, 0, 3.3) + _dot(9, 0, 3.3), 0, y)


def _growing(x: float) -> Part:
    """Return one card after the other, until a color comes."""
    return Part(_dot(-13.5, 4, 3.4) + _dot(-3, 2, 5.3) + _dot(12, 0, 7.8), x)


def _more(number: int) -> Sign:
    return Sign(24, (_plus(-13.5, 1, 0.95), _digit(number, 11)))


def _more_for_all(number: int) -> Sign:
    return Sign(21, (_plus(-12.5, -5, 0.85), _digit(number, 10.5, -5, 0.8), _dots(16)))


def _hit(number: int) -> Sign:
    return Sign(25.5, (_chevrons(-12.5), _digit(number, 13)))


_ARC: Final = Part("M-15 5.4A15 15 0 0 1 13.6-3.4", width=4.6)
_ARC_HEAD: Final = Part("M5.4-3.4L22.4-2.2L13.2 8.8z")
_TURN: Final = (Part("M10.4-13.6A17.2 17.2 0 1 1-4-16.8", width=3.8), Part("M-5.4-23.4L6.6-17.2L-4.6-9.6z"))
_RIGHT: Final = Part("M-17-2.6H4V-8.4L17 0L4 8.4V2.6H-17z")
_LEFT: Final = Part("M17-2.6H-4V-8.4L-17 0L-4 8.4V2.6H17z")
_CROSSING: Final = (
    Part("M-18-9.5H-9L6.5 9.5H10M-18 9.5H-9L-5.5 5.2M2.6-4.7L6.5-9.5H10", width=4.8),
    Part("M9-17L19-9.5L9-2zM9 2L19 9.5L9 17z"),
)


def _bars(marked: int) -> tuple[Part, ...]:
    """Return three hands, from the largest to the smallest; the marked one is the one that counts."""
    heights = (30, 20, 11)
    return tuple(
        Part(f"M0 15v{-height}", x, width=7.4 if place == marked else 2.8)
        for place, (x, height) in enumerate(zip((-29, -21, -13.4), heights, strict=True))
    )


_MOST, _FEWEST = _bars(0), _bars(2)
_SWAP: Final = Sign(17.5, (_RIGHT._replace(y=-9), _LEFT._replace(y=9)))
_SECTORS: Final = Part("M-12-12H12V12H-12zM-4-12V12M4-12V12M-12-4H12M-12 4H12", 17, width=3.2)
"""A sheet of bingo."""
_CARD: Final = Part("M-8.5-15H8.5a3.5 3.5 0 0 1 3.5 3.5V11.5a3.5 3.5 0 0 1-3.5 3.5H-8.5a3.5 3.5 0 0 1-3.5-3.5V-11.5"
                    "a3.5 3.5 0 0 1 3.5-3.5z", width=4.2)  # fmt: skip
_TARGET: Final = Part(_dot(0, 0, 11), 16, width=4.4), Part(_dot(0, 0, 4), 16)

SIGNS: Final[dict[str, Sign]] = {
    **{str(number): Sign(12, (_digit(number),)) for number in range(10)},
    **{f"{number}*": Sign(19, (_digit(number, -0.4, 0.6, 0.62), *_TURN)) for number in range(1, 6)},
    "+1": _more(1),
    "+2": _more(2),
    "+5": _more(5),
    "R": Sign(17.2, (
        Part("M-11.5-6.6H5.3L2-9.6L5.6-13.4L17.2-1.2H-11.5z", hollow=True),
        Part("M11.5 6.6H-5.3L-2 9.6L-5.6 13.4L-17.2 1.2H11.5z", hollow=True),
    )),
    "S": Sign(19, (_ARC._replace(x=-3), _ARC_HEAD._replace(x=-3), Part(_dot(-3, 9.6, 5)))),
    "E": Sign(19, (_ARC._replace(x=-3), _ARC_HEAD._replace(x=-3), _dots(11)._replace(x=-4.8, scale=0.9))),
    "F": Sign(14.5, (
        Part("M-2-16.2A13 13 0 0 0-2 9.8z"),
        Part("M1.8-8.2A11.2 11.2 0 0 1 1.8 14.2z", width=3.6),
    )),
    "H1": _hit(1),
    "H2": _hit(2),
    "DA": Sign(16, (Part("M-2.9-18H2.9V-4H9.6L0 8L-9.6-4H-2.9z"), Part("M-15 14.5H15", width=5.4))),
    "TH": _SWAP,
    "W2": _more(2),
    "W4": _more(4),
    "wc": Sign(31.5, (_plus(-20.5), _growing(9.8))),
    "WS": _SWAP,
    "WX": Sign(19, _CROSSING),
    "WB": Sign(14.5, (_CARD,)),
    "WD1": _more_for_all(1),
    "WD2": _more_for_all(2),
    "WAH": Sign(15, (_chevrons(-1, -6), _dots(13.5))),
    "WHF": Sign(33.5, (_chevrons(-20.5), _growing(13.5))),
    "WAA": Sign(29.5, (_chevrons(-16), *_TARGET)),
    "WH": Sign(33, (*_MOST, Part(_MINUS, 4, width=5.4), _digit(1, 24))),
    "wv": Sign(33, (*_FEWEST, _plus(1.5, 1, 0.85), _digit(3, 22))),
    "WJ": Sign(35, (
        *_MOST, Part(_MINUS, 4, width=5), Part(_dot(4, -8.5, 3.2) + _dot(4, 8.5, 3.2)), _digit(2, 23, 0, 0.95),
    )),
    "we": Sign(32, (*_FEWEST, _SECTORS)),
    "WO": Sign(21, (Part("M-17 17V-17M17 17V3", width=7.4), Part("M-5.5-9L7-0L-5.5 9z"))),
    "wm": Sign(21, (Part("M-17 17V3M17 17V-17", width=7.4), Part("M5.5-9L-7-0L5.5 9z"))),
    "x": Sign(12, (Part("M-8.4-7A8.6 8.6 0 1 1 4.4 .2C1.4 2 0 3.6 0 7.4", 0, -1, 1, _STROKE), Part(_dot(0, 15, 4)))),
}  # fmt: skip
"""The sign of every symbol but the plain wilds, which show the four shapes of their side."""
