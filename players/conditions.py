"""Conditional requests (RFC 9110, 13).

What a viewer has already is not sent to him again, and what he has not seen he does not change.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from django.db import transaction

from players.errors import PreconditionFailed
from players.etags import agrees, body_tag, matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from django.http import HttpResponse

_LOOKING: Final = frozenset({"GET", "HEAD"})
_SHOWING: Final = _LOOKING | {"PUT", "PATCH"}
"""Methods whose answer is the resource itself."""
_OK: Final = 200
_NOT_MODIFIED: Final = 304
_OF_A_BODY: Final = ("Content-Type", "Content-Length")


def tagged(method: str | None, meta: Mapping[str, str], viewer: object, answer: HttpResponse) -> HttpResponse:
    """Return `answer` with an entity tag of its body for `viewer`, or 304 if he has it; as it is, if it has one.

    What is `passing`, the beginning of a stream, has none.
    """
    if method not in _SHOWING or answer.status_code != _OK or answer.streaming or getattr(answer, "passing", False):
        return answer
    tag = answer.headers.get("ETag")
    if tag is None:
        tag = answer.headers["ETag"] = body_tag(viewer, answer.content)
    if method not in _LOOKING or not matches(meta.get("HTTP_IF_NONE_MATCH"), tag):
        return answer
    # The same object, for whoever looks at it may wait for more (`games.api.views.events`).
    answer.status_code, answer.content = _NOT_MODIFIED, b""
    for name in _OF_A_BODY:
        answer.headers.pop(name, None)
    return answer


@contextmanager
def unchanged(meta: Mapping[str, str], lock: Callable[[], object], tag: Callable[[], str]) -> Iterator[None]:
    """Let a change happen if `tag()` is still what If-Match says, and let nobody be faster: `lock` keeps others out.

    Raises `PreconditionFailed`, and what `lock` raises. Without the header nothing is asked.
    """
    header = meta.get("HTTP_IF_MATCH")
    if header is None:
        yield
        return
    with transaction.atomic():
        lock()
        if not agrees(header, tag()):
            raise PreconditionFailed
        yield
