"""The id of a request: in its answer as X-Request-Id, and in every log line that is written for it.

A proxy or client may choose it, so that one id leads through all their logs. Anything that is not plain and short is
replaced: it goes into headers and log lines as it is.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from secrets import token_hex
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER: Final = "X-Request-Id"
IN_META: Final = "HTTP_X_REQUEST_ID"
"""The header in a WSGI environment and in Django's `META`."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9._:=/+-]{1,128}")

current: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the request that this thread or task works for; None if no request caused its work."""


def begin(given: str | None) -> str:
    """Return the id of the request that begins here: `given` if it is plain, else a new one."""
    request_id = given if given is not None and _PLAIN.fullmatch(given) else token_hex(16)
    current.set(request_id)
    return request_id


@contextmanager
def caused_by(request_id: str | None) -> Iterator[None]:
    """Work for the request with this id, which another process has answered; None: for none."""
    before = current.set(request_id if request_id is not None and _PLAIN.fullmatch(request_id) else None)
    try:
        yield
    finally:
        current.reset(before)
