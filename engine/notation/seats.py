"""The letters of the seats."""

from __future__ import annotations

from typing import Final

SEATS: Final = "ABCDEFGHIJ"
