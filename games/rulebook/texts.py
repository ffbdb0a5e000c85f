"""The texts of the rule book: one TOML file per language, all with the same keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from common.translations import PLURALS, load

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


TEXTS: Final[Mapping[str, Texts]] = {
    code: Texts(code=code, plural=PLURALS[code], **tables) for code, tables in load(_FOLDER).items()
}
