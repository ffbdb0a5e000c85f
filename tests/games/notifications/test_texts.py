from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import engine
from games.notifications.kinds import KINDS
from games.notifications.rendering import texts
from games.notifications.rendering.faces import Deck
from games.notifications.rendering.names import shown
from games.notifications.rendering.texts import TEXTS, texts_in
from games.rulebook import LANGUAGES

FOLDER = Path(texts.__file__).with_name("texts")


def flat(tables: Any, before: str = "") -> dict[str, str]:
    if isinstance(tables, str):
        return {before: tables}
    return {key: text for name, inner in tables.items() for key, text in flat(inner, f"{before}/{name}").items()}


def read(language: str) -> dict[str, str]:
    return flat(tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_everything_that_english_says(language: str) -> None:
    english, translated = read("en"), read(language)
    assert translated.keys() == english.keys()
    for key, text in english.items():
        assert placeholders(translated[key]) == placeholders(text), key
        assert translated[key].strip(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_beside_numbers_have_all_forms_of_the_language(language: str) -> None:
    wanted = {"en": 2, "fr": 2, "ru": 3}[language]
    for key, text in read(language).items():
        for _, _, forms, _ in Formatter().parse(text):
            if forms:
                assert len(forms.split("|")) == wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_message_has_words(language: str) -> None:
    kinds = {kind.partition(".")[0] for kind in TEXTS[language].kinds}
    assert kinds == {kind.name for kind in KINDS} | {"digest"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_every_color_has_words(language: str) -> None:
    found = TEXTS[language]
    assert set(engine.COMMANDS) - {"vote"} <= set(found.moves)
    for colors in (found.colors, found.card_colors, found.letters):
        assert "".join(colors) == "RYGBptov"
        assert len(set(colors.values())) == len(colors)


def test_no_russian_color_is_taken_for_a_digit_beside_one() -> None:
    digits_in_cyrillic = {"З", "з", "О", "о", "б"}
    deck = Deck(TEXTS["ru"], "plain")
    letters = {color: deck.letter(color) for color in "RYGBptov"}
    assert digits_in_cyrillic.isdisjoint(letters.values())
    assert [color for color, letter in letters.items() if letter[0].isupper() != color.isupper()] == []
    assert deck.face("G2").short == "Зе\N{NO-BREAK SPACE}2"


def test_russian_counts_like_russians() -> None:
    say = TEXTS["ru"].fill
    text = TEXTS["ru"].table["cards"]
    assert [say(text, count=number) for number in (1, 2, 5, 11, 21, 104)] == [
        "1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "104 карты",
    ]  # fmt: skip


def test_french_counts_zero_as_one() -> None:
    assert [TEXTS["fr"].fill(TEXTS["fr"].table["cards"], count=number) for number in (0, 1, 2)] == [
        "0 carte", "1 carte", "2 cartes",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cy", "Di"], "Ann, Bob, Cy and Di"),
        (["Ann", "Bob", "Cy", "Di", "Ed"], "Ann, Bob, Cy and 2 more"),
    ],
)
def test_names_are_listed_as_people_list_them(names: list[str], said: str) -> None:
    assert TEXTS["en"].listed(names) == said


def test_a_language_without_texts_is_english() -> None:
    assert texts_in("").code == texts_in("tlh").code == "en"


@pytest.mark.parametrize(
    "name",
    [
        "Ann\r\nBcc: all@example.com",
        "Ann\N{RIGHT-TO-LEFT OVERRIDE}nnA",
        "Ann\N{ZERO WIDTH SPACE}\x00\x1b[31m",
        "Ann\N{LINE SEPARATOR}Bob",
        "A" * 500,
        "\N{LEFT-TO-RIGHT ISOLATE}",
        "",
    ],
)
def test_a_name_brings_nothing_but_letters(name: str) -> None:
    found = shown(name)
    assert re.fullmatch(r"[^\x00-\x1f\x7f\u2028\u2029\u202a-\u202e\u200b]+", found)
    assert len(found) <= 45


def test_a_name_is_no_link_and_keeps_its_direction_to_itself() -> None:
    assert "example.com" not in shown("example.com")
    assert shown("example.com").replace("\N{WORD JOINER}", "") == "example.com"
    assert shown("שרה") == "\N{FIRST STRONG ISOLATE}שרה\N{POP DIRECTIONAL ISOLATE}"
    assert shown("Анна") == "Анна"
