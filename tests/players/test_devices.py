"""Devices over the API: registered, listed, deleted, and refused."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from players.models import Device
from players.notifications import devices, push
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import SettingsWrapper
    from rest_framework.test import APIClient

    from tests.players.people import Someone

DEVICES = "/v1/me/devices"
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/gAAAA"


def subscription(**changes: Any) -> dict[str, Any]:
    return {"kind": "webpush", "name": "my laptop", "endpoint": ENDPOINT, "keys": Browser().keys} | changes


def test_a_browser_is_registered_listed_and_forgotten(guest: Someone) -> None:
    answer = guest.client.post(DEVICES, subscription())
    assert answer.status_code == 201
    assert set(answer.json()) == {"id", "kind", "name", "created_at"}, "the address is not shown"
    assert guest.client.get(DEVICES).json() == {"devices": [answer.json()]}
    path = f"{DEVICES}/{answer.json()['id']}"
    assert guest.client.delete(path).status_code == 204
    assert guest.client.delete(path).json()["code"] == "device_not_found"
    assert guest.client.get(DEVICES).json() == {"devices": []}


def test_registered_again_it_is_the_same_device_with_its_new_keys(guest: Someone) -> None:
    browser = Browser()
    first = guest.client.post(DEVICES, subscription()).json()
    second = guest.client.post(DEVICES, subscription(keys=browser.keys)).json()
    assert first["id"] == second["id"]
    assert Device.objects.get().auth == browser.keys["auth"]


def test_a_device_belongs_to_who_registered_it_last(make_guest: Callable[..., Someone]) -> None:
    ada, bob = make_guest(), make_guest()
    made = ada.client.post(DEVICES, subscription()).json()
    bob.client.post(DEVICES, subscription())
    assert ada.client.get(DEVICES).json() == {"devices": []}
    assert len(bob.client.get(DEVICES).json()["devices"]) == 1
    assert ada.client.delete(f"{DEVICES}/{made['id']}").status_code == 404


def test_the_device_registered_longest_ago_makes_room(guest: Someone) -> None:
    for number in range(devices.MAX_DEVICES + 2):
        assert guest.client.post(DEVICES, subscription(endpoint=f"{ENDPOINT}{number}")).status_code == 201
    kept = {device.address for device in Device.objects.all()}
    assert len(kept) == devices.MAX_DEVICES
    assert f"{ENDPOINT}0" not in kept
    assert f"{ENDPOINT}{devices.MAX_DEVICES + 1}" in kept


KEYS = Browser().keys


@pytest.mark.parametrize(
    ("changes", "member"),
    [
        ({"endpoint": "http://updates.push.services.mozilla.com/x"}, "endpoint"),
        ({"endpoint": "https://127.0.0.1/x"}, "endpoint"),
        ({"endpoint": "https://[::1]/x"}, "endpoint"),
        ({"endpoint": "https://push.example.com/x"}, "endpoint"),
        ({"endpoint": "https://evilpush.apple.com.example.com/x"}, "endpoint"),
        ({"endpoint": "https://user@fcm.googleapis.com/x"}, "endpoint"),
        ({"keys": KEYS | {"p256dh": "AAAA"}}, "keys/p256dh"),
        ({"keys": KEYS | {"p256dh": "B" + "A" * 86}}, "keys/p256dh"),
        ({"keys": KEYS | {"p256dh": "!"}}, "keys/p256dh"),
        ({"keys": KEYS | {"auth": "AAAA"}}, "keys/auth"),
        ({"keys": KEYS | {"auth": "é"}}, "keys/auth"),
    ],
)
def test_what_is_no_subscription_is_refused(guest: Someone, changes: dict[str, Any], member: str) -> None:
    answer = guest.client.post(DEVICES, subscription(**changes))
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_device")
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"#/{member}"]
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "webpush", "endpoint": ENDPOINT}, {"kind": "fcm"}, {"kind": "pigeon", "token": "x" * 30},
        {"kind": "fcm", "token": "x" * 30, "endpoint": ENDPOINT}, {"kind": "apns", "token": 1},
        subscription(token="x" * 30),
    ],
)  # fmt: skip
def test_the_members_of_the_kind_are_needed_and_no_others(guest: Someone, body: dict[str, Any]) -> None:
    assert guest.client.post(DEVICES, body).json()["code"] == "malformed_body"


def test_any_push_service_is_taken_if_the_operator_says_so(guest: Someone, settings: SettingsWrapper) -> None:
    settings.WEBPUSH_HOSTS = ["*"]
    assert guest.client.post(DEVICES, subscription(endpoint="https://push.example.com/x")).status_code == 201


def test_what_this_installation_does_not_send_to_is_not_registered(guest: Someone) -> None:
    answer = guest.client.post(DEVICES, {"kind": "apns", "token": "0" * 64})
    assert (answer.status_code, answer.json()["code"]) == (404, "push_unavailable")


def test_others_devices_do_not_exist(make_guest: Callable[..., Someone]) -> None:
    ada, bob = make_guest(), make_guest()
    made = ada.client.post(DEVICES, subscription()).json()
    answers = [bob.client.delete(f"{DEVICES}/{which}") for which in (made["id"], uuid4())]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content
    assert Device.objects.exists()


@pytest.mark.django_db
def test_anybody_may_see_the_key_to_subscribe_with(stranger: APIClient, settings: SettingsWrapper) -> None:
    answer = stranger.get("/v1/push/key")
    keys = push.vapid()
    assert keys is not None
    assert answer.json() == {"key": keys.public}
    assert len(base64.urlsafe_b64decode(keys.public + "=")) == 65
    settings.VAPID_PRIVATE_KEY = ""
    assert stranger.get("/v1/push/key").json()["code"] == "push_unavailable"


def test_a_new_key_is_one_that_works(settings: SettingsWrapper) -> None:
    printed = io.StringIO()
    call_command("new_vapid_key", stdout=printed)
    settings.VAPID_PRIVATE_KEY = printed.getvalue().strip()
    keys = push.vapid()
    assert keys is not None
    assert keys.public.startswith("B")
