"""The WSGI entry point: the API, served by threads. Production settings unless told otherwise."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import django
from django.core.cache import close_caches
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpResponse
from django.urls import get_resolver

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")


class Whole(WSGIHandler):
    """Django's handler, giving an answer that is there as a whole to the server as a whole.

    A server asks an answer of Django's for one part after the other, and for its end; a list it sends at once.
    """

    def __call__(  # type: ignore[override]  # WSGI takes any iterable
        self, environ: dict[str, Any], start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request."""
        response = super().__call__(environ, start_response)
        if not isinstance(response, HttpResponse):
            return response  # a stream
        response.close()
        return [response.content]


django.setup(set_prefix=False)
# Between the end of a request, when both have been done, and the next on the same thread, nothing happens.
request_started.disconnect(close_old_connections)
request_started.disconnect(reset_queries)
request_finished.disconnect(close_caches)  # ours has nothing to close
application = Whole()
# Load every view now: a preloading server shares them between its processes, and no first request waits for them.
get_resolver().url_patterns  # noqa: B018  reading it loads it
