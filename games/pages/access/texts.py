"""What the page says: one TOML file per language, all with the same keys."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from games.pages.texts import PAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.pages.texts import PageTexts

_FOLDER: Final = Path(__file__).with_name("texts")


class AccessTexts(NamedTuple):
    """The texts of one language. `closed`: title and text by reason; `scopes`: what each lets an app do."""

    page: PageTexts
    said: Mapping[str, str]
    closed: Mapping[str, Mapping[str, str]]
    scopes: Mapping[str, str]


def _read(page: PageTexts) -> AccessTexts:
    tables = tomllib.loads((_FOLDER / f"{page.words.code}.toml").read_text(encoding="utf-8"))
    said = {key: text for key, text in tables.items() if isinstance(text, str)}
    return AccessTexts(page, said, tables["closed"], tables["scopes"])


TEXTS: Final[Mapping[str, AccessTexts]] = {code: _read(page) for code, page in PAGES.items()}
"""By language code."""
