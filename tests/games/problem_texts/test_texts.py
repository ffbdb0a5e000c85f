"""Every refusal has its words in every language."""

from __future__ import annotations

import string

import pytest
from django.urls import get_resolver

from common.api.problem import STATUS
from games.problem_texts import TEXTS
from tests.contract.test_errors import BASES, raised
from tests.games.problem_texts.code_sentences import sentences

get_resolver().url_patterns  # noqa: B018  reading it loads all views, and with them the patterns in words

PROPER = {"{last}", "`{path}`", "`{member}`: {reason}.", "{text}; {reason}"}
"""Sentences that have no words."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def templates() -> dict[str, str]:
    """Return the usual sentence of each code."""
    return {code: kind.template for code, kind in raised()}  # type: ignore[attr-defined]  # all have one


def other_templates() -> set[str]:
    """Return the sentences of classes that share the code of another one."""
    found, todo = set(), list(BASES)
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if "template" in vars(kind) and "code" not in vars(kind):
            found.add(vars(kind)["template"])
    return found


@pytest.mark.parametrize("language", TEXTS)
def test_every_code_has_a_title_and_a_sentence(language: str) -> None:
    codes = TEXTS[language].codes
    assert set(codes) == set(STATUS)
    assert {code for code, said in codes.items() if set(said) != {"title", "detail"} or not all(said.values())} == set()


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_has_the_placeholders_of_the_english_one(language: str) -> None:
    texts = TEXTS[language]
    english = templates()
    assert {
        code for code in english if placeholders(texts.codes[code]["detail"]) != placeholders(english[code])
    } == set()
    assert {one for one, said in texts.sentences.items() if placeholders(one) != placeholders(said)} == set()


@pytest.mark.parametrize("language", TEXTS)
def test_every_sentence_in_the_code_is_translated_and_no_other(language: str) -> None:
    wanted = sentences() | other_templates()
    assert len(wanted) > 120
    assert set(TEXTS[language].sentences) - wanted == set()
    assert wanted - set(TEXTS[language].sentences) == set()


@pytest.mark.parametrize("language", TEXTS)
def test_no_sentence_stays_english(language: str) -> None:
    texts = TEXTS[language]
    assert {one for one, said in texts.sentences.items() if one == said} <= PROPER
    assert {one for code, one in templates().items() if texts.codes[code]["detail"] == one} <= PROPER
