"""The web client, as built into web/dist: one page for the addresses of all its screens, and the files it loads.

The page decides by its address what to show; whatever it needs to know it asks of the API, like any other client.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from common.api.throttle import rated
from common.http.negotiation import accepts_gzip
from players.limits import PUBLIC

DIST: Final = Path(settings.BASE_DIR) / "web" / "dist"
SCREENS: Final = (
    "games", "tables", "new", "join", "sign-in", "replays", "audit", "rules", "inbox", "players", "you",
)  # fmt: skip
"""The first parts of the addresses of screens."""
_TYPES: Final = {".js": "text/javascript", ".css": "text/css"}
_PAGE_HEADERS: Final = {
    "Cache-Control": "no-cache",  # it names the files of one build
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
}
_ASSET_HEADERS: Final = {
    "Cache-Control": "public, max-age=31536000, immutable",  # its name has a hash of it
    "Vary": "Accept-Encoding",
}


class _Asset(NamedTuple):
    kind: str
    plain: bytes
    zipped: bytes


@rated(PUBLIC)
@require_safe
def page(_request: HttpRequest, **_screen: str) -> HttpResponse:
    """Return the page of every screen."""
    body = (DIST / "index.html").read_bytes()
    return HttpResponse(body, content_type="text/html; charset=utf-8", headers=_PAGE_HEADERS)


@rated(PUBLIC)
@require_safe
def asset(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file that the page loads."""
    found = _asset(name)
    headers = dict(_ASSET_HEADERS)
    zipped = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    if zipped:
        headers["Content-Encoding"] = "gzip"
    return HttpResponse(found.zipped if zipped else found.plain, content_type=found.kind, headers=headers)


@cache
def _asset(name: str) -> _Asset:
    file = DIST / "assets" / name
    kind = _TYPES.get(file.suffix)
    if kind is None or not file.is_file():
        raise Http404
    body = file.read_bytes()
    return _Asset(f"{kind}; charset=utf-8", body, gzip.compress(body, mtime=0))
