"""Signing in by a code, as a client does it over HTTP with the mails at hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players import services
from players.accounts import email_codes
from players.models import EmailCode, Player, Token
from tests.games.tables import later
from tests.players.people import ask_code, client_with, code_in, confirm, sign_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from rest_framework.test import APIClient

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db

WRONG = "WRNG"


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def me(secret: str) -> dict[str, Any]:
    body: dict[str, Any] = client_with(secret).get("/v1/me").json()
    return body


def begun(address: str) -> str:
    """Request a code and return what names the sign-in."""
    asked = ask_code(address)
    assert asked.status_code == 200, asked.content
    name: str = asked.json()["sign_in"]
    return name


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert answer["Content-Type"] == "application/problem+json"
    params: dict[str, Any] = answer.json().get("params", {})
    return params


# -- The dialogue ------------------------------------------------------------------------------------------------------


def test_a_new_address_gets_an_account_and_a_device_token(mailoutbox: list[EmailMessage]) -> None:
    asked = ask_code("ada@example.org").json()
    assert asked["resend_after"] == email_codes.PAUSE
    assert not Player.objects.exists(), "nobody has an account before the code is given"
    answer = confirm(asked["sign_in"], code_in(mailoutbox[-1]), device_name="Ada's phone").json()
    assert (answer["is_new"], answer["merged"], answer["player"]["email"]) == (True, None, "ada@example.org")
    assert answer["token"].startswith("ufd_")
    assert me(answer["token"]) == answer["player"]
    (token,) = client_with(answer["token"]).get("/v1/me/tokens").json()["tokens"]
    assert (token["name"], token["current"]) == ("Ada's phone", True)
    assert [mail.to for mail in mailoutbox] == [["ada@example.org"]]


def test_the_next_device_gets_a_token_of_its_own_for_the_same_player(mailoutbox: list[EmailMessage]) -> None:
    phone = sign_in("ada@example.org", mailoutbox)
    tablet = sign_in(" Ada@Example.org ", mailoutbox, device_name="Tablet")
    assert (tablet["is_new"], tablet["player"]) == (False, phone["player"])
    assert tablet["token"] != phone["token"]
    assert client_with(phone["token"]).delete("/v1/me/tokens/current").status_code == 204
    assert client_with(phone["token"]).get("/v1/me").status_code == 401
    assert me(tablet["token"])["email"] == "ada@example.org", "signing out ends the token of one device"


def test_case_and_hyphens_of_a_code_do_not_matter(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    typed = code_in(mailoutbox[-1]).lower().replace("-", " ")
    assert confirm(name, typed).status_code == 200


def test_a_device_without_a_name_is_called_after_its_program(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    client = client_with("ufd_old")
    body = {"sign_in": name, "code": code_in(mailoutbox[-1])}
    token = client.post("/v1/sign-in/confirm", body, format="json", headers={"user-agent": "Car\0ds/1.0"}).json()[
        "token"
    ]
    assert client_with(token).get("/v1/me/tokens").json()["tokens"][0]["name"] == "Cards/1.0"


@pytest.mark.parametrize("bearer", ["a guest", "an account", "a revoked token"])
def test_a_token_of_the_request_changes_nothing(bearer: str, guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    secret = {"a guest": guest.secret, "a revoked token": "ufd_" + "x" * 43}.get(bearer)
    client = client_with(secret or sign_in("bob@example.org", mailoutbox)["token"])
    name = client.post("/v1/sign-in", {"email": "ada@example.org"}, format="json").json()["sign_in"]
    body = {"sign_in": name, "code": code_in(mailoutbox[-1])}
    answer = client.post("/v1/sign-in/confirm", body, format="json").json()
    assert (answer["is_new"], answer["merged"]) == (True, None)
    assert me(guest.secret)["guest"] is True


def test_no_cookie_is_set_and_nothing_is_cached(mailoutbox: list[EmailMessage]) -> None:
    asked = ask_code("ada@example.org")
    answer = confirm(asked.json()["sign_in"], code_in(mailoutbox[-1]))
    for one in (asked, answer):
        assert not one.cookies
        assert one["Cache-Control"] == "private, no-store"


def test_a_confirmation_that_is_repeated_gets_the_same_answer(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    first, again = (confirm(name, code_in(mailoutbox[-1])) for _ in range(2))
    assert first.json() == again.json()
    assert Token.objects.count() == Player.objects.count() == 1


def test_a_repeated_confirmation_does_not_bring_a_device_back(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    token = confirm(name, code_in(mailoutbox[-1])).json()["token"]
    client_with(token).delete("/v1/me/tokens/current")
    refused(confirm(name, code_in(mailoutbox[-1])), 409, "code_expired")


def test_the_code_is_of_no_use_without_its_sign_in(mailoutbox: list[EmailMessage]) -> None:
    begun("ada@example.org")
    code = code_in(mailoutbox[-1])
    refused(confirm(begun("thief@example.org"), code), 422, "wrong_code")
    refused(confirm("ufe_" + "x" * 43, code), 409, "code_expired")


# -- Wrong codes, late codes, lost codes -------------------------------------------------------------------------------


def test_the_third_wrong_code_ends_the_sign_in(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    left = [refused(confirm(name, WRONG), 422, "wrong_code")["attempts_left"] for _ in range(3)]
    assert left == [2, 1, 0]
    refused(confirm(name, code_in(mailoutbox[-1])), 409, "code_expired")
    assert not Token.objects.exists()


@pytest.mark.parametrize(("seconds", "status"), [(15 * 60 - 1, 200), (15 * 60 + 1, 409)])
def test_a_code_is_good_for_a_quarter_of_an_hour(seconds: int, status: int, mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    later(seconds)
    assert confirm(name, code_in(mailoutbox[-1])).status_code == status


def test_a_lost_code_is_replaced_twice_at_most(stranger: APIClient, mailoutbox: list[EmailMessage]) -> None:
    def resend() -> Any:
        return stranger.post("/v1/sign-in/resend", {"sign_in": asked["sign_in"]}, format="json")

    asked = ask_code("ada@example.org").json()
    wait = refused(resend(), 429, "code_sent_recently")["retry_after"]
    assert 0 < wait <= email_codes.PAUSE
    for pause in (email_codes.PAUSE, None):
        later(email_codes.PAUSE)
        again = resend()
        assert again.status_code == 200, again.content
        assert again.json() == {**asked, "resend_after": pause}, "the end stays as it was"
    later(email_codes.PAUSE)
    assert refused(resend(), 409, "too_many_codes") == {"limit": 3}
    first, _, last = (code_in(mail) for mail in mailoutbox)
    refused(confirm(asked["sign_in"], first), 422, "wrong_code")
    assert confirm(asked["sign_in"], last).status_code == 200
    refused(resend(), 409, "code_expired")


def test_asking_for_a_code_again_leaves_the_first_sign_in_as_it_is(mailoutbox: list[EmailMessage]) -> None:
    first = begun("ada@example.org")
    begun("ada@example.org")
    assert confirm(first, code_in(mailoutbox[0])).status_code == 200


# -- Whose address it is -----------------------------------------------------------------------------------------------


def answer_of(address: str, mailoutbox: list[EmailMessage]) -> tuple[Any, ...]:
    """Return everything that an observer sees of a request for a code, and what the service does for it."""
    before = len(mailoutbox)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = ask_code(address)
    body = {**answer.json(), "sign_in": len(answer.json()["sign_in"]), "expires_at": len(answer.json()["expires_at"])}
    assert address not in answer.content.decode() + str(answer.headers)
    statements = [query["sql"].partition(" ")[0] for query in queries.captured_queries]
    mail = str(mailoutbox[-1].body).replace(code_in(mailoutbox[-1]), "CODE")
    return answer.status_code, body, sorted(answer.headers), statements, len(mailoutbox) - before, mail


def test_known_and_unknown_addresses_are_answered_alike_with_the_same_work(mailoutbox: list[EmailMessage]) -> None:
    sign_in("known@example.org", mailoutbox)
    sign_in("closed@example.org", mailoutbox)
    Player.objects.filter(email="closed@example.org").update(is_active=False)
    answer_of("warm@example.org", mailoutbox)
    seen = [answer_of(f"{who}@example.org", mailoutbox) for who in ("known", "nobody", "closed")]
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][-2] == 1


def test_guessing_tells_nothing_about_the_address(mailoutbox: list[EmailMessage]) -> None:
    sign_in("known@example.org", mailoutbox)
    seen = []
    for address in ("known@example.org", "nobody@example.org"):
        name = begun(address)
        answers = [confirm(name, WRONG) for _ in range(4)]
        seen.append([(one.status_code, one.json()) for one in answers])
    assert seen[0] == seen[1]


def test_a_deactivated_account_is_told_so_after_the_code_alone(mailoutbox: list[EmailMessage]) -> None:
    sign_in("ada@example.org", mailoutbox)
    Player.objects.update(is_active=False)
    name = begun("ada@example.org")
    refused(confirm(name, WRONG), 422, "wrong_code")
    refused(confirm(name, code_in(mailoutbox[-1])), 403, "account_deactivated")
    assert Token.objects.count() == 1


def test_a_code_and_its_secret_are_stored_as_digests(mailoutbox: list[EmailMessage]) -> None:
    name = begun("ada@example.org")
    kept = repr(EmailCode.objects.values().get())
    assert name not in kept
    assert code_in(mailoutbox[-1]) not in kept


def test_an_operator_who_has_typed_an_address_proves_it_by_the_code(mailoutbox: list[EmailMessage]) -> None:
    chief = Player.objects.create_superuser(name="Chief", password="a long one to type", email="chief@example.com")
    answer = sign_in("chief@example.com", mailoutbox)
    assert (answer["is_new"], answer["player"]["id"]) == (False, str(chief.id))
    assert EmailAddress.objects.get().verified


# -- Bodies ------------------------------------------------------------------------------------------------------------

UNREACHABLE = {
    "no address": "ada",
    "a label that is too long in ASCII": f"ada@{'é' * 60}.example",
    "a label of ß": f"ada@{'ß' * 60}.example",
    "a full stop of another script": "ada@\u3002.example",
    "a label of nothing": "ada@\u00ad.example",
    "a line break": "ada@example.org\nBcc: all@example.org",
    "one that is too long in lower case": "a@" + ".".join(["İ" * 10] * 20) + ".com",
}


@pytest.mark.parametrize("address", UNREACHABLE.values(), ids=UNREACHABLE.keys())
def test_an_address_that_no_mail_can_name_is_refused(address: str, mailoutbox: list[EmailMessage]) -> None:
    refused(ask_code(address), 400, "invalid_email")
    assert not mailoutbox
    assert not EmailCode.objects.exists()


def test_a_domain_may_be_written_in_any_script(mailoutbox: list[EmailMessage]) -> None:
    sign_in("ada@почта.рф", mailoutbox)
    assert [mail.message()["To"] for mail in mailoutbox] == ["ada@xn--80a1acny.xn--p1ai"]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 3000,
        b'{"email": "' + b"a" * 20_000 + b'"}',
        b'{"email": "a\\u0000@example.org"}',
        b'{"email": "a\x00@example.org"}',
        b'{"email": "\\ud800@example.org"}',
        b'{"email": 17}',
        b'{"email": {"a": 1}}',
        b'{"email": "ada@example.org", "email": "bob@example.org"}',
        b'{"email": "ada@example.org", "password": "x"}',
        b"[]",
        b"null",
        b"",
        b"\xff\xfe",
        b"{",
        b'"ada@example.org"',
        b'{"email": "%s@example.org"}' % (b"a" * 243),
    ],
)
def test_hostile_bodies_are_refused_and_change_nothing(
    body: bytes, stranger: APIClient, mailoutbox: list[EmailMessage]
) -> None:
    answer = stranger.generic("POST", "/v1/sign-in", cast("str", body), content_type="application/json")
    assert answer.status_code in {400, 413}
    assert answer["Content-Type"] == "application/problem+json"
    assert not mailoutbox
    assert not EmailCode.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"code": "ABCD"},
        {"sign_in": "x"},
        {"sign_in": "x" * 65, "code": "ABCD"},
        {"sign_in": "x", "code": ""},
        {"sign_in": "x", "code": "A" * 33},
        {"sign_in": "x", "code": "ABCD", "guest_token": None},
        {"sign_in": "x", "code": "ABCD", "device_name": "y" * 65},
        {"sign_in": ["x"], "code": "ABCD"},
    ],
)
def test_a_confirmation_of_another_form_is_refused(body: dict[str, Any], stranger: APIClient) -> None:
    refused(stranger.post("/v1/sign-in/confirm", body, format="json"), 400, "malformed_body")


@pytest.mark.parametrize("text", ["ü" * 20, "ABCD" * 8, "\U0001f600", "\u2028"])
def test_any_text_may_be_tried_as_a_code(text: str) -> None:
    refused(confirm(begun("ada@example.org"), text), 422, "wrong_code")


# -- Tokens of devices -------------------------------------------------------------------------------------------------


def test_a_token_is_renamed_by_its_owner_alone(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    device = client_with(sign_in("ada@example.org", mailoutbox, device_name="Phone")["token"])
    (token,) = device.get("/v1/me/tokens").json()["tokens"]
    path = f"/v1/me/tokens/{token['id']}"
    assert device.patch(path, {"name": "Ada's phone"}, format="json").json() == {**token, "name": "Ada's phone"}
    refused(guest.client.patch(path, {"name": "mine"}, format="json"), 404, "token_not_found")
    refused(device.patch(path, {"name": ""}, format="json"), 400, "malformed_body")
    assert device.get("/v1/me/tokens").json()["tokens"][0]["name"] == "Ada's phone"


def test_an_expired_token_is_renamed_by_nobody(guest: Someone) -> None:
    made, _ = services.issue_token(player_id=guest.player.id, kind="personal", name="old")
    Token.objects.filter(id=made.id).update(expires=made.created - timedelta(seconds=1))
    refused(guest.client.patch(f"/v1/me/tokens/{made.id}", {"name": "new"}, format="json"), 404, "token_not_found")


def test_a_guest_names_their_device(stranger: APIClient) -> None:
    made = stranger.post("/v1/guests", {"device_name": "Kiosk"}, format="json").json()
    assert client_with(made["token"]).get("/v1/me/tokens").json()["tokens"][0]["name"] == "Kiosk"


def test_signing_out_takes_a_personal_token_too_and_no_other(guest: Someone) -> None:
    _, secret = services.issue_token(player_id=guest.player.id, kind="personal")
    assert client_with(secret).delete("/v1/me/tokens/current").status_code == 204
    assert client_with(secret).get("/v1/me").status_code == 401
    assert me(guest.secret)["guest"] is True
