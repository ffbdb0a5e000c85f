"""Signing in with any token or dialogue that the client still holds, such as a guest's device token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from players import services
from tests.players.people import DOOR, Dialogue, client_with, code_in
from tests.players.test_accounts import me, sign_up

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _impatient(settings: Any) -> None:
    settings.ACCOUNT_BEAT = 0
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.mark.parametrize("who", ["guest", "account", "program", "nobody's", "revoked"])
def test_every_kind_of_player_may_sign_in(guest: Someone, mailoutbox: list[EmailMessage], who: str) -> None:
    owner = sign_up("ada@example.org", mailoutbox)
    _, program = services.issue_token(player_id=guest.player.id, kind="personal")
    gone, revoked = services.issue_token(player_id=guest.player.id, kind="device")
    services.revoke_token(player_id=guest.player.id, token_id=gone.id)
    secrets = {"guest": guest.secret, "account": owner, "program": program, "revoked": revoked, "nobody's": "ufd_x"}
    bearer = {"authorization": f"Bearer {secrets[who]}"}
    asked = client_with(secrets[who]).post(DOOR + "auth/code/request", {"email": "ada@example.org"}, format="json")
    assert asked.status_code == 401, asked.content
    headers = {**bearer, "x-session-token": asked.json()["meta"]["session_token"]}
    again = Dialogue()
    again.headers = headers
    assert again.client.post(DOOR + "auth/code/resend", {}, format="json", headers=headers).status_code == 200
    answer = again.post("auth/code/confirm", {"code": code_in(mailoutbox[-1])})
    assert answer.status_code == 200, answer.content
    assert me(answer.json()["meta"]["access_token"])["email"] == "ada@example.org"
    assert me(guest.secret)["guest"] is True


def test_who_has_signed_in_may_sign_in_as_somebody_else_by_the_same_dialogue(mailoutbox: list[EmailMessage]) -> None:
    for address in ("ada@example.org", "bob@example.org"):
        sign_up(address, mailoutbox)
    dialogue = Dialogue()
    for address in ("ada@example.org", "bob@example.org"):
        assert dialogue.post("auth/code/request", {"email": address}).status_code == 401
        answer = dialogue.post("auth/code/confirm", {"code": code_in(mailoutbox[-1])})
        assert me(answer.json()["meta"]["access_token"])["email"] == address


UNREACHABLE = {
    "a label that is too long in ASCII": f"ada@{'é' * 60}.example",
    "a label of ß": f"ada@{'ß' * 60}.example",
    "a full stop of another script": "ada@\u3002.example",
    "a label of nothing": "ada@\u00ad.example",
}


@pytest.mark.parametrize("address", UNREACHABLE.values(), ids=UNREACHABLE.keys())
@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request", "account/email"])
def test_an_address_that_no_mail_can_name_is_refused(
    guest: Someone, mailoutbox: list[EmailMessage], door: str, address: str
) -> None:
    """Sending to it would raise an error, which would count as one of the service."""
    answer = client_with(guest.secret).post(DOOR + door, {"email": address}, format="json")
    assert answer.status_code == 400, answer.content
    assert mailoutbox == []


@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_a_domain_may_be_written_in_any_script(mailoutbox: list[EmailMessage], door: str) -> None:
    assert Dialogue().post(door, {"email": "ada@почта.рф"}).status_code == 401
    assert [mail.message()["To"] for mail in mailoutbox] == ["ada@xn--80a1acny.xn--p1ai"]
