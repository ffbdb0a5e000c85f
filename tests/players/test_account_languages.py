"""The language of the mails of accounts, which later mails use too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from players.accounts import adapter
from tests.players.people import Dialogue, client_with, code_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _impatient(settings: Any) -> None:
    settings.ACCOUNT_BEAT = 0
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.mark.parametrize(("language", "subject"), [("ru", "Код для входа"), ("fr", "Votre code de connexion")])
def test_who_has_named_a_language_gets_the_codes_in_it(
    language: str, subject: str, guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    guest.client.patch("/v1/me/preferences", {"language": language}, format="json")
    dialogue = Dialogue(guest.secret)
    dialogue.post("account/email", {"email": "Ada@example.org"})
    assert dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])}).status_code == 200
    dialogue = Dialogue()
    dialogue.post("auth/code/request", {"email": "Ada@Example.org"})
    assert dialogue.post("auth/code/confirm", {"code": code_in(mailoutbox[-1])}).status_code == 200
    assert "Your code" not in mailoutbox[0].subject + str(mailoutbox[0].body)
    assert mailoutbox[1].subject == f"[Flipside] {subject}"
    Dialogue().post("auth/signup", {"email": "ada@example.org"})
    assert "You have" not in mailoutbox[2].subject + str(mailoutbox[2].body)


@pytest.mark.parametrize(
    ("accepted", "language", "subject"),
    [
        ("ru,en;q=0.5", "ru", "Код для подтверждения адреса"),
        ("de,fr;q=0.5", "fr", "Votre code pour confirmer cette adresse"),
        ("de", "en", "Your code to confirm this address"),
    ],
)
def test_who_has_named_no_language_yet_gets_the_codes_in_that_of_their_browser(
    accepted: str, language: str, subject: str, mailoutbox: list[EmailMessage]
) -> None:
    Dialogue(**{"accept-language": accepted}).post("auth/signup", {"email": "ada@example.org"})
    assert mailoutbox[0].subject == f"[Flipside] {subject}"
    assert mailoutbox[0].extra_headers["Auto-Submitted"] == "auto-generated"
    assert mailoutbox[0].extra_headers["Content-Language"] == language


def test_mails_go_on_in_the_language_in_which_the_address_was_confirmed(
    guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    def confirmed(secret: str | None, door: str, address: str, accepted: str) -> str:
        dialogue = Dialogue(secret, **{"accept-language": accepted})
        dialogue.post(door, {"email": address})
        answer = dialogue.post("auth/email/verify", {"key": code_in(mailoutbox[-1])})
        return secret or str(answer.json()["meta"]["access_token"])

    def language(secret: str) -> str:
        return str(client_with(secret).get("/v1/me/preferences").json()["language"])

    assert language(confirmed(None, "auth/signup", "ada@example.org", "ru-RU,ru;q=0.9")) == "ru"
    assert language(confirmed(guest.secret, "account/email", "bob@example.org", "fr")) == "fr"
    assert language(confirmed(guest.secret, "account/email", "rob@example.org", "ru")) == "fr"  # they have chosen one


def test_every_mail_of_an_account_is_there_in_every_language() -> None:
    folder = Path(adapter.__file__).parents[1] / "templates" / "players" / "email"
    ours = {path.name for path in folder.glob("*.txt")} - {"base_message.txt"}
    for language in adapter.TRANSLATED:
        assert {path.name for path in (folder / language).iterdir()} == ours
