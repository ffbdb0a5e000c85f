"""The web client, as built into web/dist: a page for the addresses of its screens, and the files it loads.

The page decides by its address what to show; whatever it needs to know it asks of the API, like any other client.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import escape
from django.views.decorators.http import require_safe

from common.api.throttle import rated
from common.http.etags import matches
from common.http.negotiation import accepts_gzip
from players.limits import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Mapping

DIST: Final = Path(settings.DATA_DIR) / "web" / "dist"
SCREENS: Final = (
    "games", "tables", "new", "join", "sign-in", "replays", "audit", "rules", "inbox", "players", "you",
)  # fmt: skip
"""The first parts of the addresses of screens."""
FILES: Final = (
    "service-worker.js", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png",
    "apple-touch-icon.png", "preview.png",
)  # fmt: skip
"""Files at addresses that never change: browsers and phones ask for them by these names."""
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_ORIGIN: Final = b"{origin}"
"""Stands in the page where services that preview links need the whole address of a file."""
_COMPRESSED: Final = frozenset({".png"})
"""Files that gzip makes no smaller."""
_REVALIDATED: Final = {"Cache-Control": "public, no-cache"}
_PAGE_HEADERS: Final = {
    **_REVALIDATED,  # it names the files of one build
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        # Text never becomes markup or script. The one policy makes the address of the service worker.
        "require-trusted-types-for 'script'; trusted-types service-worker"
    ),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
}
_FILE_HEADERS: Final = {
    **_REVALIDATED,
    # A service worker asks under its own policy. It runs no script but itself, and asks only us.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
}
_ASSET_HEADERS: Final = {"Cache-Control": "public, max-age=31536000, immutable"}  # its name has a hash of it


class _File(NamedTuple):
    kind: str
    tag: str
    plain: bytes
    zipped: bytes | None


@rated(PUBLIC)
@require_safe
def page(request: HttpRequest, name: str = "index", **_screen: str) -> HttpResponse:
    """Return the page of a screen. All pages are the same but for the scripts that they name to be loaded early."""
    return _answer(request, DIST / f"{name}.html", _PAGE_HEADERS)


@rated(PUBLIC)
@require_safe
def file(request: HttpRequest, name: str) -> HttpResponse:
    """Return one of FILES."""
    return _answer(request, DIST / name, _FILE_HEADERS)


@rated(PUBLIC)
@require_safe
def asset(request: HttpRequest, name: str) -> HttpResponse:
    """Return a file that the page loads. No cache keeps the 404 of one that is not there, or not yet."""
    return _answer(request, DIST / "assets" / name, _ASSET_HEADERS)


def _answer(request: HttpRequest, path: Path, headers: Mapping[str, str]) -> HttpResponse:
    found = _found(path)
    zipped = found.zipped if accepts_gzip(request.headers.get("Accept-Encoding", "")) else None
    # Weak, because the same tag stands for both encodings.
    headers = {**headers, "ETag": f"W/{found.tag}", "Vary": "Accept-Encoding"}
    if matches(request.headers.get("If-None-Match"), found.tag):
        return HttpResponse(status=304, headers=headers)
    if zipped is not None:
        headers["Content-Encoding"] = "gzip"
    return HttpResponse(found.plain if zipped is None else zipped, content_type=found.kind, headers=headers)


def _found(path: Path) -> _File:
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        raise Http404 from None
    if path.suffix not in _KINDS:
        raise Http404
    return _read(path, changed, settings.PUBLIC_URL)


@lru_cache(maxsize=256)
def _read(path: Path, _changed: int, origin: str) -> _File:
    """Return the file; kept until it changes, as it does when a developer builds."""
    body = path.read_bytes()
    if path.suffix == ".html":
        body = body.replace(_ORIGIN, escape(origin).encode())
    zipped = None if path.suffix in _COMPRESSED else gzip.compress(body, mtime=0)
    return _File(_KINDS[path.suffix], f'"{sha256(body).hexdigest()[:16]}"', body, zipped)
