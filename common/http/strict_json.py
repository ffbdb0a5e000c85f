"""Parses JSON so that only one reading is possible.

`msgspec` refuses wrong types, unknown keys, NaN, byte-order marks, trailing bytes, lone
surrogates and malformed UTF-8 by itself. A second pass over the document, which is small and
shallow by then, finds the rest: duplicate keys, NUL characters, deep nesting.
HTTP and the meaning of fields do not belong here.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, NoReturn, TypeVar

import msgspec

from common.http.validation_errors import describe_error

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_DEPTH = 16
"""Brackets open at once in any body; the deepest wire type needs four."""

_OUTSIDE_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[^"\[\]{}]+', re.DOTALL)
"""Matches everything but the brackets of the structure itself."""

_ENOUGH_DIGITS = 40

Wire = TypeVar("Wire")


class NotStrict(ValueError):
    """The bytes are not one unambiguous document of the expected shape.

    `sentence` says why, `path` leads to the wrong value (`("command", "card")`), if it is a single one.
    """

    def __init__(self, sentence: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.path = path


def read_typed(decoder: msgspec.json.Decoder[Wire], body: bytes) -> Wire:
    """Decode `body` with `decoder`; raises NotStrict."""
    try:
        value = decoder.decode(body)
    except msgspec.ValidationError as error:
        found = describe_error(error, read_any(body), decoder.type, thing="The body", part="member")
        raise NotStrict(found.sentence, found.path) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        read_any(body)  # reports some faults more exactly
        raise NotStrict("The body is not JSON in UTF-8.") from None
    except RecursionError:
        raise NotStrict("The body is nested too deeply.") from None
    _second_look(body)
    return value


def read_any(body: bytes) -> object:
    """Decode `body` without knowing its shape; raises NotStrict."""
    _refuse_depth(body)
    try:
        return _second_look(body)
    except (ValueError, RecursionError) as error:
        if isinstance(error, NotStrict):
            raise
        raise NotStrict("The body is not JSON in UTF-8.") from None


def _second_look(body: bytes) -> object:
    document: object = json.loads(
        body.decode("utf-8"),
        object_pairs_hook=_unique,
        parse_constant=_refuse_constant,
        parse_int=_whole,
        parse_float=_fraction,
    )
    if b"\\u0000" in body or b"\\ud" in body.lower():
        _refuse_text(document)
    return document


def _unique(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise NotStrict("A key occurs twice in one object.")
        found[key] = value
    return found


def _refuse_constant(_name: str) -> NoReturn:
    raise NotStrict("NaN and Infinity are not JSON.")


def _whole(digits: str) -> int:
    """Return the number; one with too many digits for Python as another that is too large for every type."""
    return int(digits[:_ENOUGH_DIGITS])


def _fraction(digits: str) -> float:
    """Return the number, or the largest float: infinity could not be written as JSON again."""
    most = sys.float_info.max
    return max(-most, min(most, float(digits)))


def _refuse_text(value: object) -> None:
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise NotStrict("A string holds a character that is no text.")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _refuse_text(key)
            _refuse_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_text(inner)


def _refuse_depth(body: bytes) -> None:
    """Count brackets outside strings without recursion, before anything recursive reads."""
    depth = 0
    for bracket in _OUTSIDE_STRINGS.sub(b"", body):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise NotStrict("The body is nested too deeply.")
