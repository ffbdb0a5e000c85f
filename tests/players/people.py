"""The players of these tests, and their clients."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from django.test import Client
from rest_framework.test import APIClient

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.core.mail import EmailMessage

    from players.models import Player


class Someone(NamedTuple):
    """A player, their secret and a client that sends it."""

    player: Player
    secret: str
    client: APIClient


def client_with(secret: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def ask_code(address: str, client: Client | None = None, **headers: str) -> Any:
    """Request a code to sign in with; return the answer."""
    return _post(client or Client(), "/v1/sign-in", {"email": address}, headers)


def confirm(sign_in: str, code: str, language: str = "", **more: object) -> Any:
    """Give a code; return the answer. `language` is that of the request."""
    headers = {"accept-language": language} if language else {}
    return _post(Client(), "/v1/sign-in/confirm", {"sign_in": sign_in, "code": code, **more}, headers)


def sign_in(address: str, mails: list[EmailMessage], **more: object) -> dict[str, Any]:
    """Sign in by a code from `mails`, as a new account if the address is new; return the last answer."""
    asked = ask_code(address)
    assert asked.status_code == 200, asked.content
    answer = confirm(asked.json()["sign_in"], code_in(mails[-1]), **more)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def ask_email(secret: str, address: str, **headers: str) -> Any:
    """Request a code for another address of the player; return the answer."""
    return _post(Client(), "/v1/me/email", {"email": address}, {"authorization": f"Bearer {secret}", **headers})


def set_email(secret: str, address: str, mails: list[EmailMessage], **headers: str) -> Any:
    """Change the address of the player by a code from `mails`; return the last answer."""
    asked = ask_email(secret, address, **headers)
    assert asked.status_code == 200, asked.content
    body = {"change": asked.json()["change"], "code": code_in(mails[-1])}
    return _post(Client(), "/v1/me/email/confirm", body, {"authorization": f"Bearer {secret}", **headers})


def _post(client: Client, path: str, body: object, headers: Mapping[str, str]) -> Any:
    return client.post(path, body, content_type="application/json", headers=headers)


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"(?:Your code is|Ваш код|Votre code est)\n\n(\S+)\n", str(mail.body))
    assert found, mail.body
    return found[1]
