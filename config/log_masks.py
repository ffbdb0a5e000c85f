"""What no log line says: addresses and names of people, wherever a library or the database repeats them.

Our own lines name nobody; this is for texts that are not ours, such as what a mail server answers, the rows that
PostgreSQL finds in the way, or the address of a request that broke.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import MutableMapping

_MASKS: Final = (
    (re.compile(r"[^\s<>\"'(),;:=\[\]{}@]+@[^\s<>\"'(),;:=\[\]{}@]+\.[^\s<>\"'(),;:=\[\]{}@.]+"), "<address>"),
    # What clashed, and the row that a constraint refuses.
    (re.compile(r"(Key \([^)]*\))=\(.*?\)(?= (?:already|is |conflicts))"), r"\1=(<value>)"),
    (re.compile(r"Failing row contains \(.*\)"), "Failing row contains (<row>)"),
    (re.compile(r"(/v1/players/)[^\s\"'?]+"), r"\1<name>"),
    # Secrets of ours by their shape (`players.secret_tokens`), and what a form of apps says in other shapes.
    (re.compile(r"\buf[a-z]_[A-Za-z0-9_-]{16,}"), "<token>"),
    (
        re.compile(r"\b(code_verifier|client_secret)(=|['\"]?: ?['\"]?)[^&\s'\",}]+"),
        r"\1\2<secret>",
    ),
    (re.compile(r"(/oauth/authorize\?)[^\s'\"]+"), r"\1<query>"),
    (re.compile(r"(/admin/\S*\?)\S+"), r"\1<query>"),
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
