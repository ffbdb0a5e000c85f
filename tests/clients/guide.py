"""Reads docs/clients/clients.md block by block."""

from __future__ import annotations

import re
from typing import Final

from tests.clients import tools

PAGE: Final = (tools.ROOT / "docs" / "clients" / "clients.md").read_text()
ADDRESS: Final = "http://127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    """Return the page's blocks in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def program(language: str, address: str) -> str:
    """Return the blocks of a language as one program for the service at `address`."""
    return "\n".join(blocks(language)).replace(ADDRESS, address)
