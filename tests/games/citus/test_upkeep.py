"""On a real cluster: archive, audit, anchors, exports, retention, erasure, and everything that changes seats."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from common import clock
from config.doctor import database
from games import retention
from games.proofs.anchors import builder
from games.reads import invitations, one_game
from games.services import erasure, loans
from games.store import archiver, load
from games.webhooks import batches
from players import services as players
from players.models import Seen
from tests.games import matches, tables
from tests.games.test_log_guard import run_roles

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.citus]

NOW: Final = timedelta(0)
RIGHTS: Final = """
SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname ~ '^{table}_[0-9]+$'
    AND has_table_privilege('flipside_app', oid, 'UPDATE, DELETE, TRUNCATE')
"""


def finished() -> UUID:
    ann, bob = tables.person(), tables.person()
    game = matches.won_by(ann, bob)
    tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
    return game


def is_sound(game: UUID) -> bool:
    call_command("verify_log", str(game))
    return True


def names(game: UUID) -> list[str | None]:
    found = load.load_game(game)
    assert found is not None
    return [seat.name for seat in found.game.seats]


def refused(sql: str) -> str:
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        tables.raw(sql)
    return str(refusal.value)


def test_a_finished_game_is_archived_and_read_as_before() -> None:
    game = finished()
    before = one_game.events_after(game, None, 0, 500)
    assert archiver.run(NOW, 60).moved >= 1
    assert tables.raw("SELECT count(*) FROM event WHERE game_id = %s", game) == [(0,)]
    assert one_game.events_after(game, None, 0, 500) == before
    assert one_game.transcript(game, None)[0].events == before.version
    assert is_sound(game)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE event SET actor = 1", "DELETE FROM event", "TRUNCATE event", "UPDATE command SET actor = 1",
     "DELETE FROM command", "TRUNCATE command", "DELETE FROM option_set"],
)  # fmt: skip
def test_no_statement_rewrites_the_log(statement: str) -> None:
    tables.lobby_of(tables.person())
    assert "the log is append-only" in refused(statement)


def test_no_statement_changes_the_archive() -> None:
    finished()
    archiver.run(NOW, 60)
    for statement in ("UPDATE game_archive SET version = 1", "DELETE FROM game_archive", "TRUNCATE game_archive"):
        assert "the archive is for ever" in refused(statement)


def test_the_audit_finds_a_change_and_nothing_else() -> None:
    game = tables.started(tables.person(), tables.person())
    assert is_sound(game)
    tables.raw("UPDATE game SET turn_seat = 1 - turn_seat WHERE id = %s", game)
    with pytest.raises(CommandError):
        call_command("verify_log", str(game))
    tables.raw("UPDATE game SET turn_seat = 1 - turn_seat WHERE id = %s", game)


def test_every_game_is_anchored_once() -> None:
    games = {finished() for _ in range(3)}
    made = builder.make(every_game=True)
    assert made is not None
    assert {game for (game,) in tables.raw("SELECT game_id FROM anchor_leaf")} >= games


def test_a_month_is_exported(tmp_path: Path) -> None:
    finished()
    archiver.run(NOW, 60)
    call_command("export_games", month=f"{clock.now():%Y-%m}", to=tmp_path, file_mib=1)
    assert any(path.stat().st_size for path in tmp_path.iterdir())


def test_retention_forgets_what_is_over() -> None:
    game = finished()
    [(player,)] = tables.raw("SELECT player_id FROM seat WHERE game_id = %s AND seat_no = 0", game)
    Seen.objects.create(player_id=player, game_id=game, version=1)
    retention.run()
    assert not Seen.objects.filter(game_id=game).exists()
    assert retention.overdue()["seen"] == 0


def test_a_player_is_erased_from_all_their_games() -> None:
    ann, bob = tables.person(), tables.person()
    games = [tables.started(ann, bob) for _ in range(3)]
    erasure.erase(ann)
    assert tables.raw("SELECT count(*) FROM seat WHERE player_id = %s", ann) == [(0,)]
    for game in games:
        assert names(game)[0] is None
        assert is_sound(game)


def test_a_new_name_is_shown_in_all_games() -> None:
    ann, bob = tables.person(), tables.person()
    games = [tables.started(ann, bob) for _ in range(3)]
    name = f"Ann-{uuid4().hex[:8]}"
    players.rename(player_id=ann, name=name)
    for game in games:
        assert names(game)[0] == name
        assert is_sound(game)


def test_a_lent_seat_is_shown_and_returned() -> None:
    ann, bob, cem = tables.person(), tables.person(), tables.person()
    game = tables.started(ann, bob)
    offered = loans.offer(game_id=game, player=ann, seat=0, hours=2, wanted="")
    assert offered.loan is not None
    loans.accept(game_id=game, player=cem, seat=0, code=offered.loan.code)
    found = load.load_game(game)
    assert found is not None
    assert found.game.seat_played_by(cem) == 0
    assert is_sound(game)
    loans.end(game_id=game, player=ann, seat=0)
    assert is_sound(game)


def test_an_invitation_opens_a_private_table() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, private=True).game.id
    code = tables.code_of(game)
    assert invitations.find(code, bob) is not None
    tables.sit(game, bob, code=code)
    assert names(game)[1] is not None


def test_webhooks_find_no_work_without_followers() -> None:
    game = finished()
    assert batches.advance(game) == 0
    assert batches.sweep(9) == 0


def test_an_error_of_a_shard_names_the_constraint() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    text = refused(f"UPDATE seat SET player_id = '{ann}' WHERE game_id = '{game}' AND seat_no = 1")  # noqa: S608 - ids of ours
    assert re.search(r"seat_of_player_\d+", text)


def test_the_doctor_finds_a_cluster_that_is_distributed() -> None:
    texts = [finding.says for finding in database.check()]
    assert "The games are distributed." in texts
    assert not [text for text in texts if "not distributed" in text or "have not set" in text]


def test_distributing_again_changes_no_table() -> None:
    said = StringIO()
    call_command("distribute", stdout=said)
    assert "divided" not in said.getvalue()


def test_the_role_of_the_service_has_no_right_to_rewrite_the_log_on_any_node() -> None:
    connection.ensure_connection()
    run_roles()
    for table in ("event", "command", "option_set", "game_archive"):
        asked = RIGHTS.format(table=table)
        rights = tables.raw("SELECT result FROM run_command_on_workers(%s)", asked)
        assert {count for (count,) in rights} == {"0"}
