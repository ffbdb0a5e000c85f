"""Conditional requests (RFC 9110, 13): 304 for a resource the client has, 412 for a change of an outdated one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import transaction
from django.http import HttpResponse

from common.http.errors import PreconditionFailed
from common.http.etags import agrees, body_tag, matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rest_framework.request import Request

_SAFE: Final = frozenset({"GET", "HEAD"})
_SHOWING: Final = _SAFE | {"PUT", "PATCH"}
"""Methods whose answer is the resource itself."""
_OK: Final = 200
_NOT_MODIFIED: Final = 304
_OF_A_BODY: Final = ("Content-Type", "Content-Length", "Content-Language")
_encode: Final = msgspec.json.Encoder().encode


def viewer_of(request: Request) -> Any:
    """Return the id of the viewer, None for a stranger: each viewer has their own entity tags."""
    return None if request.auth is None else request.user.pk


def not_modified(request: Request, headers: Mapping[str, str]) -> HttpResponse | None:
    """Return a 304 with `headers` if the client has the resource of their ETag, before the body is computed."""
    if not matches(request.META.get("HTTP_IF_NONE_MATCH"), headers["ETag"]):
        return None
    return HttpResponse(status=_NOT_MODIFIED, headers=headers)


def tagged(request: Request, answer: Any) -> Any:
    """Return `answer` with an entity tag, or 304 if the client has it. An existing tag is kept.

    An answer that is `passing`, the beginning of a stream, gets none.
    """
    if (
        request.method not in _SHOWING
        or answer.status_code != _OK
        or answer.streaming
        or getattr(answer, "passing", False)
    ):
        return answer
    tag = answer.headers.get("ETag")
    if tag is None:
        tag = answer.headers["ETag"] = body_tag(viewer_of(request), answer.content)
    if request.method not in _SAFE or not matches(request.META.get("HTTP_IF_NONE_MATCH"), tag):
        return answer
    # The same object, because a view may hold it while it waits for more.
    answer.status_code, answer.content = _NOT_MODIFIED, b""
    for name in _OF_A_BODY:
        answer.headers.pop(name, None)
    return answer


@contextmanager
def unchanged(request: Request, lock: Callable[[], object], resource: Callable[[], object]) -> Iterator[None]:
    """Allow a change only if `resource()`, a wire type, has the tag in If-Match. Without the header: always.

    `lock` keeps other changes out until the end of the block. Raises `PreconditionFailed`, and what `lock` raises.
    """
    header = request.META.get("HTTP_IF_MATCH")
    if header is None:
        yield
        return
    with transaction.atomic():
        lock()
        if not agrees(header, body_tag(viewer_of(request), _encode(resource()))):
            raise PreconditionFailed
        yield
