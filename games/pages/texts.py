"""The texts of the pages: one TOML file per language, all with the same keys, beside those of the messages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common.translations import load
from games.notifications.rendering.texts import TEXTS, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER: Final = Path(__file__).with_name("texts")


class Closed(NamedTuple):
    """Why there is nothing to show, and what to do next."""

    title: str
    text: str


class PageTexts(NamedTuple):
    """The texts of one language. `words`: those of the messages."""

    words: Texts
    page: Mapping[str, str]
    join: Mapping[str, str]
    rematch: Mapping[str, str]
    closed: Mapping[str, Closed]


def _read(words: Texts, tables: dict[str, Any]) -> PageTexts:
    closed = {reason: Closed(**texts) for reason, texts in tables["closed"].items()}
    return PageTexts(words, tables["page"], tables["join"], tables["rematch"], closed)


PAGES: Final[Mapping[str, PageTexts]] = {code: _read(TEXTS[code], tables) for code, tables in load(_FOLDER).items()}
"""The texts by language code."""
