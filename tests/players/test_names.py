"""Valid names, and which names are equivalent (RELIABILITY: hostile names are refused)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.errors import InvalidName
from players.names import MAX_CODE_POINTS, clean_name, invent_name, lookup_key, name_key


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada.lovelace",
        "x_1",
        "Жанна",
        "Łukasz",
        "山田太郎",
        "さくら-ラーメン",
        "김철수",
        "नमस्ते",
        "Nguyễn",
        "7of9",
        "a" * 24,
    ],
)
def test_people_of_many_scripts_may_use_their_names(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "at least"),
        ("a", "at least"),
        ("a" * 25, "more than"),
        ("a" * 100_000, "too long"),
        ("\ufdfa" * 60, "only letters"),  # one character that NFKC makes eighteen
        ("a b", "only letters"),
        ("a\u202eb", "only letters"),
        ("a\u200bb", "only letters"),
        ("a\u200db", "only letters"),
        ("a\x00b", "only letters"),
        ("a\ud800b", "only letters"),
        ("a/b", "only letters"),
        ("<b>", "only letters"),
        ("a\N{PILE OF POO}", "only letters"),
        ("\u3164\u3164", "invisible"),
        ("ab\ufe0f", "invisible"),
        ("e" + "\u0336" * 25 + "x", "mark"),
        ("\u0301ab", "mark"),
        ("a-\u0301b", "mark"),
        ("-ab", "begin and end"),
        ("ab.", "begin and end"),
        ("a.-b", "side by side"),
        ("p\u0430ypal", "several scripts"),  # a Cyrillic a
        ("admin", "reserved"),
        ("AdMiN", "reserved"),
        ("ａｄｍｉｎ", "reserved"),
        ("me", "reserved"),
    ],
)
def test_names_that_deceive_or_break_things_are_refused(name: str, why: str) -> None:
    with pytest.raises(InvalidName, match=why):
        clean_name(name)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "aDA"), ("Ada", "Ａｄａ"), ("Straße", "STRASSE"), ("ﬁnn", "FINN"), ("e\u0301va", "ÉVA")]
)
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    assert name_key(clean_name(one)) == name_key(clean_name(other))


@given(st.text())
def test_whatever_is_accepted_is_stable_and_fits_its_column(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidName:
        assert lookup_key(text) is None
        return
    assert clean_name(name) == name
    assert name_key(name_key(name)) == name_key(name) == lookup_key(text)
    assert len(name) <= MAX_CODE_POINTS
    assert len(name_key(name)) <= MAX_CODE_POINTS


def test_made_up_names_are_names() -> None:
    names = [invent_name() for _ in range(500)]
    assert [clean_name(name) for name in names] == names
    assert len(set(names)) > 490
