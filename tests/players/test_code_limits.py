"""Limits of codes for one address: per network, and for all networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client

from players.accounts import email_codes
from tests.games.tables import later
from tests.players.people import code_in, confirm

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


@pytest.fixture
def limited() -> str:
    """Return an address that no other test run has used up."""
    return f"{uuid4().hex}@example.org"


@pytest.fixture
def prefix() -> str:
    """Return three octets of networks that no other test run has used up."""
    return ".".join(str(octet) for octet in (10, *uuid4().bytes[:2]))


def asked_from(network: str, address: str) -> Any:
    """Return the answer to a request for a code from a network."""
    return Client(REMOTE_ADDR=network).post("/v1/sign-in", {"email": address}, content_type="application/json")


def test_codes_for_one_address_are_limited_however_it_is_written(
    limited: str, prefix: str, mailoutbox: list[EmailMessage]
) -> None:
    spellings = [limited, f" {limited}", limited.upper(), f"{limited}\n", f"\t{limited.title()} "]
    answers = [asked_from(f"{prefix}.1", address) for address in spellings]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert (answers[-1]["Content-Type"], answers[-1]["Retry-After"]) == ("application/problem+json", "60")
    assert len(mailoutbox) == 3


def test_a_stranger_cannot_use_up_the_codes_of_somebody_else(
    limited: str, prefix: str, mailoutbox: list[EmailMessage]
) -> None:
    for network in (f"{prefix}.1", f"{prefix}.2"):
        assert [asked_from(network, limited).status_code for _ in range(4)] == [200] * 3 + [429]
    assert len(mailoutbox) == 6


def test_an_address_gets_twelve_codes_a_minute_from_all_networks_together(
    limited: str, prefix: str, mailoutbox: list[EmailMessage]
) -> None:
    statuses = [asked_from(f"{prefix}.{number // 3}", limited).status_code for number in range(15)]
    assert statuses == [200] * 12 + [429] * 3
    assert len(mailoutbox) == 12


def test_a_network_gets_twenty_codes_a_minute_for_all_addresses_together(
    limited: str, prefix: str, mailoutbox: list[EmailMessage]
) -> None:
    statuses = [asked_from(f"{prefix}.1", f"{number}{limited}").status_code for number in range(22)]
    assert statuses == [200] * 20 + [429] * 2
    assert len(mailoutbox) == 20


def test_codes_to_change_an_address_and_codes_sent_again_count_too(
    guest: Someone, limited: str, prefix: str, mailoutbox: list[EmailMessage]
) -> None:
    network = f"{prefix}.1"
    device = Client(REMOTE_ADDR=network, headers={"authorization": f"Bearer {guest.secret}"})
    name = asked_from(network, limited).json()["sign_in"]
    body = {"email": limited}
    assert device.post("/v1/me/email", body, content_type="application/json").status_code == 200
    later(email_codes.PAUSE)
    sent = device.post("/v1/sign-in/resend", {"sign_in": name}, content_type="application/json")
    assert sent.status_code == 200
    assert device.post("/v1/me/email", body, content_type="application/json").status_code == 429
    later(email_codes.PAUSE)
    again = device.post("/v1/sign-in/resend", {"sign_in": name}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (429, "rate_limited")
    assert len(mailoutbox) == 3
    assert confirm(name, code_in(mailoutbox[-1])).status_code == 200, "the code that was not replaced is good"
