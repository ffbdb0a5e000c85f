"""The players of these tests, and their clients."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from rest_framework.test import APIClient

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from players.models import Player

DOOR = "/_allauth/app/v1/"


class Someone(NamedTuple):
    """A player, their secret and a client that sends it."""

    player: Player
    secret: str
    client: APIClient


def client_with(secret: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


class Dialogue:
    """One application client of allauth, which keeps its session token."""

    def __init__(self, secret: str | None = None, **headers: str) -> None:
        self.client = APIClient(headers=headers)
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def post(self, door: str, body: object) -> Any:
        answer = self.client.post(DOOR + door, body, format="json", headers=self.headers)
        return self._remember(answer)

    def get(self, door: str) -> Any:
        return self._remember(self.client.get(DOOR + door, headers=self.headers))

    def _remember(self, answer: Any) -> Any:
        session = answer.json().get("meta", {}).get("session_token")
        if session:
            self.headers = {"x-session-token": session}
        return answer


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"(?:Your code is|Ваш код|Votre code est)\n\n(\S+)\n", str(mail.body))
    assert found, mail.body
    return found[1]
