"""An internal error is answered with a problem that reveals nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NoReturn

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from common.database import queries
from games import errors
from games.reads import one_game
from games.services import commands
from tests.contract.client import ContractClient
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from pytest_django.fixtures import SettingsWrapper

    from tests.games.api.people import Person


def test_an_unforeseen_exception_is_a_problem_without_its_text(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise RuntimeError("the draw pile is R5 R7")

    game = lobby(ada, seats=2)
    monkeypatch.setattr(one_game, "find_game", broken)
    answer = ContractClient(ada.client.secret, raises=False).get(f"/v1/games/{game}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert b"R5" not in answer.content


def test_an_outage_mails_nobody(
    ada: Person, settings: SettingsWrapper, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> NoReturn:
        raise RuntimeError

    settings.ADMINS = [("operator", "operator@example.org")]
    game = lobby(ada, seats=2)
    monkeypatch.setattr(one_game, "find_game", broken)
    assert ContractClient(ada.client.secret, raises=False).get(f"/v1/games/{game}").status_code == 500
    assert mailoutbox == []


def test_a_busy_game_is_asked_to_be_tried_again(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(**_: object) -> NoReturn:
        raise errors.StoreBusy

    game = running(ada, bob)
    monkeypatch.setattr(commands, "submit_command", busy)
    answer = ada.command(game, {"type": "draw"})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "store_busy", "1")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally", 503),
        ("failure on connection marked as essential: 10.0.0.3:5432", 503),
        ("cache lookup failed for relation 4711", 500),
    ],
)
def test_a_node_that_a_cluster_has_lost_is_away_and_a_fault_of_the_database_is_not(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, said: str, status: int
) -> None:
    def failing(*_: object) -> NoReturn:
        queries.rows(f"DO $$ BEGIN RAISE EXCEPTION '{said}' USING ERRCODE = 'internal_error'; END $$")
        raise AssertionError

    game = running(ada, bob)
    monkeypatch.setattr(one_game, "find_game", failing)
    answer = ContractClient(ada.client.secret, raises=False).get(f"/v1/games/{game}")
    assert (answer.status_code, "Retry-After" in answer.headers) == (status, status == 503)


def test_while_the_database_is_away_everything_is_to_be_tried_again(ada: Person) -> None:
    client = ContractClient(ada.client.secret)

    def ask() -> tuple[int, str, str]:
        here = connections["default"]  # of this thread alone
        here.settings_dict = {**here.settings_dict, "PORT": "1"}
        answer = client.get("/v1/me/games")
        return answer.status_code, answer.json()["code"], answer["Retry-After"]

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(ask).result() == (503, "store_busy", "1")


def test_a_database_that_may_not_be_written_to_is_to_be_tried_again(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    mover = ada if ada.see(game)["your_turn"] else bob
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
    answer = mover.command(game, {"type": "draw"})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "store_busy", "1")


@pytest.mark.parametrize(("language", "most"), [("en", 3), (None, 4)])
def test_a_refusal_costs_no_more_than_a_command_and_the_language_of_a_player(
    ada: Person, bob: Person, language: str | None, most: int
) -> None:
    game = running(ada, bob)
    waiting = bob if ada.see(game)["your_turn"] else ada
    if language is not None:
        waiting.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    with CaptureQueriesContext(connection) as statements:
        assert waiting.command(game, {"type": "draw"}).status_code == 409
    assert len(statements) <= most, statements.captured_queries


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/nothing", "/v1/games/x"])
def test_what_is_not_there_is_a_problem_too(ada: Person, path: str) -> None:
    answer = ada.client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["Content-Type"] == "application/problem+json"
