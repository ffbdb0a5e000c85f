"""No route parses a body before it has checked that the sender may send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import pytest
from django.test import Client

from common.http import body
from players import services
from players.scopes import ALL_SCOPES
from tests.contract.openapi import document

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

BAD_JSON: Final = b"[" * 60_000
METHODS: Final = ("post", "put", "patch", "delete")
OPEN: Final = frozenset(
    {"create_guest", "check_options", "request_sign_in_code", "confirm_sign_in", "resend_sign_in_code"}
)
"""Operations without a token."""
ELSEWHERE: Final = "/oauth/"
"""Routes of a library with parsers of its own."""
ID: Final = "00000000-0000-4000-8000-000000000000"
PLACES: Final = {"{seat}": "1"}
"""What stands in addresses besides ids."""


def bodies() -> Iterator[tuple[str, str, str, frozenset[str]]]:
    """Yield operation, method, address and scopes of each route that takes a body."""
    for path, found in document()["paths"].items():
        for method in METHODS:
            operation: dict[str, Any] = found.get(method, {})
            if "requestBody" in operation and not path.startswith(ELSEWHERE):
                scopes = {scope for way in operation["security"] for each in way.values() for scope in each}
                address = "/".join(PLACES.get(part, ID) if part.startswith("{") else part for part in path.split("/"))
                yield operation["operationId"], method, address, frozenset(scopes)


ROUTES: Final = {name: found for name, *found in bodies() if name not in OPEN and "sandbox" not in name}


def test_the_table_has_all_routes_with_a_body() -> None:
    assert len(ROUTES) > 15


@pytest.mark.parametrize("operation", sorted(ROUTES))
def test_a_stranger_is_refused_before_the_body_is_parsed(operation: str) -> None:
    method, address, _ = ROUTES[operation]
    with patch.object(body, "read_body") as parser:
        answer = Client().generic(method.upper(), address, BAD_JSON, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    parser.assert_not_called()


@pytest.mark.parametrize("operation", sorted(ROUTES))
def test_a_token_without_the_scope_is_refused_before_the_body_is_parsed(operation: str) -> None:
    method, address, scopes = ROUTES[operation]
    player, _ = services.create_guest(name=None)
    others = sorted(set(ALL_SCOPES) - scopes)
    _, secret = services.issue_token(player_id=player.id, kind="personal", name="narrow", scopes=others)
    headers = {"authorization": f"Bearer {secret}"}
    with patch.object(body, "read_body") as parser:
        answer = Client(headers=headers).generic(method.upper(), address, BAD_JSON, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope")
    parser.assert_not_called()
