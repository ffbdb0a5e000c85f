"""The archive: a finished game is stored elsewhere, and every read gives the same answer as before, at any time."""

# ruff: noqa: S608 - as in test_log_guard

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from structlog.testing import capture_logs

import engine
from games import errors, leases, notifications
from games.audit import check
from games.reads import one_game
from games.services import replies
from games.store import append, archiver, load, reader, replay
from games.types import EVERY
from tests.games import tables
from tests.games.concurrency import together
from tests.games.test_log_guard import as_role, refused, run_roles

if TYPE_CHECKING:
    from django.test import Client

    from games.store.archiver import Run
    from games.store.reader import EventRow
    from games.types import CommandRow

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log"), pytest.mark.slow]
NOW = timedelta(0)


def finished(**options: Any) -> UUID:
    """Return a finished match of two people, without pending work."""
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, **{"target": 50, **options})
    tables.play_well(game, ann, bob)
    tables.raw("DELETE FROM outbox WHERE game_id = %s", game)
    return game


def long() -> UUID:
    """Return a finished match with more events than one frame holds."""
    game = finished(target=700)
    assert tables.version_of(game) > 2 * EVERY
    return game


def archived(game: UUID) -> UUID:
    """Archive the game and return it."""
    assert archiver.run(NOW, 60).moved >= 1
    assert tables.raw("SELECT count(*) FROM event WHERE game_id = %s", game) == [(0,)]
    assert tables.raw("SELECT count(*) FROM command WHERE game_id = %s", game) == [(0,)]
    return game


def whole(game: UUID) -> tuple[list[EventRow], list[CommandRow]]:
    """Return everything that is stored of a log."""
    return tables.rows_of(game), reader.commands(game)


@pytest.mark.django_db(transaction=True)
def test_every_stored_value_is_there_afterwards() -> None:
    game = long()
    before = whole(game)
    assert whole(archived(game)) == before
    assert check.check_game(game) is None
    [[ends, version]] = tables.raw("SELECT ends, version FROM game_archive WHERE game_id = %s", game)
    stops = [row[0] for row in tables.raw("SELECT version FROM snapshot WHERE game_id = %s ORDER BY 1", game)]
    assert ends in ([*stops, version], stops)


@pytest.mark.django_db(transaction=True)
def test_every_part_of_a_log_is_read_as_before() -> None:
    game = long()
    last = tables.version_of(game)
    types = [engine_type for engine_type in engine.EVENT_TYPES if engine_type % 3 == 0]

    def parts() -> list[Any]:
        found: list[Any] = [reader.latest(game, seq, types) for seq in (1, 300, last)]
        for after, upto in ((0, 5), (250, 262), (last - 3, last), (last, last), (0, last + 9), (7, 7)):
            found += [reader.read(game, after, upto), reader.matching(game, after, upto, types, 1)]
        for seq in (1, 255, 256, 257, 258, 259, 300, last):
            found += [reader.command_events(game, seq), reader.through(game, max(0, seq - 9), seq)]
        return [*found, reader.page(game, None, 250, 20), reader.page(game, None, last, 20), reader.read(uuid4(), 0, 9)]

    before = parts()
    archived(game)
    assert parts() == before


@pytest.mark.parametrize("options", [{}, {"game": "classic"}, {"edition": "marvel"}, {"game": "spin"}], ids=str)
def test_the_table_at_every_version_is_the_fold_of_the_log(options: dict[str, Any]) -> None:
    game = finished(**options)
    events = tables.events_of(game)
    table = engine.Table()
    states = [engine.encode_table(engine.replay([event], table)) for event in events]
    # Without snapshots each version is folded from the first event.
    for stage, step in (("hot", 1), ("archived", 1), ("without snapshots and caches", 7)):
        if stage == "archived":
            archived(game)
        if stage == "without snapshots and caches":
            append.drop_caches()
        for version in range(len(states), 0, -step):
            assert engine.encode_table(one_game.state_at(game, None, version).table) == states[version - 1]


def test_every_command_sent_again_gets_its_first_answer() -> None:
    game = finished()
    header = tables.state_of(game).game
    commands = reader.commands(game)
    before = [replies.repeat(header, command.first_seq, command.last_seq) for command in commands]
    archived(game)
    for command, answer in zip(commands, before, strict=True):
        loaded = load.load_for_command(game, None, command.command_id)
        assert loaded is not None
        assert loaded.earlier == (command.fingerprint, command.actor, command.first_seq, command.last_seq)
        again = replies.repeat(loaded.game, command.first_seq, command.last_seq)
        assert (again.events, engine.encode_table(again.table)) == (answer.events, engine.encode_table(answer.table))


