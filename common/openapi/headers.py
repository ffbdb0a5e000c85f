"""Headers of requests and answers in the description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter

from common.http.ids import ID

_KEY: Final = {"type": "string", "pattern": f'^({ID}|"{ID}")$'}

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have. The answer is 304 if nothing has changed.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have. The answer is 412 (`precondition_failed`) if it has changed.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    _KEY,
    OpenApiParameter.HEADER,
    description="The command's id, if the body does not name it. A repeated request gets the same "
    "answer and is carried out once.",
)
PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`return=minimal` leaves `game` out of the answer (RFC 7240). Other preferences are ignored.",
)
ACCEPT_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description="The languages you read, used if `language` is not given.",
)
_TEXT: Final = {"type": "string"}

HEADERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Cache-Control": {
        "description": "Which caches may keep the answer, and for how long (RFC 9111). Answers that "
        "depend on the caller are `private`; refusals are never kept.",
        "schema": _TEXT,
        "example": "private, no-store",
    },
    "Vary": {
        "description": "Headers of the request that the answer depends on (RFC 9110, 12.5.5).",
        "schema": _TEXT,
        "example": "Authorization",
    },
    "ETag": {
        "description": "Strong validator of this answer; every viewer has their own. Send it back as `If-None-Match`.",
        "schema": _TEXT,
        "example": '"5d4f0e1c9b7a86253f1e0d9c8b7a6541"',
    },
    "Location": {
        "description": "The address of the new resource.",
        "schema": {"type": "string", "format": "uri-reference"},
        "example": "/v1/games/0190f3c2-1111-4222-8333-444455556666",
    },
    "RateLimit": {
        "description": "The rest of the budget that this request drew on, and the seconds until there is "
        "more (draft-ietf-httpapi-ratelimit-headers).",
        "schema": _TEXT,
        "example": '"play";r=598;t=1',
    },
    "RateLimit-Policy": {
        "description": "The budget that this request drew on: the number of requests and the seconds they are for.",
        "schema": _TEXT,
        "example": '"play";q=600;w=60',
    },
    "Retry-After": {
        "description": "Seconds to wait before the same request may succeed (RFC 9110, 10.2.3).",
        "schema": {"type": "integer", "minimum": 0},
        "example": 7,
    },
    "WWW-Authenticate": {
        "description": "How to authenticate (RFC 6750, section 3).",
        "schema": _TEXT,
        "example": 'Bearer realm="flipside"',
    },
    "Content-Language": {
        "description": "The language of the texts.",
        "schema": _TEXT,
        "example": "fr",
    },
    "Preference-Applied": {
        "description": "The preference that the answer follows (RFC 7240).",
        "schema": {"type": "string", "const": "return=minimal"},
        "example": "return=minimal",
    },
    "Pragma": {
        "description": "`no-cache`, which RFC 6749 asks for beside `Cache-Control`.",
        "schema": {"type": "string", "const": "no-cache"},
        "example": "no-cache",
    },
    "X-Request-Id": {
        "description": "The id of the request, which the service's log has too: yours if you sent one of at most "
        "128 letters, digits and `._:=/+-`.",
        "schema": _TEXT,
        "example": "4bf92f3577b34da6a3ce929d0e0e4736",
    },
    "X-Accel-Buffering": {
        "description": "Asks proxies to pass on every item at once.",
        "schema": {"type": "string", "const": "no"},
        "example": "no",
    },
    "Content-Disposition": {
        "description": "A file name (RFC 6266).",
        "schema": _TEXT,
        "example": 'attachment; filename="flipside-export.json"',
    },
}
"""Headers of answers: components of the description. A test allows answers only these besides HTTP's own."""


def referred(name: str) -> dict[str, str]:
    """Return a reference to a header of `HEADERS`."""
    return {"$ref": f"#/components/headers/{name}"}


def own_headers(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return references to the headers of an answer, without those of every answer."""
    names = sorted(set(described) - set(OF_EVERY_ANSWER))
    return {name: referred(name) if name in HEADERS else dict(described[name]) for name in names}


OF_EVERY_ANSWER: Final = ("Cache-Control", "RateLimit", "RateLimit-Policy", "Vary", "X-Request-Id")
"""Headers that any answer can have, so they are described once; rate limit headers where the class has a budget."""


def reply_header(name: str, *statuses: int) -> OpenApiParameter:
    """Return the description of this header of `HEADERS` for an operation's answers."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, response=list(statuses))


ETAG = reply_header("ETag", 200, 201, 304)
LOCATION = reply_header("Location", 201)
CONTENT_LANGUAGE = reply_header("Content-Language", 200, 304)
LANGUAGE_OF_CONTENT = reply_header("Content-Language", 200)
PREFERENCE_APPLIED = reply_header("Preference-Applied", 200)
UNBUFFERED = reply_header("X-Accel-Buffering", 200, 204)
CONTENT_DISPOSITION = reply_header("Content-Disposition", 200)
