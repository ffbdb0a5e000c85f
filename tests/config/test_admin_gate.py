"""The admin's gate: its networks, and the cost of guessing an operator's password."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password

from config import password_hasher
from config.password_hasher import OneAtATime
from players.limits import PASSWORDS
from players.models import Player

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client
    from pytest_django import Settings

pytestmark = pytest.mark.django_db

PASSWORD = "a long password"  # noqa: S105  for the length of a test
FAR = "203.0.113.7"


@pytest.fixture
def no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every attempt to hash a password fail the test."""

    def refuse(*_given: object) -> None:
        pytest.fail("a password was hashed")

    monkeypatch.setattr(Argon2PasswordHasher, "encode", refuse)
    monkeypatch.setattr(Argon2PasswordHasher, "verify", refuse)


def sign_in(client: Client, name: str, password: str = "wrong", address: str = "127.0.0.1") -> HttpResponse:  # noqa: S107
    said = {"username": name, "password": password}
    return client.post("/admin/login/?next=/admin/", said, REMOTE_ADDR=address)


@pytest.mark.usefixtures("no_hash")
@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/games/game/", "/admin/no/such/page/"])
def test_other_networks_find_nothing_there(client: Client, path: str) -> None:
    nothing = client.get("/nothing/here/", REMOTE_ADDR=FAR)
    for answer in (client.get(path, REMOTE_ADDR=FAR), client.post(path, {"username": "Olga"}, REMOTE_ADDR=FAR)):
        assert answer.status_code == nothing.status_code == 404
        assert answer.json() == nothing.json()
        assert {**answer.headers, "X-Request-Id": ""} == {**nothing.headers, "X-Request-Id": ""}
        assert not answer.cookies


def test_a_proxy_that_the_service_does_not_count_is_no_near_network(client: Client, settings: Settings) -> None:
    assert client.get("/admin/login/").status_code == 200
    assert client.get("/admin/login/", HTTP_X_FORWARDED_FOR=FAR).status_code == 404
    settings.NUM_PROXIES = 1
    assert client.get("/admin/login/", HTTP_X_FORWARDED_FOR=FAR).status_code == 404
    assert client.get("/admin/login/", HTTP_X_FORWARDED_FOR="127.0.0.1").status_code == 200


@pytest.mark.parametrize("said", ["HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA"])
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_a_proxy_that_does_not_name_the_client_is_no_near_network(
    client: Client, settings: Settings, proxies: int, said: str
) -> None:
    settings.NUM_PROXIES = proxies
    assert client.get("/admin/login/", REMOTE_ADDR="127.0.0.1", **{said: "unknown"}).status_code == 404


def test_one_guess_costs_one_hash(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    Player.objects.create_superuser("Olga", PASSWORD)
    hashes = 0
    real = OneAtATime.encode

    def encode(self: OneAtATime, password: str, salt: str) -> str:
        nonlocal hashes
        hashes += 1
        return real(self, password, salt)

    def verify(_self: OneAtATime, password: str, encoded: str) -> bool:
        nonlocal hashes
        hashes += 1
        return password == encoded

    monkeypatch.setattr(OneAtATime, "encode", encode)
    monkeypatch.setattr(OneAtATime, "verify", verify)
    for name in ("Olga", "nobody"):
        assert sign_in(client, name).status_code == 200
    assert hashes == 2


def test_a_network_that_is_named_may_come_and_an_operator_sign_in(client: Client, settings: Settings) -> None:
    settings.ADMIN_NETWORKS = [ip_network("203.0.113.0/24")]
    Player.objects.create_superuser("Olga", PASSWORD)
    answer = sign_in(client, "Olga", PASSWORD, FAR)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")
    assert client.get("/admin/", REMOTE_ADDR=FAR).status_code == 200
    assert client.get("/admin/").status_code == 404


@pytest.mark.parametrize("same", ["network", "account"])
def test_guessing_is_refused_before_it_costs_a_hash(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, same: str
) -> None:
    settings.ADMIN_NETWORKS = [ip_network("0.0.0.0/0")]
    monkeypatch.setattr(Argon2PasswordHasher, "encode", lambda *_: "argon2$none")
    name = str(uuid4())
    start = uuid4().int % 2**16
    for guess in range(PASSWORDS.requests + 1):
        address = (
            f"198.51.{start >> 8}.{start & 255}" if same == "network" else f"100.{guess}.{start >> 8}.{start & 255}"
        )
        answer = sign_in(client, name if same == "account" else str(uuid4()), address=address)
        assert answer.status_code == (200 if guess < PASSWORDS.requests else 429)
    assert int(answer.headers["Retry-After"]) > 0


def test_hashes_are_made_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most, entered = 0, 0, threading.Lock()
    real = Argon2PasswordHasher.verify

    def verify(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        nonlocal at_once, most
        with entered:
            at_once += 1
            most = max(most, at_once)
        found = real(self, password, encoded)
        with entered:
            at_once -= 1
        return found

    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)
    monkeypatch.setattr(password_hasher, "PATIENCE", 60.0)
    encoded = make_password(PASSWORD)
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda _: check_password(PASSWORD, encoded), range(8)))
    assert most == 1


def test_who_comes_while_a_hash_takes_long_is_asked_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(password_hasher, "PATIENCE", 0.0)
    with password_hasher._lock:  # like another thread that is hashing
        answer = sign_in(client, str(uuid4()))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert sign_in(client, str(uuid4())).status_code == 200
