"""Members of a body are named as RFC 6901 says."""

from __future__ import annotations

import pytest

from common.http.pointers import pointer


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ((), "#"),
        (("seats",), "#/seats"),
        (("seats", 2, "player"), "#/seats/2/player"),
        (("",), "#/"),
        (("a/b",), "#/a~1b"),
        (("m~n",), "#/m~0n"),
        (("c%d",), "#/c%25d"),
        (('k"l', "e^f", "g|h", "i\\j", " "), "#/k%22l/e%5Ef/g%7Ch/i%5Cj/%20"),
        (("цвет",), "#/%D1%86%D0%B2%D0%B5%D1%82"),
    ],
)
def test_a_path_as_a_fragment(path: tuple[str | int, ...], named: str) -> None:
    assert pointer(path) == named
