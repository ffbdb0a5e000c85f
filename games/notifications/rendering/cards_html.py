"""Cards in HTML that mail programs understand: as tiles, and as small chips.

They are spans, not tables: where a program ignores their measures they are still words on their color.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.notifications.rendering.faces import Face

_TILE: Final = (
    "display:inline-block;vertical-align:top;min-height:80px;margin:0 5px 6px 0;padding:4px 1px;"
    "border-radius:9px;text-align:center;overflow:hidden;"
)
_SIGN: Final = "display:block;font:700 25px/32px Arial,sans-serif;"
_CAPTION: Final = "display:block;font:600 11px/13px Arial,sans-serif;"
_NARROW, _LETTER = 66, 8
"""Pixels: how wide a card is, unless a word of so many pixels a letter needs more."""
_CHIP: Final = (
    "display:inline-block;padding:1px 5px;border-radius:5px;font:700 13px/18px Arial,sans-serif;white-space:nowrap;"
)


def chips(faces: Iterable[tuple[Face, int]]) -> Iterator[str]:
    """Faces as chips, each with how often it is there."""
    return (chip(face, count) for face, count in faces)


def chip(face: Face, count: int = 1, *, spoken: bool = True) -> str:
    """A face as a small chip, with how often it is there. Not `spoken`: its name stands beside it."""
    ground, ink, edge = face.paint
    name = face.name if count == 1 else f"{face.name} × {count}"
    times = "" if count == 1 else f"<small>×{count}</small>"
    voice = f'role="img" aria-label="{escape(name)}" title="{escape(name)}"' if spoken else 'aria-hidden="true"'
    return (
        f'<span {voice} style="{_CHIP}margin:0 3px {4 if spoken else 0}px 0;background-color:{ground};'
        f'color:{ink};border:1px solid {edge}">{escape(face.short)}{times}</span>'
    )


def tile(face: Face, note: str = "") -> str:
    """A face as a card."""
    ground, ink, edge = face.paint
    stripe = "".join(
        f'<span style="display:inline-block;width:12px;height:5px;background-color:{shade}"></span>'
        for shade in face.stripe
    )
    band = f'<span style="display:block;font-size:5px;line-height:9px">{stripe}</span>'
    remark = f'<span style="{_CAPTION}font-weight:400">({escape(note)})</span>' if note else ""
    caption = "<br>".join(map(escape, face.caption))
    width = max(_NARROW, *(len(word) * _LETTER for line in face.caption for word in line.split()))
    name = escape(", ".join(filter(None, (face.name, note))))
    return (
        f'<span role="img" aria-label="{name}" style="{_TILE}width:{width}px;'
        f'background-color:{ground};color:{ink};border:2px solid {edge}">'
        f'<span style="{_SIGN}">{escape(face.sign)}</span>{band if stripe else ""}'
        f'<span style="{_CAPTION}">{caption}</span>{remark}</span>'
    )
