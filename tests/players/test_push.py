"""Pushes to receivers that implement the services' protocols: their content, and the effect of each answer."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID, uuid4

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from common.outbound import transport
from players import services
from players.models import Device
from players.notifications import devices, push, readers
from players.notifications.channels import Action, Gone, Later, OutgoingMessage, Refused
from players.notifications.channels.apns import ApnsChannel
from players.notifications.channels.fcm import FcmChannel
from players.notifications.channels.push import SIZE
from players.notifications.channels.webpush import WebPushChannel
from tests.faults.stack import happens
from tests.players.http2_receiver import Http2Receiver
from tests.players.receivers import Receiver, Reply, certificate_for
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

    from tests.players.receivers import Received

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]


@pytest.fixture
def ada() -> UUID:
    player, _ = services.create_guest()
    return player.id


def message(player: UUID, **more: Any) -> OutgoingMessage:
    whole: dict[str, Any] = {
        "id": uuid4(), "kind": "your_turn", "player_id": player, "language": "en", "title": "Your turn",
        "body": "Ada has played.", "text": "…", "url": "https://flipside.example/m/abc", "created_at": timezone.now(),
        "collapse": "a" * 32, "urgency": "high", "expires_at": timezone.now() + timedelta(hours=1),
        "actions": (Action("Play R5", "https://flipside.example/m/def"),),
        "data": {"kind": "your_turn", "created_at": datetime(2026, 11, 21, 20, 15, tzinfo=UTC)},
    }  # fmt: skip
    return OutgoingMessage(**whole | more)


def browser_of(player: UUID, receiver: Receiver) -> tuple[Browser, Device]:
    browser = Browser()
    return browser, devices.register(player_id=player, kind="webpush", address=receiver.url, **browser.keys)


def test_a_browser_can_read_its_push_and_nobody_else(ada: UUID) -> None:
    with Receiver(lambda _: Reply(201, {"Location": "/m/1"})) as service:
        browser, device = browser_of(ada, service)
        sent = message(ada)
        channel = WebPushChannel()
        assert readers.load([ada], [channel])[ada].devices["webpush"] == [device.id]
        assert WebPushChannel().send(device.id, sent) == "/m/1"
    (received,) = service.received
    assert browser.read(received.body) == {
        "title": "Your turn", "body": "Ada has played.", "url": sent.url, "kind": "your_turn", "tag": "a" * 32,
        "actions": [{"label": "Play R5", "url": "https://flipside.example/m/def"}],
        "data": {"kind": "your_turn", "created_at": "2026-11-21T20:15:00Z"},
    }  # fmt: skip
    assert b"Ada" not in received.body
    headers = received.headers
    assert (headers["content-encoding"], headers["urgency"], headers["topic"]) == ("aes128gcm", "high", "a" * 32)
    assert 3590 <= int(headers["ttl"]) <= 3600


def test_a_push_about_what_has_no_page_leads_nowhere(ada: UUID) -> None:
    with Receiver() as service:
        browser, device = browser_of(ada, service)
        WebPushChannel().send(device.id, message(ada, url="", actions=(), kind="webhook_disabled"))
    assert "url" not in browser.read(service.received[0].body)


def test_a_push_says_who_sends_it_as_the_service_can_check(ada: UUID) -> None:
    with Receiver() as service:
        _, device = browser_of(ada, service)
        WebPushChannel().send(device.id, message(ada))
    scheme, _, rest = service.received[0].headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    keys = push.vapid()
    assert keys is not None
    assert (scheme, parts["k"]) == ("vapid", keys.public)
    claims = jwt.decode(parts["t"], keys.private.public_key(), ["ES256"], audience=service.url.removesuffix("/hook"))
    assert claims["sub"] == keys.subject
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600


def test_sizes_of_pushes_tell_nothing(ada: UUID) -> None:
    variants = [
        {}, {"title": "x" * 500, "body": "я" * 5000}, {"actions": ()}, {"data": {"kind": "x" * 9000}},
        {"collapse": None},
        {"actions": tuple(Action(f"Play {n}", f"https://flipside.example/m/{n:064}") for n in range(60))},
    ]  # fmt: skip
    with Receiver() as service:
        browser, device = browser_of(ada, service)
        for variant in variants:
            WebPushChannel().send(device.id, message(ada, **variant))
    assert {len(received.body) for received in service.received} == {SIZE + 103}
    assert SIZE + 103 <= 4096
    many = browser.read(service.received[-1].body)["actions"]
    assert 10 < len(many) < 60
    assert many[0] == {"label": "Play 0", "url": f"https://flipside.example/m/{0:064}"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_ended_is_forgotten(ada: UUID, status: int) -> None:
    with Receiver(lambda _: Reply(status)) as service:
        _, device = browser_of(ada, service)
        with pytest.raises(Gone):
            WebPushChannel().send(device.id, message(ada))
    assert not Device.objects.exists()
    with pytest.raises(Gone):
        WebPushChannel().send(device.id, message(ada))


@pytest.mark.parametrize(
    ("status", "failure"), [(429, Later), (503, Later), (413, Refused), (403, Refused), (302, Refused)]
)
def test_other_answers_are_tried_again_or_not(ada: UUID, status: int, failure: type[Exception]) -> None:
    with Receiver(lambda _: Reply(status, {"Retry-After": "77"})) as service:
        _, device = browser_of(ada, service)
        with pytest.raises(failure) as found:
            WebPushChannel().send(device.id, message(ada))
    assert getattr(found.value, "seconds", 77) == 77
    assert Device.objects.exists()


def test_a_push_endpoint_inside_is_not_called(ada: UUID, settings: SettingsWrapper) -> None:
    with Receiver() as inside:
        _, device = browser_of(ada, inside)
        settings.OUTBOUND_ALLOW = []
        with pytest.raises((Refused, Later)):
            WebPushChannel().send(device.id, message(ada))
    assert inside.received == []


def test_nobody_gets_a_push_for_somebody_else(ada: UUID) -> None:
    other, _ = services.create_guest()
    with Receiver() as service:
        _, device = browser_of(ada, service)
        with pytest.raises(Gone):
            WebPushChannel().send(device.id, message(other.id))
    assert service.received == []


@pytest.fixture
def account(settings: SettingsWrapper) -> Iterator[Firebase]:
    with Firebase() as firebase:
        settings.FCM_URL = firebase.base
        settings.FCM_CREDENTIALS = json.dumps(firebase.credentials)
        yield firebase


class Firebase:
    """Google's two endpoints: one issues access tokens for signed assertions, one takes messages."""

    def __init__(self) -> None:
        self.key = rsa.generate_private_key(65537, 2048)
        self.receiver = Receiver(self.answer)
        self.base = self.receiver.url.removesuffix("/hook")
        self.tokens: list[str] = []
        self.messages: list[tuple[Received, Any]] = []
        self.reply = Reply(200, {}, b'{"name": "projects/flip/messages/1"}')
        pem = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        self.credentials = {
            "type": "service_account", "project_id": "flip", "client_email": "us@flip.example", "private_key": pem,
            "token_uri": f"{self.base}/token",
        }  # fmt: skip

    def __enter__(self) -> Self:
        self.receiver.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.receiver.__exit__(*error)

    def answer(self, received: Received) -> Reply:
        if received.path == "/token":
            form = dict(part.split("=", 1) for part in received.body.decode().split("&"))
            jwt.decode(form["assertion"], self.key.public_key(), ["RS256"], audience=self.credentials["token_uri"])
            self.tokens.append(f"access-{len(self.tokens)}")
            return Reply(200, {}, json.dumps({"access_token": self.tokens[-1], "expires_in": 3600}).encode())
        if received.headers["authorization"] != f"Bearer {self.tokens[-1]}":
            return Reply(401)
        self.messages.append((received, json.loads(received.body)["message"]))
        return self.reply


