"""People read names, never codes: in the catalogue, and in the reasons why options do not go together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

import engine
from common.translations import LANGUAGES
from engine.errors import Reason
from games.api.views.rulesets import checked, rulesets_in
from games.catalogue import catalogue
from games.problem_texts import problem_in, said

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE: Final = re.compile(r"[a-z0-9]_[a-z0-9]|\w=\w|\bfacts\b")
"""A snake_case word, a value of an option, or a word for the members of a message."""
PLACEHOLDER: Final = re.compile(r"\{[a-z_]+\}")
WISHES: Final = [{"ruleset": "classic"}, {"edition": "marvel"}, {"ruleset": "attack"}, {"ruleset": "spin"}]
REFUSED: Final = [
    {"progressive": True, "stack": "off"},
    {"starter": "number_only", "flip_starter": "redraw"},
    {"skip_effect_cards": ["S"]},
    {"ruleset": "classic", "skip_effect": "give_card", "skip_effect_cards": ["E"]},
    {"zero_spell": "swap_one"},
    {"dealer_selection": "seat=J"},
    {"ruleset": "classic", "edition": "marvel"},
]


def sentences(answer: object) -> Iterator[str]:
    """Yield the texts that are more than one word."""
    if isinstance(answer, dict):
        for value in answer.values():
            yield from sentences(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from sentences(value)
    elif isinstance(answer, str) and " " in answer:
        yield PLACEHOLDER.sub("", answer)


def with_codes(answer: object) -> set[str]:
    """Return the texts in which there are codes."""
    found = set(sentences(msgspec.to_builtins(answer)))
    assert found
    return {text for text in found if CODE.search(text)}


def check(wish: dict[str, object], language: str) -> dict[str, object]:
    """Return what `POST /v1/rulesets/check` answers for three seats."""
    answer: dict[str, object] = msgspec.json.decode(
        checked(msgspec.json.encode({"options": wish, "seats": 3}), language)
    )
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read_of_rules_and_messages_has_no_codes(language: str) -> None:
    assert with_codes(catalogue(language)) == set()
    assert with_codes(rulesets_in(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_against_options_have_no_codes(language: str) -> None:
    for wish in WISHES:
        assert with_codes(check(wish, language)["blocked"]) == set()
    for wish in REFUSED:
        answer = check(wish, language)
        assert not answer["playable"]
        problem = answer["problem"]
        assert isinstance(problem, dict)
        assert with_codes([problem["title"], problem["detail"], *problem["params"].values()]) - {"seat=J"} == set()


def test_decisions_without_a_name_are_the_same_thing() -> None:
    reason = Reason("{first} and {second} both decide {decision}", first="stack", second="game", decision="cards")
    assert said(reason, "en") == "“Stacking” and “Game” both decide the same thing"
    assert said(reason, "ru") == "«Ответ картой с добором» и «Игра» по-разному решают, как играть"


def test_names_inside_of_names_have_other_quotes() -> None:
    error = engine.OptionNotApplicable(option="flip_starter", reason="no card of this deck is a Flip")
    assert problem_in({}, error, "ru")["detail"].startswith("«„Флип“ в роли первой карты» ")
