"""The texts of the page: one TOML file per language, all with the same keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common.translations import load
from games.pages.texts import PAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.pages.texts import PageTexts

_FOLDER: Final = Path(__file__).with_name("texts")


class AccessTexts(NamedTuple):
    """The texts of one language. `closed`: title and text by reason; `scopes`: the rights that each gives to an app."""

    page: PageTexts
    said: Mapping[str, str]
    closed: Mapping[str, Mapping[str, str]]
    scopes: Mapping[str, str]


def _read(page: PageTexts, tables: dict[str, Any]) -> AccessTexts:
    said = {key: text for key, text in tables.items() if isinstance(text, str)}
    return AccessTexts(page, said, tables["closed"], tables["scopes"])


TEXTS: Final[Mapping[str, AccessTexts]] = {code: _read(PAGES[code], tables) for code, tables in load(_FOLDER).items()}
"""The texts by language code."""
