"""Signed tokens: issued ones stay valid, and no others are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from common.keys import derive, derived_key
from common.signed_tokens import TokenFormat
from games.api.cursors import unsign
from games.api.streaming import cursors
from games.notifications import links
from players.notifications.channels import unsubscribe
from players.privacy import leaving_links

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper as Settings

ID = UUID("00112233-4455-6677-8899-aabbccddeeff")
KEY_FIRST = TokenFormat(lambda: b"key", longest=100, prefix="k", mac_first=True)
KEY_LAST = TokenFormat(lambda: b"key", longest=100)


@pytest.fixture(autouse=True)
def installation(settings: Settings) -> None:
    settings.SECRET_KEY = "an installation's secret"  # noqa: S105  it protects nothing


def test_tokens_of_earlier_releases_are_still_read() -> None:
    link = links.read("ABEiM0RVZneImaq7zN3u_wAAAAcAAAAAAAAAAFuMMt2rTZIc39Fu5FTVXuqYV6Ga")
    assert link is not None
    assert (link.notification, link.version, link.is_for(ID, "ann@example.com")) == (ID, 7, True)
    stay = leaving_links.read("ABEiM0RVZneImaq7zN3u_wAGSa3USTAAyaeLzmA8fsULjboW2HSadg")
    assert stay == (ID, datetime(2026, 1, 31, 12, tzinfo=UTC))
    assert unsubscribe.read("ABEiM0RVZneImaq7zN3u_3R1cm5kSWU5QY2GXezckkc_XalX") == (ID, "turn")
    assert unsign("cfXmx6DnGEnxBLH8QCUggxlsxLCJhIl0", scope="games|x") == [1, "a"]
    assert cursors.version_of("sxv4HxvqzweiALAAxaqp8iQEAAAAF", "g|p") == (5, False)
    known = cursors.versions_of("saf2qrxohkK2U7xn9kwc21wQAAAAAAAAACQARIjNEVQARIjNEVQAAAAU", "g|p")
    assert known == (9, {cursors.short(ID): 5}, cursors.short(ID))


def test_keys_of_earlier_releases_are_still_derived() -> None:
    assert derived_key("cursor").hex() == "2842101fcd8e258e619cbed9486c72e0e438d15508dae45845a88fe2eaf647c7"
    mark = derive(bytes(range(32)), "audit mark")
    assert mark.hex() == "718359ca79dc55d7142bf2a3485db42273b7b2ad8ffda157ebb939a1b74fcf80"


@pytest.mark.parametrize("kind", [KEY_FIRST, KEY_LAST])
def test_a_token_is_good_for_its_context_only_and_in_one_spelling(kind: TokenFormat) -> None:
    token = kind.sign(b"body", b"context")
    assert kind.read(token, b"context") == b"body"
    spelled = token[:-1] + chr(ord(token[-1]) + 1)  # the last bits of it have no meaning
    for other in ("", "k", token[1:], token + "=", token + "A", token[:-1], spelled, "é" + token, token * 5):
        assert kind.read(other, b"context") is None
    assert kind.read(token) is None
    assert kind.read(token, b"contex") is None
