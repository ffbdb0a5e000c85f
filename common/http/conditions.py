"""Conditional requests (RFC 9110, 13): 304 for what the client has, 412 for a change of what it has not seen."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common.http.errors import PreconditionFailed
from common.http.etags import agrees, body_tag, matches

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
    """Return `answer` with an entity tag for `viewer`, or 304 if the client has it. A tag that is there is kept.

    An answer that is `passing`, the beginning of a stream, gets none.
    """
    if method not in _SHOWING or answer.status_code != _OK or answer.streaming or getattr(answer, "passing", False):
        return answer
    tag = answer.headers.get("ETag")
    if tag is None:
        tag = answer.headers["ETag"] = body_tag(viewer, answer.content)
    if method not in _LOOKING or not matches(meta.get("HTTP_IF_NONE_MATCH"), tag):
        return answer
    # The same object, because a view may hold it while it waits for more.
    answer.status_code, answer.content = _NOT_MODIFIED, b""
    for name in _OF_A_BODY:
        answer.headers.pop(name, None)
    return answer


@contextmanager
def unchanged(meta: Mapping[str, str], lock: Callable[[], object], tag: Callable[[], str]) -> Iterator[None]:
    """Allow a change only if `tag()` is what If-Match names; `lock` keeps other changes out until the end of the block.

    Raises `PreconditionFailed`, and what `lock` raises. Without the header there is no condition.
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
