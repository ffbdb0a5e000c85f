"""Assembles the rule book of a ruleset in a language: the layout's sections with the paragraphs that apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import engine
from games.rulebook.changes import changed
from games.rulebook.layout import LAYOUT
from games.rulebook.pages import Page, Paragraph
from games.rulebook.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Paragraph", "RuleBook", "Section", "rule_book", "titles"]


class Section(NamedTuple):
    """A heading and the paragraphs under it."""

    anchor: str
    heading: str
    paragraphs: tuple[Paragraph, ...]


class RuleBook(NamedTuple):
    """The rules of a ruleset in words. `name` and `language` as requested; `labels`: words around the rules."""

    name: str
    language: str
    title: str
    sections: tuple[Section, ...]
    labels: Mapping[str, str]


def rule_book(rules: engine.Ruleset, language: str, seats: int | None = None) -> RuleBook:
    """Return the rules of this ruleset in one of LANGUAGES, for a table of `seats` seats if they are known."""
    facts, texts = engine.summarize(rules), TEXTS[language]
    if seats is not None:
        facts = facts._replace(least_seats=seats, most_seats=seats)
    page, marked = Page(facts, texts), changed(facts)
    sections = []
    for heading in LAYOUT:
        found = tuple(
            paragraph.followed_by(texts.labels["changed"]) if paragraph.anchor in marked else paragraph
            for entry in heading.entries
            for paragraph in entry.paragraphs(page)
        )
        if found:
            sections.append(Section(f"section-{heading.key}", texts.headings[heading.key], found))
    title = texts.labels["title"].format(name=texts.rulesets[facts.name])
    return RuleBook(facts.name, language, title, tuple(sections), texts.labels)


def titles(name: str) -> dict[str, str]:
    """Return the title of this ruleset, by language."""
    return {language: texts.rulesets[name] for language, texts in TEXTS.items()}
