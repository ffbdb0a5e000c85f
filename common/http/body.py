"""The only request parser: JSON in UTF-8, at most 16 KiB, read strictly, as the `body_type` of the view."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from rest_framework.parsers import BaseParser

from common.http import errors as http_errors
from common.http import media_types
from common.http.strict_json import NotStrict, read_typed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO

    from _typeshed import SupportsRead

MAX_BODY_BYTES = 16 * 1024


class StrictJSONParser(BaseParser):
    """Refuses every ambiguous document with a 4xx problem."""

    media_type = media_types.JSON

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the body as the view's `body_type`; raises `common.http.errors`."""
        context = parser_context or {}
        decoder = _decoder(context["view"].body_type)
        return read_body(stream, context["request"].META, media_type or "", decoder)


@cache
def _decoder(body_type: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(body_type)


def read_body(
    stream: SupportsRead[bytes], given: Mapping[str, Any], media_type: str, decoder: msgspec.json.Decoder[Any]
) -> Any:
    """Return the body in `stream` as `decoder`'s type; raises `common.http.errors`.

    `given`: the headers, as WSGI names them, with a Content-Length that is not 0.
    """
    _refuse_encodings(given, media_type)
    declared: str = given["CONTENT_LENGTH"].lstrip("0")
    if not declared.isdecimal():
        raise http_errors.MalformedBody("The Content-Length is no number.")
    # Judged by the header, before any of it is read: a long body may be slow to arrive.
    if len(declared) > len(str(MAX_BODY_BYTES)) or int(declared) > MAX_BODY_BYTES:
        raise http_errors.BodyTooLarge(limit=MAX_BODY_BYTES)
    body = stream.read(MAX_BODY_BYTES + 1)
    if str(len(body)) != declared:
        raise http_errors.MalformedBody("The body is shorter than its Content-Length.")
    try:
        return read_typed(decoder, body)
    except NotStrict as error:
        raise http_errors.MalformedBody(error.sentence, member=error.path) from None


def _refuse_encodings(given: Mapping[str, Any], media_type: str) -> None:
    if given.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise http_errors.UnsupportedMediaType
    if media_type == media_types.JSON:
        return
    kind, *parameters = media_type.split(";")
    if kind.strip().lower() != media_types.JSON:
        raise http_errors.UnsupportedMediaType  # DRF's own choice would take `*/*`
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() != "charset" or value.strip().strip('"').lower() not in {
            "utf-8",
            "utf8",
        }:
            raise http_errors.UnsupportedMediaType
