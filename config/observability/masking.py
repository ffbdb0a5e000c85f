"""What no log line says: addresses and names of people, wherever a library or the database repeats them.

Our own lines name nobody; this is for texts that are not ours, such as what a mail server answers, the rows that
PostgreSQL finds in the way, or the address of a request that broke.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

_PART: Final = r"[^\s<>\"'(),;:=\[\]{}@]"
"""What either half of an address may have."""


def _without_query(found: re.Match[str]) -> str:
    return found[1] + ("?<query>" if found[2] else "")


# The time of each grows only as fast as the text, which may be a client's: it starts nowhere inside of what it has
# read in vain, or reads nothing in vain.
_MASKS: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(rf"(?<!{_PART}){_PART}++@{_PART}+\.(?:(?!\.){_PART})+"), "<address>"),
    # What clashed, and the row that a constraint refuses.
    (re.compile(r"(Key \([^)\n]{0,500}\))=\((?:.*(?=\) (?:already|is |conflicts))|.*)"), r"\1=(<value>"),
    (re.compile(r"Failing row contains \((?:.*(?=\))|.*)"), "Failing row contains (<row>"),
    (re.compile(r"(/v1/players/)[^\s\"'?]+"), r"\1<name>"),
    # Secrets of ours by their shape (`players.secret_tokens`), and what a form of apps says in other shapes.
    (re.compile(r"\buf[a-z]_[A-Za-z0-9_-]{16,}"), "<token>"),
    (
        re.compile(r"\b(code_verifier|client_secret)(=|['\"]?: ?['\"]?)[^&\s'\",}]+"),
        r"\1\2<secret>",
    ),
    (re.compile(r"(/oauth/authorize\?)[^\s'\"]+"), r"\1<query>"),
    (re.compile(r"(/admin/[^\s?]*)(\?\S*)?"), _without_query),
)


def mask(text: str) -> str:
    """The text without what tells who somebody is."""
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text


def masked(_logger: Any, _method: str, said: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: all texts of a line masked, tracebacks too."""
    for name, value in said.items():
        if isinstance(value, str):
            said[name] = mask(value)
    return said
