"""Old processes beside new ones during an upgrade: they meet events that they do not know, wait, and ring nobody."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

import engine
from engine import events
from games.audit import auditor, check
from games.clock.control import control
from games.models import Found
from games.services import worker
from games.store import outbox, quarantine, replay
from games.types import EVERY, FAILING, Work
from tests.games import tables
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db(transaction=True)

WAITS = (503, "store_busy", "1")


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let old and new code be one process, which must not leave games alone that the old code could not move."""
    monkeypatch.setattr(worker, "NEWER_SECONDS", 0.0)


@contextmanager
def old_code(*unknown: type[engine.Event]) -> Iterator[None]:
    """Be code that does not know these events, and whose caches are others."""
    numbers = [number for number, kind in engine.EVENT_TYPES.items() if kind in unknown]
    with pytest.MonkeyPatch.context() as patch:
        for number in numbers:
            patch.delitem(engine.EVENT_TYPES, number)
            patch.delitem(engine.VERSIONS, number)
        patch.setattr(engine, "ENGINE_VERSION", engine.ENGINE_VERSION - 1)
        yield


def test_requests_get_503_until_new_code_answers(caplog: pytest.LogCaptureFixture) -> None:
    ada, bob = make_person(), make_person()
    game = running(ada, bob)
    version = ada.see(game)["version"]
    asked = [f"/v1/games/{game}{rest}" for rest in ("", "/events", f"/states/{version}")]
    with old_code(events.TurnStarted):
        refused = [ada.client.get(path) for path in asked]
        refused.append(ada.command(game, {"type": "draw"}))
    assert [(one.status_code, one.json()["code"], one["Retry-After"]) for one in refused] == [WAITS] * 4
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert all(ada.client.get(path).status_code == 200 for path in asked)
    mover = ada if ada.see(game)["your_turn"] else bob
    assert mover.command(game, {"type": "draw"}).status_code == 200


def test_the_sweep_leaves_the_game_to_new_code_and_logs_no_error(caplog: pytest.LogCaptureFixture) -> None:
    game = tables.timed(control(turn=60), tables.person(), tables.person())
    version = tables.version_of(game)
    with tables.travelled(61):
        with old_code(events.TurnStarted):
            worker.sweep()
        assert tables.version_of(game) == version
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
        worker.sweep()
    assert tables.version_of(game) > version


def test_the_work_of_a_worker_that_cannot_do_it_is_soon_done_by_another(caplog: pytest.LogCaptureFixture) -> None:
    tried = (tables.with_bots(tables.person(), count=2) for _ in range(50))
    game = next(game for game in tried if tables.legal(game)[0] != 0)
    outbox.promise(game, Work.WAKE_BOTS)
    version = tables.version_of(game)
    tables.raw("UPDATE outbox SET available_at = service_now() WHERE game_id = %s", game)
    promised = tables.promised(game)
    with old_code(events.TurnStarted):
        for _ in range(FAILING + 1):
            worker.run_outbox(game)
            tables.raw("UPDATE outbox SET available_at = available_at - interval '2 s' WHERE game_id = %s", game)
    assert tables.promised(game) == promised != []
    assert tables.raw("SELECT max(attempts) FROM outbox WHERE game_id = %s", game) == [(0,)]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    worker.run_outbox(game)
    assert tables.version_of(game) > version


def test_the_auditor_neither_rings_nor_quarantines(caplog: pytest.LogCaptureFixture) -> None:
    game = tables.started(tables.person(), tables.person())
    with old_code(events.TurnStarted):
        auditor.catch_up()
    assert not Found.objects.filter(game_id=game).exists()
    assert quarantine.among([game]) == set()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert check.check_game(game) is None


def test_old_code_does_not_write_over_the_snapshots_of_new_code() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    tables.play_until(game, EVERY + 2, ann, bob)
    stamp = "SELECT engine_version FROM snapshot WHERE game_id = %s"
    new = tables.raw(stamp, game)
    version = tables.version_of(game)
    with old_code():
        assert replay.fold_to(game, version).table == tables.table_of(game)
    assert tables.raw(stamp, game) == new
    with old_code():
        tables.raw("DELETE FROM snapshot WHERE game_id = %s", game)
        replay.fold_to(game, version)
    assert tables.raw(stamp, game) != new
    replay.fold_to(game, version)
    assert tables.raw(stamp, game) == new


def test_work_of_an_unknown_kind_is_left_and_its_attempts_are_not_counted() -> None:
    game = tables.started(tables.person(), tables.person())
    tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
    outbox.promise(game, Work.WAKE_BOTS)
    tables.raw("UPDATE outbox SET kind = 200, available_at = service_now() WHERE game_id = %s", game)
    worker.run_outbox(game)
    assert tables.raw("SELECT kind, attempts FROM outbox WHERE game_id = %s", game) == [(200, 0)]
    assert tables.raw("SELECT available_at < service_now() + interval '5 s' FROM outbox") == [(True,)]


def test_an_unknown_bot_waits_for_new_code(caplog: pytest.LogCaptureFixture) -> None:
    game = tables.with_bots(tables.person(), count=2)
    while tables.legal(game)[0] == 0:
        game = tables.with_bots(tables.person(), count=2)
    tables.raw("UPDATE seat SET bot = 'clever' WHERE game_id = %s AND bot = 'random'", game)
    version = tables.version_of(game)
    outbox.promise(game, Work.WAKE_BOTS)
    worker.run_outbox(game)
    assert tables.version_of(game) == version
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    tables.raw("UPDATE seat SET bot = 'random' WHERE game_id = %s AND bot = 'clever'", game)
    tables.raw("UPDATE outbox SET available_at = available_at - interval '3 s' WHERE game_id = %s", game)
    worker.run_outbox(game)
    assert tables.version_of(game) > version


def test_messages_of_an_unknown_kind_wait_in_inbox_and_mail(caplog: pytest.LogCaptureFixture) -> None:
    ada, bob = make_person(), make_person()
    running(ada, bob)
    worker.sweep()
    person = next(one for one in (ada, bob) if one.client.get("/v1/me/notifications").json()["notifications"])
    told = tables.raw("SELECT DISTINCT kind FROM players_notification")
    tables.raw("UPDATE players_notification SET kind = 'applause'")
    refused = person.client.get("/v1/me/notifications")
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == WAITS
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    tables.raw("UPDATE players_notification SET kind = %s", told[0][0])
    assert person.client.get("/v1/me/notifications").status_code == 200
