"""Masks addresses and names of people in log lines, wherever a library or the database repeats them.

Our own lines name no one; this is for texts of others, such as a mail server's answers, the conflicting rows that
PostgreSQL quotes, or the address of a request that failed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

_PART: Final = r"[^\s<>\"'(),;:=\[\]{}@]"
"""Characters of either half of a mail address."""


def _without_query(found: re.Match[str]) -> str:
    return found[1] + ("?<query>" if found[2] else "")


# The time of each grows only linearly with the text, which may be a client's: no pattern starts again inside text
# that it has read without a match.
_MASKS: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(rf"(?<!{_PART}){_PART}++@{_PART}+\.(?:(?!\.){_PART})+"), "<address>"),
    # The conflicting values, and the row that a constraint refuses.
    (re.compile(r"(Key \([^)\n]{0,500}\))=\((?:.*(?=\) (?:already|is |conflicts))|.*)"), r"\1=(<value>"),
    (re.compile(r"Failing row contains \((?:.*(?=\))|.*)"), "Failing row contains (<row>"),
    (re.compile(r"(/v1/players/)[^\s\"'?]+"), r"\1<name>"),
    # A code of an invitation opens a table.
    (re.compile(r"(/v1/invitations/|/join/)[^\s\"'?]+"), r"\1<code>"),
    (re.compile(r"(/loan\?)[^\s\"']+"), r"\1<query>"),
    # Our secrets by their shape (`players.secret_tokens`), and secrets in forms of apps, which have other shapes.
    (re.compile(r"\buf[a-z]_[A-Za-z0-9_-]{16,}"), "<token>"),
    (
        re.compile(r"\b(code_verifier|client_secret)(=|['\"]?: ?['\"]?)[^&\s'\",}]+"),
        r"\1\2<secret>",
    ),
    (re.compile(r"(/oauth/authorize\?)[^\s'\"]+"), r"\1<query>"),
    (re.compile(r"(/admin/[^\s?]*)(\?\S*)?"), _without_query),
)


def mask(text: str) -> str:
    """Return the text without personal data and secrets."""
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text


def masked(_logger: Any, _method: str, said: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: mask all texts of a line, tracebacks included."""
    for name, value in said.items():
        if isinstance(value, str):
            said[name] = mask(value)
    return said
