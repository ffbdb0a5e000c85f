"""Cross-origin requests (CORS): programs on other sites may call the API and the endpoints that issue tokens.

These routes ignore cookies, so a caller has to send a token or a code: any site may call them. The consent page,
the pages of mails and the admin stay with their own site.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse

OPEN: Final = ("/v1/", "/oauth/token", "/oauth/revoke", "/.well-known/", "/openapi.yaml")
"""Prefixes of the open paths."""
HEADERS: Final = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*"}
"""Headers of every answer to any site, so that a cached one serves all. Without cookies `*` means all (Fetch, 3.3)."""
_PREFLIGHT: Final = {
    **HEADERS,
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Prefer, X-Request-Id"
    ),
    "Access-Control-Max-Age": "86400",
}


def preflight(request: HttpRequest) -> HttpResponse | None:
    """Return the answer to a preflight request, None for any other request."""
    given = request.META
    if given["REQUEST_METHOD"] != "OPTIONS" or "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in given:
        return None
    if "HTTP_ORIGIN" not in given or not request.path_info.startswith(OPEN):
        return None
    return HttpResponse(status=204, headers=_PREFLIGHT)
