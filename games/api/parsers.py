"""The only request parser: JSON in UTF-8, at most 16 KiB, read strictly.

A view that names its wire type (`bodies = {"POST": Decoder(...)}`) gets an instance of it
as `request.data`; any other view gets plain dicts and lists for its serializer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.parsers import BaseParser

from games.api import http_errors
from games.api.strict_json import NotStrict, read_any, read_typed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO

    from rest_framework.request import Request

MAX_BODY_BYTES = 16 * 1024


class StrictJSONParser(BaseParser):
    """Refuses with a 4xx problem whatever has more than one reading."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the wire instance or the plain document; raises `games.api.http_errors`."""
        context = parser_context or {}
        _refuse_encodings(context["request"], media_type or "")
        declared: str = context["request"].META.get("CONTENT_LENGTH", "").lstrip("0")
        # By its word, before any of it is read: a long body may be slow in coming.
        if len(declared) > len(str(MAX_BODY_BYTES)) or int(declared or 0) > MAX_BODY_BYTES:
            raise http_errors.BodyTooLarge(limit=MAX_BODY_BYTES)
        body: bytes = stream.read(MAX_BODY_BYTES + 1)
        if str(len(body)) != declared:
            raise http_errors.MalformedBody("The body is shorter than its Content-Length.")
        view = context["view"]
        decoder = getattr(view, "bodies", {}).get(context["request"].method)
        try:
            return read_any(body) if decoder is None else read_typed(decoder, body)
        except NotStrict as error:
            where = {"where": error.where} if error.where else {}
            raise http_errors.MalformedBody(str(error), **where) from None


def _refuse_encodings(request: Request, media_type: str) -> None:
    if request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise http_errors.UnsupportedMediaType
    kind, *parameters = media_type.split(";")
    if kind.strip().lower() != StrictJSONParser.media_type:
        raise http_errors.UnsupportedMediaType  # DRF's own choice would take `*/*`
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() != "charset" or value.strip().strip('"').lower() not in {
            "utf-8",
            "utf8",
        }:
            raise http_errors.UnsupportedMediaType
