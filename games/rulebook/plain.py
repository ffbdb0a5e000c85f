"""A rule book as plain text, lines no longer than a terminal."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rulebook.assembly import RuleBook
    from games.rulebook.pages import Row

_WIDTH: Final = 80


def plain(book: RuleBook) -> str:
    """Return the rule book as text that ends with a line break."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: RuleBook) -> Iterator[str]:
    yield from (book.title, "=" * len(book.title))
    for section in book.sections:
        yield from ("", section.heading, "-" * len(section.heading))
        for paragraph in section.paragraphs:
            yield ""
            yield fill(paragraph.text, _WIDTH, break_long_words=False, break_on_hyphens=False)
            if paragraph.rows:
                yield from ("", *_table((_head(book), *paragraph.rows)))
    yield from ("", fill(book.labels["footer"], _WIDTH))


def _head(book: RuleBook) -> tuple[str, str, str]:
    return book.labels["card_column"], book.labels["count_column"], book.labels["points_column"]


def _table(rows: tuple[Row | tuple[str, str, str], ...]) -> Iterator[str]:
    names, counts = (max(len(str(row[column])) for row in rows) for column in (0, 1))
    for name, count, points in rows:
        yield f"{name:<{names}}  {count!s:>{counts}}  {points}"
