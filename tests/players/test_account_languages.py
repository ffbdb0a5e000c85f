"""The language of the mails of accounts, which later mails use too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from players.accounts import adapter
from tests.players.people import ask_code, client_with, code_in, confirm, set_email, sign_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.mark.parametrize(("language", "subject"), [("ru", "Код для входа"), ("fr", "Votre code de connexion")])
def test_who_has_named_a_language_gets_the_codes_in_it(
    language: str, subject: str, guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    guest.client.patch("/v1/me/preferences", {"language": language}, format="json")
    assert set_email(guest.secret, "Ada@example.org", mailoutbox).status_code == 200
    sign_in("Ada@Example.org", mailoutbox)
    assert "Your code" not in mailoutbox[0].subject + str(mailoutbox[0].body)
    assert mailoutbox[1].subject == f"[Flipside] {subject}"


@pytest.mark.parametrize(
    ("accepted", "language", "subject"),
    [
        ("ru,en;q=0.5", "ru", "Код для входа"),
        ("de,fr;q=0.5", "fr", "Votre code de connexion"),
        ("de", "en", "Your code to sign in"),
    ],
)
def test_who_has_named_no_language_yet_gets_the_codes_in_that_of_their_browser(
    accepted: str, language: str, subject: str, mailoutbox: list[EmailMessage]
) -> None:
    ask_code("ada@example.org", **{"accept-language": accepted})
    assert mailoutbox[0].subject == f"[Flipside] {subject}"
    assert mailoutbox[0].extra_headers["Auto-Submitted"] == "auto-generated"
    assert mailoutbox[0].extra_headers["Content-Language"] == language


def test_mails_go_on_in_the_language_in_which_the_address_was_confirmed(
    guest: Someone, mailoutbox: list[EmailMessage]
) -> None:
    def signed_in(address: str, accepted: str) -> str:
        asked = ask_code(address, **{"accept-language": accepted}).json()
        return str(confirm(asked["sign_in"], code_in(mailoutbox[-1]), language=accepted).json()["token"])

    def given(address: str, accepted: str) -> str:
        assert set_email(guest.secret, address, mailoutbox, **{"accept-language": accepted}).status_code == 200
        return guest.secret

    def language(secret: str) -> str:
        return str(client_with(secret).get("/v1/me/preferences").json()["language"])

    assert language(signed_in("ada@example.org", "ru-RU,ru;q=0.9")) == "ru"
    assert language(given("bob@example.org", "fr")) == "fr"
    assert language(given("rob@example.org", "ru")) == "fr"  # they have chosen one


def test_every_mail_of_an_account_is_there_in_every_language() -> None:
    folder = Path(adapter.__file__).parents[1] / "templates" / "players" / "email"
    ours = {path.name for path in folder.glob("*.txt")} - {"base_message.txt"}
    for language in adapter.TRANSLATED:
        assert {path.name for path in (folder / language).iterdir()} == ours
