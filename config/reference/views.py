"""The page at /docs: rendered once for each set of settings, and kept in memory with its entity tag."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.api.throttle import rated
from common.http.etags import matches
from common.http.negotiation import accepts_gzip
from config.docs import EXAMPLES, OPENAPI, SHARED
from config.reference.calls import LANGUAGES
from config.reference.document import Reference
from games.pages.stylesheet import PALETTE
from players.limits import PUBLIC

_FOLDER: Final = Path(__file__).parent
STYLE: Final = SafeString(f"{PALETTE}\n{(_FOLDER / 'reference.css').read_text(encoding='utf-8')}")
SCRIPT: Final = SafeString((_FOLDER / "search.js").read_text(encoding="utf-8"))


def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


POLICY: Final = (
    f"default-src 'none'; script-src {_source(SCRIPT)}; style-src {_source(STYLE)}; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


class Service(NamedTuple):
    """What the page says about this service."""

    address: str
    sandbox: bool
    limits: tuple[tuple[str, Any], ...]


class Encoded(NamedTuple):
    """A body and its entity tag."""

    body: bytes
    etag: str


@rated(PUBLIC)
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return the page."""
    service = Service(settings.PUBLIC_URL, settings.SANDBOX, tuple(settings.RATE_LIMITS.items()))
    zipped = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    encoded = _encoded(service, zipped)
    headers = {"Cache-Control": SHARED, "ETag": encoded.etag, "Vary": "Accept-Encoding"}
    if matches(request.headers.get("If-None-Match"), encoded.etag):
        return HttpResponse(status=304, headers=headers)
    if zipped:
        headers["Content-Encoding"] = "gzip"
    headers["Content-Security-Policy"] = POLICY
    return HttpResponse(encoded.body, content_type="text/html; charset=utf-8", headers=headers)


@cache
def _encoded(service: Service, zipped: bool) -> Encoded:  # noqa: FBT001 - one key of the cache
    body = _rendered(service)
    if zipped:
        body = gzip.compress(body, mtime=0)
    return Encoded(body, f'"{sha256(body).hexdigest()[:32]}"')


@cache
def _rendered(service: Service) -> bytes:
    document = yaml.load(OPENAPI.read_bytes(), Loader=yaml.CSafeLoader)
    examples = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in EXAMPLES.glob("*.json")}
    shown = {**Reference(document, examples).context(), **service._asdict(), "languages": LANGUAGES}
    return render_to_string("docs/reference.html", {**shown, "style": STYLE, "script": SCRIPT}).encode()
