"""The service on a standby after a fail-over: reads are answered, moves wait, and probes report the difference."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client

from games.notifications import seen
from games.proofs import signing
from tests.contract.client import ContractClient
from tests.contract.openapi import document
from tests.contract.recorder import FOLDER as EXAMPLES
from tests.faults.standby import Server
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest_django

    from tests.games.api.people import Person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

METHODS = ("get", "post", "put", "patch", "delete")
LASTING = "/stream"


class Table(NamedTuple):
    game: str
    mover: Person


@pytest.fixture(scope="module")
def server(django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[Server]:
    """Yield a separate database, for that of the other tests cannot be made a standby."""
    with django_db_blocker.unblock(), Server() as server:
        yield server


@pytest.fixture
def table(server: Server) -> Table:
    """Return a match that began before the fail-over."""

    def begin() -> Table:
        ada, bob = make_person(), make_person()
        game = running(ada, bob)
        signing.current()
        return Table(game, ada if ada.see(game)["your_turn"] else bob)

    server.promote()
    table = server.serving(begin)
    server.demote()
    return table


def probed() -> dict[str, tuple[int, str, str]]:
    """Return the answers to probes: status, word for the whole, word for the database."""
    found = {path: Client().get(path) for path in ("/readyz", "/readyz/reads")}
    return {path: (one.status_code, one.json()["status"], one.json()["database"]) for path, one in found.items()}


def test_a_move_is_to_be_sent_again_and_is_made_once_the_standby_is_promoted(table: Table, server: Server) -> None:
    command = {"command_id": str(uuid4()), "command": {"type": "draw"}}

    def send() -> Any:
        return table.mover.client.send(f"/v1/games/{table.game}/commands", command)

    def on_it() -> tuple[Any, Any, Any, Any]:
        refused, before = send(), probed()
        server.promote()
        return refused, before, send(), probed()

    refused, before, made, after = server.serving(on_it)
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (503, "store_busy", "1")
    assert refused["Content-Type"] == "application/problem+json"
    assert before == {"/readyz": (503, "not ready", "read only"), "/readyz/reads": (200, "ready", "read only")}
    assert made.status_code == 200
    assert after == dict.fromkeys(before, (200, "ready", "ok"))


def test_looks_are_answered(table: Table, server: Server) -> None:
    paths = [f"/v1/games/{table.game}{rest}" for rest in ("", "/events", "/states/1", "/rules", "/stream")]
    paths += [f"/v1/me{rest}" for rest in ("", "/games", "/notifications", "/stream")]
    paths += ["/v1/games", "/v1/anchors", "/v1/keys", "/v1/rulesets", "/metrics", "/verify/"]
    seen.forget()
    with seen.gathering():  # as in a web process: it records asynchronously who has seen what
        answers = server.serving(lambda: {path: table.mover.client.get(path).status_code for path in paths})
    assert answers == dict.fromkeys(paths, 200)


def test_nothing_that_can_be_asked_for_is_a_fault_of_ours(table: Table, server: Server) -> None:
    client = ContractClient(table.mover.client.secret, raises=False)
    asked = [
        (method, _address(path, table.game), _body(operation))
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if method in METHODS and not path.endswith(LASTING)
    ]

    def ask() -> dict[tuple[str, str], Any]:
        return {
            (method, path): client.generic(method.upper(), path, body, content_type="application/json")
            for method, path, body in asked
        }

    answers = server.serving(ask)
    assert len(answers) > 60
    assert [place for place, answer in answers.items() if answer.status_code == 500] == []
    away = {place: answer for place, answer in answers.items() if answer.status_code == 503}
    assert len(away) > 15
    for place, answer in away.items():
        assert (answer.json()["code"], answer["Retry-After"]) == ("store_busy", "1"), place


def _address(path: str, game: str) -> str:
    filled = path.replace("{game_id}", game).replace("{date}", "2026-01-01")
    return re.sub(r"\{[a-z_]+\}", "1", re.sub(r"\{[a-z_]*id\}", lambda _: str(uuid4()), filled))


def _body(operation: dict[str, Any]) -> bytes:
    file = EXAMPLES / f"{operation['operationId']}.json"
    recorded = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return json.dumps(recorded.get("request") or {}).encode()
