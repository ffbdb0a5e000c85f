"""The result of a call: an answer, or the reason of its failure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_BYTES: Final = 64 * 1024
"""The number of bytes that are read of an answer, head included."""


class CallFailed(Exception):
    """No answer. `reason` is one word for the owner's log: url | address | connect | tls | timeout | protocol."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. `body`, cut after `MAX_BYTES`, is for known protocols; it is never shown to users."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def ok(self) -> bool:
        """Tell whether the receiver accepted the call; a redirect does not count as success."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the class of statuses

    @property
    def retry_after(self) -> float | None:
        """Return the seconds that the receiver asks us to wait (RFC 9110, section 10.2.3); None without the header."""
        text = self.headers.get("retry-after", "").strip()
        if text.isascii() and text.isdigit():
            return float(text)
        try:
            moment = parsedate_to_datetime(text)
        except (ValueError, TypeError, OverflowError, IndexError):
            return None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
