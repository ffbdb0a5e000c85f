"""Compresses public answers (docs/decisions/0018)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from common.http.negotiation import accepts_gzip

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase


class PublicGzip(GZipMiddleware):
    """Compresses only what any cache may keep: it holds no secret, and it is the same for everybody."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return `response`, compressed and with a weak entity tag if it is public and the client accepts gzip."""
        if response.streaming or "public" not in response.headers.get("Cache-Control", ""):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))  # also for a 304 and a short body, which Django leaves out
        if not accepts_gzip(request.headers.get("Accept-Encoding", "")):
            return response  # Django would overlook `gzip;q=0`
        return super().process_response(request, response)
