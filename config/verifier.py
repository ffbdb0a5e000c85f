"""The page on which players check a match, as committed in verifier/: the same for everybody, without personal data."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from common.api.throttle import rated
from players.limits import PUBLIC

FOLDER: Final = Path(settings.DATA_DIR) / "verifier"
SCRIPTS: Final = ("page.js", "texts.js", "verify.js")
TYPES: Final = {"index.html": "text/html"} | dict.fromkeys(SCRIPTS, "text/javascript")
_FILES: Final = {name: (FOLDER / name).read_bytes() for name in TYPES}
_STYLE: Final = _FILES["index.html"].partition(b"<style>")[2].partition(b"</style>")[0]
# Its scripts and its one style sheet, and nothing else: the file that is checked cannot leave the page.
HEADERS: Final = {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self'; style-src 'sha256-{b64encode(sha256(_STYLE).digest()).decode()}'; "
        "img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}


@rated(PUBLIC)
@require_safe
def page(_request: HttpRequest, name: str = "index.html") -> HttpResponse:
    """Return the page, or one of its scripts."""
    if name not in _FILES:
        raise Http404
    return HttpResponse(_FILES[name], content_type=f"{TYPES[name]}; charset=utf-8", headers=HEADERS)
