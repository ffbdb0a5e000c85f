"""A cursor is valid for one viewer and one list, and reveals nothing to other viewers."""

import pytest

from games.api.cursors import sign, unsign
from games.errors import BadCursor

POSITION = ["2026-11-21T07:00:00.000001Z", "0190f3c2-0000-7000-8000-000000000000"]


def test_a_cursor_leads_back_to_its_position() -> None:
    assert unsign(sign(POSITION, scope="games|ada"), scope="games|ada") == POSITION


@pytest.mark.parametrize("scope", ["games|bob", "mine|ada", "games|ada|open", ""])
def test_a_cursor_is_refused_elsewhere(scope: str) -> None:
    with pytest.raises(BadCursor):
        unsign(sign(POSITION, scope="games|ada"), scope=scope)


@pytest.mark.parametrize("cursor", ["", "c", "c!", "x" * 5000, "c" + "A" * 40, "cÿ", "c\x00", "null"])
def test_garbage_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        unsign(cursor, scope="games|ada")


def test_a_changed_cursor_is_refused_wherever_it_is_changed() -> None:
    cursor = sign(POSITION, scope="games|ada")
    for index, letter in enumerate(cursor[:-1]):
        changed = cursor[:index] + ("A" if letter != "A" else "B") + cursor[index + 1 :]
        with pytest.raises(BadCursor):
            unsign(changed, scope="games|ada")
