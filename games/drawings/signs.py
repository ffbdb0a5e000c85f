"""The signs of cards, as paths around (0, 0) in a box of about 40 by 34. They are strokes and need no font."""

from __future__ import annotations

from typing import Final, NamedTuple


class Part(NamedTuple):
    """A path, moved to (`x`, `y`) and scaled. `width`: of its stroke; 0: it is filled."""

    path: str
    x: float = 0
    y: float = 0
    scale: float = 1
    width: float = 6.2


Sign = tuple[Part, ...]


def _dot(x: float, y: float, radius: float) -> str:
    round_about = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{round_about} {2 * radius:g} 0{round_about} {-2 * radius:g} 0z"


_DIGITS: Final = (
    "M0-17a10.5 10.5 0 0 1 10.5 10.5v13a10.5 10.5 0 0 1-21 0v-13a10.5 10.5 0 0 1 10.5-10.5z",
    "M-7-10.5L2-17V17",
    "M-10-7a10 10 0 1 1 17.4 6.7L-10 17H11",
    "M-9-17H10L-.5-4a10.6 10.6 0 1 1-10 14.5",
    "M5 17V-17L-11.5 8H12",
    "M9-17H-7.5L-9-1.5a11 11 0 1 1-1.5 12.5",
    "M5-17L-9 1.5M10.5 6.5a10.5 10.5 0 1 1-21 0a10.5 10.5 0 1 1 21 0z",
    "M-10-17H10L-3 17",
    "M8.2-8.8a8.2 8.2 0 1 1-16.4 0a8.2 8.2 0 1 1 16.4 0zM9.8 7.2a9.8 9.8 0 1 1-19.6 0a9.8 9.8 0 1 1 19.6 0z",
    "M-5 17L9-1.5M-10.5-6.5a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1-21 0z",
)
_PLUS: Final = "M-7 0H7M0-7V7"
_MINUS: Final = "M-6.5 0H6.5"
_CHEVRONS: Final = "M-8-9L1 0L-8 9M2-9L11 0L2 9"
_HOP: Final = "M-15 8A15 15 0 0 1 13.5 1.5M5 0L13.6 3L17.5-5"
_TURNING: Final = "M13.5-13.5A19 19 0 1 1-3-18.8M-10.5-23.5L-2.4-18.8L-8.5-12"
_EXCHANGED: Final = "M-11-13.5H10.5M5-18.5L11-13.5L5-8.5M11 13.5H-10.5M-5 8.5L-11 13.5L-5 18.5"
_CROSSING: Final = "M-16-9H-8L8 9H16M11 3.5L16.5 9L11 14.5M-16 9H-8L-4 4.5M4-4.5L8-9H16M11-14.5L16.5-9L11-3.5"
_GIVEN: Final = "M-17-4.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z"
_TAKEN: Final = "M8.5-3h7.5v6H8.5z"


def _digit(number: str, x: float = 0, y: float = 0, scale: float = 1) -> Part:
    return Part(_DIGITS[int(number)], x, y, scale)


def _plus(number: str) -> Sign:
    return (Part(_PLUS, -12.5, 1, 0.85), _digit(number, 9, 0, 0.92))


def _bars(marked: int) -> Sign:
    """Return three hands, from the largest to the smallest; the marked one is the one that counts."""
    heights = (26, 17, 9)
    return tuple(
        Part(f"M{x} 13v{-height}", width=7 if place == marked else 2.6)
        for place, (x, height) in enumerate(zip((-24, -17, -10), heights, strict=True))
    )


