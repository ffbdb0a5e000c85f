"""Accounts by e-mail code: signing up, signing in, adding an address to a guest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from allauth.account.models import EmailAddress

from players import secret_tokens, selectors, services
from players.accounts import dialogues as doors
from players.models import Player, Token
from tests.players.people import DOOR, Dialogue, client_with, code_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from rest_framework.test import APIClient

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _impatient(settings: Any) -> None:
    settings.ACCOUNT_BEAT = 0
    settings.ACCOUNT_RATE_LIMITS = False


def sign_up(address: str, mailoutbox: list[EmailMessage]) -> str:
    """Sign up with `address` and return the device token."""
    dialogue = Dialogue()
    assert dialogue.post("auth/signup", {"email": address}).status_code == 401
    answer = dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])})
    assert answer.status_code == 200, answer.json()
    token: str = answer.json()["meta"]["access_token"]
    return token


def me(secret: str) -> dict[str, Any]:
    body: dict[str, Any] = client_with(secret).get("/v1/me").json()
    return body


def test_signing_up_by_code_ends_with_a_device_token(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_up("ada@example.org", mailoutbox)
    assert secret.startswith("ufd_")
    profile = me(secret)
    assert profile["email"] == "ada@example.org"
    assert profile["guest"] is False
    assert len(mailoutbox) == 1
    assert mailoutbox[0].to == ["ada@example.org"]


def test_signing_in_by_code_gives_another_token_for_the_same_player(mailoutbox: list[EmailMessage]) -> None:
    first = sign_up("ada@example.org", mailoutbox)
    dialogue = Dialogue()
    assert dialogue.post("auth/code/request", {"email": "Ada@Example.org"}).status_code == 401
    answer = dialogue.post("auth/code/confirm", {"code": code_in(mailoutbox[-1])})
    assert answer.status_code == 200
    second = answer.json()["meta"]["access_token"]
    assert second != first
    assert me(second) == me(first)


def test_an_address_that_is_replaced_is_told_in_the_language_of_its_player(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_up("ada@example.org", mailoutbox)
    client_with(secret).patch("/v1/me/preferences", {"language": "fr"}, format="json")
    dialogue = Dialogue(secret)
    assert dialogue.post("account/email", {"email": "ada@example.com"}).status_code == 200
    assert [mail.to for mail in mailoutbox[1:]] == [["ada@example.com"]]  # nothing has changed yet
    assert dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])}).status_code == 200
    assert me(secret)["email"] == "ada@example.com"
    told = mailoutbox[-1]
    assert (len(mailoutbox), told.to) == (3, ["ada@example.org"])
    assert told.subject == "[Flipside] Votre compte a une nouvelle adresse"
    assert "ada@example.com" in told.body
    assert "127.0.0.1" not in told.body


def test_a_guest_who_adds_an_address_stays_the_same_player(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    dialogue = Dialogue(guest.secret)
    answer = dialogue.post("account/email", {"email": "ada@example.org"})
    assert answer.status_code == 200, answer.json()
    assert me(guest.secret)["guest"] is True  # the guest has no account before the code
    answer = dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])})
    assert answer.status_code == 200, answer.json()

    profile = me(guest.secret)
    assert profile["id"] == str(guest.player.id)
    assert profile["guest"] is False
    assert profile["email"] == "ada@example.org"

    dialogue = Dialogue()
    dialogue.post("auth/code/request", {"email": "ada@example.org"})
    answer = dialogue.post("auth/code/confirm", {"code": code_in(mailoutbox[-1])})
    assert me(answer.json()["meta"]["access_token"])["id"] == str(guest.player.id)
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("door", "body"),
    [
        ("auth/email/verify", {"key": "ABCDEF"}),
        ("auth/email/verify/resend", {}),
        ("auth/code/confirm", {"code": "ABCDEF"}),
        ("auth/code/resend", {}),
    ],
)
def test_a_code_without_its_dialogue_is_told_what_is_missing(
    door: str, body: dict[str, str], guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    Dialogue(guest.secret).post("account/email", {"email": "ada@example.org"})
    body = {name: code_in(mailoutbox[-1]) for name in body}
    for secret in (guest.secret, None):
        answer = Dialogue(secret).post(door, body)
        assert answer.status_code == 409
        (fault,) = answer.json()["errors"]
        assert fault["code"] == "no_dialogue"
        assert "X-Session-Token" in fault["message"]
    assert me(guest.secret)["guest"] is True


def test_signing_up_as_somebody_is_refused_for_that_alone(guest: Someone) -> None:
    answer = Dialogue(guest.secret).post("auth/signup", {"email": "ada@example.org"})
    assert (answer.status_code, answer.json()) == (409, {"status": 409})


def test_a_new_address_replaces_the_old_one(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_up("old@example.org", mailoutbox)
    dialogue = Dialogue(secret)
    dialogue.post("account/email", {"email": "new@example.org"})
    assert me(secret)["email"] == "old@example.org"
    dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])})
    assert me(secret)["email"] == "new@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.org"]


def test_an_address_belongs_to_one_player_only(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    owner = sign_up("ada@example.org", mailoutbox)
    dialogue = Dialogue(guest.secret)
    dialogue.post("account/email", {"email": "ada@example.org"})
    dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])})
    assert me(guest.secret)["email"] is None
    assert me(owner)["email"] == "ada@example.org"


def test_a_wrong_code_ends_the_dialogue_after_three_attempts(mailoutbox: list[EmailMessage]) -> None:
    dialogue = Dialogue()
    dialogue.post("auth/signup", {"email": "ada@example.org"})
    statuses = [dialogue.post("auth/email/verify", {"key": "WRONG1"}).status_code for _ in range(4)]
    assert statuses == [400, 400, 400, 409]
    assert dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[0])}).status_code == 409
    assert not Token.objects.exists()


def test_a_personal_token_opens_no_account_dialogue(guest: Someone) -> None:
    _, secret = services.issue_token(player_id=guest.player.id, kind="personal")
    answer = Dialogue(secret).post("account/email", {"email": "thief@example.org"})
    assert answer.status_code == 410
    answer = Dialogue(secret_tokens.mint_secret("device")).post("account/email", {"email": "a@example.org"})
    assert answer.status_code == 410


def test_nobody_can_add_an_address_without_a_token(mailoutbox: list[EmailMessage]) -> None:
    answer = Dialogue().post("account/email", {"email": "ada@example.org"})
    assert answer.status_code in {401, 409}
    assert not mailoutbox


def test_an_account_cannot_lose_its_only_address(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_up("ada@example.org", mailoutbox)
    answer = delete_address(secret, {"email": "ada@example.org"})
    assert answer.status_code == 400
    assert me(secret)["email"] == "ada@example.org"


def delete_address(secret: str, body: object) -> Any:
    return client_with(secret).delete(DOOR + "account/email", body, format="json")


def answers_of(door: str, address: str, mailoutbox: list[EmailMessage], secret: str | None = None) -> tuple[Any, ...]:
    """Return everything that an observer sees of one request: status, body without its random part, headers, mails."""
    before = len(mailoutbox)
    answer = Dialogue(secret).post(door, {"email": address})
    body = answer.json()
    session = body.get("meta", {}).pop("session_token", None)
    assert address not in str(answer.headers)
    headers = {name: value for name, value in answer.headers.items() if name not in {"Content-Length", "Expires"}}
    return answer.status_code, str(body).replace(address, "ADDRESS"), bool(session), headers, len(mailoutbox) - before


@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_known_and_unknown_addresses_are_answered_alike(door: str, mailoutbox: list[EmailMessage]) -> None:
    sign_up("known@example.org", mailoutbox)
    known = answers_of(door, "known@example.org", mailoutbox)
    unknown = answers_of(door, "nobody@example.org", mailoutbox)
    assert known == unknown
    assert known[-1] == 1


class Clock:
    """A clock by which an answer takes a fixed time to compute, on any machine."""

    def __init__(self, work: float) -> None:
        self.now, self.work = -work, work

    def monotonic(self) -> float:
        self.now += self.work
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_the_time_of_an_answer_tells_nothing_about_the_address(
    door: str, settings: Any, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up("known@example.org", mailoutbox)
    settings.ACCOUNT_BEAT = 0.4
    waited = []
    for address, work in (("known@example.org", 0.01), ("nobody@example.org", 0.39), ("slow@example.org", 0.41)):
        clock = Clock(work)
        monkeypatch.setattr(doors, "time", clock)
        answers_of(door, address, mailoutbox)
        waited.append(clock.now)
    assert waited == pytest.approx([0.4, 0.4, 0.8])


def test_the_time_of_another_code_tells_nothing_about_the_address(
    settings: Any, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up("known@example.org", mailoutbox)
    waited = []
    for address, work in (("known@example.org", 0.3), ("nobody@example.org", 0.01)):
        dialogue = Dialogue()
        dialogue.post("auth/code/request", {"email": address})
        clock = Clock(work)
        with monkeypatch.context() as patched:
            settings.ACCOUNT_BEAT = 0.4
            patched.setattr(doors, "time", clock)
            assert dialogue.post("auth/code/resend", {}).status_code == 200
        settings.ACCOUNT_BEAT = 0
        waited.append(clock.now)
    assert waited == pytest.approx([0.4, 0.4])
    assert len(mailoutbox) == 4  # the code of a known address was sent twice


def test_a_guest_cannot_find_out_whose_address_is_known(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    sign_up("known@example.org", mailoutbox)
    known = answers_of("account/email", "known@example.org", mailoutbox, guest.secret)
    unknown = answers_of("account/email", "nobody@example.org", mailoutbox, guest.secret)
    assert known == unknown
    assert known[-1] == 1


@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_guessing_a_code_tells_nothing_about_the_address(door: str, mailoutbox: list[EmailMessage]) -> None:
    sign_up("known@example.org", mailoutbox)
    second = {"auth/signup": ("auth/email/verify", "key"), "auth/code/request": ("auth/code/confirm", "code")}[door]
    seen = []
    for address in ("known@example.org", "nobody@example.org"):
        dialogue = Dialogue()
        dialogue.post(door, {"email": address})
        answers = [dialogue.post(second[0], {second[1]: "WRONG1"}) for _ in range(4)]
        seen.append([(answer.status_code, answer.json().get("errors")) for answer in answers])
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "door", ["auth/login", "auth/password/request", "auth/password/reset", "account/password/change"]
)
def test_there_are_no_doors_for_passwords(door: str, stranger: APIClient) -> None:
    answer = stranger.post(DOOR + door, {"email": "a@example.org", "password": "x"}, format="json")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 3000,
        b'{"email": "' + b"a" * 5000 + b'"}',
        b'{"email": "a\\u0000@example.org"}',
        b'{"email": "a\x00@example.org"}',
        b'{"email": "\\ud800@example.org"}',
        b'{"email": 17}',
        b'{"email": {"a": 1}}',
        b"[]",
        b"null",
        b"",
        b"\xff\xfe",
        b"{",
        b'"ada@example.org"',
        b'{"email": "%s@example.org"}' % (b"a" * 243),
    ],
)
@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_hostile_bodies_are_refused_and_change_nothing(
    door: str, body: bytes, stranger: APIClient, mailoutbox: list[EmailMessage]
) -> None:
    answer = stranger.generic("POST", DOOR + door, cast("str", body), content_type="application/json")
    assert answer.status_code == 400
    assert (answer["Content-Type"], answer.json()["status"]) == ("application/json", 400)
    assert not mailoutbox
    assert not Player.objects.exists()


def test_an_address_that_cannot_be_stored_is_not_asked_for_a_code(
    guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    long = "a@" + ".".join(["b" * 60] * 4) + "." + "c" * 20
    assert Dialogue(guest.secret).post("account/email", {"email": long}).status_code == 400
    assert not mailoutbox


def test_mails_carry_the_code_and_no_links(mailoutbox: list[EmailMessage]) -> None:
    secret = sign_up("ada@example.org", mailoutbox)
    answers_of("auth/signup", "ada@example.org", mailoutbox)
    answers_of("auth/code/request", "ada@example.org", mailoutbox)
    answers_of("auth/code/request", "nobody@example.org", mailoutbox)
    assert selectors.find_bearer(secret_tokens.digest(secret))
    assert len(mailoutbox) == 4
    for mail in mailoutbox:
        assert "Flipside" in mail.subject
        assert "http" not in str(mail.body)
    assert len({mail.subject for mail in mailoutbox}) == 4


@pytest.mark.parametrize(("method", "door"), [("GET", "auth/signup"), ("PUT", "account/email"), ("OPTIONS", "config")])
def test_doors_answer_to_their_own_methods_only(method: str, door: str, stranger: APIClient) -> None:
    answer = stranger.generic(method, DOOR + door)
    assert answer.status_code == 405
    assert answer["Allow"]


def test_a_code_can_be_sent_again_and_voids_the_former(mailoutbox: list[EmailMessage]) -> None:
    dialogue = Dialogue()
    dialogue.post("auth/signup", {"email": "ada@example.org"})
    assert dialogue.post("auth/email/verify/resend", {}).status_code == 200
    first, second = (code_in(mail) for mail in mailoutbox)
    assert dialogue.post("auth/email/verify", {"key": first}).status_code == 400
    assert dialogue.post("auth/email/verify", {"key": second}).status_code == 200


def test_the_dialogue_can_be_looked_at_and_ended(guest: Someone, mailoutbox: list[EmailMessage]) -> None:
    assert Dialogue(guest.secret).get("auth/session").json()["data"]["user"]["id"] == str(guest.player.id)
    assert Dialogue().get("config").status_code == 200
    dialogue = Dialogue(guest.secret)
    dialogue.post("account/email", {"email": "ada@example.org"})
    shown = dialogue.get("account/email").json()["data"]
    assert [(address["email"], address["verified"]) for address in shown] == [("ada@example.org", False)]
    assert dialogue.client.delete(DOOR + "auth/session", headers=dialogue.headers).status_code == 401
    assert dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[0])}).status_code == 410
    assert me(guest.secret)["guest"] is True


@pytest.mark.parametrize("by", ["adding an address", "signing up"])
def test_a_device_that_is_signed_out_cannot_go_on_with_its_dialogue(
    by: str, guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    if by == "signing up":
        dialogue = Dialogue()
        dialogue.post("auth/signup", {"email": "ada@example.org"})
        secret = dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])}).json()["meta"]["access_token"]
    else:
        secret = guest.secret
        dialogue = Dialogue(secret)
        dialogue.post("account/email", {"email": "ada@example.org"})
    assert "x-session-token" in dialogue.headers
    assert dialogue.get("account/email").status_code == 200
    device = client_with(secret)
    (token,) = device.get("/v1/me/tokens").json()["tokens"]
    device.delete(f"/v1/me/tokens/{token['id']}")
    assert dialogue.get("account/email").status_code == 410
    assert dialogue.post("account/email", {"email": "mine@example.org"}).status_code == 410
