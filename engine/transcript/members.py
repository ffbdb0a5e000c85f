"""Reading one line of a transcript: canonical JSON with exactly the members expected, each of its type and range."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from engine.transcript.writing import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_HEX: Final = re.compile(r"[0-9a-f]*", re.ASCII)
_DIGITS: Final = 20
"""Longer numbers do not occur in a transcript, and cost time."""


class BadTranscript(ValueError):
    """The file is not a transcript; `line`, counted from 1, is where that shows, `sentence` says why."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


class Members:
    """The members of a JSON object, read one by one. Everything raises BadTranscript."""

    def __init__(self, line: int, value: object, names: str) -> None:
        """Take what was read from `line`, and the names that an object of this kind has, with spaces between."""
        self.line = line
        if not isinstance(value, dict):
            self.refuse("there should be an object in braces")
        self._values: dict[str, Any] = value
        expected = names.split()
        for name in expected:
            if name not in value:
                self.refuse(f"the member {name} is missing")
        if len(value) > len(expected):
            self.refuse(f"there is no member {ascii(min(set(value) - set(expected)))[:40]} in this format")

    def refuse(self, sentence: str) -> NoReturn:
        """Stop reading."""
        raise BadTranscript(self.line, sentence)

    def constant(self, name: str, expected: object) -> None:
        """Check a member that can only have this value."""
        value = self._values[name]
        if type(value) is not type(expected) or value != expected:
            self.refuse(f"the member {name} should be {encode(expected)}")

    def text(self, name: str) -> str:
        """Return ASCII text."""
        value = self._values[name]
        if not isinstance(value, str) or not value.isascii():
            self.refuse(f"the member {name} should be text of ASCII characters")
        return value

    def body(self, name: str) -> bytes:
        """Return bytes that were stored."""
        return self.text(name).encode()

    def note(self, name: str) -> str:
        """Return text of any characters that can be written as UTF-8."""
        value = self._values[name]
        if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
            self.refuse(f"the member {name} should be text")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return a whole number of low .. high."""
        return self._whole(name, self._values[name], low, high)

    def numbers(self, name: str, low: int, high: int) -> tuple[int, ...]:
        """Return a list of whole numbers of low .. high."""
        return tuple(self._whole(name, item, low, high) for item in self.items(name))

    def hexadecimal(self, name: str, size: int) -> bytes:
        """Return this number of bytes."""
        return self._bytes(name, self._values[name], size)

    def hexadecimals(self, name: str, size: int) -> tuple[bytes, ...]:
        """Return a list of texts of this number of bytes each."""
        return tuple(self._bytes(name, item, size) for item in self.items(name))

    def uuid(self, name: str) -> bytes:
        """Return 16 bytes."""
        value = self._values[name]
        if not isinstance(value, str) or not _UUID.fullmatch(value):
            self.refuse(f"the member {name} should be an id such as 00000000-0000-0000-0000-000000000000")
        return bytes.fromhex(value.replace("-", ""))

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of these words."""
        value = self._values[name]
        if not isinstance(value, str) or value not in choices:
            self.refuse(f"the member {name} should be one of: {', '.join(choices)}")
        return value

    def items(self, name: str) -> list[Any]:
        """Return a list of anything."""
        value = self._values[name]
        if not isinstance(value, list):
            self.refuse(f"the member {name} should be a list")
        return value

    def is_null(self, name: str) -> bool:
        """Return whether the member is null."""
        return self._values[name] is None

    def _whole(self, name: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            self.refuse(f"the member {name} should be a whole number from {low} to {high}")
        return value

    def _bytes(self, name: str, value: object, size: int) -> bytes:
        if not isinstance(value, str) or len(value) != 2 * size or not _HEX.fullmatch(value):
            self.refuse(f"the member {name} should be {2 * size} hexadecimal digits, small letters")
        return bytes.fromhex(value)


class Line(NamedTuple):
    """A line: its number, where it begins in the file, and the JSON value in it."""

    number: int
    start: int
    value: Any


def lines(data: bytes) -> Iterator[Line]:
    """Yield the lines of a file. Raises BadTranscript for one that is not canonical JSON."""
    start, number = 0, 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        if end < 0:
            raise BadTranscript(number, "the file breaks off in the middle of the line")
        yield Line(number, start, _value(number, data[start:end]))
        start = end + 1


def _value(line: int, raw: bytes) -> Any:
    try:
        text = raw.decode("ascii")
        value = _DECODER.decode(text)
        canonical = encode(value) == text
    except UnicodeDecodeError:
        raise BadTranscript(line, "there are bytes that are not ASCII") from None
    except _Unfit as unfit:
        raise BadTranscript(line, str(unfit)) from None
    except ValueError:
        raise BadTranscript(line, "it is not JSON") from None
    except RecursionError:
        raise BadTranscript(line, "it is nested too deeply") from None
    if not canonical:
        raise BadTranscript(line, "it is not written canonically: sorted members, no spaces, ASCII")
    return value


class _Unfit(ValueError):
    """JSON that does not occur in a transcript."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Unfit("a member stands there twice")
    return value


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise _Unfit("there is a number that is far too large")
    return int(digits)


def _no_number(_: str) -> NoReturn:
    raise _Unfit("there is a number that is not whole")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_no_number, parse_constant=_no_number
)
