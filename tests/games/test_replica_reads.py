"""Reads of the log from a replica: what is asked of it, and when the primary answers instead."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.database import replica as replica_reads
from config.database.replica import driver
from devtools.stack.port import free_port
from games import errors
from games.reads import one_game
from games.store import archiver, quarantine, reader, replay
from games.types import EVERY
from tests.games import matches, replicas, tables
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = "e.private_commitment"
"""A column of all statements that read events."""


@pytest.fixture
def replica() -> Iterator[None]:
    """Name the database itself as a replica that is never late."""
    with replicas.named():
        yield


def asked_of_the_log(said: list[str]) -> int:
    return sum(ROWS in sql for sql in said)


@pytest.mark.usefixtures("replica")
def test_the_log_is_read_from_the_replica_and_access_is_decided_by_the_primary() -> None:
    ada, bob = make_person(), make_person()
    game = running(ada, bob)
    for path in ("/events", "/states/3"):
        with replicas.statements() as theirs, CaptureQueriesContext(connection) as queries:
            assert ada.client.get(f"/v1/games/{game}{path}").status_code == 200
        ours = [query["sql"] for query in queries]
        assert asked_of_the_log(theirs)
        assert not asked_of_the_log(ours)
        assert any("players_token" in sql for sql in ours)
        assert not any("players_token" in sql or " seat " in sql for sql in theirs)


def test_a_page_that_was_answered_from_a_replica_says_the_same() -> None:
    ada, bob, eve = make_person(), make_person(), make_person()
    game = running(ada, bob, spectators="delayed")
    paths = [f"/v1/games/{game}{rest}" for rest in ("", "/events?limit=2", "/events?after=3", "/states/3")]
    for who in (ada, eve):
        alone = [who.client.get(path).content for path in paths[1:]]
        with replicas.named():
            assert [who.client.get(path).content for path in paths[1:]] == alone
            assert who.client.get(paths[0]).status_code == 200


@pytest.mark.usefixtures("replica")
def test_look_and_move_are_left_to_the_primary() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    with replicas.statements() as theirs:
        one_game.load_game(game, ann)
        tables.send(game, (ann, bob)[seat], command)
    assert theirs == []


@pytest.mark.usefixtures("replica")
def test_a_finished_match_comes_from_the_replica_whether_archived_or_not() -> None:
    game = matches.won_by(tables.person(), tables.person())
    before = read_as_file(game)
    tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
    assert archiver.run(timedelta(0), 60).moved
    assert read_as_file(game) == before


def read_as_file(game: UUID) -> bytes:
    with replicas.statements() as theirs:
        found, _ = one_game.transcript(game, None)
        body = b"".join(found.lines())
    assert theirs
    return body


@pytest.mark.usefixtures("replica")
def test_a_quarantined_match_gets_no_transcript_from_a_replica() -> None:
    game = matches.won_by(tables.person(), tables.person())
    quarantine.add(game, "doubt")
    with pytest.raises(errors.GameQuarantined):
        one_game.transcript(game, None)


@pytest.mark.usefixtures("replica")
@pytest.mark.parametrize("change", ["later", "other"])
def test_a_replica_without_this_very_event_is_not_believed(change: str) -> None:
    game = tables.started(tables.person(), tables.person())
    version, chain = reader.tip(game) or (0, b"")
    tips = {"later": reader.Tip(game, version + 1, chain), "other": reader.Tip(game, version, bytes(32))}
    assert reader.from_replica(reader.Tip(game, version, chain), lambda: "asked") == "asked"
    assert reader.from_replica(tips[change], lambda: "asked") is None


@pytest.mark.usefixtures("replica")
def test_a_replica_whose_rows_are_damaged_is_not_believed() -> None:
    game = tables.started(tables.person(), tables.person())
    version, chain = reader.tip(game) or (0, b"")

    def damaged() -> Any:
        return replay.fold_to(game, version, chain=bytes(32))

    assert reader.from_replica(reader.Tip(game, version, chain), damaged) is None
    with replicas.statements() as theirs:
        one_game.events_after(game, None, 0, 100)
    assert theirs, "damage of one log is no reason to leave the replica alone"


def test_a_replica_that_is_away_is_tried_once_until_it_has_rested(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = tables.person()
    game = tables.started(ann, tables.person())
    expected = one_game.events_after(game, ann, 0, 100)
    tried: list[object] = []
    connect = driver.ReplicaSession.connect
    monkeypatch.setattr(driver, "connect", lambda **address: tried.append(address) or connect(**address))
    with replicas.named(PORT=free_port()):
        for times in (1, 1, 1):
            assert one_game.events_after(game, ann, 0, 100) == expected
            assert len(tried) == times
        monkeypatch.setattr(replica_reads, "monotonic", lambda: monotonic() + replica_reads.REST_SECONDS)
        for times in (2, 2):
            assert one_game.events_after(game, ann, 0, 100) == expected
            assert len(tried) == times


@pytest.mark.usefixtures("replica")
def test_a_missing_snapshot_is_written_to_the_primary() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    tables.play_until(game, EVERY + 2, ann, bob)
    tables.raw("DELETE FROM snapshot WHERE game_id = %s", game)
    version = tables.version_of(game)
    with replicas.statements() as theirs:
        assert one_game.state_at(game, ann, version).table == tables.table_of(game)
    assert asked_of_the_log(theirs)
    assert tables.raw("SELECT count(*) FROM snapshot WHERE game_id = %s", game) == [(1,)]