_MOST, _FEWEST = _bars(0), _bars(2)
_HALVED: Final = (Part(_MINUS, 4, width=5), Part(_dot(4, -8, 3) + _dot(4, 8, 3), width=0), _digit("2", 20, 0, 0.78))
_SWAP: Final = (Part(_EXCHANGED, width=4.4), Part(_GIVEN, width=0), Part(_TAKEN, width=4))
_EVERYBODY: Final = Part(_dot(-9, 0, 3) + _dot(0, 0, 3) + _dot(9, 0, 3), width=0)
_GROWING: Final = Part(_dot(-6, 0, 2.6) + _dot(2, 0, 4) + _dot(13, 0, 5.8), width=0)
_TARGET: Final = (Part(_dot(0, 0, 8.2), 12, width=4.4), Part(_dot(0, 0, 2.6), 12, width=0))
_WAFFLE: Final = "M-9-9H9V9H-9zM-3-9V9M3-9V9M-9-3H9M-9 3H9"

SIGNS: Final[dict[str, Sign]] = {
    **{str(number): (_digit(str(number)),) for number in range(10)},
    **{
        f"{number}*": (_digit(str(number), 0, 0.5, 0.64), Part(_TURNING, width=4))
        for number in range(1, 6)
    },
    "+1": _plus("1"),
    "+2": _plus("2"),
    "+5": _plus("5"),
    "R": (Part("M-16-4.5H16L6-13M16 4.5H-16L-6 13"),),
    "S": (Part(_HOP), Part(_dot(-1, 10, 4.2), width=0)),
    "E": (Part(_HOP), Part(_dot(-9, 12, 3.3) + _dot(0, 12, 3.3) + _dot(9, 12, 3.3), width=0)),
    "F": (Part("M-2.5-15.5A15.5 15.5 0 0 0-2.5 15.5z", width=0), Part("M4.8-12.6a12.8 12.8 0 0 1 0 25.2z")),
    "H1": (Part(_CHEVRONS, -9.5, 0, 0.85, 5), _digit("1", 13, 0, 0.86)),
    "H2": (Part(_CHEVRONS, -11, 0, 0.85, 5), _digit("2", 12, 0, 0.8)),
    "DA": (Part("M0-17V4M-9.5-5L0 4.5L9.5-5M-14 14.5H14"),),
    "TH": _SWAP,
    "W2": _plus("2"),
    "W4": _plus("4"),
    "wc": (Part(_PLUS, -14), Part(_GROWING.path, 6.5, width=0)),
    "WS": _SWAP,
    "WX": (Part(_CROSSING, width=4.8),),
    "WB": (Part("M-8-14H8a4 4 0 0 1 4 4V10a4 4 0 0 1-4 4H-8a4 4 0 0 1-4-4V-10a4 4 0 0 1 4-4z"),),
    "WD1": (Part(_PLUS, -12, -5, 0.9), _digit("1", 9, -5, 0.76), _EVERYBODY._replace(y=15)),
    "WD2": (Part(_PLUS, -13, -5, 0.9), _digit("2", 8, -5, 0.76), _EVERYBODY._replace(y=15)),
    "WAH": (Part(_CHEVRONS, -2, -5, width=5.4), _EVERYBODY._replace(y=13)),
    "WHF": (Part(_CHEVRONS, -12, width=5.4), Part(_GROWING.path, 9.5, 0, 0.9, width=0)),
    "WAA": (Part(_CHEVRONS, -12, width=5.4), *_TARGET),
    "WH": (*_MOST, Part(_MINUS, 5), _digit("1", 19, 0, 0.82)),
    "wv": (*_FEWEST, Part(_PLUS, 3.5, 0, 0.75), _digit("3", 20, 0, 0.78)),
    "WJ": (*_MOST, *_HALVED),
    "we": (*_FEWEST, Part(_WAFFLE, 12, 0, 1.3, width=3.6)),
    "WO": (Part("M-17 15V-15M17 15V2", width=7.5), Part("M-5-9L6.5 0L-5 9", width=5)),
    "wm": (Part("M-17 15V2M17 15V-15", width=7.5), Part("M5-9L-6.5 0L5 9", width=5)),
    "x": (Part("M-8-8.5A8.4 8.4 0 1 1 3.5-.7C.8.9 0 2.2 0 5.5"), Part(_dot(0, 14, 3.6), width=0)),
}  # fmt: skip
"""The sign of every symbol but the plain wilds, which show the four shapes of their side."""
