"""The header Prefer (RFC 7240), as clients may write it."""

from __future__ import annotations

from time import thread_time

import pytest

from common.http.preferences import preferences


@pytest.mark.parametrize(
    "header",
    [
        "return=minimal",
        "Return=Minimal",
        'return="minimal"',
        "return = minimal",
        "\treturn\t=\tminimal ",
        "return=minimal;note=short",
        'return=minimal ; note="a, b; return=representation"',
        "respond-async, return=minimal",
        "wait=10,,return=minimal,",
        "x-note=\"return=representation, 'y'\", return=minimal",
        "return=minimal, return=minimal",
        "return=minimal, return=representation",
    ],
)
def test_a_wish_for_the_minimum_is_understood(header: str) -> None:
    assert preferences(header)["return"] == "minimal"


@pytest.mark.parametrize(
    "header",
    [
        "",
        ",",
        ";",
        "=",
        '"',
        "return",
        "return=",
        "return=representation",
        "return=representation, return=minimal",
        "return=minimally",
        "return=minimal minimal",
        "return minimal",
        "minimal",
        "return-minimal",
        "returns=minimal",
        "wait=10; return=minimal",
        'x="a, return=minimal"',
        'x="a, return=minimal',
        'x="\\", return=minimal"',
        "return=\u00ef",
    ],
)
def test_anything_else_is_no_such_wish(header: str) -> None:
    assert preferences(header).get("return") != "minimal"


def test_preferences_have_names_values_and_parameters() -> None:
    assert preferences('Foo; bar=1, wait = 10, Handling="Lenient"') == {"foo": "", "wait": "10", "handling": "lenient"}


@pytest.mark.parametrize("part", ["a,", ",", ";", "=", '"', '\\"', "a=", " ", "return=x,", 'a="\\'])
def test_a_long_header_takes_no_time(part: str) -> None:
    header = part * (32 * 1024 // len(part))
    began = thread_time()
    preferences(header)
    assert thread_time() - began < 0.5
