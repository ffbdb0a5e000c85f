"""The texts of the rule book: one TOML file per language, all with the same keys."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FOLDER: Final = Path(__file__).with_name("texts")


class Texts(NamedTuple):
    """The texts of one language. `plural` gives the place of the form that goes with a number."""

    code: str
    labels: Mapping[str, str]
    rulesets: Mapping[str, str]
    cards: Mapping[str, str]
    sectors: Mapping[str, str]
    headings: Mapping[str, str]
    paragraphs: Mapping[str, str]
    plural: Callable[[int], int]


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


PLURALS: Final[Mapping[str, Callable[[int], int]]] = {"en": _english, "ru": _russian, "fr": _french}
"""By language, the place of the form that goes with a number."""


def _read(code: str) -> Texts:
    tables = tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    return Texts(code=code, plural=PLURALS[code], **tables)


TEXTS: Final[Mapping[str, Texts]] = {code: _read(code) for code in PLURALS if (_FOLDER / f"{code}.toml").exists()}
LANGUAGES: Final = tuple(TEXTS)
"""Codes of the languages, the first one for those who ask for none."""


class Amount(int):
    """A number in a text: `{value}` is the number, `{value:card|cards}` the form that goes with it."""

    plural: Callable[[int], int]

    def __new__(cls, number: int, plural: Callable[[int], int]) -> Self:
        """Make the number `number` of a language with these plurals."""
        amount = super().__new__(cls, number)
        amount.plural = plural
        return amount

    def __format__(self, forms: str) -> str:
        """Return the number, or the one of the forms that goes with it."""
        return forms.split("|")[self.plural(self)] if forms else str(int(self))
