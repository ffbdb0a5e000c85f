"""Texts for players follow the typography of their language: no line begins with a lone punctuation mark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import games
import players
from games.notifications.rendering.texts import TEXTS

SERVICE: Final = Path(games.__file__).parent
MAILS: Final = Path(players.__file__).parent / "templates/players/email"
PAGE: Final = SERVICE.parent / "verifier" / "texts.js"
WRONG: Final = {
    "fr": re.compile(r" [;:!?»]|« |\w'\w"),
    "ru": re.compile(r" —|\w'\w|[“„]"),
}
"""A sign after a breaking space, or one that the language does not use."""


def said(language: str) -> dict[str, str]:
    """Return every text for players in a language, by its place, without comments and markup."""
    found = {}
    for path in SERVICE.rglob(f"texts/{language}.toml"):
        lines = path.read_text(encoding="utf-8").splitlines()
        # What an English sentence means stands after it.
        found |= {
            f"{path}:{number}": line.partition('" = ')[2] or line
            for number, line in enumerate(lines, 1)
            if not line.startswith("#")
        }
    for path in (MAILS / language).glob("*.txt"):
        found[str(path)] = re.sub(r"{%.*?%}", "", path.read_text(encoding="utf-8"))
    begins = f"\n  {language}: {{\n"
    return {
        **found,
        "the page that checks matches": PAGE.read_text(encoding="utf-8").split(begins)[1].split("\n  },")[0],
    }


def test_a_french_label_has_its_colon_after_a_space() -> None:
    assert TEXTS["fr"].label("Pioche") == "Pioche\N{NO-BREAK SPACE}:"
    assert TEXTS["en"].label("Draw pile") == "Draw pile:"


@pytest.mark.parametrize("language", sorted(WRONG))
def test_signs_stay_with_their_words(language: str) -> None:
    texts = said(language)
    assert len(texts) > 500
    assert {place: text for place, text in texts.items() if WRONG[language].search(text)} == {}
