"""Codes of invitations are read as people write and hear them, and come out of one alphabet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import invitation_codes as codes

STORED = st.text(codes.ALPHABET, min_size=codes.LENGTH, max_size=codes.LENGTH)


def test_a_new_code_is_read_back() -> None:
    made = {codes.new() for _ in range(200)}
    assert len(made) == 200
    for code in made:
        assert codes.read(codes.written(code)) == code


def test_no_letter_is_a_vowel_or_looks_like_a_digit() -> None:
    assert len(codes.ALPHABET) == len(set(codes.ALPHABET)) == 30
    assert not set(codes.ALPHABET) & set("AEIOULilo")


@given(STORED, st.lists(st.integers(0, codes.LENGTH), max_size=4), st.sampled_from("- \u2013"))
def test_case_and_separators_do_not_matter(code: str, places: list[int], separator: str) -> None:
    typed = code
    for place in sorted(places, reverse=True):
        typed = typed[:place] + separator + typed[place:]
    assert codes.read(typed) == codes.read(typed.lower()) == code


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("bcdo-illo", "BCD01110"), ("ВСНК-МТХ1", "BCHKMTX1"), ("BCDF–2345", "BCDF2345")],
)
def test_letters_that_look_like_others_are_read_as_those(typed: str, meant: str) -> None:
    assert codes.read(typed) == meant


@given(st.text())
def test_any_text_is_a_code_or_none(text: str) -> None:
    found = codes.read(text)
    assert found is None or (len(found) == codes.LENGTH and set(found) <= set(codes.ALPHABET))


@pytest.mark.parametrize("typed", ["", "BCDF-234", "BCDF-23456", "ACDF-2345", "BCDF_2345", "BCDF-2345" + " " * 40])
def test_other_texts_are_none(typed: str) -> None:
    assert codes.read(typed) is None


def test_digests_tell_kinds_apart_and_ignore_case() -> None:
    assert codes.recipient("email", "Cy@example.org ") == codes.recipient("email", "cy@example.org")
    assert codes.recipient("player", "cy") != codes.recipient("email", "cy")
