"""The texts of messages: one TOML file per language, all with the same keys. Cards are named as in the rule book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from common.translations import PLURALS, fill, load
from games.rulebook.texts import TEXTS as RULE_BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_FOLDER: Final = Path(__file__).with_name("texts")
_NAMED: Final = 3
"""A longer list of players names this many."""


class KindTexts(NamedTuple):
    """A kind of message: its name, its subject, and its sentence. The latter two may hold placeholders."""

    name: str
    subject: str
    body: str


class Texts(NamedTuple):
    """The texts of one language, by the part of a message they belong to."""

    code: str
    words: Mapping[str, str]
    colors: Mapping[str, str]
    card_colors: Mapping[str, str]
    letters: Mapping[str, str]
    table: Mapping[str, str]
    decisions: Mapping[str, str]
    results: Mapping[str, str]
    moves: Mapping[str, str]
    mail: Mapping[str, str]
    digest: Mapping[str, str]
    unsubscribe: Mapping[str, str]
    stay: Mapping[str, str]
    orders: Mapping[str, str]
    no_invitations: Mapping[str, str]
    story: Mapping[str, str]
    kinds: Mapping[str, KindTexts]
    cards: Mapping[str, str]
    sectors: Mapping[str, str]
    rulesets: Mapping[str, str]
    plural: Callable[[int], int]

    def fill(self, text: str, **values: object) -> str:
        """Return the text with its values. Whole numbers choose the form of the words beside them. Raises KeyError."""
        return fill(text, self.plural, values)

    def label(self, said: str) -> str:
        """Return the text as a label: `Color:`."""
        return self.words["label"].format(label=said)

    def listed(self, names: Sequence[str], *, most: int = _NAMED) -> str:
        """Return `Ann`, `Ann and Bob`, `Ann, Bob and Cy`; of many the first `most` and the number of the others."""
        if len(names) > most + 1:  # the last name is shorter than "and one more"
            return self.fill(self.words["and_more"], names=", ".join(names[:most]), count=len(names) - most)
        if len(names) > 1:
            return self.fill(self.words["and"], first=", ".join(names[:-1]), last=names[-1])
        return "".join(names)


def _read(code: str, tables: dict[str, Any]) -> Texts:
    kinds = {kind: KindTexts(**texts) for kind, texts in tables.pop("kinds").items()}
    book = RULE_BOOKS[code]
    named = {"cards": book.cards, "sectors": book.sectors, "rulesets": book.rulesets}
    return Texts(code=code, plural=PLURALS[code], kinds=kinds, **named, **tables)


TEXTS: Final[Mapping[str, Texts]] = {code: _read(code, tables) for code, tables in load(_FOLDER).items()}


def texts_in(language: str) -> Texts:
    """Return the texts in this language, or in the first one if it has none."""
    return TEXTS.get(language) or next(iter(TEXTS.values()))
