"""Changing one's address, and how a guest gets the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players import services
from players.accounts import email_codes
from players.models import EmailCode, Player
from tests.games.tables import later
from tests.players.people import ask_code, ask_email, client_with, code_in, confirm, set_email, sign_in
from tests.players.test_sign_in import me, refused

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from rest_framework.test import APIClient

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def give(secret: str, change: str, code: str) -> Any:
    body = {"change": change, "code": code}
    return client_with(secret).post("/v1/me/email/confirm", body, format="json")


def test_a_guest_who_adds_an_address_stays_the_same_player(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    ask_email(guest.secret, "ada@example.org")
    assert me(guest.secret)["guest"] is True, "nothing changes before the code"
    answer = set_email(guest.secret, "ada@example.org", mailoutbox)
    assert (answer.status_code, answer.json()) == (200, me(guest.secret))
    assert (answer.json()["id"], answer.json()["email"]) == (str(guest.player.id), "ada@example.org")
    again = sign_in("ada@example.org", mailoutbox)
    assert (again["is_new"], again["player"]["id"]) == (False, str(guest.player.id))


def test_a_new_address_replaces_the_old_one_which_is_told(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_in("ada@example.org", mailoutbox)["token"]
    client_with(secret).patch("/v1/me/preferences", {"language": "fr"}, format="json")
    answer = set_email(secret, "ada@example.com", mailoutbox)
    assert answer.json()["email"] == "ada@example.com"
    assert [mail.to for mail in mailoutbox[1:]] == [["ada@example.com"], ["ada@example.org"]]
    told = mailoutbox[-1]
    assert told.subject == "[Flipside] Votre compte a une nouvelle adresse"
    assert "ada@example.com" in told.body
    assert "127.0.0.1" not in told.body
    assert [address.email for address in EmailAddress.objects.all()] == ["ada@example.com"]
    assert sign_in("ada@example.org", mailoutbox)["is_new"] is True, "the old address is free"


def test_a_confirmation_that_is_repeated_changes_nothing_more(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    change = ask_email(guest.secret, "ada@example.org").json()["change"]
    answers = [give(guest.secret, change, code_in(mailoutbox[0])) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(mailoutbox) == 1


def test_the_present_address_may_be_confirmed_again(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_in("ada@example.org", mailoutbox)["token"]
    assert set_email(secret, "Ada@example.org", mailoutbox).json()["email"] == "ada@example.org"
    assert len(mailoutbox) == 2


def test_an_address_belongs_to_one_player_only(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    owner = sign_in("ada@example.org", mailoutbox)["token"]
    refused(set_email(guest.secret, "ada@example.org", mailoutbox), 409, "email_taken")
    assert me(guest.secret)["email"] is None
    assert me(owner)["email"] == "ada@example.org"


def test_nobody_finds_out_whose_address_is_known(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    sign_in("known@example.org", mailoutbox)

    def seen(address: str) -> tuple[Any, ...]:
        with CaptureQueriesContext(connection) as queries:
            answer = ask_email(guest.secret, address)
        wrong = give(guest.secret, answer.json()["change"], "WRNG")
        mail = str(mailoutbox[-1].body).replace(code_in(mailoutbox[-1]), "CODE").replace(address, "ADDRESS")
        statements = [query["sql"].partition(" ")[0] for query in queries.captured_queries]
        return answer.status_code, sorted(answer.headers), statements, wrong.json(), mail

    ask_email(guest.secret, "warm@example.org")
    assert seen("known@example.org") == seen("nobody@example.org")


def test_the_code_is_given_by_the_player_who_asked_for_it(
    guest: Someone, mailoutbox: list[EmailMessage], make_guest: Any
) -> None:
    other = make_guest()
    change = ask_email(guest.secret, "ada@example.org").json()["change"]
    code = code_in(mailoutbox[-1])
    refused(give(other.secret, change, code), 409, "code_expired")
    refused(confirm(change, code), 409, "code_expired")
    refused(
        give(other.secret, ask_code("bob@example.org").json()["sign_in"], code_in(mailoutbox[-1])), 409, "code_expired"
    )
    assert give(guest.secret, change, code).status_code == 200
    assert me(other.secret)["email"] is None


def test_wrong_codes_late_codes_and_lost_codes(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    def resend(change: str) -> Any:
        return guest.client.post("/v1/me/email/resend", {"change": change}, format="json")

    first = ask_email(guest.secret, "ada@example.org").json()["change"]
    refused(resend(first), 429, "code_sent_recently")
    assert [give(guest.secret, first, "WRNG").status_code for _ in range(4)] == [422, 422, 422, 409]
    refused(resend(first), 409, "code_expired")
    second = ask_email(guest.secret, "ada@example.org").json()["change"]
    later(email_codes.PAUSE)
    assert resend(second).json()["change"] == second
    later(15 * 60)
    refused(give(guest.secret, second, code_in(mailoutbox[-1])), 409, "code_expired")
    assert me(guest.secret)["guest"] is True


def test_a_program_cannot_change_the_address(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    _, secret = services.issue_token(player_id=guest.player.id, kind="personal")
    for path, body in (
        ("", {"email": "thief@example.org"}),
        ("/confirm", {"change": "x", "code": "x"}),
        ("/resend", {"change": "x"}),
    ):
        answer = client_with(secret).post(f"/v1/me/email{path}", body, format="json")
        refused(answer, 403, "device_token_required")
    assert not mailoutbox


def test_a_device_that_is_signed_out_cannot_go_on(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    change = ask_email(guest.secret, "ada@example.org").json()["change"]
    guest.client.delete("/v1/me/tokens/current")
    refused(give(guest.secret, change, code_in(mailoutbox[-1])), 401, "invalid_token")
    assert Player.objects.get().email == ""


@pytest.mark.parametrize("address", ["ada", "a\u0000@example.org", "ada@" + "b" * 300, ""])
def test_text_that_is_no_address_gets_no_code(address: str, guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    answer = ask_email(guest.secret, address)
    assert (answer.status_code, answer.json()["code"]) in {(400, "invalid_email"), (400, "malformed_body")}
    assert not mailoutbox
    assert not EmailCode.objects.exists()


def test_nobody_changes_an_address_without_a_token(stranger: APIClient) -> None:
    refused(stranger.post("/v1/me/email", {"email": "ada@example.org"}, format="json"), 401, "not_authenticated")


def test_mails_carry_the_code_and_no_links(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    set_email(guest.secret, "ada@example.org", mailoutbox)
    set_email(guest.secret, "ada@example.com", mailoutbox)
    sign_in("ada@example.com", mailoutbox)
    assert len(mailoutbox) == 4
    for mail in mailoutbox:
        assert "Flipside" in mail.subject
        assert "http" not in str(mail.body)
    assert len({mail.subject for mail in mailoutbox}) == 3
