"""A quarantined game does not change, reads say so, all others play on, and no time is lost."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games import errors, metrics, tasks
from games.audit import check
from games.clock.control import control
from games.models import OutboxEntry
from games.reads import one_game
from games.services import bots, commands, get_game, nudges, unquarantine, worker
from games.store import quarantine, reader
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID


pytestmark = pytest.mark.django_db
HOUR = 3600


def held(game: UUID) -> UUID:
    assert quarantine.add(game, "for a test")
    return game


def on_turn(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


def test_commands_are_refused_and_change_nothing_until_the_game_goes_on() -> None:
    ann, bob = tables.person(), tables.person()
    game = held(tables.started(ann, bob))
    before = tables.version_of(game)
    seat, command = tables.legal(game)
    again = uuid4()
    with pytest.raises(errors.GameQuarantined):
        tables.send(game, (ann, bob)[seat], command, again)
    assert tables.version_of(game) == before
    assert unquarantine.release(game) is not None
    assert not tables.send(game, (ann, bob)[seat], command, again).replayed
    assert unquarantine.release(game) is None
    assert check.check_game(game) is None


def test_a_game_is_quarantined_once_and_keeps_its_first_reason() -> None:
    game = held(tables.lobby_of(tables.person()).game.id)
    assert not quarantine.add(game, "again")
    assert [(found.game_id, found.reason) for found in quarantine.entries()] == [(game, "for a test")]
    assert not quarantine.add(uuid4(), "there is none")


def test_one_quarantined_table_among_many_and_all_others_are_played_to_their_end() -> None:
    ann = tables.person()
    games = [tables.with_bots(ann) for _ in range(5)]
    damaged = held(games[2])
    before = tables.version_of(damaged)
    tasks.wake(*map(str, games))
    worker.sweep()
    for game in games:
        with contextlib.suppress(errors.GameQuarantined):
            tables.send(game, ann, engine.Resign())
    assert [tables.table_of(game).is_over for game in games] == [game != damaged for game in games]
    assert tables.version_of(damaged) == before
    unquarantine.release(damaged)
    tables.send(damaged, ann, engine.Resign())
    assert tables.table_of(damaged).is_over


def test_time_runs_out_for_nobody_and_is_given_back() -> None:
    people = [tables.person(), tables.person()]
    game, other = (tables.timed(control(turn=HOUR), *people) for _ in range(2))
    deadline = tables.state_of(game).game.deadline_at
    assert deadline is not None
    tables.later(1800)
    held(game)
    tables.later(2 * HOUR)
    for _ in range(2):
        worker.sweep()
    get_game.get_game(game, people[0])
    assert not commands.settle(game)
    kinds = [[type(event).__name__ for event in tables.events_of(one)] for one in (game, other)]
    assert ["TimedOut" in names for names in kinds] == [False, True]
    released = unquarantine.release(game)
    assert released is not None
    lifted = released.lifted
    assert tables.state_of(game).game.deadline_at == deadline + (lifted.until - lifted.since)
    assert lifted.until - lifted.since >= timedelta(hours=2)
    assert isinstance(tables.events_of(game)[-1], engine.ClockExtended)
    assert check.check_game(game) is None
    tables.later(1700)
    assert not commands.settle(game)
    tables.later(200)
    assert commands.settle(game)


def test_promised_work_waits_and_is_not_counted_as_late() -> None:
    game = held(tables.bots_only(2))
    tables.raw("UPDATE outbox SET available_at = now() - interval '1 hour'")
    tables.raw("UPDATE game SET worker_due = true, updated_at = now() - interval '1 hour'")
    found = metrics.figures()
    assert found.waiting_for_worker == 0
    assert {one.due for one in found.outbox} == {0}
    worker.run_outbox(game)
    assert set(OutboxEntry.objects.filter(game_id=game).values_list("attempts", flat=True)) <= {0}
    assert not bots.move_bot_seats(game)
    unquarantine.release(game)
    assert metrics.figures().waiting_for_worker == 1


def test_a_bot_that_is_overtaken_by_the_hold_stops_without_a_fuss(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.bots_only(2)
    due = bots.due_decision

    def overtaken(*arguments: object) -> object:
        quarantine.add(game, "meanwhile")
        return due(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(bots, "due_decision", overtaken)
    before = tables.version_of(game)
    assert not bots.move_bot_seats(game)
    assert tables.version_of(game) == before


class TestADamagedTable:
    """A game that can no longer be read."""

    @pytest.fixture
    def game(self) -> UUID:
        """Return a private quarantined game whose cache and log are invalid."""
        ann, bob = tables.person(), tables.person()
        game = tables.lobby_of(ann, private=True).game
        tables.sit(game.id, bob, code=tables.code_of(game.id))
        with tables.unguarded():
            tables.raw("UPDATE event SET public = 'x'")
        tables.raw("UPDATE game SET state_cache = NULL")
        return held(game.id)

    def test_those_who_sit_there_are_told_and_strangers_find_nothing(self, game: UUID) -> None:
        ann = tables.raw("SELECT player_id FROM seat WHERE seat_no = 0")[0][0]
        stranger = tables.person()
        for player, refusal in ((ann, errors.GameQuarantined), (stranger, errors.GameNotFound)):
            for ask in (
                lambda player=player: one_game.load_game(game, player),
                lambda player=player: one_game.events_after(game, player, 0, 10),
                lambda player=player: tables.send(game, player, engine.Draw()),
                lambda player=player: nudges.nudge(game_id=game, player=player),
            ):
                with pytest.raises(refusal):
                    ask()

    def test_the_worker_passes_it_by(self, game: UUID) -> None:
        assert not bots.move_bot_seats(game)
        assert not commands.settle(game)
        worker.run_outbox(game)
        worker.sweep()

    def test_it_stays_quarantined_unless_an_operator_insists(self, game: UUID) -> None:
        with pytest.raises(unquarantine.StillDamaged, match="chain"):
            unquarantine.release(game)
        assert [found.game_id for found in quarantine.entries()] == [game]
        released = unquarantine.release(game, force=True)
        assert released is not None
        assert released.fault is not None
        assert not released.given_back
        assert quarantine.entries() == []


def test_all_that_is_read_of_the_log_of_a_quarantined_game_is_still_there() -> None:
    ann, bob = tables.person(), tables.person()
    game = held(tables.started(ann, bob))
    assert len(one_game.events_after(game, ann, 0, 100).events) == len(reader.read(game, 0, 1000))
