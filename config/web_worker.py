"""The web process's own worker: gunicorn's threads, refusing what is no HTTP in the words of the API.

What gunicorn cannot read never reaches Django, and gunicorn by itself answers it with a page of HTML. Nothing here is
about games or players, nor about requests that can be read.
"""

import contextlib
from typing import Any

from gunicorn import util  # type: ignore[import-untyped]  # gunicorn has no types
from gunicorn.http import errors as unreadable  # type: ignore[import-untyped]  # as above
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]  # as above

from games.api import http_errors
from games.api.errors import problem_response

HTTP_1_1 = (1, 1)
OURS = (unreadable.ConfigurationProblem, unreadable.InvalidResponseHeader, unreadable.InvalidResponseHeaderName)
"""Errors of gunicorn's parser that are no fault of the client."""
REFUSALS: dict[type[Exception], type[http_errors.HttpError]] = {
    unreadable.LimitRequestLine: http_errors.AddressTooLong,
    unreadable.LimitRequestHeaders: http_errors.HeadersTooLarge,
    unreadable.UnsupportedTransferCoding: http_errors.LengthRequired,
}
"""What has a better answer than 400, by gunicorn's class."""


class Worker(ThreadWorker):  # type: ignore[misc]  # as above
    """gunicorn's gthread worker with problems (RFC 9457) for answers to what cannot be read."""

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Have the application answer `req`; say whether the connection may be kept."""
        if req.version >= HTTP_1_1 and not any(name == "HOST" for name, _ in req.headers):
            _send(conn.sock, http_errors.MalformedRequest())  # RFC 9112, 3.2
            return False
        return bool(super().handle_request(req, conn))

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer `exc`, met while reading or answering, on the socket `client`; the caller closes the connection.

        `req` is None unless a request had been read.
        """
        if not isinstance(exc, unreadable.ParseException) or isinstance(exc, OURS):
            self.log.error("A request from %s could not be answered.", addr, exc_info=exc)
            _send(client, http_errors.InternalError())
        elif req is None:
            # By its class alone: what was sent may be anything, a token too.
            self.log.info("A request from %s could not be read: %s.", addr, type(exc).__name__)
            _send(client, REFUSALS.get(type(exc), http_errors.MalformedRequest)())
        # Else a body in chunks is broken, and the request has been answered without it (411).


def _send(client: Any, refusal: http_errors.HttpError) -> None:
    answer = problem_response(refusal, headers={"Connection": "close"})
    answer.headers["Content-Length"] = str(len(answer.content))
    line = f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}\r\n"
    with contextlib.suppress(OSError):  # he is gone, or does not read
        util.write_nonblock(client, line.encode() + answer.serialize())
