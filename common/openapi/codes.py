"""What docs/clients/errors.md says of each error code, for the description of the API and the pages about errors."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_ROW: Final = re.compile(r"^\| `(\w+)` \| \d{3} \| ([^|]+?) \| ([^|]+?) \|$", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^]]+)\]\([^)]+\)")
"""Links of the page do not work elsewhere."""


class Explanation(NamedTuple):
    """What a code means, and what a client should do; both in Markdown without links."""

    meaning: str
    advice: str


@cache
def explanations() -> Mapping[str, Explanation]:
    """Return the explanation of each code, in the order of the page."""
    page: Path = settings.DATA_DIR / "docs" / "clients" / "errors.md"
    rows = _ROW.findall(page.read_text(encoding="utf-8"))
    return {code: Explanation(_LINK.sub(r"\1", meaning), _LINK.sub(r"\1", advice)) for code, meaning, advice in rows}


def explained(codes: Iterable[str]) -> str:
    """Return these codes and their meanings as a list in Markdown."""
    found = explanations()
    return "\n".join(f"- `{code}`: {found[code].meaning}" if code in found else f"- `{code}`" for code in sorted(codes))
