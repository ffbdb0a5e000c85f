"""The material for the paragraphs of one rule book: its facts, its texts, and the lookup of texts by key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from common.translations import fill

if TYPE_CHECKING:
    import engine
    from games.rulebook.texts import Texts

Row = tuple[str, int, str]
_TABLES: Final = {"card": "card", "start": "start", "sector": "sector"}
"""Families of keys whose members each have an anchor."""
_NOUGHT: Final = "0"


class Paragraph(NamedTuple):
    """A rule in words. `anchor` is the same in all languages; `section` is that of docs/players/rules.md.

    `rows`: the table under it, each row the name of a card, its number in the deck, and its points. `lead`: the name
    at the beginning of the text, if it is about one card or sector.
    """

    anchor: str
    section: str
    text: str
    rows: tuple[Row, ...] = ()
    lead: str = ""

    @property
    def rest(self) -> str:
        """Return the text after its lead."""
        return self.text.removeprefix(self.lead)

    def led_by(self, label: str, name: str, symbol: str = "") -> Paragraph:
        """Return the same rule with the name before it, as the label says."""
        lead = label.format(name=name, symbol=symbol, text="").rstrip()
        return self._replace(text=label.format(name=name, symbol=symbol, text=self.text), lead=lead)

    def followed_by(self, sentence: str) -> Paragraph:
        """Return the same rule with a sentence added."""
        return self._replace(text=f"{self.text} {sentence}")


class Page(NamedTuple):
    """A ruleset in a language."""

    facts: engine.Summary
    texts: Texts

    def key(self, key: str) -> str:
        """Return the key as in the texts: by itself, or with the ending that fits the deck or the seats."""
        facts = self.facts
        endings = (
            ".double" if facts.dark else ".single",
            ".launcher" if "press" in facts.commands else ".pile",
            ".nought" if _NOUGHT in facts.points else ".no_nought",
            ".fixed" if facts.least_seats == facts.most_seats else ".free",
        )
        return next((key + ending for ending in endings if key + ending in self.texts.paragraphs), key)

    def has(self, key: str) -> bool:
        """Return whether there is a text for this key."""
        return self.key(key) in self.texts.paragraphs

    def text(self, key: str, **values: object) -> str:
        """Return the text with its values. Raises KeyError where a language lacks it."""
        facts = self.facts
        numbers = {
            "cards": facts.cards,
            "hand_size": facts.hand_size,
            "least": facts.least_seats,
            "most": facts.most_seats,
            **values,
        }
        return fill(self.texts.paragraphs[self.key(key)], self.texts.plural, numbers)

    def paragraph(self, key: str, section: str, **values: object) -> Paragraph:
        """Return the paragraph of this key."""
        return Paragraph(anchor(key), section, self.text(key, **values))

    def named(self, symbol: str) -> str:
        """Return the name of a card or a sector; of anything else, its text."""
        return self.texts.cards.get(symbol) or self.texts.sectors.get(symbol, symbol)


def anchor(key: str) -> str:
    """Return `uno_penalty` for `uno_penalty.pile`, `card-plus1` for `card.+1`."""
    family, _, rest = key.partition(".")
    return f"{family}-{rest.partition('.')[0].replace('+', 'plus')}" if family in _TABLES else family