PHONE = "fcm-registration-token:0123456789"


def test_a_phone_gets_what_its_lock_screen_may_show(ada: UUID, account: Firebase) -> None:
    device = devices.register(player_id=ada, kind="fcm", address=PHONE)
    channel = FcmChannel()
    assert channel.send(device.id, message(ada)) == "projects/flip/messages/1"
    channel.send(device.id, message(ada, body="Ada has played a card and one more."))
    assert len(account.tokens) == 1, "an access token serves for an hour"
    received, sent = account.messages[0]
    assert received.path == "/v1/projects/flip/messages:send"
    assert sent["token"] == PHONE
    assert sent["notification"] == {"title": "Your turn", "body": "Ada has played."}
    assert sent["android"]["collapse_key"] == sent["android"]["notification"]["tag"] == "a" * 32
    assert sent["android"]["priority"] == "HIGH"
    assert "R5" not in received.body.decode(), "Google learns of no card"
    assert len({len(received.body) for received, _ in account.messages}) == 1


@pytest.mark.parametrize(("status", "failure"), [(404, Gone), (400, Refused), (429, Later), (500, Later)])
def test_what_fcm_answers_decides(ada: UUID, account: Firebase, status: int, failure: type[Exception]) -> None:
    device = devices.register(player_id=ada, kind="fcm", address=PHONE)
    account.reply = Reply(status, {}, b"{}")
    with pytest.raises(failure):
        FcmChannel().send(device.id, message(ada))
    assert Device.objects.exists() == (failure is not Gone)


def test_a_fresh_access_token_is_asked_for_when_the_old_one_is_not_taken(ada: UUID, account: Firebase) -> None:
    device = devices.register(player_id=ada, kind="fcm", address=PHONE)
    channel = FcmChannel()
    channel.send(device.id, message(ada))
    account.tokens.append("revoked all others")
    with pytest.raises(Later):
        channel.send(device.id, message(ada))
    channel.send(device.id, message(ada))
    assert len(account.messages) == 2


