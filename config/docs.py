"""The description of the API as YAML and JSON, and its examples."""

import gzip
import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import yaml
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from common.api.throttle import rated
from common.http.etags import matches
from common.http.negotiation import accepts_gzip
from players.limits import PUBLIC

OPENAPI = Path(settings.DATA_DIR) / "openapi.yaml"
EXAMPLES = Path(settings.DATA_DIR) / "openapi" / "examples"
SHARED = "public, max-age=300"


class _Encoded(NamedTuple):
    body: bytes
    etag: str


@rated(PUBLIC)
@require_safe
def openapi_yaml(request: HttpRequest) -> HttpResponse:
    """Return the committed description; a test keeps it equal to the code."""
    return _answer(request, "application/yaml", OPENAPI)


@rated(PUBLIC)
@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    """Return the description as JSON."""
    return _answer(request, "application/json", OPENAPI)


@rated(PUBLIC)
@require_safe
def openapi_examples(request: HttpRequest) -> HttpResponse:
    """Return a recorded request and the recorded answers of every operation."""
    return _answer(request, "application/json", EXAMPLES)


def _answer(request: HttpRequest, kind: str, source: Path) -> HttpResponse:
    zipped = accepts_gzip(request.headers.get("Accept-Encoding", ""))
    body, etag = _encoded(kind, source, zipped)
    headers = {"Cache-Control": SHARED, "ETag": etag, "Vary": "Accept-Encoding"}
    if matches(request.headers.get("If-None-Match"), etag):
        return HttpResponse(status=304, headers=headers)
    if zipped:
        headers["Content-Encoding"] = "gzip"
    return HttpResponse(body, content_type=kind, headers=headers)


@cache
def _encoded(kind: str, source: Path, zipped: bool) -> _Encoded:  # noqa: FBT001 - one key of the cache
    body = _read(kind, source)
    if zipped:
        body = gzip.compress(body, mtime=0)
    return _Encoded(body, f'"{sha256(body).hexdigest()[:32]}"')


def _read(kind: str, source: Path) -> bytes:
    if source.is_dir():
        return json.dumps({path.stem: json.loads(path.read_text()) for path in sorted(source.glob("*.json"))}).encode()
    if kind == "application/json":
        return json.dumps(yaml.load(source.read_bytes(), Loader=yaml.CSafeLoader), ensure_ascii=False).encode()
    return source.read_bytes()
