"""Checks before Django builds its request object, under WSGI and ASGI.

Django reads the Content-Type while it builds the request, before any middleware: it looks up any charset named
there among all codecs of Python, takes seconds over a long one, and an unreadable one raises outside of all
error handling. So such requests are refused here, and unexpected errors are answered here.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from common.api.problem import problem_response
from common.http import errors as http_errors
from common.http import request_ids
from common.translations import language_of
from config.middleware.edge import dress
from games import transient
from games.problem_texts import translate

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
"""Libraries use the last two for a form that is all ASCII; JSON is read in UTF-8 alone."""
_TOKEN: Final = r"[!#$%&'+.^_`|~0-9A-Za-z-]+"  # noqa: S105  RFC 9110, 5.6.2, without the `*` of RFC 2231
_PARAMETER: Final = re.compile(rf';[ \t]*(?:({_TOKEN})=({_TOKEN}|"(?:[^"\\]|\\.)*"))?[ \t]*')
_REQUEST_ID: Final = request_ids.HEADER.lower().encode()


def is_readable(content_type: str) -> bool:
    """Tell whether Django may read it: parameters as in RFC 9110, section 8.3.1, and a known charset or none."""
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


def unreadable(path: str, languages: str) -> HttpResponse:
    """Return the answer to an unreadable Content-Type. The content and end of the body are unknown."""
    return _problem(http_errors.UnsupportedMediaType(), path, languages)


def accident(error: Exception, path: str, languages: str) -> HttpResponse:
    """Return the answer to a request that ended in an uncaught `error`. The error is logged and counted."""
    transient.note(error)
    return _problem(http_errors.InternalError(), path, languages)


def _problem(refusal: http_errors.HttpError, path: str, languages: str) -> HttpResponse:
    """Return a problem in the best of these `languages`, the header Accept-Language."""
    response = problem_response(refusal, headers={"Connection": "close", "X-Content-Type-Options": "nosniff"})
    translate(response, language_of(None, languages))
    return dress(response, path)


class Entrance:
    """An ASGI application with these checks before it."""

    def __init__(self, application: Application, longest_body: int | None = None) -> None:
        self.application = application
        self.longest_body = longest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan of the process."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        request_id = request_ids.begin(_header(scope, _REQUEST_ID) or None).encode()
        others = [(name, value) for name, value in scope["headers"] if name != _REQUEST_ID]
        scope = {**scope, "headers": [*others, (_REQUEST_ID, request_id)]}
        refusal = self._refusal(scope)
        if refusal is not None:
            await _say(send, refusal)
            return
        begun = False

        async def said(message: dict[str, Any]) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start" and all(name != _REQUEST_ID for name, _ in message["headers"]):
                message = {**message, "headers": [*message["headers"], (_REQUEST_ID, request_id)]}
            await send(message)

        try:
            await self.application(scope, receive, said)
        except Exception as error:
            # Logging and counting may block, and the event loop must not.
            answer = await asyncio.to_thread(accident, error, scope["path"], _languages(scope))
            if begun:
                raise  # only the server can end half an answer
            await _say(send, answer)

    def _refusal(self, scope: Scope) -> HttpResponse | None:
        media = _header(scope, b"content-type")
        if not is_readable(media):
            return unreadable(scope["path"], _languages(scope))
        try:
            scope["query_string"].decode()
        except UnicodeDecodeError:  # Django would answer in HTML, or not at all
            return _problem(http_errors.MalformedRequest(), scope["path"], _languages(scope))
        if self.longest_body is None:
            return None
        # Django keeps a body of any length on disk before it calls a view.
        length = _header(scope, b"content-length").lstrip("0") or "0"
        if _header(scope, b"transfer-encoding") or not length.isdecimal():
            return _problem(http_errors.LengthRequired(), scope["path"], _languages(scope))
        if len(length) > len(str(self.longest_body)) or int(length) > self.longest_body:
            refusal = http_errors.BodyTooLarge(limit=self.longest_body)
            return _problem(refusal, scope["path"], _languages(scope))
        return None


def _header(scope: Scope, name: bytes) -> str:
    return ",".join(value.decode("latin-1") for named, value in scope["headers"] if named == name)


def _languages(scope: Scope) -> str:
    return _header(scope, b"accept-language")


async def _say(send: Send, answer: HttpResponse) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content, "more_body": False})
