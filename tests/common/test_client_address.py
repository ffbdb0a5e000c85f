"""The address that a request comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from common.http.client_address import UNKNOWN, client_address, network_of

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper as Settings

PROXY = "192.0.2.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        (0, "203.0.113.7", PROXY),  # the header is not from our proxies
        (0, "", PROXY),
        (1, "", PROXY),  # the proxy itself, or a misconfigured one
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "10.0.0.1, 203.0.113.7", "203.0.113.7"),
        (1, "10.0.0.1,203.0.113.7:4711", "203.0.113.7"),
        (1, "10.0.0.1, [2001:db8::1]:4711", "2001:db8::1"),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "::ffff:203.0.113.7", "203.0.113.7"),
        (1, "203.0.113.7, unknown", PROXY),
        (1, "203.0.113.7,", PROXY),
        (2, "10.0.0.1, 203.0.113.7, 198.51.100.2", "203.0.113.7"),
        (2, "203.0.113.7", "203.0.113.7"),
        (3, "203.0.113.7, 198.51.100.2", "203.0.113.7"),
    ],
)
def test_only_what_our_proxies_wrote_is_believed(proxies: int, forwarded: str, client: str, settings: Settings) -> None:
    settings.NUM_PROXIES = proxies
    assert str(client_address({"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": forwarded})) == client


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", UNKNOWN),
        ("unix:", UNKNOWN),
    ],
)
def test_a_network_is_what_one_customer_holds(address: str, network: str) -> None:
    assert network_of({"REMOTE_ADDR": address}) == network
