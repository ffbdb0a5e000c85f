"""The parser reads whole bodies only."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import msgspec
import pytest
from django.test import RequestFactory

from common.http.body import StrictJSONParser
from common.http.errors import MalformedBody


class Named(msgspec.Struct):
    name: str = ""


class NamedView:
    body_type = Named


def parse(body: bytes, length: str) -> Any:
    request = RequestFactory().post("/", b"", content_type="application/json", CONTENT_LENGTH=length)
    return StrictJSONParser().parse(BytesIO(body), "application/json", {"request": request, "view": NamedView})


def test_a_whole_body_is_read() -> None:
    assert parse(b'{"name": "Ada"}', "15") == Named("Ada")


@pytest.mark.parametrize("length", ["3", "300", "16384"])
def test_a_body_that_broke_off_is_not_taken_for_the_whole(length: str) -> None:
    with pytest.raises(MalformedBody, match="shorter"):
        parse(b"{}", length)


@pytest.mark.parametrize("length", ["x", "-2", "+2", "2.0", "0x2", "²"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    with pytest.raises(MalformedBody, match="no number"):
        parse(b"{}", length)
