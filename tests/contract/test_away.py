"""While the database is away or read-only, programs get a problem with a time to retry, and people get a page."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import Client

from games.notifications.links import table_link
from players.models import Leaving
from players.notifications.channels import unsubscribe
from players.privacy import leaving_links
from tests.contract.openapi import document
from tests.fuzz.known_requests import FORM
from tests.players.oauth.clients import somebody

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

METHODS: Final = ("get", "put", "post", "delete", "patch")
ID: Final = "0190f3c2-1111-4222-8333-444455556666"
FILLED: Final = {"name": "flip", "seat": "0", "version": "1", "date": "2026-01-01"}
QUESTION: Final = urlencode(
    {
        "response_type": "code",
        "client_id": ID,
        "redirect_uri": "https://app.example/back",
        "scope": "games:read",
        "code_challenge": "a" * 43,
        "code_challenge_method": "S256",
    }
)
FORM_OF_ALL: Final = {"client_id": ID, "client_secret": "x", "token": "x", "grant_type": "refresh_token"}
BODIES: Final[dict[str, dict[str, str]]] = {
    "/oauth/": FORM_OF_ALL,
    "/v1/sign-in/confirm": {"sign_in": "x", "code": "x"},
    "/v1/sign-in/resend": {"sign_in": "x"},
    "/v1/sign-in": {"email": "ada@example.org"},
}


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


def operations() -> list[tuple[str, str, str | None]]:
    """Return every operation of the description, with the media type of its body."""
    return [
        (method, path, next(iter(operation.get("requestBody", {}).get("content", {})), None))
        for path, found in document()["paths"].items()
        for method, operation in found.items()
        if method in METHODS
    ]


def asked(method: str, path: str, media: str | None, token: str = "ufd_" + "a" * 43) -> Any:
    """Return the answer to a caller whose token or app secret cannot be checked."""
    filled = re.sub(r"\{(\w+)\}", lambda part: FILLED.get(part[1], ID), path)
    body = next((body for prefix, body in BODIES.items() if path.startswith(prefix)), {})
    known = {"Authorization": f"Bearer {token}"} if token and media != FORM else {}
    return Client(raise_request_exception=False, headers=known).generic(
        method.upper(),
        filled,
        "" if media is None else urlencode(body) if media == FORM else json.dumps(body),
        media or "application/octet-stream",
        QUERY_STRING=QUESTION if path == "/oauth/authorize" else "",
    )


def without_database(ask: Callable[[], Any]) -> Any:
    """Call `ask` in a thread whose database connection fails."""

    def alone() -> Any:
        here = connections["default"]  # of this thread alone
        here.settings_dict = {**here.settings_dict, "PORT": "1"}
        return ask()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(alone).result()


def test_programs_are_told_when_to_come_back() -> None:
    def all_of_them() -> list[tuple[str, Any]]:
        return [(f"{method} {path}", asked(method, path, media)) for method, path, media in operations()]

    away = {where: answer for where, answer in without_database(all_of_them) if answer.status_code >= 500}
    for where, answer in away.items():
        assert (answer.status_code, int(answer["Retry-After"]) > 0) == (503, True), where
        if not where.endswith("/oauth/authorize"):
            assert (answer["Content-Type"], answer.json()["code"]) == ("application/problem+json", "store_busy"), where
    signing_in = {f"{method} {path}" for method, path, _ in operations() if path.startswith(("/v1/sign-in", "/oauth/"))}
    assert signing_in <= set(away)


def links(player: UUID) -> list[str]:
    """Return the paths of links in mails, and of an app's authorization page."""
    leaving = Leaving(player_id=player, asked_at=datetime.now(UTC))
    mailed = [
        unsubscribe.link(player, "your_turn"),
        leaving_links.link(leaving),
        table_link(UUID(ID), UUID(ID), 1),
    ]
    return [*(link.removeprefix(settings.PUBLIC_URL) for link in mailed), f"/oauth/authorize?{QUESTION}"]


def test_people_get_a_page_in_their_language(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(headers={"Accept-Language": "fr"})
    for link in links(UUID(ID)):
        for ask in (client.get, client.post):
            answer = without_database(partial(ask, link))
            assert (answer.status_code, answer["Content-Type"]) == (503, "text/html; charset=utf-8")
            assert "Un instant, s’il vous plaît" in answer.content.decode()
            assert answer["Retry-After"] == "30"
        assert link not in caplog.text  # the log must not contain a link that its reader could use


def test_a_database_that_is_only_read_lets_nobody_sign_in_yet() -> None:
    somebody("ada@example.org")
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        answer = asked("post", "/v1/sign-in", "application/json", token="")
        transaction.set_rollback(True)
    assert (answer.status_code, answer.json()["code"]) == (503, "store_busy")
