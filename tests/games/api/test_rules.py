"""The rules as the API shows them to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import engine
from games.rulebook import LANGUAGES
from tests.games.api.people import lobby

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

FLIP = "/v1/rulesets/flip/rules"


def anchors(rules: Any) -> list[str]:
    return [paragraph["anchor"] for section in rules["sections"] for paragraph in section["paragraphs"]]


def told(rules: Any, anchor: str) -> str:
    found: str = next(
        paragraph["text"]
        for section in rules["sections"]
        for paragraph in section["paragraphs"]
        if paragraph["anchor"] == anchor
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", engine.rulesets())
def test_every_ruleset_can_be_read(stranger: ContractClient, name: str, language: str) -> None:
    rules = stranger.get(f"/v1/rulesets/{name}/rules?language={language}").json()
    assert (rules["name"], rules["language"]) == (name, language)
    assert "Mattel" in rules["notice"]


def test_options_in_the_query_are_options_at_the_table(stranger: ContractClient) -> None:
    rules = stranger.get(f"{FLIP}?uno_penalty=4&stack=same&jump_in=true&scoring=own_low").json()
    assert "4 cards" in told(rules, "uno_penalty")
    assert {"stack", "jump_in"} <= set(anchors(rules))
    marvel = stranger.get("/v1/rulesets/flip-stranger_things/rules?waffle_faces=1,2").json()
    assert "1, 2" in told(marvel, "waffle_faces")
    skips = stranger.get(f"{FLIP}?skip_effect=others_draw&skip_effect_cards=E").json()
    assert "Skip Everyone" in told(skips, "skip_effect_cards")


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/rulesets/chess/rules", 404, "ruleset_not_found"),
        (f"{FLIP}?no_such=1", 422, "unknown_option"),
        (f"{FLIP}?game=flip", 422, "unknown_option"),
        (f"{FLIP}?edition=marvel", 422, "unknown_option"),
        (f"{FLIP}?uno_penalty=11", 422, "bad_option_value"),
        (f"{FLIP}?uno_penalty=", 422, "bad_option_value"),
        (f"{FLIP}?uno_penalty=01", 422, "bad_option_value"),
        (f"{FLIP}?uno_penalty=1,2", 422, "bad_option_value"),
        (f"{FLIP}?jump_in=1", 422, "bad_option_value"),
        (f"{FLIP}?jump_in=yes", 422, "bad_option_value"),
        (f"{FLIP}?pairing=R1/p1,R2", 422, "bad_option_value"),
        (f"{FLIP}?skip_effect_cards=S,S", 422, "bad_option_value"),
        (f"{FLIP}?waffle_faces=3", 422, "option_not_applicable"),
        (f"{FLIP}?progressive=true&stack=same", 422, "conflicting_options"),
        (f"{FLIP}?language=de", 400, "bad_parameter"),
        (f"{FLIP}?stack=same&stack=same", 400, "bad_parameter"),
        (f"{FLIP}?stack=%00", 400, "bad_parameter"),
    ],
)
def test_what_makes_no_ruleset_is_refused(stranger: ContractClient, path: str, status: int, code: str) -> None:
    answer = stranger.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_rules_come_as_text_and_as_a_page(stranger: ContractClient) -> None:
    text = stranger.get(FLIP, headers={"Accept": "text/plain"})
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content.decode().startswith("UNO Flip!")
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    shown = stranger.get(FLIP, headers=browser)
    assert shown["Content-Type"] == "text/html; charset=utf-8"
    assert '<p id="uno_penalty">' in shown.content.decode()
    assert "script" not in shown["Content-Security-Policy"]
    assert stranger.get(FLIP, headers={"Accept": "image/png"}).status_code == 406


@pytest.mark.parametrize(
    ("accept", "comes"),
    [
        ("text/html, application/json;q=0.5", "text/html"),
        ("text/plain;q=0.2, text/html;q=0.1", "text/plain"),
        ("application/json;q=0, text/*;q=0.1", "text/plain"),
        ("*/*, application/json;q=0.9, text/plain;q=0.9", "text/html"),
        ("text/html, application/json", "application/json"),
    ],
)
def test_what_weighs_most_in_accept_is_what_comes(stranger: ContractClient, accept: str, comes: str) -> None:
    assert stranger.get(FLIP, headers={"Accept": accept})["Content-Type"].partition(";")[0] == comes


def test_the_rules_may_be_kept_by_anybody_in_between(stranger: ContractClient) -> None:
    first = stranger.get(FLIP)
    assert first["Cache-Control"] == "public, max-age=300"
    assert first["Vary"] == "Accept, Accept-Language, Accept-Encoding"
    assert stranger.get(FLIP, headers={"If-None-Match": first["ETag"]}).status_code == 304
    others = {
        stranger.get(f"{FLIP}?uno_penalty=3")["ETag"],
        stranger.get(FLIP, headers={"Accept": "text/html"})["ETag"],
        stranger.get(f"/v1/rulesets/flip/rules?language={LANGUAGES[-1]}")["ETag"],
    }
    assert first["ETag"] not in others - ({first["ETag"]} if len(LANGUAGES) == 1 else set())


def test_a_game_tells_its_own_rules(ada: Person, stranger: ContractClient) -> None:
    made = ada.client.send("/v1/games", {"seats": 2, "options": {"uno_penalty": 5, "stack": "same"}}).json()["game"]
    answer = stranger.get(f"/v1/games/{made['id']}/rules")
    assert "5 cards" in told(answer.json(), "uno_penalty")
    assert "stack" in anchors(answer.json())
    assert answer["Cache-Control"] == "private, no-store"
    assert told(answer.json(), "seats").startswith("2 players")
    larger = ada.client.send("/v1/games", {"seats": 3, "options": {"uno_penalty": 5, "stack": "same"}}).json()["game"]
    other = stranger.get(f"/v1/games/{larger['id']}/rules")
    assert (told(other.json(), "seats")[:9], answer["ETag"] == other["ETag"]) == ("3 players", False)
    assert "two_players" not in anchors(other.json())


def test_a_refused_move_names_the_paragraph_that_explains_it(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob)
    problem = ada.client.send(f"/v1/games/{game}/commands", {
        "command_id": "0190f3c2-1111-4222-8333-444455556666", "command": {"type": "jump", "card": "R5"},
    }).json()  # fmt: skip
    assert (problem["code"], problem["paragraph"]) == ("option_off", "only_these")
    assert problem["paragraph"] in anchors(ada.client.get(f"/v1/games/{game}/rules").json())
