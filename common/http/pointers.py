"""JSON Pointers (RFC 6901) to members of a body, as fragments of a URI (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLAIN: Final = "!$&'()*+,;=:@?~"
"""Characters that a fragment may have beside letters and digits (RFC 3986, section 3.5)."""


def pointer(path: Sequence[str | int]) -> str:
    """Return `#/options/seats` for `("options", "seats")`; `#` for the whole body."""
    return "#" + "".join(f"/{quote(_escaped(str(step)), safe=_PLAIN)}" for step in path)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
