"""Attacks that must fail: wrong codes and challenges, wrong apps, and pages of other sites."""

from __future__ import annotations

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import connections
from django.db.models import F
from django.test import Client

from config.observability.masking import mask
from players.accounts.page_sign_in import COOKIE
from players.api.oauth_schemas import ERROR
from players.models import Authorization, Player, Token
from players.oauth.refusals import DESCRIPTIONS
from tests.players.oauth.clients import HOME, Browser, ThirdParty, proof, somebody, told
from tests.players.people import code_in

if TYPE_CHECKING:
    import httpx
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("player")]
DESCRIPTION = re.compile(r"[\x20\x21\x23-\x5b\x5d-\x7e]+")
"""The characters of an error_description (RFC 6749, appendix A.8)."""


@pytest.fixture
def signed_in(app: ThirdParty, browser: Browser) -> Browser:
    browser.sign_in(app.question(), "ada@example.org")
    return browser


def error_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and code of a refusal, which has the form of RFC 6749, section 5.2."""
    said = answer.json()
    assert set(said) == {"error", "error_description"}
    assert DESCRIPTION.fullmatch(said["error_description"]), said
    assert answer.headers["content-type"].startswith("application/json")
    assert (answer.headers["cache-control"], answer.headers["pragma"]) == ("no-store", "no-cache")
    return answer.status_code, said["error"]


def test_every_code_has_a_description_that_a_header_or_address_can_carry() -> None:
    named = set(ERROR["properties"]["error"]["enum"])
    assert named <= set(DESCRIPTIONS)
    assert [code for code, said in DESCRIPTIONS.items() if not DESCRIPTION.fullmatch(said)] == []


def test_an_address_that_no_mail_can_name_is_a_mistake_of_the_client(
    app: ThirdParty, browser: Browser, mailoutbox: list[EmailMessage]
) -> None:
    page = browser.press(app.question(), "send", address="ada@\u3002.example")
    assert page.status_code == 422
    assert mailoutbox == []


# -- What is asked for -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_challenge": None},
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": "short"},
        {"response_type": "token"},
        {"response_type": "code token"},
        {"response_type": None},
        {"scope": "games:read admin"},
        {"scope": "openid"},
        {"scope": None},
    ],
)
def test_a_request_that_is_wrong_is_granted_to_nobody_and_sends_nobody_away(
    app: ThirdParty, signed_in: Browser, wrong: dict[str, str | None]
) -> None:
    answer = signed_in.http.get(app.question(**wrong))
    assert answer.status_code == 400
    assert "location" not in answer.headers
    assert "error=" in answer.text, "the app can be told, if the person presses the link"
    assert f'href="{HOME}?error=' in answer.text
    assert re.search(r"error_description=\w+", answer.text)
    assert "state=a+state+%26+more" in answer.text.replace("&amp;", "&")
    assert signed_in.press(app.question(**wrong), "allow").status_code == 400
    assert not Authorization.objects.exists()


@pytest.mark.parametrize("wrong", [{"code_challenge": None}, {"code_challenge": None, "code_challenge_method": None}])
def test_a_challenge_is_demanded_of_an_app_with_a_secret_too(
    author: Someone, browser: Browser, wrong: dict[str, str | None]
) -> None:
    app = ThirdParty(author, browser.http, kind="confidential")
    browser.sign_in(app.question(), "ada@example.org")
    assert browser.http.get(app.question(**wrong)).status_code == 400
    assert browser.press(app.question(**wrong), "allow").status_code == 400
    assert not Authorization.objects.exists()


@pytest.mark.parametrize(
    "other",
    [
        "https://evil.example/back",
        "https://app.example/back/",
        "https://app.example/back?more=1",
        "https://app.example/BACK",
        "https://app.example:444/back",
        "https://app.example@evil.example/back",
        "https://app.example/back/../other",
        "http://app.example/back",
        "//app.example/back",
        "javascript:alert(1)",
        "",
        None,
    ],
)
def test_an_address_that_is_not_registered_gets_nothing_and_nobody_is_led_there(
    app: ThirdParty, signed_in: Browser, other: str | None
) -> None:
    answer = signed_in.http.get(app.question(redirect_uri=other))
    assert answer.status_code == 400
    assert "evil.example" not in answer.text
    assert 'href="http' not in answer.text
    assert "location" not in answer.headers


@pytest.mark.parametrize("other", ["nobody", "", None, "0" * 32, "\u0430"])
def test_an_app_that_does_not_exist_is_a_page_and_no_redirect(
    app: ThirdParty, browser: Browser, other: str | None
) -> None:
    answer = browser.http.get(app.question(client_id=other))
    assert answer.status_code == 400
    assert "app.example" not in answer.text


@pytest.mark.parametrize("twice", ["redirect_uri=https://evil.example", "scope=webhooks", "client_id=1", "state=2"])
def test_what_is_said_twice_counts_in_no_way(app: ThirdParty, signed_in: Browser, twice: str) -> None:
    assert signed_in.http.get(f"{app.question()}&{twice}").status_code == 400


def test_what_cannot_be_read_is_a_page(app: ThirdParty, browser: Browser) -> None:
    for query in ("%00=1&client_id=%00", "client_id=%ff", "a=1&" * 60, f"client_id={app.id}&state=%00"):
        assert browser.http.get(f"/oauth/authorize?{query}").status_code == 400


def test_an_app_asks_for_what_it_registered_at_most(author: Someone, browser: Browser) -> None:
    app = ThirdParty(author, browser.http, scopes=["games:read"])
    browser.sign_in(app.question(scope="games:read"), "ada@example.org")
    assert browser.http.get(app.question(scope="games:read games:play")).status_code == 400
    assert browser.http.get(app.question(scope="games:read")).status_code == 200


# -- Codes -----------------------------------------------------------------------------------------


def test_a_code_without_its_verifier_is_worth_nothing(app: ThirdParty, signed_in: Browser) -> None:
    code = signed_in.decide(app.question())["code"]
    for verifier in (None, proof().verifier, app.proof.challenge, "short"):
        assert app.exchange(code, code_verifier=verifier).status_code == 400
    assert not Token.objects.filter(kind="app").exists()
    assert app.exchange(code).status_code == 200


def test_a_code_that_comes_twice_ends_what_came_of_it(app: ThirdParty, signed_in: Browser) -> None:
    code = signed_in.decide(app.question(scope="account:read"))["code"]
    given = app.exchange(code).json()
    assert app.get("/v1/me", given["access_token"]).status_code == 200
    assert error_of(app.exchange(code)) == (400, "invalid_grant")
    assert app.get("/v1/me", given["access_token"]).status_code == 401
    assert app.refresh(given["refresh_token"]).status_code == 400


@pytest.mark.usefixtures("live_server")
def test_of_many_exchanges_at_once_no_two_succeed(app: ThirdParty, signed_in: Browser) -> None:
    code = signed_in.decide(app.question())["code"]
    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(answer.status_code for answer in pool.map(lambda _: app.exchange(code), range(4)))
    assert statuses == [200, 400, 400, 400]
    connections.close_all()


def test_a_code_of_another_app_is_worth_nothing(app: ThirdParty, player: Someone, signed_in: Browser) -> None:
    code = signed_in.decide(app.question())["code"]
    for kind in ("public", "confidential"):
        thief = ThirdParty(player, signed_in.http, kind=kind, name=f"Thief {kind}")
        thief.proof = app.proof
        assert error_of(thief.exchange(code)) == (400, "invalid_grant")
    assert app.exchange(code).status_code == 200


def test_the_redirect_of_the_exchange_is_that_of_the_request(author: Someone, browser: Browser) -> None:
    app = ThirdParty(author, browser.http, redirect="http://127.0.0.1/back")
    browser.sign_in(app.question(), "ada@example.org")
    code = browser.decide(app.question(redirect_uri="http://127.0.0.1:4001/back"))["code"]
    assert app.exchange(code, redirect_uri="http://127.0.0.1:4002/back").status_code == 400
    assert app.exchange(code, redirect_uri=None).status_code == 400
    assert app.exchange(code, redirect_uri="http://127.0.0.1:4001/back").status_code == 200


def test_a_code_lives_for_a_minute(app: ThirdParty, signed_in: Browser) -> None:
    code = signed_in.decide(app.question())["code"]
    Authorization.objects.update(expires=F("expires") - timedelta(seconds=61))
    assert error_of(app.exchange(code)) == (400, "invalid_grant")


# -- Who asks --------------------------------------------------------------------------------------


def test_an_app_with_a_secret_gets_nothing_without_it(author: Someone, player: Someone, browser: Browser) -> None:
    app = ThirdParty(author, browser.http, kind="confidential")
    other = ThirdParty(player, browser.http, kind="confidential", name="Other")
    browser.sign_in(app.question(), "ada@example.org")
    code = browser.decide(app.question())["code"]
    for secret in (None, "ufs_wrong", other.secret):
        answer = app.exchange(code, client_secret=secret)
        assert error_of(answer) == (401, "invalid_client")
        assert answer.headers["www-authenticate"].startswith("Basic")
    # The confused app: it shows its own secret and the id of another app.
    assert other.secret is not None
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": app.redirect, "client_id": app.id}
    form["code_verifier"] = app.proof.verifier
    assert app.http.post("/oauth/token", data=form, auth=(other.id, other.secret)).status_code == 401
    assert app.exchange(code, code_verifier=None).status_code == 400, "a secret is no verifier"
    assert app.exchange(code).status_code == 200


def test_no_app_ends_or_renews_the_tokens_of_another(app: ThirdParty, player: Someone, signed_in: Browser) -> None:
    given = app.exchange(signed_in.decide(app.question(scope="account:read"))["code"]).json()
    other = ThirdParty(player, signed_in.http, name="Other")
    for token in (given["access_token"], given["refresh_token"], player.secret):
        assert other.ask("revoke", token=token).status_code == 200
    assert other.refresh(given["refresh_token"]).status_code == 400
    assert app.get("/v1/me", given["access_token"]).status_code == 200
    assert player.client.get("/v1/me").status_code == 200
    assert app.refresh(given["refresh_token"]).status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        {"grant_type": "password", "username": "ada", "password": "x"},
        {"grant_type": "client_credentials"},
        {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "x"},
        {"grant_type": "refresh_token", "refresh_token": "ufr_" + "A" * 43},
        {"grant_type": "refresh_token", "refresh_token": "\u0430"},
        {"grant_type": "refresh_token"},
        {"grant_type": "authorization_code"},
        {"code": "x"},
        {},
    ],
)
def test_nothing_but_codes_and_refresh_tokens_is_exchanged(app: ThirdParty, said: dict[str, str]) -> None:
    answer = app.ask("token", **said)
    assert answer.status_code == 400
    assert error_of(answer)[1].startswith(("invalid_", "unsupported_", "unauthorized_"))
    assert answer.headers["cache-control"] == "no-store"


def test_endpoints_take_forms_alone(app: ThirdParty) -> None:
    for place in ("token", "revoke", "introspect"):
        assert error_of(app.http.get(f"/oauth/{place}")) == (405, "invalid_request")
        assert error_of(app.http.post(f"/oauth/{place}", json={"token": "x"})) == (400, "invalid_request")
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for body in (b"token=1&token=2", b"token=" + b"x" * 9000, b"token=%00", b"\xff\xfe"):
            assert error_of(app.http.post(f"/oauth/{place}", content=body, headers=form))[0] in {400, 401}
    said = {"client_id": app.id, "token": "x"}
    assert error_of(app.http.post("/oauth/revoke?token=x", data=said)) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("body", "charset"),
    [(b"a=1&" * 1500, ""), (b"&" * 8000, ""), (b"token=x", "; charset=utf-16")],
    ids=["too many fields", "too many nothings", "another charset"],
)
def test_a_form_that_cannot_be_read_is_refused_in_the_dialect(app: ThirdParty, body: bytes, charset: str) -> None:
    form = {"Content-Type": f"application/x-www-form-urlencoded{charset}"}
    for place in ("token", "revoke", "introspect"):
        answer = app.http.post(f"/oauth/{place}", content=body, headers=form)
        assert error_of(answer) == (400, "invalid_request")
        assert answer.headers["cache-control"] == "no-store"


# -- The page --------------------------------------------------------------------------------------


def test_a_page_of_somebody_else_can_press_no_button(app: ThirdParty, signed_in: Browser) -> None:
    url = app.question()
    assert signed_in.press(url, "allow", token="A" * 64).status_code == 403
    assert signed_in.http.post(url, data={"do": "allow"}).status_code == 403
    other = signed_in.http.post(url, data={"do": "allow"}, headers={"Origin": "https://evil.example"})
    assert other.status_code == 403
    assert not Authorization.objects.exists()


def test_the_page_cannot_be_framed_scripted_or_kept(app: ThirdParty, signed_in: Browser) -> None:
    answer = signed_in.http.get(app.question())
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self' https://app.example;" in policy
    assert "<script" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_nothing_is_granted_by_looking(app: ThirdParty, signed_in: Browser) -> None:
    for path in (app.question(), app.question() + "&do=allow", app.question() + "&prompt=none"):
        assert signed_in.http.get(path).status_code == 200
    assert signed_in.press(app.question(), "").status_code == 303
    assert not Authorization.objects.exists()


def test_nobody_is_signed_in_by_a_wrong_code_or_somebody_elses_dialogue(
    app: ThirdParty, browser: Browser, mailoutbox: list[EmailMessage]
) -> None:
    url = app.question()
    assert browser.press(url, "give", code="123456").status_code == 422
    assert browser.press(url, "send", address="ada@example.org").status_code == 303
    for _ in range(3):
        assert browser.press(url, "give", code="WRONG1").status_code == 422
    right = code_in(mailoutbox[-1])
    assert browser.press(url, "give", code=right).status_code == 422, "three wrong ones end it"
    assert told_nothing(browser.press(url, "allow"))


def told_nothing(answer: httpx.Response) -> bool:
    return answer.status_code == 303 and answer.headers["location"].startswith("/oauth/authorize")


def test_who_has_no_account_sees_the_same_page_as_who_has(
    app: ThirdParty, browser: Browser, mailoutbox: list[EmailMessage]
) -> None:
    url = app.question()
    assert browser.press(url, "send", address="nobody@example.org").status_code == 303
    assert "A code is on its way" in browser.http.get(url).text
    page = browser.press(url, "give", code=code_in(mailoutbox[-1]))
    assert (page.status_code, "There is no account with this address." in page.text) == (422, True)
    assert not Player.objects.filter(email="nobody@example.org").exists()
    assert browser.press(url, "send", address="no address").status_code == 422


def test_signing_in_changes_the_session_so_that_nobody_prepares_one(app: ThirdParty, browser: Browser) -> None:
    url = app.question()
    browser.press(url, "send", address="ada@example.org")
    before = browser.http.cookies[COOKIE]
    answer = browser.press(url, "give", code=code_in(browser.mails[-1]))
    assert browser.http.cookies[COOKIE] != before
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/oauth/" in cookie
    elsewhere = Client()
    elsewhere.cookies[settings.SESSION_COOKIE_NAME] = browser.http.cookies[COOKIE]
    assert elsewhere.get("/admin/").status_code == 302, "what signs in here is good for this page alone"


def test_a_session_of_the_admin_lets_no_app_in(app: ThirdParty, player: Someone, browser: Browser) -> None:
    chief = Client()
    chief.force_login(player.player, "django.contrib.auth.backends.ModelBackend")
    browser.http.cookies.set(COOKIE, chief.cookies[settings.SESSION_COOKIE_NAME].value, path="/oauth/")
    assert told_nothing(browser.press(app.question(), "allow"))
    assert not Authorization.objects.exists()


def test_a_code_of_the_page_signs_in_nowhere_else(app: ThirdParty, browser: Browser) -> None:
    browser.press(app.question(), "send", address="ada@example.org")
    body = {"sign_in": browser.http.cookies[COOKIE], "code": code_in(browser.mails[-1])}
    assert browser.http.post("/v1/sign-in/confirm", json=body).json()["code"] == "code_expired"


def test_one_may_be_somebody_else(app: ThirdParty, signed_in: Browser) -> None:
    assert signed_in.press(app.question(), "leave").status_code == 303
    assert "Sign in" in signed_in.http.get(app.question()).text
    somebody("bea@example.org", "Bea")
    signed_in.sign_in(app.question(), "bea@example.org")
    assert "Bea" in signed_in.http.get(app.question()).text


# -- What is written down --------------------------------------------------------------------------


def test_no_log_says_a_secret(app: ThirdParty, signed_in: Browser, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        said = told(signed_in.press(app.question(), "allow"))
        given = app.exchange(said["code"]).json()
        app.exchange(said["code"])
        app.refresh(given["refresh_token"])
    secrets = [said["code"], given["access_token"], given["refresh_token"], app.proof.verifier]
    assert not any(secret in caplog.text for secret in secrets)
    for line in (f"GET {app.question()}", f"code={said['code']}", f"Bearer {given['access_token']}", str(given)):
        assert not any(secret in mask(line) for secret in [*secrets, app.proof.challenge, "a+state"])
    assert app.proof.verifier not in mask(f"code_verifier={app.proof.verifier}&x=1")
