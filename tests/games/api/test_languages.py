"""A refusal is in the language of its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from common.translations import LANGUAGES
from games.api.views.rulesets import rulesets_in
from tests.config import apps
from tests.config.apps import Asked
from tests.games.api.people import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

NOTHING = {"en": "There is nothing at this address.", "ru": "По этому адресу ничего нет."}


def refused(language: str | None, path: str = "/v1/nowhere") -> Any:
    headers = {} if language is None else {"Accept-Language": language}
    answer = Client().get(path, headers=headers)
    assert answer.status_code >= 400
    assert "Accept-Language" in answer["Vary"]
    return answer


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        (None, "en"), ("ru", "ru"), ("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("de, ru;q=0.5", "ru"), ("de", "en"),
        ("en, ru;q=0.9", "en"), ("ru;q=0", "en"), ("*", "en"), ("", "en"), ("x" * 1000, "en"),
    ],
)  # fmt: skip
def test_the_header_chooses_the_language(asked: str | None, language: str) -> None:
    answer = refused(asked)
    assert (answer["Content-Language"], answer.json()["detail"]) == (language, NOTHING[language])
    assert answer.json()["code"] == "not_found"


def test_all_words_for_people_are_translated_and_nothing_else() -> None:
    english, french = refused("en", "/v1/games?limit=0").json(), refused("fr", "/v1/games?limit=0").json()
    assert french == english | {
        "title": "Paramètre non valide",
        "detail": "`limit` doit être un entier de 1 à 100.",
        "errors": [{"detail": "`limit` doit être un entier de 1 à 100.", "parameter": "limit"}],
    }


def test_a_player_who_chose_a_language_gets_it_unless_the_header_names_one(ada: Person) -> None:
    ada.client.patch("/v1/me/preferences", {"language": "fr"}, content_type="application/json")
    path = "/v1/me/notifications?since=x"
    assert ada.client.get(path).json()["title"] == "Curseur non valide"
    assert ada.client.get(path, headers={"accept-language": "de"}).json()["title"] == "Curseur non valide"
    assert ada.client.get(path, headers={"accept-language": "ru"}).json()["title"] == "Неверный курсор"
    assert ada.client.get(path, headers={"accept-language": "en"}).json()["title"] == "Bad cursor"


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "The option “Target” does not take that value; it takes "),
        ("fr", "L’option «\N{NO-BREAK SPACE}Objectif\N{NO-BREAK SPACE}»"),
        ("ru", "Правило «Сумма очков» не принимает этого значения; оно принимает: "),
    ],
)
def test_options_have_their_titles(ada: Person, language: str, detail: str) -> None:
    answer = ada.client.send("/v1/games", {"options": {"target": -1}}, headers={"accept-language": language})
    assert answer.json()["detail"].startswith(detail)
    assert answer.json()["params"]["option"] == "target"


def test_a_refused_move_names_the_card(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    mover = next(one for one in (ada, bob) if one.see(game)["turn"] == one.see(game)["your_seat"])
    command = {"type": "play", "card": "wc", "color": "p"}
    for language, name in (("en", "The seat does not hold that card."), ("fr", "Cette carte n’est pas en main.")):
        body = {"command_id": str(uuid4()), "command": command}
        answer = mover.client.send(f"/v1/games/{game}/commands", body, headers={"accept-language": language})
        assert (answer.status_code, answer.json()["detail"]) == (409, name)
        assert answer.json()["legal_commands"]


def test_a_check_of_options_is_in_the_language_of_the_header(ada: Person) -> None:
    body = {"options": {"ruleset": "classic", "wheel": ["WAR"]}}
    answer = ada.client.send("/v1/rulesets/check", body, headers={"accept-language": "fr"})
    problem = answer.json()["problem"]
    assert problem["detail"].endswith("est impossible ici\N{NO-BREAK SPACE}: le jeu n’a pas de roue.")
    assert problem["errors"] == [{"detail": "le jeu n’a pas de roue", "pointer": "#/options/wheel"}]
    assert (answer["Content-Language"], answer["Vary"]) == ("fr", "Accept-Language")
    fitting = ada.client.send("/v1/rulesets/check", {"options": {}}, headers={"accept-language": "ru"}).json()
    assert {one["reason"] for one in fitting["blocked"] if one["option"] == "team_view"} == {"команд нет"}


def test_the_reasons_of_options_are_in_the_language_asked_for() -> None:
    def reasons(language: str) -> list[str]:
        found = rulesets_in(language)
        return [
            *(reason for one in found.rulesets for reason in one.not_applicable.values()),
            *(conflict.reason for conflict in found.conflicts),
        ]

    english, *others = (reasons(language) for language in LANGUAGES)
    assert len(english) > 20
    for other in others:
        assert [one for one, said in zip(english, other, strict=True) if one == said] == []


@pytest.mark.parametrize("ask", [apps.web, apps.asgi, apps.streams], ids=["web", "asgi", "streams"])
def test_a_refusal_before_any_view_is_translated_too(ask: Callable[[Asked], Any]) -> None:
    headers = ((b"accept-language", b"ru"), (b"content-type", b"text/plain; charset=hex"))
    heard = ask(Asked(headers=tuple((name.decode(), value) for name, value in headers)))
    assert (heard.status, heard.headers["content-language"]) == (415, "ru")
    assert heard.headers["vary"] == "Accept-Language"


def test_the_game_that_nobody_may_know_of_and_no_game_are_the_same_in_each_language(ada: Person, bob: Person) -> None:
    private = ada.client.send("/v1/games", {"seats": 2, "private": True}).json()["game"]["id"]
    for language in LANGUAGES:
        headers = {"accept-language": language}
        none = bob.client.get("/v1/games/00000000-0000-4000-8000-000000000000", headers=headers)
        assert bob.client.get(f"/v1/games/{private}", headers=headers).content == none.content
