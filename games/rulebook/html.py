"""A rule book as one HTML page: no scripts, no external resources, light and dark, fit for print and for a phone."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from games.rulebook.assembly import RuleBook

_STYLE: Final = SafeString("""
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
""")
STYLE_SOURCE: Final = f"'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
"""The source that a Content-Security-Policy must allow for the style of the page."""


def page(book: RuleBook) -> str:
    """Return the whole page."""
    return render_to_string("rulebook/page.html", {"book": book, "style": _STYLE})
