"""Query parameters, read as strictly as bodies: known names, once each, in range.

A route's parameters are one msgspec Struct; the schema is made from the same Struct.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from msgspec.inspect import Metadata, NoneType, StrType, UnionType, type_info
from msgspec.structs import fields

from common.http.errors import BadParameter
from common.http.validation_errors import describe_error
from common.sentences import Sentence

if TYPE_CHECKING:
    from typing import Protocol

    from msgspec.inspect import Type

    class Request(Protocol):
        """The part of a request that is read: the variables of WSGI."""

        META: dict[str, Any]


MAX_PARAMETERS = 32
MAX_QUERY_BYTES = 2048
_INTEGER = re.compile(r"(0|-?[1-9][0-9]{0,9})", re.ASCII)
_TEXT = re.compile(r"[\x21-\x7e]*")
_WORDS = {"true": True, "false": False}
_UNREADABLE = "The query is no UTF-8, percent-encoded, of at most {most} parameters."
_NOT_VISIBLE = "`{name}` holds a character other than those of visible ASCII."

Query = TypeVar("Query", bound=msgspec.Struct)


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route without parameters."""


def read_query(request: Request, kind: type[Query]) -> Query:
    """Return the request's parameters as `kind`; raises BadParameter."""
    given = read_texts(request)
    if not given:
        return convert({}, kind)
    texts = _texts(kind)
    return convert({name: text if name in texts else _value(text) for name, text in given.items()}, kind)


def read_texts(request: Request) -> dict[str, str]:
    """Return the request's parameters as text by name, in their order; raises BadParameter."""
    raw = request.META.get("QUERY_STRING", "")
    return _split(raw) if raw else {}


def convert(values: dict[str, Any], kind: type[Query]) -> Query:
    """Return the values as `kind`; raises BadParameter."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        found = describe_error(error, values, kind, thing="The query", part="parameter")
        raise BadParameter(found.sentence, parameter=str(found.path[0])) from None


def _split(raw: str) -> dict[str, str]:
    if len(raw) > MAX_QUERY_BYTES:
        raise BadParameter(Sentence("The query is longer than {most} bytes.", most=MAX_QUERY_BYTES))
    try:
        pairs = parse_qsl(raw, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
    except ValueError:
        raise BadParameter(Sentence(_UNREADABLE, most=MAX_PARAMETERS)) from None
    values: dict[str, str] = {}
    for name, text in pairs:
        if name in values:
            raise BadParameter(Sentence("`{name}` is given twice.", name=name), parameter=name)
        if not _TEXT.fullmatch(text):
            raise BadParameter(Sentence(_NOT_VISIBLE, name=name), parameter=name)
        values[name] = text
    return values


@cache
def _texts(kind: type[msgspec.Struct]) -> frozenset[str]:
    """Return the parameters that are always text, even when they look like a number."""
    return frozenset(one.encode_name for one in fields(kind) if _is_text(type_info(one.type)))


def _is_text(kind: Type) -> bool:
    if isinstance(kind, Metadata):
        return _is_text(kind.type)
    if isinstance(kind, UnionType):
        return all(isinstance(one, NoneType) or _is_text(one) for one in kind.types)
    return isinstance(kind, StrType)


def _value(text: str) -> object:
    if _INTEGER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)
