"""The languages of the service: the choice of a language, its texts, and plural forms.

Texts are TOML files, one per language with the same keys in a folder.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Plural = Callable[[int], int]

LANGUAGES: Final = ("en", "ru", "fr")
"""The first is the default."""
_RANGE: Final = re.compile(
    r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,32})?\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?", re.ASCII | re.IGNORECASE
)
_MOST: Final = 32
"""Entries of the header that are read at most."""


def language_of(named: str | None, header: str | None) -> str:
    """Return `named`, else the best language that `Accept-Language` names (RFC 9110, 12.5.4), else the first."""
    return named or best_language(header) or LANGUAGES[0]


def best_language(header: str | None) -> str | None:
    """Return the best of our languages that `Accept-Language` names, None if it names none."""
    best = 0.0
    found: str | None = None
    for entry in (header or "").split(",")[:_MOST]:
        match = _RANGE.fullmatch(entry)
        if match and match[1].lower() in LANGUAGES and float(match[2] or 1) > best:
            best, found = float(match[2] or 1), match[1].lower()
    return found


def load(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the tables of each language in `folder`."""
    return {code: tomllib.loads((folder / f"{code}.toml").read_text(encoding="utf-8")) for code in LANGUAGES}


def fill(text: str, plural: Plural, values: Mapping[str, object]) -> str:
    """Return `text` with its values; whole numbers choose the plural form of the words beside them. Raises KeyError."""
    shown = {
        name: Amount(value, plural) if type(value) is int else value  # a bool does not count as a number here
        for name, value in values.items()
    }
    return text.format(**shown)


class Amount(int):
    """A number in a text: `{value}` is the number, `{value:card|cards}` the form that goes with it."""

    plural: Plural

    def __new__(cls, number: int, plural: Plural) -> Self:
        """Return `number` with the plural forms of a language."""
        amount = super().__new__(cls, number)
        amount.plural = plural
        return amount

    def __format__(self, forms: str) -> str:
        """Return the number, or its plural form."""
        return forms.split("|")[self.plural(self)] if forms else str(int(self))


def _english(number: int) -> int:
    return 0 if number == 1 else 1


def _french(number: int) -> int:
    return 0 if number <= 1 else 1


_TEENS: Final = range(11, 15)


def _russian(number: int) -> int:
    """1 карта, 2 карты, 5 карт; 11 to 14 are like 5."""
    if number % 100 in _TEENS:
        return 2
    return {1: 0, 2: 1, 3: 1, 4: 1}.get(number % 10, 2)


PLURALS: Final[Mapping[str, Plural]] = {"en": _english, "ru": _russian, "fr": _french}
"""By language, the index of the plural form of a number."""