def test_a_player_who_retries_or_goes_on_hears_what_they_would_have_heard() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=50)
    seat, command = tables.legal(game)
    key = uuid4()
    first = tables.send(game, (ann, bob)[seat], command, key)
    tables.play_well(game, ann, bob)
    tables.raw("DELETE FROM outbox")
    archived(game)
    again = tables.send(game, (ann, bob)[seat], command, key)
    assert (again.events, again.replayed) == (first.events, True)
    with pytest.raises(errors.CommandIdReused):
        tables.send(game, (ann, bob)[seat], engine.Draw(), key, asked=bytes(32))
    with pytest.raises(errors.GameFinished):
        tables.send(game, ann, engine.Draw())


def test_messages_about_a_game_are_told_as_before() -> None:
    game = finished()
    last = tables.version_of(game)
    before = notifications.snapshot.load_command(game, last)
    archived(game)
    after = notifications.snapshot.load_command(game, last)
    assert before is not None
    assert after is not None
    assert (after.events, after.is_settled) == (before.events, before.is_settled)


def test_a_game_is_moved_when_it_is_over_and_nothing_is_promised_about_it() -> None:
    ann, bob = tables.person(), tables.person()
    running, over = tables.started(ann, bob), finished()
    promised, held = finished(), finished()
    tables.raw("INSERT INTO outbox VALUES (%s, 1, 3, -1, now(), 0)", promised)
    tables.raw("UPDATE game SET quarantined_at = now() WHERE id = %s", held)
    assert archiver.run(timedelta(days=7), 60) == (0, 0, False)
    with tables.travelled(7 * 86_400):
        assert archiver.run(timedelta(days=7), 60) == (1, 0, False)
        assert archiver.run(timedelta(days=7), 60) == (0, 0, False)
    assert tables.raw("SELECT game_id FROM game_archive") == [(over,)]
    assert [tables.version_of(game) > 0 for game in (running, promised, held)] == [True] * 3


def due() -> list[archiver.Due]:
    return [one for number in leases.ALL for one in archiver._due(NOW, number)]


def test_games_of_a_slice_are_moved_together_by_two_reads_and_one_write() -> None:
    games = [finished() for _ in range(3)]
    before = [whole(game) for game in games]
    ((group),) = archiver._groups(iter(due()))
    with CaptureQueriesContext(connection) as queries:
        assert archiver._try(group) == [True] * 3
    assert len(queries) == 4, "two reads, the partition of the month, and the move"
    assert [whole(game) for game in games] == before
    assert tables.raw("SELECT count(*) FROM game_archive") == [(3,)]


def test_a_game_that_cannot_be_moved_holds_up_none_of_those_that_would_be_moved_with_it() -> None:
    broken, *sound = finished(), finished(), finished()
    with tables.unguarded():
        tables.raw("DELETE FROM command WHERE first_seq = 1 AND game_id = %s", broken)
    (group,) = archiver._groups(iter(due()))
    done = dict(zip([one.game_id for one in group], archiver._try(group), strict=True))
    assert done == {broken: None, sound[0]: True, sound[1]: True}


@pytest.mark.django_db(transaction=True)
def test_a_game_whose_row_is_held_is_left_to_the_next_run_and_nobody_waits() -> None:
    held, free = finished(), finished()

    def run() -> archiver.Run:
        return archiver.run(NOW, 60)

    with transaction.atomic():
        tables.raw("SELECT FROM game WHERE id = %s FOR UPDATE", held)
        assert together(run) == [(1, 0, False)]
        assert tables.raw("SELECT game_id FROM game_archive") == [(free,)]
    assert run() == (1, 0, False)


def test_a_group_ends_with_enough_events(monkeypatch: pytest.MonkeyPatch) -> None:
    games = iter([archiver.Due(uuid4(), date(2026, 11, 1), version, b"") for version in (9, 4, 3, 5, 5, 1)])
    monkeypatch.setattr(archiver, "ENOUGH_EVENTS", 8)
    assert [[one.version for one in group] for group in archiver._groups(games)] == [[9], [4, 3, 5], [5, 1]]


