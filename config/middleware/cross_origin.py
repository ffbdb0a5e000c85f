"""What programs on pages of other sites may call: the API and the endpoints that give them tokens (CORS).

Nothing there looks at a cookie, so a caller has to show a token that they were given: any site may. The page on which
a player lets an app in, the doors of accounts, the pages of mails and the admin stay with their own site.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse

OPEN: Final = ("/v1/", "/oauth/token", "/oauth/revoke", "/.well-known/", "/openapi.yaml")
"""What the paths begin with."""
HEADERS: Final = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*"}
"""Of every answer to any site, so that a cached one serves all. Without cookies `*` means all (Fetch, 3.3)."""
_PREFLIGHT: Final = {
    **HEADERS,
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID"
    ),
    "Access-Control-Max-Age": "86400",
}


def preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks whether it may send something, None if this is no such question."""
    given = request.META
    if given["REQUEST_METHOD"] != "OPTIONS" or "HTTP_ACCESS_CONTROL_REQUEST_METHOD" not in given:
        return None
    if "HTTP_ORIGIN" not in given or not request.path_info.startswith(OPEN):
        return None
    return HttpResponse(status=204, headers=_PREFLIGHT)
