"""Who may do what with whose webhook: every operation by every kind of asker, written down by hand (RELIABILITY 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import transaction

from tests.contract.openapi import document
from tests.games.api.people import make_person
from tests.games.api.test_matrix import askers

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient

MATRIX: dict[str, tuple[int, ...]] = {
    #                           anon out  read play aim  rev  guest host; the scope `webhooks` is among the aimless
    "list_webhooks": (401, 200, 403, 403, 200, 401, 200, 200),
    "create_webhook": (401, 201, 403, 403, 201, 401, 201, 201),
    "read_webhook": (401, 404, 403, 403, 200, 401, 404, 200),
    "change_webhook": (401, 404, 403, 403, 200, 401, 404, 200),
    "delete_webhook": (401, 404, 403, 403, 204, 401, 404, 204),
    "rotate_webhook_secret": (401, 404, 403, 403, 200, 401, 404, 200),
    "test_webhook": (401, 404, 403, 403, 202, 401, 404, 202),
    "list_webhook_deliveries": (401, 404, 403, 403, 200, 401, 404, 200),
    "redeliver_webhook": (401, 404, 403, 403, 404, 401, 404, 404),  # a delivery that there is not
}
BODY = {"url": "https://hooks.example.com/", "events": ["game.moved"]}


def ask(client: ContractClient, operation: str, webhook: str) -> Any:
    path = f"/v1/me/webhooks/{webhook}"
    asks: dict[str, Callable[[], Any]] = {
        "list_webhooks": lambda: client.get("/v1/me/webhooks"),
        "create_webhook": lambda: client.send("/v1/me/webhooks", BODY),
        "read_webhook": lambda: client.get(path),
        "change_webhook": lambda: client.patch(path, {}, content_type="application/json"),
        "delete_webhook": lambda: client.delete(path),
        "rotate_webhook_secret": lambda: client.send(f"{path}/rotate"),
        "test_webhook": lambda: client.send(f"{path}/test"),
        "list_webhook_deliveries": lambda: client.get(f"{path}/deliveries"),
        "redeliver_webhook": lambda: client.send(f"{path}/deliveries/{uuid4()}/redeliver"),
    }
    return asks[operation]()


@pytest.mark.django_db
@pytest.mark.parametrize("operation", MATRIX)
def test_everybody_may_do_what_is_written_down(operation: str) -> None:
    host, guest = make_person(), make_person()
    webhook = host.client.send("/v1/me/webhooks", BODY).json()["id"]
    found = []
    for client in askers(host, guest):
        with transaction.atomic():
            found.append(ask(client, operation, webhook).status_code)
            transaction.set_rollback(True)
    assert tuple(found) == MATRIX[operation]


def test_no_operation_is_forgotten() -> None:
    operations = {
        operation["operationId"]
        for operations in document()["paths"].values()
        for operation in operations.values()
        if operation["tags"] == ["webhooks"]
    }
    assert set(MATRIX) == operations
