"""The WSGI entry point: the API, served by threads. Production settings by default."""

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import django
from django.core.cache import close_caches
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest, HttpResponse
from django.urls import get_resolver

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")


class Whole(WSGIHandler):
    """Django's handler, passing a complete answer to the server as a list of one part.

    A server calls Django's answer for each part and for its end; it sends a list at once.
    """

    def __call__(  # type: ignore[override]  # WSGI takes any iterable
        self, environ: dict[str, Any], start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request, whatever its form and outcome."""
        environ[IN_META] = begin(environ.get(IN_META))
        if not is_readable(environ.get("CONTENT_TYPE", "")):
            return _said(unreadable(environ["PATH_INFO"], _languages(environ)), start_response)
        try:
            return self._answer(environ, start_response)
        except Exception as error:  # noqa: BLE001  the log has it, and operators a count
            request_finished.send(sender=type(self))  # as at the end of every other
            return _said(accident(error, environ["PATH_INFO"], _languages(environ)), start_response, sys.exc_info())

    def get_response(self, request: HttpRequest) -> HttpResponse:
        """Return the answer of the views, or that to an error of the outermost middleware, which adds the headers."""
        response: HttpResponse = super().get_response(request)  # type: ignore[assignment]  # or a stream, its like
        return response if HEADER in response.headers else dress(response, request.path_info)

    def _answer(self, environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
        response = super().__call__(environ, start_response)
        if not isinstance(response, HttpResponse):
            return response  # a stream
        response.close()
        return [response.content]


def _languages(environ: dict[str, Any]) -> str:
    header: str = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    return header


def _said(answer: HttpResponse, start_response: "StartResponse", *error: Any) -> Iterable[bytes]:
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()), *error)
    return [answer.content]


django.setup(set_prefix=False)
from common.http.request_ids import HEADER, IN_META, begin  # noqa: E402  as below
from config.middleware.edge import dress  # noqa: E402  as below
from config.middleware.entrance import accident, is_readable, unreadable  # noqa: E402  it needs the settings

# Django does both at the end of a request; nothing happens between that and the next one on the same thread.
request_started.disconnect(close_old_connections)
request_started.disconnect(reset_queries)
request_finished.disconnect(close_caches)  # ours has nothing to close
application = Whole()
# Load every view now: a preloading server shares them between its processes, and no first request waits for them.
get_resolver().url_patterns  # noqa: B018  reading it loads it