def test_each_game_lies_in_the_month_in_which_it_ended() -> None:
    games = [finished() for _ in range(3)]
    for game, day in zip(
        games, ("2026-12-31 23:59:59.9+00", "2027-01-01 00:00+00", "2026-12-31 20:00-05"), strict=True
    ):
        tables.raw("UPDATE game SET updated_at = %s WHERE id = %s", day, game)
    with tables.travelled(90 * 86_400):
        assert archiver.run(NOW, 60).moved == 3
    found = dict(tables.raw("SELECT game_id, tableoid::regclass::text FROM game_archive"))  # type: ignore[arg-type]  # pairs
    assert [found[game] for game in games] == ["game_archive_2026_12", "game_archive_2027_01", "game_archive_2027_01"]


@pytest.mark.parametrize("damage", ["DELETE FROM event WHERE seq = 4", "DELETE FROM command WHERE first_seq = 1"])
def test_a_log_that_does_not_fit_itself_stays_where_it_is(damage: str) -> None:
    game, sound = finished(), finished()
    with tables.unguarded():
        tables.raw(f"{damage} AND game_id = %s", game)
    left = whole(game)
    assert archiver.run(NOW, 60) == (1, 1, False)
    assert whole(game) == left
    assert tables.raw("SELECT game_id FROM game_archive") == [(sound,)]


@pytest.mark.parametrize(
    "change",
    [
        {"p_version": "version - 1"},
        {"p_chain": "sha256('x')"},
        {"p_commands": "1"},
        {"p_ends": "ARRAY[version + 1]"},
        {"p_ends": "ARRAY[1, version]"},
    ],
    ids=str,
)
def test_a_call_that_does_not_fit_the_game_loses_nothing(change: dict[str, str]) -> None:
    game = finished()
    before = whole(game)
    commands = f"(SELECT count(*)::int FROM command WHERE game_id = '{game}')"
    given = {
        "p_version": "version", "p_chain": "chain", "p_commands": commands, "p_format": "1::smallint",
        "p_ends": "ARRAY[version]", "p_frames": "ARRAY['x'::bytea]", **change,
    }  # fmt: skip
    tables.raw("SELECT make_archive_partition(date_trunc('month', now())::date)")
    call = ", ".join(f"{name} => {value}" for name, value in given.items())
    asked = f"SELECT archive_game(id, {call}) FROM game WHERE id = '{game}'"
    if {"p_version", "p_chain"} & set(change):
        assert tables.raw(asked) == [(False,)]
    else:
        assert "events of" in (text := refused(asked)) or "check constraint" in text
    assert whole(game) == before


@pytest.mark.django_db(transaction=True)
def test_nothing_in_the_archive_changes_and_the_log_of_other_games_stays() -> None:
    game, other = archived(finished()), finished()
    [[partition]] = tables.raw("SELECT tableoid::regclass::text FROM game_archive")
    for statement in ("UPDATE {} SET frames = '{{}}', ends = '{{}}'", "DELETE FROM {}", "TRUNCATE {}"):
        for table in ("game_archive", partition):
            assert "the archive is for ever" in refused(statement.format(table))
    for table in ("event", "command"):
        assert "append-only" in refused(f"DELETE FROM {table} WHERE game_id = '{other}'")
    # Even rows that come back under the id of an archived game cannot be deleted afterwards.
    row = tables.rows_of(game)[0]
    tables.raw(
        "INSERT INTO event VALUES (%s, 1, %s, 1, %s, %s, now(), %s, NULL, NULL, %s)",
        game, row.type, row.actor, row.command_id, row.public, row.chain,
    )  # fmt: skip
    assert "append-only" in refused(f"DELETE FROM event WHERE game_id = '{game}'")
    with tables.unguarded():
        tables.raw("DELETE FROM event WHERE game_id = %s", game)


def test_the_role_of_the_service_moves_games_and_can_do_nothing_else_to_their_logs() -> None:
    run_roles()
    game = finished()
    before = whole(game)
    with transaction.atomic():
        tables.raw("SET LOCAL ROLE flipside_app")
        assert archiver.run(NOW, 60).moved == 1
        assert whole(game) == before
        tables.raw("RESET ROLE")
    run_roles()
    for statement in (
        "INSERT INTO game_archive SELECT * FROM game_archive",
        "UPDATE game_archive SET chain = chain",
        "DELETE FROM game_archive",
        "TRUNCATE game_archive",
        "DELETE FROM event",
        "SELECT frames FROM game_archive",
    ):
        role = "flipside_reader" if statement.startswith("SELECT") else "flipside_app"
        with pytest.raises(DatabaseError, match="permission denied"):
            as_role(role, statement)
    for function in ("make_archive_partition('2026-01-01')", "archive_game(NULL, 1, NULL, 1, 1::smallint, NULL, NULL)"):
        with pytest.raises(DatabaseError, match="permission denied for function"):
            as_role("flipside_reader", f"SELECT {function}")


