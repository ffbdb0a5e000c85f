"""The Markdown of descriptions as HTML: paragraphs, `##` headings, lists, bold words, code and links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLANK: Final = re.compile(r"\n\s*\n")
_NEW_LINE: Final = re.compile(r"\n(?=## |- |\d+\. )")
"""Before a heading or an entry of a list."""
_ENTRY: Final = re.compile(r"(-|\d+\.) ")
_CODE: Final = re.compile(r"(`[^`]+`)")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
_LINK: Final = re.compile(r"\[([^]]+)\]\((https://[^)\s]+)\)")


def inline(text: str) -> SafeString:
    """Return a line of text with its code, bold words and links marked up."""
    parts = _CODE.split(str(escape(" ".join(text.split()))))
    return mark_safe(  # noqa: S308 - escaped before
        "".join(
            f"<code>{part[1:-1]}</code>"
            if _CODE.fullmatch(part)
            else _LINK.sub(r'<a href="\2">\1</a>', _BOLD.sub(r"<b>\1</b>", part))
            for part in parts
        )
    )


def render(text: str) -> SafeString:
    """Return a description as HTML."""
    return mark_safe("\n".join(_blocks(text)))  # noqa: S308 - `inline` escapes every text


def _blocks(text: str) -> Iterator[str]:
    for block in _BLANK.split(text.strip()):
        entries: list[str] = []
        kind = ""
        for part in _NEW_LINE.split(block):
            entry = _ENTRY.match(part)
            if entry:
                kind = kind or ("ul" if entry[1] == "-" else "ol")
                entries.append(f"<li>{inline(part[entry.end() :])}</li>")
            elif part.startswith("## "):
                yield f"<h2>{inline(part[3:])}</h2>"
            elif part:
                yield f"<p>{inline(part)}</p>"
        if entries:
            yield f"<{kind}>{''.join(entries)}</{kind}>"
