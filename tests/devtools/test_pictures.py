"""The pictures of docs/pictures that `make pictures` takes are there, small, and on a page."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from devtools.pictures import FOLDER, MOST_BYTES, PICTURES, Picture

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.file)
def test_a_picture_is_there_small_and_shown(picture: Picture) -> None:
    file = (FOLDER / picture.file).read_bytes()
    assert len(file) <= MOST_BYTES
    assert struct.unpack(">II", file[16:24]) == picture.size
    assert any(f"pictures/{picture.file})" in page.read_text() for page in DOCS.rglob("*.md"))
