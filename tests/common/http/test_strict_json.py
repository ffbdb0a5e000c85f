"""Ambiguous bodies are refused."""

import msgspec
import pytest

from common.http.strict_json import MAX_DEPTH, NotStrict, read_any, read_typed


class Note(msgspec.Struct, forbid_unknown_fields=True):
    count: int
    text: str = ""


DECODER = msgspec.json.Decoder(Note)

UNREADABLE = {
    "empty": b"",
    "byte-order mark": b'\xef\xbb\xbf{"count":1}',
    "trailing garbage": b'{"count":1} x',
    "two documents": b'{"count":1}{"count":1}',
    "not UTF-8": b'{"count":1,"text":"\xff"}',
    "UTF-16": '{"count":1}'.encode("utf-16"),
    "duplicate key": b'{"count":1,"count":2}',
    "duplicate key in another spelling": b'{"count":1,"\\u0063ount":2}',
    "NUL character": b'{"count":1,"text":"\\u0000"}',
    "lone surrogate": b'{"count":1,"text":"\\ud800"}',
    "NaN": b'{"count":NaN}',
    "Infinity": b'{"count":-Infinity}',
    "deep array": b'{"count":' + b"[" * 8000 + b"]" * 8000 + b"}",
    "deep object under an unknown key": b'{"x":' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b"}",
    "unclosed": b'{"count":',
}
OF_ANOTHER_TYPE = {
    "float": b'{"count":1.0}',
    "exponent": b'{"count":1e0}',
    "string": b'{"count":"1"}',
    "Arabic digit": '{"count":"١"}'.encode(),
    "bool": b'{"count":true}',
    "null": b'{"count":null}',
    "unknown key": b'{"count":1,"hand":[]}',
    "array": b"[]",
    "bare null": b"null",
    "bare string": b'"count"',
    "bare number": b"1",
    "10^400": b'{"count":1e400}',
}


@pytest.mark.parametrize("body", (UNREADABLE | OF_ANOTHER_TYPE).values(), ids=(UNREADABLE | OF_ANOTHER_TYPE).keys())
def test_a_body_of_a_known_type_is_refused(body: bytes) -> None:
    with pytest.raises(NotStrict):
        read_typed(DECODER, body)


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_body_of_no_known_type_is_refused(body: bytes) -> None:
    with pytest.raises(NotStrict):
        read_any(body)


def test_a_refusal_names_the_place_and_never_the_value() -> None:
    with pytest.raises(NotStrict) as refusal:
        read_typed(DECODER, b'{"count":"<script>"}')
    assert refusal.value.path == ("count",)
    assert "script" not in str(refusal.value)


def test_plain_bodies_are_read() -> None:
    body = '{"count":1,"text":"Zoë \\\\u0000 \\ud83c\\udccf"}'.encode()
    assert read_typed(DECODER, body) == Note(1, "Zoë \\u0000 🃏")
    assert read_any(body) == {"count": 1, "text": "Zoë \\u0000 🃏"}


def test_brackets_inside_strings_are_no_nesting() -> None:
    assert read_any(b'{"text":"' + b"[" * 50 + b'\\"' + b'{"}') == {"text": "[" * 50 + '"{'}


def test_the_deepest_allowed_body_is_read() -> None:
    assert read_any(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(NotStrict):
        read_any(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))
