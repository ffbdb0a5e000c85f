"""The texts of the pages: one TOML file per language, all with the same keys, beside those of the messages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from games.messages.texts import TEXTS, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER: Final = Path(__file__).with_name("texts")


class Closed(NamedTuple):
    """Why there is nothing to show, and what to do."""

    title: str
    text: str


class PageTexts(NamedTuple):
    """The texts of one language. `words`: those of the messages."""

    words: Texts
    page: Mapping[str, str]
    closed: Mapping[str, Closed]


def _read(words: Texts) -> PageTexts:
    tables = tomllib.loads((_FOLDER / f"{words.code}.toml").read_text(encoding="utf-8"))
    closed = {reason: Closed(**texts) for reason, texts in tables["closed"].items()}
    return PageTexts(words, tables["page"], closed)


PAGES: Final[Mapping[str, PageTexts]] = {code: _read(words) for code, words in TEXTS.items()}
"""By language code."""
