"""What every request passes before Django makes one of its own of it, whichever way it comes (WSGI, ASGI).

Django reads the Content-Type while it builds the request, before any middleware: it looks up whatever charset is named
there among all codecs of Python, takes seconds over a long one, and what it cannot read is raised past everything that
would answer. So what says too much of itself is refused here, and what nobody foresaw is answered here.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from common.api.problem import problem_response
from common.http import errors as http_errors
from config.middleware.edge import dress
from games import transient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from django.http import HttpResponse

    Scope = dict[str, Any]
    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]
    Application = Callable[[Any, Any, Any], Awaitable[None]]

LONGEST: Final = 256
"""Characters of a Content-Type with parameters. A boundary has 70 at most (RFC 2046, 5.1.1)."""
CHARSETS: Final = frozenset({"utf-8", "utf8", "us-ascii", "iso-8859-1"})
"""The last two are what libraries call a form that is all ASCII; JSON is read in UTF-8 alone."""
_TOKEN: Final = r"[!#$%&'+.^_`|~0-9A-Za-z-]+"  # noqa: S105  RFC 9110, 5.6.2, without the `*` of RFC 2231
_PARAMETER: Final = re.compile(rf';[ \t]*(?:({_TOKEN})=({_TOKEN}|"(?:[^"\\]|\\.)*"))?[ \t]*')


def is_readable(content_type: str) -> bool:
    """Whether Django may look at it: parameters as in RFC 9110, section 8.3.1, and a charset of `CHARSETS` or none."""
    at = content_type.find(";")
    if at < 0:
        return True
    if len(content_type) > LONGEST:
        return False
    while at < len(content_type):
        found = _PARAMETER.match(content_type, at)
        if found is None:
            return False
        name, value = found.groups("")
        if name.lower() == "charset" and value.strip('"').lower() not in CHARSETS:
            return False
        at = found.end()
    return True


def unreadable(path: str) -> HttpResponse:
    """The answer to a request whose Content-Type is not readable. What its body is, and where it ends, nobody knows."""
    return _problem(http_errors.UnsupportedMediaType(), path)


def accident(error: Exception, path: str) -> HttpResponse:
    """The answer to a request that ended in an `error` which nobody caught. It is logged and counted."""
    transient.note(error)
    return _problem(http_errors.InternalError(), path)


def _problem(refusal: http_errors.HttpError, path: str) -> HttpResponse:
    headers = {"Connection": "close", "X-Content-Type-Options": "nosniff"}
    return dress(problem_response(refusal, headers=headers), path)


class Entrance:
    """An ASGI application behind this entrance."""

    def __init__(self, application: Application, longest_body: int | None = None) -> None:
        self.application = application
        self.longest_body = longest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of the process."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _say(send, refusal)
            return
        begun = False

        async def said(message: dict[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.application(scope, receive, said)
        except Exception as error:
            # Logging and counting may wait, which no loop may.
            answer = await asyncio.to_thread(accident, error, scope["path"])
            if begun:
                raise  # of half an answer only the server can make an end
            await _say(send, answer)

    def _refusal(self, scope: Scope) -> HttpResponse | None:
        media = _header(scope, b"content-type")
        if not is_readable(media):
            return unreadable(scope["path"])
        try:
            scope["query_string"].decode()
        except UnicodeDecodeError:  # Django would say so in HTML, or not at all
            return _problem(http_errors.MalformedRequest(), scope["path"])
        if self.longest_body is None:
            return None
        # Django keeps a body on disk, however long it is, before it asks anybody.
        length = _header(scope, b"content-length").lstrip("0") or "0"
        if _header(scope, b"transfer-encoding") or not length.isdecimal():
            return _problem(http_errors.LengthRequired(), scope["path"])
        if len(length) > len(str(self.longest_body)) or int(length) > self.longest_body:
            return _problem(http_errors.BodyTooLarge(limit=self.longest_body), scope["path"])
        return None


def _header(scope: Scope, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for named, value in scope["headers"] if named == name)


async def _say(send: Send, answer: HttpResponse) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content, "more_body": False})
