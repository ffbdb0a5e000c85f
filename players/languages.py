"""Which language to answer in: the one asked for, else the best that `Accept-Language` names, else the first."""

from __future__ import annotations

import re
from typing import Final

LANGUAGES: Final = ("en", "ru", "fr")
"""What we speak; the first is spoken where nothing is known."""
_RANGE: Final = re.compile(
    r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,32})?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?", re.ASCII | re.IGNORECASE
)
_MOST: Final = 32
"""Entries of the header that are looked at."""


def language_of(named: str | None, header: str | None) -> str:
    """Return one of LANGUAGES (RFC 9110, 12.5.4); `named` is one already."""
    if named is not None:
        return named
    best, found = 0.0, LANGUAGES[0]
    for entry in (header or "").split(",")[:_MOST]:
        match = _RANGE.fullmatch(entry)
        if match and match[1].lower() in LANGUAGES and float(match[2] or 1) > best:
            best, found = float(match[2] or 1), match[1].lower()
    return found
