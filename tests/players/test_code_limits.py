"""Limits of codes for one address: per network, and for all networks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.players.people import DOOR, Dialogue

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _impatient(settings: Any) -> None:
    settings.ACCOUNT_BEAT = 0


@pytest.fixture
def limited() -> str:
    """Return an address that no other test run has used up."""
    return f"{uuid4().hex}@example.org"


def test_codes_for_one_address_are_limited_however_it_is_written(limited: str, mailoutbox: list[EmailMessage]) -> None:
    spellings = [limited, limited.upper(), limited.title(), limited, limited.upper()]
    statuses = [Dialogue().post("auth/code/request", {"email": address}).status_code for address in spellings]
    assert statuses == [401, 401, 401, 429, 429]
    assert len(mailoutbox) == 3


def test_signing_up_again_and_again_is_refused_with_the_time_to_wait(
    limited: str, mailoutbox: list[EmailMessage]
) -> None:
    *taken, again = (Dialogue().post("auth/signup", {"email": limited}) for _ in range(4))
    assert ([answer.status_code for answer in taken], again.status_code) == ([401] * 3, 429)
    assert (again["Content-Type"], again["Retry-After"]) == ("application/problem+json", "60")
    assert len(mailoutbox) == 3


def test_looking_at_an_address_reads_no_body_and_counts_nothing(guest: Someone, limited: str) -> None:
    body = json.dumps({"email": limited})
    for text in ("no JSON", body, body, body):
        assert guest.client.generic("GET", DOOR + "account/email", text, "application/json").status_code == 200
    assert guest.client.post(DOOR + "account/email", body, content_type="application/json").status_code == 200


def asked_from(network: int, door: str, address: str) -> int:
    """Return the status of a request for a code from network number `network`."""
    body = json.dumps({"email": address})
    answer = APIClient().generic("POST", DOOR + door, body, "application/json", REMOTE_ADDR=f"198.51.100.{network}")
    return answer.status_code


@pytest.mark.parametrize("door", ["auth/signup", "auth/code/request"])
def test_a_stranger_cannot_use_up_the_codes_of_somebody_else(
    door: str, limited: str, mailoutbox: list[EmailMessage]
) -> None:
    spellings = [limited, f" {limited}", f"{limited}\n", limited.upper(), f"\t{limited.title()} "]
    assert [asked_from(1, door, address) for address in spellings] == [401] * 3 + [429] * 2
    assert [asked_from(2, door, limited) for _ in range(4)] == [401] * 3 + [429]
    assert len(mailoutbox) == 6


@pytest.mark.parametrize(("door", "most"), [("auth/signup", 20), ("auth/code/request", 12)])
def test_an_address_gets_so_many_codes_from_all_networks_together(
    door: str, most: int, limited: str, mailoutbox: list[EmailMessage]
) -> None:
    statuses = [asked_from(number // 3, door, limited) for number in range(24)]
    assert statuses == [401] * most + [429] * (24 - most)
    assert len(mailoutbox) == most