class CountingLock:
    """A lock that counts who came to it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.asked = 0

    def __enter__(self) -> None:
        self.asked += 1
        self.lock.acquire()

    def __exit__(self, *_error: object) -> None:
        self.lock.release()


def test_an_access_token_that_is_not_granted_is_asked_for_by_one_of_many_pushes(
    ada: UUID, account: Firebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = devices.register(player_id=ada, kind="fcm", address=PHONE)
    channel, lock, asked = FcmChannel(), CountingLock(), []
    monkeypatch.setattr(channel, "lock", lock)

    def refuse(received: Received) -> Reply:
        asked.append(received.path)
        happens(lambda: lock.asked == 4, 9)
        return Reply(503)

    monkeypatch.setattr(account.receiver, "answer", refuse)
    ready = [channel.ready(device.id, message(ada)) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        failures = [threads.submit(one.make) for one in ready]
    assert all(isinstance(one.exception(), Later) for one in failures)
    assert asked == ["/token"], "else each would wait as long, one after the other"


@pytest.fixture
def apple(settings: SettingsWrapper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Http2Receiver]:
    certificate = certificate_for(tmp_path, "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    transport._tls.cache_clear()
    key = ec.generate_private_key(ec.SECP256R1())
    settings.APNS_KEY = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    settings.APNS_KEY_ID, settings.APNS_TEAM_ID, settings.APNS_TOPIC = "KEY", "TEAM", "example.flipside"
    with Http2Receiver(certificate, lambda _: Reply(200, {"apns-id": "receipt"})) as receiver:
        settings.APNS_URL = receiver.url
        yield receiver
    transport._tls.cache_clear()


IPHONE = "0123456789abcdef" * 4


def test_an_apple_device_gets_its_push_over_http_2(ada: UUID, apple: Http2Receiver, settings: SettingsWrapper) -> None:
    device = devices.register(player_id=ada, kind="apns", address=IPHONE)
    channel = ApnsChannel()
    sent = message(ada)
    assert channel.send(device.id, sent) == "receipt"
    channel.send(device.id, message(ada, body="Something longer than before.", urgency="normal"))
    first, second = apple.received
    assert (first.headers[":method"], first.path) == ("POST", f"/3/device/{IPHONE}")
    assert first.headers["apns-topic"] == "example.flipside"
    assert first.headers["apns-collapse-id"] == "a" * 32
    assert first.headers["apns-id"] == str(sent.id)
    assert (first.headers["apns-priority"], second.headers["apns-priority"]) == ("10", "5")
    payload = json.loads(first.body)
    assert payload["aps"]["alert"] == {"title": "Your turn", "body": "Ada has played."}
    assert payload["url"] == sent.url
    assert "R5" not in first.body.decode(), "Apple learns of no card"
    assert len(first.body) == len(second.body) <= 4096
    token = first.headers["authorization"].removeprefix("bearer ")
    key = ec.EllipticCurvePrivateKey
    loaded = jwt.algorithms.ECAlgorithm(jwt.algorithms.ECAlgorithm.SHA256).prepare_key(settings.APNS_KEY)
    assert isinstance(loaded, key)
    assert jwt.decode(token, loaded.public_key(), ["ES256"])["iss"] == "TEAM"
    assert jwt.get_unverified_header(token)["kid"] == "KEY"
    assert second.headers["authorization"] == first.headers["authorization"], "Apple wants no new token every time"


@pytest.mark.parametrize(
    ("status", "reason", "failure"),
    [
        (410, "Unregistered", Gone), (400, "BadDeviceToken", Gone), (400, "PayloadEmpty", Refused),
        (403, "ExpiredProviderToken", Later), (429, "TooManyRequests", Later), (503, "Shutdown", Later),
    ],
)  # fmt: skip
def test_what_apple_answers_decides(
    ada: UUID, apple: Http2Receiver, status: int, reason: str, failure: type[Exception]
) -> None:
    device = devices.register(player_id=ada, kind="apns", address=IPHONE)
    apple.answer = lambda _: Reply(status, {}, json.dumps({"reason": reason}).encode())
    with pytest.raises(failure):
        ApnsChannel().send(device.id, message(ada))
    assert Device.objects.exists() == (failure is not Gone)


def test_a_service_without_keys_is_off(settings: SettingsWrapper) -> None:
    assert push.kinds() == {"webpush"}
    settings.VAPID_PRIVATE_KEY = ""
    assert push.kinds() == frozenset()


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("VAPID_PRIVATE_KEY", "short", "VAPID_PRIVATE_KEY must be what"),
        ("VAPID_PRIVATE_KEY", "A" * 43, "VAPID_PRIVATE_KEY must be what"),
        ("FCM_CREDENTIALS", "{}", "FCM_CREDENTIALS must be a service account"),
        ("APNS_KEY", "AuthKey.p8", "APNS_KEY is of no use without APNS_KEY_ID and APNS_TEAM_ID and APNS_TOPIC"),
    ],
)
def test_keys_that_are_none_are_named(settings: SettingsWrapper, name: str, value: str, fault: str) -> None:
    setattr(settings, name, value)
    with pytest.raises(ImproperlyConfigured, match=fault):
        push.kinds()


@pytest.mark.usefixtures("apple")
def test_a_key_for_apple_must_be_one(settings: SettingsWrapper) -> None:
    settings.APNS_KEY = "AuthKey.p8"
    with pytest.raises(ImproperlyConfigured, match="APNS_KEY holds no private key in PEM"):
        push.kinds()
