"""Entity tags are equal for equal views and differ for different ones."""

import pytest

from common.http.etags import entity_tag, matches

TAG = entity_tag("ada", 7, "00")


def test_equal_parts_give_the_equal_tag() -> None:
    assert entity_tag("ada", 7, "00") == TAG
    assert TAG.startswith('"')
    assert TAG.endswith('"')


def test_every_part_counts() -> None:
    assert len({TAG, entity_tag("bob", 7, "00"), entity_tag("ada", 8, "00"), entity_tag("ada", 7, "01")}) == 4


@pytest.mark.parametrize("header", [TAG, f"W/{TAG}", f'"x", {TAG}', "*", f'{TAG},"y"'])
def test_a_client_that_has_the_view_is_recognized(header: str) -> None:
    assert matches(header, TAG)


@pytest.mark.parametrize("header", [None, "", '"x"', TAG.strip('"'), "W/*", TAG[:-2] + '"'])
def test_any_other_header_is_not_it(header: str | None) -> None:
    assert not matches(header, TAG)
