"""Query parameters, read as strictly as bodies: known names, once each, in range.

A route's parameters are one msgspec Struct; the schema is made from the same Struct.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl

import msgspec

from games.api.http_errors import BadParameter

if TYPE_CHECKING:
    from games.api.views.asked import Asked

MAX_PARAMETERS = 32
MAX_QUERY_BYTES = 2048
_INTEGER = re.compile(r"(0|-?[1-9][0-9]{0,9})", re.ASCII)
_TEXT = re.compile(r"[\x21-\x7e]*")
_WORDS = {"true": True, "false": False}

Query = TypeVar("Query", bound=msgspec.Struct)


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route without parameters."""


def read_query(request: Asked, kind: type[Query]) -> Query:
    """Return the request's parameters as `kind`; raises BadParameter."""
    return convert({name: _value(text) for name, text in read_texts(request).items()}, kind)


def read_texts(request: Asked) -> dict[str, str]:
    """Return the request's parameters as text by name, in their order; raises BadParameter."""
    raw = request.META.get("QUERY_STRING", "")
    return _split(raw) if raw else {}


def convert(values: dict[str, Any], kind: type[Query]) -> Query:
    """Return the values as `kind`; raises BadParameter."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        raise BadParameter(message, parameter=where.strip("`$.") or None) from None


def _split(raw: str) -> dict[str, str]:
    if len(raw) > MAX_QUERY_BYTES:
        raise BadParameter("The query is too long.")
    try:
        pairs = parse_qsl(raw, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except ValueError:
        raise BadParameter("The query cannot be read.") from None
    values: dict[str, str] = {}
    for name, text in pairs:
        if name in values:
            raise BadParameter("A parameter is given twice.")
        if not _TEXT.fullmatch(text):
            raise BadParameter("A parameter holds a character that does not belong there.")
        values[name] = text
    return values


def _value(text: str) -> object:
    if _INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)
