"""A rule book as one HTML page: no scripts, nothing from elsewhere, light and dark, fit for print and for a phone."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rulebook.assembly import RuleBook, Section
    from games.rulebook.pages import Paragraph

_STYLE: Final = """
:root { color-scheme: light dark; --mark: #b3261e;
  --ink: #1c1b22; --faint: #5d5b66; --paper: #fdfcf9; --line: #dedad0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ebe9e4; --faint: #a5a29a; --paper: #17161b; --line: #3a3842; --mark: #ff8a80; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0 1.5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .75rem; padding-top: .75rem;
  border-top: 2px solid var(--mark); }
p { margin: 0 0 .8rem; hyphens: auto; }
:target { outline: 2px solid var(--mark); outline-offset: .3rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: 600; }
td + td, th + th { text-align: right; padding-right: 0; padding-left: .6rem; }
footer { margin-top: 3rem; color: var(--faint); font-size: .9rem; }
@media print {
  :root { --ink: #000; --faint: #444; --paper: #fff; --line: #bbb; --mark: #000; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  h2 { break-after: avoid; } p, tr { break-inside: avoid; }
}
"""
STYLE_SOURCE: Final = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
"""What a Content-Security-Policy must allow for the page to be styled."""


def page(book: RuleBook) -> str:
    """The whole page."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: RuleBook) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{book.language}">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(book.title)}</title>"
    yield f"<style>{_STYLE}</style></head>"
    yield f"<body><main><h1>{escape(book.title)}</h1>"
    for section in book.sections:
        yield from _section(book, section)
    yield f"<footer>{escape(book.labels['footer'])}</footer></main></body></html>"


def _section(book: RuleBook, section: Section) -> Iterator[str]:
    yield f'<section><h2 id="{section.anchor}">{escape(section.heading)}</h2>'
    for paragraph in section.paragraphs:
        lead = f"<b>{escape(paragraph.lead)}</b>" if paragraph.lead else ""
        yield f'<p id="{paragraph.anchor}">{lead}{escape(paragraph.text.removeprefix(paragraph.lead))}</p>'
        if paragraph.rows:
            yield from _table(book, paragraph)
    yield "</section>"


def _table(book: RuleBook, paragraph: Paragraph) -> Iterator[str]:
    heads = (book.labels[name] for name in ("card_column", "count_column", "points_column"))
    yield (
        "<table><thead><tr>"
        + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        + "</tr></thead><tbody>"
    )
    for row in paragraph.rows:
        yield "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"
