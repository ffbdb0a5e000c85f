"""Old processes meet a game with an option that they do not know: they wait, and everything else goes on."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

import engine
from engine import catalogue, codec, spec
from games.audit import auditor, check
from games.models import Found
from games.services import worker
from games.store import option_sets, quarantine
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import Person, lobby, make_person, running
from tests.games.streams.items import ALL, parse
from tests.games.test_newer_events import WAITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db(transaction=True)

NEW = {"options": {"forced_moves": True, "scoring": "single_round"}}
PATHS = (
    "",
    "/events",
    "/states/3",
    "/stream",
    "/stream?after=1",
    "/rules",
    "/transcript",
    "/record",
    "/automatic-moves",
)
MINE = ("/v1/me/games", "/v1/games", "/v1/me/stream", "/v1/me/notifications", "/v1/me/rematches", "/v1/me")
CACHED = (codec._spec, spec._met, option_sets.find, option_sets.sight_of)


@contextmanager
def old_code(option: str) -> Iterator[None]:
    """Be code that does not know this option, and whose caches are others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(catalogue.OPTIONS, option)
        patch.setattr(engine, "ENGINE_VERSION", engine.ENGINE_VERSION - 1)
        for cached in CACHED:
            cached.cache_clear()
        yield
    for cached in CACHED:
        cached.cache_clear()


@pytest.fixture
def ada() -> Person:
    return make_person("Ada")


@pytest.fixture
def bob() -> Person:
    return make_person("Bob")


@pytest.fixture(params=["lobby", "running", "finished"])
def game(request: pytest.FixtureRequest, ada: Person, bob: Person) -> str:
    if request.param == "lobby":
        return lobby(ada, seats=2, **NEW)
    game = running(ada, bob, **NEW)
    if request.param == "finished":
        tables.play_well(UUID(game), ada.id, bob.id)
    return game


def test_reading_waits_or_works_and_nothing_fails(game: str, ada: Person, caplog: pytest.LogCaptureFixture) -> None:
    before = {path: ada.client.get(f"/v1/games/{game}{path}").status_code for path in PATHS}
    with old_code("forced_moves"):
        refused = {}
        for path in PATHS:
            answer = ada.client.get(f"/v1/games/{game}{path}")
            if answer.status_code != before[path]:
                refused[path] = (answer.status_code, answer.json()["code"], answer.get("Retry-After"))
    assert refused.pop("/record", WAITS) in {WAITS, (409, "no_record", None)}
    assert set(refused.values()) == {WAITS}
    assert "" in refused
    assert errors_in(caplog) == []


def test_commands_and_seats_wait(ada: Person, bob: Person, caplog: pytest.LogCaptureFixture) -> None:
    table = lobby(ada, seats=2, **NEW)
    game = running(ada, bob, **NEW)
    asks: list[Callable[[], Any]] = [
        lambda: ada.command(game, {"type": "draw"}),
        lambda: bob.sit(table),
        lambda: ada.client.post(f"/v1/games/{table}/bots", {"bot": "random"}, content_type="application/json"),
    ]
    with old_code("forced_moves"):
        refused = [ask() for ask in asks]
    assert [(one.status_code, one.json()["code"], one["Retry-After"]) for one in refused] == [WAITS] * len(asks)
    assert errors_in(caplog) == []
    assert asks[1]().status_code == 200


def test_lists_and_the_stream_of_all_games_are_not_held_up(
    game: str, ada: Person, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    other = running(ada, bob)
    with old_code("forced_moves"):
        assert {path: ada.client.get(path).status_code for path in MINE} == dict.fromkeys(MINE, 200)
        begun = parse(ada.client.get("/v1/me/stream").content, ALL)
        assert other in str(begun[0])
        assert ContractClient().get(f"/v1/games/{other}").status_code == 200
    assert errors_in(caplog) == []
    assert ada.client.get(f"/v1/games/{game}").status_code == 200


def test_worker_and_auditor_leave_it_to_new_code(game: str, caplog: pytest.LogCaptureFixture) -> None:
    with old_code("forced_moves"):
        worker.sweep()
        auditor.catch_up()
    assert not Found.objects.filter(game_id=game).exists()
    assert quarantine.among([UUID(game)]) == set()
    assert errors_in(caplog) == []
    assert check.check_game(UUID(game)) is None


def test_games_without_it_are_played_as_ever(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    with old_code("forced_moves"):
        mover = ada if ada.see(game)["your_turn"] else bob
        assert mover.command(game, mover.see(game)["legal_commands"][0]).status_code == 200


def test_a_new_game_with_it_is_refused_precisely(ada: Person) -> None:
    with old_code("forced_moves"):
        answer = ada.client.send("/v1/games", {"seats": 2, **NEW})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_option")


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/commands", {"command": {"type": "applaud"}}, "malformed_body"),
        ("/bots", {"bot": "clever"}, "unknown_bot"),
    ],
)
def test_what_newer_code_takes_is_refused_precisely(
    ada: Person, bob: Person, path: str, body: dict[str, object], code: str
) -> None:
    game = running(ada, bob) if path == "/commands" else lobby(ada, seats=2)
    answer = ada.client.send(f"/v1/games/{game}{path}", {"command_id": str(uuid4()), **body})
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)


def errors_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
