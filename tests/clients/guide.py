"""Reads docs/clients/clients.md and the pages of the packages block by block."""

from __future__ import annotations

import re
from typing import Final

from tests.clients import tools

PAGE: Final = (tools.ROOT / "docs" / "clients" / "clients.md").read_text()
ADDRESS: Final = "http://127.0.0.1:8000"


def blocks(page: str, language: str) -> list[str]:
    """Return a page's blocks in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)


def program(page: str, language: str, address: str) -> str:
    """Return the blocks of a language as one program for the service at `address`."""
    return "\n".join(blocks(page, language)).replace(ADDRESS, address)
