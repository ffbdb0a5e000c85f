"""Limits of apps, their registration, the consent page in every language, and their deletion with the account."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from games.pages.oauth.texts import TEXTS
from players import services
from players.models import App, Authorization, Player, Token, Webhook
from players.privacy import erasure, export
from players.scopes import ALL_SCOPES
from players.webhooks import queue
from tests.players.oauth.clients import HOME, Browser, ThirdParty
from tests.players.people import Someone, client_with

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

FORM = {"name": "Card Pal", "type": "public", "redirect_uris": [HOME], "scopes": ["games:read"]}
NOT_FOR_APPS = [
    ("GET", "/v1/me/tokens", None),
    ("POST", "/v1/me/tokens", {"name": "x", "scopes": ["games:read"]}),
    ("GET", "/v1/me/apps", None),
    ("POST", "/v1/me/apps", FORM),
    ("GET", "/v1/me/authorizations", None),
    ("GET", "/v1/me/devices", None),
    ("POST", "/v1/me/devices", {"kind": "fcm", "token": "t"}),
    ("DELETE", "/v1/me/leaving", None),
]


def ask(client: Any, method: str, path: str, body: Any) -> Any:
    return client.generic(method, path) if body is None else getattr(client, method.lower())(path, body, format="json")


@pytest.fixture
def acting(app: ThirdParty, player: Someone, browser: Browser) -> Any:
    """Return the client of an app with all scopes."""
    del player
    question = app.question(scope=" ".join(ALL_SCOPES))
    browser.sign_in(question, "ada@example.org")
    return client_with(app.exchange(browser.decide(question)["code"]).json()["access_token"])


@pytest.mark.parametrize(("method", "path", "body"), NOT_FOR_APPS)
def test_whatever_an_app_was_granted_it_gets_no_further(acting: Any, method: str, path: str, body: Any) -> None:
    answer = ask(acting, method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "own_token_required")


def test_an_app_cannot_end_the_account_its_tokens_or_change_the_address(acting: Any, player: Someone) -> None:
    assert acting.delete("/v1/me").json()["code"] == "device_token_required"
    mine = Token.objects.get(player=player.player, kind="device")
    assert acting.delete(f"/v1/me/tokens/{mine.id}").json()["code"] == "own_token_required"
    asked = acting.post("/v1/me/email", {"email": "thief@example.org"}, format="json")
    assert asked.json()["code"] == "own_token_required"
    assert acting.patch("/v1/me", {"name": "Adele"}, format="json").status_code == 200


def test_what_an_app_set_up_ends_with_it(acting: Any, player: Someone, app: ThirdParty) -> None:
    body = {"url": "https://hooks.example/x", "events": ["game.moved"]}
    made = acting.post("/v1/me/webhooks", body, format="json").json()["id"]
    mine = player.client.post("/v1/me/webhooks", body, format="json").json()["id"]
    other = acting.patch(f"/v1/me/webhooks/{mine}", {"url": "https://evil.example/x"}, format="json")
    assert other.status_code == 200
    hooks = list(Webhook.objects.filter(id__in=[made, mine]))
    assert queue.ended(hooks) == set()
    Token.objects.filter(kind="app").delete()
    assert queue.ended(hooks) == set(), "an app is let in for longer than a token lives"
    assert player.client.delete(f"/v1/me/authorizations/{app.id}").status_code == 204
    assert queue.ended(hooks) == {hook.id for hook in hooks}


def test_a_token_for_reading_changes_nothing(player: Someone) -> None:
    _, secret = services.issue_token(player_id=player.player.id, kind="personal", scopes=["games:read"])
    reader = client_with(secret)
    for method, path, body in [*NOT_FOR_APPS, ("POST", "/v1/games", {}), ("PATCH", "/v1/me", {"name": "X2"})]:
        answer = ask(reader, method, path, body)
        assert answer.json()["code"] == "insufficient_scope", path


def test_a_guest_registers_no_app_and_a_program_none_either(player: Someone, make_guest: Callable[[], Someone]) -> None:
    assert make_guest().client.post("/v1/me/apps", FORM, format="json").json()["code"] == "email_required"
    _, secret = services.issue_token(player_id=player.player.id, kind="personal", scopes=list(ALL_SCOPES))
    assert client_with(secret).post("/v1/me/apps", FORM, format="json").json()["code"] == "device_token_required"


def test_an_author_registers_changes_and_deletes(player: Someone, monkeypatch: pytest.MonkeyPatch) -> None:
    me = player.client
    made = me.post("/v1/me/apps", FORM | {"type": "confidential"}, format="json").json()
    path = f"/v1/me/apps/{made['app']['id']}"
    assert made["secret"].startswith("ufs_")
    assert me.patch(path, {"name": "Card Friend"}, format="json").json()["name"] == "Card Friend"
    assert me.get(path).json()["redirect_uris"] == [HOME]
    assert me.post(path + "/secret").json()["secret"] != made["secret"]
    public = me.post("/v1/me/apps", FORM, format="json").json()
    assert public["secret"] is None
    assert me.post(f"/v1/me/apps/{public['app']['id']}/secret").json()["code"] == "invalid_app"
    assert len(me.get("/v1/me/apps").json()["apps"]) == 2
    monkeypatch.setattr("players.oauth.apps.MAX_APPS", 2)
    assert me.post("/v1/me/apps", FORM, format="json").json()["code"] == "too_many_apps"
    assert me.delete(path).status_code == 204
    assert me.get(path).json()["code"] == "app_not_found"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x"},
        {"name": "Flipside"},
        {"name": "official-helper"},
        {"name": "a\u202eb c"},
        {"name": "Flips\u0456de"},
        {"name": "Card\u3164Pal"},
        {"name": "x" * 41},
        {"website": "http://app.example"},
        {"website": "javascript:alert(1)"},
        {"redirect_uris": ["http://app.example/back"]},
        {"redirect_uris": [HOME, HOME]},
    ],
)
def test_an_app_that_would_mislead_cannot_be_registered(player: Someone, wrong: dict[str, Any]) -> None:
    assert player.client.post("/v1/me/apps", FORM | wrong, format="json").json()["code"] == "invalid_app"
    assert not App.objects.exists()


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_every_page_speaks_the_language_of_its_reader(
    language: str, app: ThirdParty, player: Someone, browser: Browser
) -> None:
    said, url = TEXTS[language].said, app.question()
    browser.http.headers["Accept-Language"] = language
    first = browser.http.get(url)
    assert first.headers["content-language"] == language
    assert f'<html lang="{language}">' in first.text
    assert said["send"] in first.text
    browser.press(url, "send", address=player.player.email)
    assert said["give"] in browser.http.get(url).text
    from tests.players.people import code_in  # noqa: PLC0415 - Django is set up by now

    browser.press(url, "give", code=code_in(browser.mails[-1]))
    question = browser.http.get(url).text
    assert TEXTS[language].scopes["games:play"] in question
    assert said["allow"] in question
    assert TEXTS[language].closed["app"]["title"] in browser.http.get(app.question(client_id="x")).text


def test_all_languages_say_the_same_things() -> None:
    folder = Path(__file__).parents[3] / "games" / "pages" / "oauth" / "texts"
    shapes = []
    for path in sorted(folder.glob("*.toml")):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        shapes.append({name: set(table) if isinstance(table, dict) else None for name, table in tables.items()})
        assert set(tables["scopes"]) == set(ALL_SCOPES)
    assert shapes[0] == shapes[1] == shapes[2]


def test_the_data_of_a_player_names_the_apps_they_authorized_and_made(
    acting: Any, app: ThirdParty, player: Someone, author: Someone
) -> None:
    del acting
    (let_in,) = export.authorizations(player.player.id)
    assert str(let_in["app"]) == app.id
    assert [one["kind"] for one in export.tokens(player.player.id)] == ["device"]
    (made,) = export.apps(author.player.id)
    assert made["name"] == "Card Pal"
    assert "secret" not in made


@pytest.mark.parametrize("who", ["player", "author"])
def test_leaving_takes_along_what_lets_apps_in(acting: Any, player: Someone, author: Someone, who: str) -> None:
    gone = {"player": player, "author": author}[who].player.id
    erasure.remove_account(gone)
    assert not Player.objects.filter(id=gone).exists()
    assert not Authorization.objects.exists()
    assert App.objects.exists() is (who == "player")
    assert acting.get("/v1/me").status_code == 401
