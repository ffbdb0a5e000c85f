"""Preferences of a request (RFC 7240). They are wishes: unknown ones are ignored, and none is an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.request import parse_http_list

if TYPE_CHECKING:
    from rest_framework.request import Request

MINIMAL: Final = "return=minimal"
"""An answer to a change without the changed resource (RFC 7240, section 4.2)."""


def prefers_minimal(request: Request) -> bool:
    """Return whether the client wants no representation of what it changes."""
    header = request.META.get("HTTP_PREFER")
    return header is not None and preferences(header).get("return") == "minimal"


def preferences(header: str) -> dict[str, str]:
    """Return the preferences by name, in lower case. Of several with one name the first counts (section 2)."""
    found: dict[str, str] = {}
    for preference in parse_http_list(header):
        name, _, value = preference.partition(";")[0].lower().partition("=")
        found.setdefault(name.strip(), value.strip(" \t").strip('"'))
    return found
