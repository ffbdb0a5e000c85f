"""The meaning of each error code, read from docs/clients/errors.md and shown beside every operation."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_ROW: Final = re.compile(r"^\| `(\w+)` \| \d{3} \| ([^|]+?) \|", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]+\)")
"""Links of the page do not work elsewhere."""


@cache
def meanings() -> Mapping[str, str]:
    """Return one sentence or two by code."""
    page: Path = settings.BASE_DIR / "docs" / "clients" / "errors.md"
    return {code: _LINK.sub(r"\1", meaning) for code, meaning in _ROW.findall(page.read_text())}


def explained(codes: Iterable[str]) -> str:
    """Return these codes and their meanings as a list in Markdown."""
    return "\n".join(f"- `{code}`: {meanings().get(code, '')}".rstrip(": ") for code in sorted(codes))
