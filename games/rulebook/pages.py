"""What the paragraphs of one rule book are made of: its facts, its texts, and how a key finds its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from common.translations import fill

if TYPE_CHECKING:
    import engine
    from games.rulebook.texts import Texts

Row = tuple[str, int, str]
_TABLES: Final = {"card": "card", "start": "start", "sector": "sector"}
"""Families of keys whose members have an anchor each."""
_NOUGHT: Final = "0"


class Paragraph(NamedTuple):
    """A rule in words. `anchor` is the same in all languages; `section` is that of docs/players/rules.md.

    `rows`: the table under it, each row the name of a card, how many of it are in the deck, and what it counts.
    `lead`: how the text begins if it is about one card or sector: its name.
    """

    anchor: str
    section: str
    text: str
    rows: tuple[Row, ...] = ()
    lead: str = ""

    @property
    def rest(self) -> str:
        """The text after its lead."""
        return self.text.removeprefix(self.lead)

    def led_by(self, label: str, name: str, symbol: str = "") -> Paragraph:
        """The same rule with the name before it, as the label says."""
        lead = label.format(name=name, symbol=symbol, text="").rstrip()
        return self._replace(text=label.format(name=name, symbol=symbol, text=self.text), lead=lead)

    def followed_by(self, sentence: str) -> Paragraph:
        """The same rule with a sentence behind it."""
        return self._replace(text=f"{self.text} {sentence}")


class Page(NamedTuple):
    """A ruleset in a language."""

    facts: engine.Summary
    texts: Texts

    def key(self, key: str) -> str:
        """The key as it stands in the texts: by itself, or with the ending that fits the deck or the seats."""
        facts = self.facts
        endings = (
            ".double" if facts.dark else ".single",
            ".launcher" if "press" in facts.commands else ".pile",
            ".nought" if _NOUGHT in facts.points else ".no_nought",
            ".fixed" if facts.least_seats == facts.most_seats else ".free",
        )
        return next((key + ending for ending in endings if key + ending in self.texts.paragraphs), key)

    def has(self, key: str) -> bool:
        """Is there a text for this key."""
        return self.key(key) in self.texts.paragraphs

    def text(self, key: str, **values: object) -> str:
        """The text with its values; raises KeyError where a language lacks it."""
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
        """The paragraph of this key."""
        return Paragraph(anchor(key), section, self.text(key, **values))

    def named(self, symbol: str) -> str:
        """The name of a card or a sector; of anything else, its text."""
        return self.texts.cards.get(symbol) or self.texts.sectors.get(symbol, symbol)


def anchor(key: str) -> str:
    """`uno_penalty` of `uno_penalty.pile`; `card-plus1` of `card.+1`."""
    family, _, rest = key.partition(".")
    return f"{family}-{rest.partition('.')[0].replace('+', 'plus')}" if family in _TABLES else family
