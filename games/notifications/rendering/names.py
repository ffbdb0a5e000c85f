"""Names in messages: a name is never markup, never a link, and does not change the direction of writing."""

from __future__ import annotations

import unicodedata
from typing import Final

_LONGEST: Final = 40
"""Most characters of a name that are shown. A name has at most 24, with marks."""
_TURNED: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _END_ISOLATE, _JOINER = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}", "\N{WORD JOINER}"
_LINKING: Final = ".:/@"
"""Programs take a word for an address only if it has one of these."""


def shown(name: str) -> str:
    """Return the name as text within text.

    Control and formatting characters are left out. An invisible joiner before dots and the like keeps mail programs
    from making a link of `example.com`. A name written from right to left is isolated from the text beside it.
    """
    clean = "".join(_plain(character) for character in name)
    clean = " ".join(clean.split())[:_LONGEST] or "?"
    joined = "".join(_JOINER + character if character in _LINKING else character for character in clean)
    if any(unicodedata.bidirectional(character) in _TURNED for character in clean):
        return f"{_ISOLATE}{joined}{_END_ISOLATE}"
    return joined


def _plain(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"} else character
