"""The rule book for players: the rules of any ruleset, as sections and paragraphs in one of its languages."""

from common.translations import LANGUAGES
from games.rulebook.assembly import Paragraph, RuleBook, Section, rule_book, titles
from games.rulebook.html import STYLE_SOURCE, page
from games.rulebook.plain import plain

__all__ = ["LANGUAGES", "STYLE_SOURCE", "Paragraph", "RuleBook", "Section", "page", "plain", "rule_book", "titles"]
