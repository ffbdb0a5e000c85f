"""Runs the service's own views in threads: a stream begins like any other request."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler

if TYPE_CHECKING:
    from django.http import HttpResponseBase

THREADS: Final = 4
PROBING_THREADS: Final = 2


class Views:
    """Django with all its middleware, as in the API process."""

    def __init__(self) -> None:
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.threads = ThreadPoolExecutor(THREADS, "views")
        self.probing_threads = ThreadPoolExecutor(PROBING_THREADS, "probes")

    async def answer(self, scope: Any, *, is_probe: bool = False) -> tuple[ASGIRequest, HttpResponseBase]:
        """Return the view's response to this request, whose body is not read. Probes have threads of their own."""
        threads = self.probing_threads if is_probe else self.threads
        return await asyncio.get_running_loop().run_in_executor(threads, self._answer, scope)

    def _answer(self, scope: Any) -> tuple[ASGIRequest, HttpResponseBase]:
        request = ASGIRequest(scope, io.BytesIO(b""))
        response = self.handler.get_response(request)
        response.close()  # in this thread, whose database connection it may have broken
        return request, response