@pytest.mark.django_db(transaction=True)
def test_readers_and_retries_see_no_gap_while_games_are_moved() -> None:
    ann, bob = tables.person(), tables.person()
    games = []
    for _ in range(6):
        game = tables.started(ann, bob, target=50)
        seat, command = tables.legal(game)
        key = uuid4()
        first = tables.send(game, (ann, bob)[seat], command, key)
        tables.play_well(game, ann, bob)
        games.append((game, (ann, bob)[seat], command, key, first.events))
    tables.raw("DELETE FROM outbox")
    expected = {game: (whole(game), engine.encode_table(tables.table_of(game))) for game, *_ in games}

    def read() -> int:
        rounds = 0
        while tables.raw("SELECT count(*) FROM game_archive") != [(len(games),)] or rounds < 2:
            for game, player, command, key, events in games:
                (rows, commands), state = expected[game]
                middle = len(rows) // 2
                assert whole(game) == (rows, commands)
                assert reader.through(game, middle - 1, middle)[0] == rows[middle - 1]
                page = reader.page(game, player, middle, 10)
                assert page is not None
                assert page[1] == rows[middle : middle + 10]
                assert engine.encode_table(tables.table_of(game)) == state
                assert replay.moment(game, middle).event == rows[middle - 1]
                assert tables.send(game, player, command, key).events == events
            rounds += 1
        return rounds

    answers = together(read, read, lambda: archiver.run(NOW, 60), lambda: archiver.run(NOW, 60))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    moved: list[Run] = [answer for answer in answers if isinstance(answer, archiver.Run)]
    assert (sum(run.moved for run in moved), sum(run.failed for run in moved)) == (len(games), 0)
    assert all(check.check_game(game) is None for game, *_ in games)


def test_the_command_moves_what_is_due_and_says_what_it_cannot(capsys: pytest.CaptureFixture[str]) -> None:
    finished()
    call_command("archive_games")
    assert capsys.readouterr().out == "0 games archived\n"
    call_command("archive_games", days=0)
    assert capsys.readouterr().out == "1 games archived\n"
    broken = finished()
    with tables.unguarded():
        tables.raw("DELETE FROM event WHERE seq = 3 AND game_id = %s", broken)
    with pytest.raises(CommandError, match="1 games could not be archived"):
        call_command("archive_games", days=0)


def test_a_log_that_cannot_be_moved_is_named_and_counted_and_the_others_are_moved(client: Client) -> None:
    broken, sound = sorted((finished(), finished()))
    with tables.unguarded():
        tables.raw("DELETE FROM event WHERE seq = 3 AND game_id = %s", broken)
    before = failures(client)
    with capture_logs() as lines:
        assert archiver.run(NOW, 60) == (1, 1, False)
    assert reader.read(sound, 0, 1)
    assert [(line["event"], line["game"]) for line in lines] == [("archive_failing", str(broken))]
    assert failures(client) == before + 1


def failures(client: Client) -> float:
    lines = client.get("/metrics").content.decode().splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith("flipside_archive_failures_total ")]
    return float(value)


def test_a_log_without_a_header_is_found_in_the_archive_too() -> None:
    game = archived(finished())
    tables.raw("DELETE FROM seat WHERE game_id = %s", game)
    tables.raw("DELETE FROM game WHERE id = %s", game)
    assert reader.games(UUID(int=0), 9) == [game]


@pytest.mark.django_db(transaction=True)
def test_an_archived_log_takes_less_than_half_the_room() -> None:
    game = long()
    [[before]] = tables.raw(
        "SELECT (SELECT sum(pg_column_size(e.*)) FROM event e WHERE game_id = %s)"
        " + (SELECT sum(pg_column_size(c.*)) FROM command c WHERE game_id = %s)",
        game, game,
    )  # fmt: skip
    archived(game)
    [[after]] = tables.raw("SELECT pg_column_size(frames) FROM game_archive")
    assert 2 * after < before  # type: ignore[operator]  # numbers
