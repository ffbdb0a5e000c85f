"""The kinds of entries of a section of the rule book. Each one gives its paragraphs for a page."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from games.rulebook.pages import Page, Paragraph, Row

    Condition = Callable[[engine.Summary], bool]

OPTIONS: Final = {option.name: option for option in engine.describe()}
_WORDS: Final = {True: "on", False: "off"}


def _always(_facts: engine.Summary) -> bool:
    return True


class Entry(Protocol):
    """An entry of a section."""

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield its paragraphs, if it applies."""


class Plain(NamedTuple):
    """A paragraph of its own."""

    key: str
    section: str
    when: Condition = _always

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraph."""
        if self.when(page.facts):
            yield page.paragraph(self.key, self.section)


class Chosen(NamedTuple):
    """The value of an option of the base rules, where it can be set."""

    option: str
    when: Condition = _always

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraph of the value in force."""
        facts = page.facts
        if self.option in facts.options and applies(facts, self.option) and self.when(facts):
            yield from of_value(page, self.option)


class Cards(NamedTuple):
    """One paragraph for each symbol of a side, numbers and Spin cards as one each."""

    symbols: Callable[[engine.Summary], Iterable[str]]
    family: str
    section: str
    when: Condition = _always

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraphs of the cards."""
        if self.when(page.facts):
            for symbol in dict.fromkeys(map(kind_of, self.symbols(page.facts))):
                key = f"{self.family}.{symbol}"
                if page.has(key):
                    yield _card(page, key, symbol, self.section)


class Sectors(NamedTuple):
    """One paragraph for each sector of the wheel."""

    section: str
    when: Condition

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraphs of the sectors."""
        if self.when(page.facts):
            for sector, name in page.texts.sectors.items():
                found = page.paragraph(f"sector.{sector}", self.section)
                yield found.led_by(page.texts.labels["sector"], name)


class Shared(NamedTuple):
    """The cards of the dark side with the same effect as on the light side."""

    section: str

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraph with their names."""
        names = dict.fromkeys(page.named(kind_of(symbol)) for symbol in page.facts.dark if symbol in page.facts.light)
        if names:
            yield page.paragraph("shared", self.section, cards=", ".join(names))


class NotLast(NamedTuple):
    """The cards that cannot be the last one."""

    section: str

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraph with their names."""
        if page.facts.not_last:
            names = dict.fromkeys(page.named(kind_of(symbol)) for symbol in page.facts.not_last)
            yield page.paragraph("not_last", self.section, cards=", ".join(names))


class Points(NamedTuple):
    """The table of card points."""

    section: str

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield the paragraph with the table."""
        yield page.paragraph("points", self.section)._replace(rows=tuple(_rows(page)))


class HouseRules(NamedTuple):
    """The house rules in force, and their options."""

    def paragraphs(self, page: Page) -> Iterator[Paragraph]:
        """Yield their paragraphs after one that says that they take precedence; nothing without house rules."""
        found = [
            paragraph
            for option in OPTIONS.values()
            if option.kind == "house_rule" and _is_on(page.facts, option)
            for paragraph in of_value(page, option.name)
        ]
        if found:
            yield page.paragraph("house_rules", "8.2")
            yield from found


def applies(facts: engine.Summary, option: str) -> bool:
    """Return whether the option can be set in this game. Options that select the game always apply."""
    found = engine.applicability(facts.name).get(option)
    return found is None or found.applicable


def of_value(page: Page, option: str) -> Iterator[Paragraph]:
    """Yield the paragraph of an option's value; nothing for an empty list."""
    value = page.facts.options[option]
    if value != ():
        key, values = _key(page, OPTIONS[option], value)
        yield page.paragraph(key, OPTIONS[option].source.split(";")[0], **values)


def _key(page: Page, option: engine.OptionInfo, value: object) -> tuple[str, Mapping[str, object]]:
    if option.type == "teams":
        return option.name, {"value": page.facts.teams}
    if isinstance(value, bool):
        return f"{option.name}.{_WORDS[value]}", {}
    if isinstance(value, tuple):
        if option.type == "cards":
            return f"{option.name}.custom", {}
        return option.name, {"value": ", ".join(page.named(str(item)) for item in _in_deck(page, value))}
    if option.type == "whole":
        return (f"{option.name}.none", {}) if value == 0 and page.has(f"{option.name}.none") else (
            option.name, {"value": value},
        )  # fmt: skip
    word, _, letter = str(value).partition("=")
    return f"{option.name}.{word}", _seat(page.facts, letter) if letter else {}


def _seat(facts: engine.Summary, letter: str) -> Mapping[str, object]:
    """Return the name of a seat. A number that the table lacks wraps around, as in old matches."""
    seat = (ord(letter) - ord("A")) % facts.most_seats
    return {"value": chr(ord("A") + seat), "number": seat + 1}


def _in_deck(page: Page, items: Iterable[object]) -> Iterator[object]:
    return (item for item in items if item not in page.texts.cards or item in page.facts.points)


def _is_on(facts: engine.Summary, option: engine.OptionInfo) -> bool:
    """Return whether the option is set, or has its default while the rule that it belongs to is on."""
    if facts.options[option.name] != option.default:
        return True
    needs = engine.applicability(facts.name)[option.name].needs
    if needs is None or option.type in {"switch", "choice"}:  # these are on or off by themselves
        return False
    return facts.options[needs[0]] != OPTIONS[needs[0]].default


def kind_of(symbol: str) -> str:
    """Return the card that explains a symbol: numbers and Spin cards share one each."""
    if symbol.isdigit():
        return "number"
    return "spin" if symbol.endswith("*") else symbol


def _card(page: Page, key: str, symbol: str, section: str) -> Paragraph:
    found = page.paragraph(key, section)
    printed = "" if symbol in {"number", "spin"} else symbol
    label = page.texts.labels["card" if printed else "sector"]
    return found.led_by(label, page.named(symbol), printed)


def _rows(page: Page) -> Iterator[Row]:
    facts = page.facts
    for side in (facts.light, facts.dark):
        for kind, symbols in groupby(sorted(side, key=lambda symbol: kind_of(symbol) != "number"), kind_of):
            group = list(symbols)
            values = {facts.points[symbol] for symbol in group}
            count = sum(side[symbol] for symbol in group)
            points = page.texts.labels["face_value"] if kind in {"number", "spin"} else str(*values)
            yield page.named(kind), count, points
