"""The authorization of an app, from the request to the end of its last token, over real HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from players.models import Authorization, Token
from players.oauth import apps
from tests.players.oauth.clients import Browser, ThirdParty, told

if TYPE_CHECKING:
    import httpx
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("player")]

SCOPES = "games:read games:play account:read"


def let_in(app: ThirdParty, browser: Browser, scope: str = SCOPES) -> dict[str, Any]:
    """Return the tokens of an app that Ada authorized."""
    question = app.question(scope=scope)
    browser.sign_in(question, "ada@example.org")
    answer = app.exchange(browser.decide(question)["code"])
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


@pytest.mark.usefixtures("live_server")
def test_an_app_is_let_in_and_acts_for_the_player(app: ThirdParty, browser: Browser) -> None:
    question = app.question(scope=SCOPES)
    assert "Sign in" in browser.http.get(question).text
    browser.sign_in(question, "ada@example.org")
    page = browser.http.get(question).text
    assert "Let <b>Card Pal</b> act for you?" in page
    assert "You are signed in as <b>Ada</b> (<b>ada@example.org</b>)." in page
    assert "<b>Card Pal</b> was made by <b>Author</b>, not by Flipside." in page
    assert "You will be sent to <b>app.example</b>." in page
    said = told(browser.press(question, "allow"))
    assert said["state"] == "a state & more"
    assert said["iss"] == str(app.http.base_url).rstrip("/")
    given = app.exchange(said["code"])
    assert given.headers["cache-control"] == "no-store"
    body = given.json()
    assert {name: body[name] for name in ("token_type", "scope", "expires_in")} == {
        "token_type": "Bearer",
        "scope": SCOPES,
        "expires_in": 3600,
    }
    assert app.get("/v1/me", body["access_token"]).json()["name"] == "Ada"
    game = app.http.post("/v1/games", json={"seats": 2}, headers={"Authorization": f"Bearer {body['access_token']}"})
    assert game.status_code == 201, game.text


def test_a_no_tells_the_app_and_leaves_nothing_behind(app: ThirdParty, browser: Browser) -> None:
    browser.sign_in(app.question(), "ada@example.org")
    said = browser.decide(app.question(), "deny")
    assert said["error"] == "access_denied"
    assert said["state"] == "a state & more"
    assert "code" not in said
    assert not Authorization.objects.exists()


def test_a_refresh_token_gives_new_tokens_and_is_good_once(app: ThirdParty, browser: Browser) -> None:
    first = let_in(app, browser)
    second = app.refresh(first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert app.get("/v1/me", second["access_token"]).status_code == 200
    third = app.refresh(second["refresh_token"], scope="account:read").json()
    assert third["scope"] == "account:read"
    assert app.get("/v1/games", third["access_token"]).status_code == 403
    again = app.refresh(first["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert app.get("/v1/me", third["access_token"]).status_code == 401, "a thief of the old one may have this one too"
    assert app.refresh(third["refresh_token"]).json()["error"] == "invalid_grant"
    assert not Authorization.objects.exists()


def test_a_refresh_token_gives_no_more_than_was_granted(app: ThirdParty, browser: Browser) -> None:
    given = let_in(app, browser, "games:read")
    wider = app.refresh(given["refresh_token"], scope="games:read games:play")
    assert wider.json()["error"] == "invalid_scope"
    assert app.refresh(given["refresh_token"]).json()["scope"] == "games:read"


def test_an_app_with_a_secret_shows_it_either_way(author: Someone, browser: Browser) -> None:
    app = ThirdParty(author, browser.http, kind="confidential")
    assert app.secret is not None
    browser.sign_in(app.question(), "ada@example.org")
    by_form = app.exchange(browser.decide(app.question())["code"])
    assert by_form.status_code == 200
    code = browser.decide(app.question())["code"]
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": app.redirect,
        "code_verifier": app.proof.verifier,
    }
    by_header = app.http.post("/oauth/token", data=form, auth=(app.id, app.secret))
    assert by_header.status_code == 200, by_header.text


def test_an_app_may_write_its_id_in_any_case(author: Someone, browser: Browser) -> None:
    app = ThirdParty(author, browser.http, kind="confidential")
    assert app.secret is not None
    browser.sign_in(app.question(client_id=app.id.upper()), "ada@example.org")
    by_form = app.exchange(browser.decide(app.question(client_id=app.id.upper()))["code"])
    assert by_form.status_code == 200, by_form.text
    code = browser.decide(app.question())["code"]
    form = {"grant_type": "authorization_code", "code": code, "client_id": app.id, "redirect_uri": app.redirect}
    by_both = app.http.post(
        "/oauth/token", data={**form, "code_verifier": app.proof.verifier}, auth=(app.id.upper(), app.secret)
    )
    assert by_both.status_code == 200, by_both.text
    for given in (by_form, by_both):
        token = given.json()["access_token"]
        described = app.ask("introspect", token=token, client_id=app.id.upper()).json()
        assert (described["active"], described["client_id"]) == (True, app.id)
        assert app.ask("revoke", token=given.json()["refresh_token"], client_id=app.id.upper()).status_code == 200
        assert app.get("/v1/me", token).status_code == 401


@pytest.mark.parametrize("redirect", ["http://127.0.0.1/back", "http://[::1]:4000/back", "com.example.cards:/back"])
def test_programs_on_a_desk_or_a_phone_are_reached_as_they_can_be(
    author: Someone, browser: Browser, redirect: str
) -> None:
    app = ThirdParty(author, browser.http, redirect=redirect)
    app.redirect = redirect.replace("127.0.0.1", "127.0.0.1:51234").replace("[::1]:4000", "[::1]:51234")
    browser.sign_in(app.question(), "ada@example.org")
    answer = browser.press(app.question(), "allow")
    assert answer.headers["location"].startswith(app.redirect + "?code=")
    assert app.exchange(told(answer)["code"]).status_code == 200


def test_what_an_app_gives_back_is_over(app: ThirdParty, browser: Browser) -> None:
    given = let_in(app, browser)
    assert app.ask("revoke", token=given["access_token"]).status_code == 200
    assert app.get("/v1/me", given["access_token"]).status_code == 401
    again = app.refresh(given["refresh_token"]).json()
    assert app.ask("revoke", token=again["refresh_token"]).status_code == 200
    assert app.get("/v1/me", again["access_token"]).status_code == 401
    assert app.ask("revoke", token=again["refresh_token"]).status_code == 200, "there is nothing left to end"
    assert app.refresh(again["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_player_sees_which_apps_they_authorized_and_revokes_them_at_once(
    app: ThirdParty, player: Someone, browser: Browser
) -> None:
    given = let_in(app, browser)
    let_in(app, browser, "webhooks")
    (shown,) = player.client.get("/v1/me/authorizations").json()["authorizations"]
    assert shown["name"] == "Card Pal"
    assert shown["author"] == "Author"
    assert shown["scopes"] == ["games:read", "games:play", "account:read", "webhooks"]
    assert player.client.delete(f"/v1/me/authorizations/{shown['app']}").status_code == 204
    assert app.get("/v1/me", given["access_token"]).status_code == 401
    assert app.refresh(given["refresh_token"]).status_code == 400
    assert player.client.get("/v1/me/authorizations").json() == {"authorizations": []}
    assert player.client.delete(f"/v1/me/authorizations/{shown['app']}").json()["code"] == "authorization_not_found"


@pytest.mark.parametrize("end", ["deleted", "banned", "player shut"])
def test_tokens_end_at_once_with_what_they_rest_on(
    app: ThirdParty, author: Someone, player: Someone, browser: Browser, end: str
) -> None:
    given = let_in(app, browser)
    if end == "deleted":
        assert author.client.delete(f"/v1/me/apps/{app.id}").status_code == 204
    elif end == "banned":
        apps.ban(app.id)
    else:
        player.player.is_active = False
        player.player.save()
    assert app.get("/v1/me", given["access_token"]).status_code == 401
    assert app.refresh(given["refresh_token"]).status_code in {400, 401}
    if end == "banned":
        assert browser.http.get(app.question()).status_code == 400
        apps.unban(app.id)
        assert browser.http.get(app.question()).status_code == 200


def test_an_author_learns_of_a_token_what_it_is_good_for_and_not_whose_it_is(
    author: Someone, player: Someone, browser: Browser
) -> None:
    app = ThirdParty(author, browser.http, kind="confidential")
    given = let_in(app, browser)
    said = app.ask("introspect", token=given["access_token"]).json()
    assert said["active"] is True
    assert said["client_id"] == app.id
    assert said["scope"] == SCOPES
    assert "sub" not in said
    assert str(player.player.id) not in str(said)
    by_author = {"Authorization": f"Bearer {author.secret}"}
    for token in (given["access_token"], given["refresh_token"]):
        answer = browser.http.post("/oauth/introspect", data={"token": token}, headers=by_author)
        assert answer.json()["active"] is True
    app.ask("revoke", token=given["refresh_token"])
    assert app.ask("introspect", token=given["access_token"]).json() == {"active": False}


def test_nobody_learns_anything_of_tokens_that_are_not_their(
    app: ThirdParty, author: Someone, player: Someone, browser: Browser
) -> None:
    given = let_in(app, browser)
    other = ThirdParty(player, browser.http, kind="confidential", name="Other")
    assert other.ask("introspect", token=given["access_token"]).json() == {"active": False}
    assert other.ask("introspect", token=author.secret).json() == {"active": False}
    by_player = {"Authorization": f"Bearer {player.secret}"}
    asked = browser.http.post("/oauth/introspect", data={"token": given["access_token"]}, headers=by_player)
    assert asked.json() == {"active": False}
    refused = app.ask("introspect", token=given["access_token"])
    assert refused.status_code == 401, "knowing the id of a public app makes nobody its author"
    by_app = {"Authorization": f"Bearer {given['access_token']}"}
    assert browser.http.post("/oauth/introspect", data={"token": "x"}, headers=by_app).status_code == 401


def test_where_everything_is_can_be_found_out(http: httpx.Client) -> None:
    answer = http.get("/.well-known/oauth-authorization-server")
    said = answer.json()
    base = str(http.base_url).rstrip("/")
    assert said["issuer"] == base
    assert said["code_challenge_methods_supported"] == ["S256"]
    assert answer.headers["access-control-allow-origin"] == "*"
    for name, url in said.items():
        if name.endswith("_endpoint"):
            assert http.request("PATCH", url).status_code == 405, name


def test_secrets_are_not_in_the_database(app: ThirdParty, author: Someone, browser: Browser) -> None:
    given = let_in(app, browser)
    secret = ThirdParty(author, browser.http, kind="confidential", name="Another").secret
    rows = [*Token.objects.values(), *Authorization.objects.values(), *apps.App.objects.values()]
    for token in (given["access_token"], given["refresh_token"], secret):
        assert token not in str(rows)


def test_an_app_is_read_with_one_statement_like_any_token(
    app: ThirdParty, browser: Browser, django_assert_num_queries: Any
) -> None:
    from players import secret_tokens, selectors  # noqa: PLC0415 - Django is set up by now

    given = let_in(app, browser)
    with django_assert_num_queries(1):
        bearer = selectors.find_bearer(secret_tokens.digest(given["access_token"]))
    assert bearer is not None
    assert bearer.grant.kind == "app"
    assert bearer.grant.scopes == set(SCOPES.split())
    with django_assert_num_queries(1):
        assert selectors.still_valid([bearer.grant.token_id]) == {bearer.grant.token_id}


def test_more_sign_ins_of_one_app_end_the_stalest(
    app: ThirdParty, browser: Browser, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    del mailoutbox
    monkeypatch.setattr("players.oauth.authorizations.MAX_PER_APP", 2)
    first = let_in(app, browser)
    for _ in range(2):
        app.exchange(browser.decide(app.question())["code"])
    assert app.get("/v1/me", first["access_token"]).status_code == 401
    assert Authorization.objects.count() == 2
