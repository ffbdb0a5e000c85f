"""How owners manage their webhooks over the API, and what they are shown."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from games.webhooks import maintenance, send
from players import services as players
from players.models import Webhook
from players.scopes import ALL_SCOPES, WEBHOOKS
from players.webhooks import services
from tests.common.outbound.test_hostile import HOSTILE, Doors
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import Person, make_person
from tests.games.webhooks.factories import Listener, deliver, hook, pass_time
from tests.players.receivers import Receiver, Reply
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from tests.players.receivers import Received

HOOKS = "/v1/me/webhooks"

pytestmark = pytest.mark.django_db


def make(person: Person, url: str = "https://hooks.example.com/a", *events: str, **more: Any) -> Any:
    answer = person.client.send(HOOKS, {"url": url, "events": events or ["game.moved"], **more})
    assert answer.status_code == 201, answer.content
    return answer.json()


def patch(person: Person, webhook: Any, **body: Any) -> Any:
    return person.client.patch(f"{HOOKS}/{webhook['id']}", body, content_type="application/json")


def test_the_secret_is_shown_once_and_kept_sealed() -> None:
    ada = make_person()
    made = make(ada)
    assert made["secret"].startswith("whsec_")
    assert "secret" not in ada.client.get(f"{HOOKS}/{made['id']}").json()
    (row,) = tables.raw("SELECT secret FROM players_webhook")
    assert Verifier(made["secret"])._whsecret not in bytes(row[0])  # type: ignore[arg-type]


def test_a_webhook_is_listed_changed_and_deleted() -> None:
    ada = make_person()
    made = make(ada, "https://hooks.example.com/a", "game.moved", "message")
    assert [hook["id"] for hook in ada.client.get(HOOKS).json()["webhooks"]] == [made["id"]]
    changed = patch(ada, made, url="https://hooks.example.com/b", events=["message"], active=False).json()
    assert (changed["url"], changed["events"]) == ("https://hooks.example.com/b", ["message"])
    assert (changed["active"], changed["reason"]) == (False, "owner")
    assert patch(ada, made, active=True).json()["reason"] is None
    assert ada.client.delete(f"{HOOKS}/{made['id']}").status_code == 204
    assert ada.client.get(HOOKS).json()["webhooks"] == []


def test_nobody_elses_webhook_exists() -> None:
    ada, bob = make_person(), make_person()
    made = make(ada)
    path = f"{HOOKS}/{made['id']}"
    nowhere = f"{HOOKS}/{uuid4()}"
    for here, ask in [(path, ""), (nowhere, "")]:
        assert bob.client.get(here + ask).status_code == 404
        assert bob.client.delete(here).status_code == 404
        for verb in ("rotate", "test", f"deliveries/{uuid4()}/redeliver"):
            assert bob.client.send(f"{here}/{verb}").status_code == 404
        assert bob.client.get(f"{here}/deliveries").status_code == 404
        assert bob.client.patch(here, {}, content_type="application/json").status_code == 404
    assert bob.client.get(path).content == bob.client.get(nowhere).content


@pytest.mark.parametrize(
    ("url", "events", "more"),
    [
        ("https://user:pass@hooks.example.com/", ["game.moved"], {}),
        ("ftp://hooks.example.com/", ["game.moved"], {}),
        ("https://10.0.0.1/", ["game.moved"], {}),
        ("https://hooks.example.com/", ["game.moved", "message"], {"game": True}),
    ],
)
def test_what_cannot_be_a_webhook_is_refused(url: str, events: list[str], more: dict[str, Any]) -> None:
    ada = make_person()
    if "game" in more:
        more = {"game": str(tables.lobby_of(ada.id).game.id)}
    answer = ada.client.send(HOOKS, {"url": url, "events": events, **more})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_webhook")


def test_http_is_refused_where_nothing_is_opened(settings: Any) -> None:
    settings.OUTBOUND_ALLOW = []
    ada = make_person()
    for url in (
        "http://hooks.example.com/",
        "https://localhost/",
        "https://hooks.example.com:22/",
        "https://testserver/",
    ):
        answer = ada.client.send(HOOKS, {"url": url, "events": ["game.moved"]})
        assert answer.json()["code"] == "invalid_webhook", url


def test_a_private_game_cannot_be_followed_from_outside() -> None:
    ada, eve = make_person(), make_person()
    game = tables.lobby_of(ada.id, private=True).game.id
    body = {"url": "https://hooks.example.com/", "events": ["game.moved"]}
    hidden = eve.client.send(HOOKS, {**body, "game": str(game)})
    missing = eve.client.send(HOOKS, {**body, "game": str(uuid4())})
    assert (hidden.status_code, hidden.content) == (404, missing.content)
    assert ada.client.send(HOOKS, {**body, "game": str(game)}).status_code == 201


def test_there_is_a_limit() -> None:
    ada = make_person()
    for _ in range(services.MAX_WEBHOOKS):
        make(ada)
    answer = ada.client.send(HOOKS, {"url": "https://hooks.example.com/", "events": ["message"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_webhooks")


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_in_a_burst() -> None:
    ada = make_person()
    for _ in range(services.MAX_WEBHOOKS - 1):
        make(ada)
    statuses: list[int] = []

    def ask() -> None:
        from django.db import connection  # noqa: PLC0415 - of this thread

        client = ContractClient(ada.client.secret)
        answer = client.send(HOOKS, {"url": "https://hooks.example.com/", "events": ["message"]})
        statuses.append(answer.status_code)
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 409, 409, 409, 409]


def test_the_former_secret_signs_for_a_day_after_a_rotation() -> None:
    ada = make_person()
    kept: list[Received] = []
    with Receiver(lambda received: kept.append(received) or Reply()) as receiver:  # type: ignore[func-returns-value]
        made = make(ada, receiver.url)
        rotated = ada.client.send(f"{HOOKS}/{made['id']}/rotate").json()
        assert rotated["secret"] != made["secret"]
        assert rotated["former_secret_until"] is not None
        for _ in range(2):
            ada.client.send(f"{HOOKS}/{made['id']}/test")
            send.run()
            pass_time(24 * 3600 + 1)
    during, after = kept
    for secret in (made["secret"], rotated["secret"]):
        assert Verifier(secret).verify(during.body, dict(during.headers))["type"] == "ping"
    Verifier(rotated["secret"]).verify(after.body, dict(after.headers))
    with pytest.raises(WebhookVerificationError):
        Verifier(made["secret"]).verify(after.body, dict(after.headers))


@pytest.mark.parametrize("days", [-3, 3])
def test_calls_are_verified_by_the_clock_of_the_receiver_whatever_the_time_of_the_service(days: int) -> None:
    ada = make_person()
    with tables.travelled(days * 86_400), Listener() as listener:
        hook(ada.id, listener)
        deliver(tables.lobby_of(ada.id).game.id)
    assert [call.type for call in listener.taken] == ["game.moved"]


def test_a_ping_tries_a_receiver_out_and_the_log_says_how_it_went() -> None:
    ada = make_person()
    with Listener(lambda _: 503) as listener:
        made = make(ada, listener.receiver.url)
        listener.secret = made["secret"]
        path = f"{HOOKS}/{made['id']}"
        answer = ada.client.send(f"{path}/test")
        assert (answer.status_code, answer.json()["state"]) == (202, "pending")
        again = ada.client.send(f"{path}/test")
        assert (again.status_code, again.json()["code"], again.headers["Retry-After"]) == (429, "sent_too_often", "2")
        send.run()
        page = ada.client.get(f"{path}/deliveries")
        (row,) = page.json()["deliveries"]
    assert (row["id"], row["type"]) == (listener.calls[0].id, "ping")
    assert (row["state"], row["status"], row["error"], row["attempts"]) == ("pending", 503, "status", 1)
    assert b"nobody is shown" not in page.content
    assert ada.client.get(path).json()["failing_since"] is not None


def test_what_waits_rests_while_the_webhook_is_switched_off_and_comes_when_it_is_switched_on() -> None:
    ada = make_person()
    with Listener(lambda count: 503 if count == 0 else 204) as listener:
        made = make(ada, listener.receiver.url)
        listener.secret = made["secret"]
        path = f"{HOOKS}/{made['id']}"
        ada.client.send(f"{path}/test")
        send.run()
        assert ada.client.get(f"{path}/deliveries").json()["deliveries"][0]["next_at"] is not None
        patch(ada, made, active=False)
        pass_time(7 * 86400)
        send.run()
        (row,) = ada.client.get(f"{path}/deliveries").json()["deliveries"]
        assert (len(listener.calls), row["state"], row["next_at"]) == (1, "pending", None)
        patch(ada, made, active=True)
        send.run()
        (row,) = ada.client.get(f"{path}/deliveries").json()["deliveries"]
    assert [call.status for call in listener.calls] == [503, 204]
    assert (row["state"], row["attempts"]) == ("sent", 1)


def test_what_was_sent_can_be_sent_again_under_its_id() -> None:
    ada = make_person()
    with Listener() as listener:
        made = make(ada, listener.receiver.url)
        listener.secret = made["secret"]
        game = tables.lobby_of(ada.id).game.id
        deliver(game)
        path = f"{HOOKS}/{made['id']}/deliveries"
        (row,) = ada.client.get(path).json()["deliveries"]
        assert row["state"] == "sent"
        answer = ada.client.send(f"{path}/{row['id']}/redeliver")
        assert (answer.status_code, answer.json()["state"]) == (202, "pending")
        send.run()
        tables.sit(game, tables.person())
        deliver(game)
    assert [call.id for call in listener.calls[:2]] == [row["id"]] * 2
    assert listener.calls[2].data["version_before"] == row["version"], "what comes next is not disturbed"
    assert ada.client.send(f"{path}/{uuid4()}/redeliver").json()["code"] == "delivery_not_found"


def test_nothing_is_sent_by_hand_to_a_webhook_that_is_off() -> None:
    ada = make_person()
    made = make(ada)
    patch(ada, made, active=False)
    answer = ada.client.send(f"{HOOKS}/{made['id']}/test")
    assert (answer.status_code, answer.json()["code"]) == (409, "webhook_disabled")


def test_the_log_is_read_page_by_page_by_its_owner_alone() -> None:
    ada, bob = make_person(), make_person()
    made = make(ada)
    for _ in range(5):
        assert ada.client.send(f"{HOOKS}/{made['id']}/test").status_code == 202
        pass_time(3)
    path = f"{HOOKS}/{made['id']}/deliveries"
    found: list[str] = []
    cursor = ""
    while True:
        page = ada.client.get(f"{path}?limit=2{cursor}").json()
        found += [row["id"] for row in page["deliveries"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert len(set(found)) == len(found) == 5
    other = make(bob)
    assert bob.client.get(f"{HOOKS}/{other['id']}/deliveries?limit=2{cursor}").json()["code"] == "bad_cursor"


def test_a_token_needs_the_scope_webhooks() -> None:
    ada = make_person()
    for scopes, status in (((WEBHOOKS,), 200), (tuple(set(ALL_SCOPES) - {WEBHOOKS}), 403)):
        _, secret = players.issue_token(player_id=ada.id, kind="personal", name="t", scopes=scopes)
        assert ContractClient(secret).get(HOOKS).status_code == status
    assert ContractClient().get(HOOKS).status_code == 401


def test_nobody_is_told_by_a_webhook_what_their_token_may_not_read() -> None:
    ada = make_person()
    hook = make(ada, events=["game.moved"])["id"]
    for scope, event in (("games:read", "game.moved"), ("account:read", "message")):
        _, secret = players.issue_token(player_id=ada.id, kind="personal", name="t", scopes=set(ALL_SCOPES) - {scope})
        client, other = ContractClient(secret), {"game.moved": "message", "message": "game.moved"}[event]
        body = {"url": "https://hooks.example.com/", "events": [event]}
        refused = client.send(HOOKS, body)
        assert (refused.status_code, refused.json()["params"]) == (403, {"required_scope": scope})
        assert client.send(HOOKS, {**body, "events": [other]}).status_code == 201
        changes: list[dict[str, object]] = [{"events": [event]}, {"active": False}]
        if event == "game.moved":
            changes += [{"url": "https://hooks.example.com/elsewhere"}, {"active": True}]
        statuses = [
            client.patch(f"{HOOKS}/{hook}", change, content_type="application/json").status_code for change in changes
        ]
        assert statuses == [403, 200, 403, 403][: len(changes)]


def test_a_secret_whose_key_is_lost_switches_the_webhook_off(settings: Any) -> None:
    ada = make_person()
    made = make(ada, "http://127.0.0.1:9/")
    ada.client.send(f"{HOOKS}/{made['id']}/test")
    settings.GAME_SECRET_KEYS = {"other": b"\x01" * 32}
    send.run()
    assert ada.client.get(f"{HOOKS}/{made['id']}").json()["reason"] == "secret"


def test_secrets_follow_when_the_installation_changes_its_keys(settings: Any) -> None:
    ada = make_person()
    with Listener() as listener:
        made = make(ada, listener.receiver.url)
        listener.secret = made["secret"]
        settings.GAME_SECRET_KEYS = {"new": b"\x01" * 32, **settings.GAME_SECRET_KEYS}
        maintenance.sweep()
        settings.GAME_SECRET_KEYS = {"new": b"\x01" * 32}
        ada.client.send(f"{HOOKS}/{made['id']}/test")
        send.run()
    assert len(listener.calls) == 1


def test_a_new_secret_heals_a_webhook_whose_key_is_lost(settings: Any) -> None:
    ada = make_person()
    with Listener() as listener:
        path = f"{HOOKS}/{make(ada, listener.receiver.url)['id']}"
        settings.GAME_SECRET_KEYS = {"other": b"\x01" * 32}
        ada.client.send(f"{path}/test")
        send.run()
        assert ada.client.get(path).json()["reason"] == "secret"
        listener.secret = ada.client.send(f"{path}/rotate").json()["secret"]
        ada.client.patch(path, {"active": True}, content_type="application/json")
        send.run()
        assert ada.client.get(path).json()["active"]
    assert [call.type for call in listener.taken] == ["ping"]


def test_secrets_that_do_not_open_are_counted_and_hold_no_others_up(
    settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (name, key), *_ = settings.GAME_SECRET_KEYS.items()
    settings.GAME_SECRET_KEYS = {name: b"\x02" * 32}
    for _ in range(3):
        make(make_person())
    settings.GAME_SECRET_KEYS = {name: key}
    readable = {make(make_person())["id"] for _ in range(3)}
    settings.GAME_SECRET_KEYS = {"new": b"\x01" * 32, name: key}
    monkeypatch.setattr(maintenance, "SECRETS_PER_SWEEP", 2)
    for _ in range(2):
        maintenance.sweep()
    assert {str(webhook.id) for webhook in Webhook.objects.filter(secret_key="new")} == readable
    assert [record.message[:10] for record in caplog.records if record.name == maintenance.__name__] == ["3 secrets "]


def test_no_hostile_address_given_over_the_api_is_ever_called(settings: Any) -> None:
    settings.OUTBOUND_ALLOW = []
    ada, doors = make_person(), Doors()
    for template in HOSTILE:
        address = template.replace("PORT", str(doors.port))
        answer = ada.client.send(HOOKS, {"url": address, "events": ["message"]})
        if answer.status_code == 201:  # a name: only the call can tell where it leads
            path = f"{HOOKS}/{answer.json()['id']}"
            assert ada.client.send(f"{path}/test").status_code == 202
            send.run()
            (row,) = ada.client.get(f"{path}/deliveries").json()["deliveries"]
            assert (row["status"], row["error"]) == (None, "address")
            ada.client.delete(path)
        keys = Browser().keys
        devices = ada.client.send("/v1/me/devices", {"kind": "webpush", "endpoint": address, "keys": keys})
        assert devices.status_code == 400
    doors.close()
    assert doors.accepted == 0


def test_a_players_webhooks_go_with_them() -> None:
    ada = make_person()
    make(ada)
    tables.raw("DELETE FROM players_token")
    Webhook.objects.get().player.delete()
    assert not Webhook.objects.exists()
