"""History cannot be rewritten: not through the ORM, not in SQL, and not by the roles of the service."""

# ruff: noqa: S608 - as in test_verify_log

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

import engine
from games.models import Command, Event
from games.models.log import LogIsAppendOnly
from games.proofs import anchors
from games.reads import one_game
from tests.games import tables

pytestmark = pytest.mark.django_db
ROLES = Path(__file__).parents[2] / "deploy" / "postgresql" / "roles.sql"


def refused(sql: str) -> str:
    """Return the server's message when it refuses a statement."""
    with pytest.raises(DatabaseError) as refusal, transaction.atomic():
        tables.raw(sql)
    return str(refusal.value)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET public = 'x'",
        "UPDATE event SET game_id = gen_random_uuid()",
        "DELETE FROM event",
        "TRUNCATE event",
        "UPDATE {partition} SET actor = 1",
        "DELETE FROM {partition}",
        "TRUNCATE {partition}",
        "UPDATE command SET last_seq = last_seq + 1",
        "DELETE FROM command",
        "TRUNCATE command",
        "UPDATE option_set SET options = 'null'",
        "DELETE FROM option_set",
    ],
)
def test_no_statement_rewrites_the_log(statement: str) -> None:
    game = tables.lobby_of(tables.person()).game.id
    [[partition]] = tables.raw("SELECT tableoid::regclass::text FROM event WHERE game_id = %s LIMIT 1", game)
    assert "the log is append-only" in refused(statement.format(partition=partition))


def test_the_primary_key_keeps_two_events_from_one_place() -> None:
    game = tables.lobby_of(tables.person()).game.id
    assert "event_" in refused(f"INSERT INTO event SELECT * FROM event WHERE game_id = '{game}' AND seq = 1")


def test_the_models_of_the_log_cannot_write() -> None:
    game = tables.lobby_of(tables.person()).game.id
    event = Event.objects.get(pk=(game, 1))
    with pytest.raises(LogIsAppendOnly):
        event.save()
    with pytest.raises(LogIsAppendOnly):
        event.delete()
    with pytest.raises(LogIsAppendOnly):
        Command.objects.filter(game_id=game).latest("first_seq").save()


def test_a_command_row_without_events_is_refused_by_the_table() -> None:
    text = refused(f"INSERT INTO command VALUES ('{uuid4()}', '{uuid4()}', 0, sha256('x'), 2, 1)")
    assert "check constraint" in text


def run_roles() -> None:
    """Run the documented role script; the test's rollback undoes it."""
    # As psql would: many statements at once.
    connection.connection.execute(ROLES.read_text(encoding="utf-8"), prepare=False)


def as_role(role: str, sql: str, *parameters: UUID) -> None:
    with transaction.atomic():
        tables.raw(f"SET LOCAL ROLE {role}")
        tables.raw(sql, *parameters)
        tables.raw("RESET ROLE")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET public = 'x'",
        "DELETE FROM event",
        "TRUNCATE event",
        "UPDATE command SET actor = 1",
        "UPDATE anchor_leaf SET version = 1",
        "DELETE FROM anchor_node",
        "DELETE FROM anchor",
        "TRUNCATE transcript_signature",
        "DELETE FROM signing_key",
        "ALTER TABLE event DISABLE TRIGGER USER",
        "DROP TABLE event",
    ],
)
def test_the_role_of_the_service_has_no_right_to_rewrite_the_log(statement: str) -> None:
    run_roles()
    with pytest.raises(DatabaseError, match=r"permission denied|must be owner"):
        as_role("flipside_app", statement)


@pytest.mark.parametrize(
    "statement", ["SELECT private FROM event", "SELECT sealed FROM game_secret", "SELECT state_cache FROM game"]
)
def test_the_role_for_readers_sees_no_secret(statement: str) -> None:
    run_roles()
    as_role("flipside_reader", "SELECT seq, public, chain FROM event")
    as_role("flipside_reader", "SELECT id, version, chain FROM game")
    with pytest.raises(DatabaseError, match="permission denied"):
        as_role("flipside_reader", statement)


def test_the_role_of_the_service_can_play() -> None:
    run_roles()
    ann, bob = tables.person(), tables.person()
    with transaction.atomic():
        tables.raw("SET LOCAL ROLE flipside_app")
        game = tables.started(ann, bob)
        seat, command = tables.legal(game)
        assert tables.send(game, (ann, bob)[seat], command).events
        tables.raw("RESET ROLE")


def test_the_role_of_the_service_can_sign_and_anchor() -> None:
    run_roles()
    ann, bob = tables.person(), tables.person()
    with transaction.atomic():
        tables.raw("SET LOCAL ROLE flipside_app")
        game = tables.started(ann, bob)
        for player in (ann, bob):
            tables.send(game, player, engine.Vote("abort"))
        assert anchors.make()
        assert len(list(one_game.transcript(game, None)[0].lines())) > 5
        tables.raw("RESET ROLE")
