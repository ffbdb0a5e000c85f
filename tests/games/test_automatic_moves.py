"""Moves that the service makes for players: when, once, and as if the player had made them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from common import clock
from games import clock as clocks
from games import orders
from games.audit import check
from games.models import AutomaticMove, OutboxEntry
from games.notifications import due_reminders, snapshot
from games.orders import due
from games.reads import since_looked
from games.reads.automatic_moves import list_automatic_moves
from games.services import automatic_moves, worker
from games.store.load import seed_of
from games.types import Work
from players.models import Notification, Reminder
from tests.games import tables

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db

DAY = engine.ClockSet(86_400, None, 0, None, None, False, "lenient", 3)  # noqa: FBT003  as it is stored


class AtTable:
    """A match of two people, played by hand until a seat has no choice."""

    def __init__(self, control: engine.ClockSet = DAY, **options: Any) -> None:
        self.people = (tables.person(), tables.person())
        self.game = tables.timed(control, *self.people, **({"forced_moves": True} | options))

    def until_forced(self) -> int:
        """Play until the seat on turn has no choice, with the worker's part done; return it."""
        for number in range(1000):
            before = tables.table_of(self.game).turn
            worker.run_outbox(self.game)
            self.play(number)
            seat = tables.table_of(self.game).turn
            if seat not in {before, None} and len(self.legal(seat)) == 1:
                Notification.objects.all().delete()
                worker.run_outbox(self.game)
                return seat
        raise AssertionError("every seat had a choice")

    def until_nearly_late(self, left: float = 5) -> None:
        """Play until a seat has no choice, each seat with so many seconds left when it moves."""
        for number in range(1000):
            state = tables.state_of(self.game)
            seat, deadline = state.table.turn, state.game.deadline_at
            if seat is not None and deadline is not None:
                if len(self.legal(seat)) == 1 and (deadline - clock.now()).total_seconds() < 5 * left:
                    return
                tables.later(max(0, (deadline - clock.now()).total_seconds() - left))
            self.play(number)
        raise AssertionError("every seat had a choice")

    def play(self, number: int) -> None:
        seat = tables.table_of(self.game).turn
        if seat is None:
            tables.let_bots_move(self.game)
            return
        legal = self.legal(seat)
        plays = [one for one in legal if isinstance(one, engine.Play)] or legal
        tables.send(self.game, self.people[seat], plays[number % len(plays)])

    def legal(self, seat: int) -> list[engine.Command]:
        return engine.legal_commands(tables.table_of(self.game), seat)

    def promised(self) -> OutboxEntry | None:
        return OutboxEntry.objects.filter(game_id=self.game, kind=Work.AUTOMATIC).order_by("-seq").first()

    def due_at(self) -> datetime:
        entry = self.promised()
        assert entry is not None
        return entry.available_at

    def told(self, seat: int) -> list[str]:
        """Return the kinds of messages to the player of a seat."""
        mine = Notification.objects.filter(game_id=self.game, player_id=self.people[seat])
        return list(mine.values_list("kind", flat=True))


@pytest.fixture
def table() -> AtTable:
    return AtTable()


def test_a_move_without_a_choice_is_promised_and_its_player_is_not_called(table: AtTable) -> None:
    seat = table.until_forced()
    entry = table.promised()
    assert entry is not None
    assert (entry.seq, entry.recipient) == (tables.version_of(table.game), seat)
    assert "your_turn" not in table.told(seat)


def test_no_reminder_reaches_a_player_whose_move_is_promised(table: AtTable) -> None:
    seat = table.until_forced()
    Reminder.objects.filter(game_id=table.game).update(due_at=clock.now())
    due_reminders.create_due()
    assert table.told(seat) == []
    (reminder,) = Reminder.objects.filter(game_id=table.game, player_id=table.people[seat])[:1]
    assert reminder.due_at > table.due_at()


def test_a_player_is_reminded_after_all_if_the_promised_move_is_void(table: AtTable) -> None:
    seat = table.until_forced()
    OutboxEntry.objects.filter(game_id=table.game).delete()
    Reminder.objects.filter(game_id=table.game).update(due_at=clock.now())
    due_reminders.create_due()
    assert "reminder" in table.told(seat)


def test_it_waits_for_its_time_and_is_then_made_by_the_sweep(table: AtTable) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    (command,) = table.legal(seat)
    wait = (table.due_at() - tables.state_of(table.game).now).total_seconds()
    tables.later(wait - 1)
    worker.sweep()
    assert tables.version_of(table.game) == version
    tables.later(2)
    worker.sweep()
    first = tables.log_of(table.game)[version]
    assert first.actor == seat
    assert isinstance(command, engine.Draw) == isinstance(first.event, engine.CardsDrawn)
    assert check.check_game(table.game) is None


def test_the_cause_is_kept_and_bound_to_the_id_of_the_command(table: AtTable) -> None:
    seat, version, seed = table.until_forced(), tables.version_of(table.game), seed_of(table.game)
    assert seed is not None
    automatic_moves.carry_out(table.game, version, seat)
    move = AutomaticMove.objects.get(game_id=table.game)
    assert (move.seq, move.seat, move.cause) == (version + 1, seat, "forced")
    expected = engine.Chance(table.game.bytes, seed).automatic_id(version, seat, "forced")
    assert tables.log_of(table.game)[version].command_id == UUID(bytes=expected)


def test_while_the_match_runs_only_its_player_learns_of_it(table: AtTable) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    automatic_moves.carry_out(table.game, version, seat)
    mine = list_automatic_moves(table.game, table.people[seat])
    assert [(move.seq, move.cause) for move in mine] == [(version + 1, "forced")]
    assert list_automatic_moves(table.game, table.people[1 - seat]) == []
    assert list_automatic_moves(table.game, None) == []
    tables.send(table.game, table.people[0], engine.Resign())
    worker.run_outbox(table.game)
    assert list_automatic_moves(table.game, None) == mine


def test_its_player_finds_it_among_what_has_happened_since(table: AtTable) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    state = tables.state_of(table.game, table.people[seat])
    before = since_looked.since_looked(state, table.people[seat])
    told, _ = snapshot.since_acting(snapshot.Snapshot(state.game, state.table, state.now), seat)
    automatic_moves.carry_out(table.game, version, seat)
    state = tables.state_of(table.game, table.people[seat])
    after = since_looked.since_looked(state, table.people[seat])
    assert after.after == before.after
    assert any(logged.actor == seat for logged in after.events)
    scene = snapshot.Snapshot(state.game, state.table, state.now)
    assert snapshot.since_acting(scene, seat)[0][: len(told)] == told
    assert len(after.events) == len(snapshot.since_acting(scene, seat)[0]) > len(told)


def test_it_is_made_once_however_often_it_is_tried(table: AtTable) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    automatic_moves.carry_out(table.game, version, seat)
    after = tables.version_of(table.game)
    automatic_moves.carry_out(table.game, version, seat)
    assert tables.version_of(table.game) == after
    assert AutomaticMove.objects.count() == 1


def test_the_player_may_move_before(table: AtTable) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    table.play(0)
    after = tables.version_of(table.game)
    automatic_moves.carry_out(table.game, version, seat)
    assert tables.version_of(table.game) == after
    assert not AutomaticMove.objects.exists()


def test_a_promise_does_not_outlive_the_turn_it_was_made_for(table: AtTable) -> None:
    first = table.until_forced()
    promised = tables.version_of(table.game)
    table.play(0)
    while table.until_forced() != first:
        pass
    version = tables.version_of(table.game)
    automatic_moves.carry_out(table.game, promised, first)
    assert tables.version_of(table.game) == version


def test_a_player_who_has_a_choice_again_is_called(table: AtTable) -> None:
    """A drawn card that fits may be played or kept."""
    for _ in range(200):
        seat, version = table.until_forced(), tables.version_of(table.game)
        automatic_moves.carry_out(table.game, version, seat)
        now = tables.table_of(table.game)
        if now.turn == seat and len(table.legal(seat)) > 1:
            assert "your_turn" not in table.told(seat)
            worker.run_outbox(table.game)
            assert "your_turn" in table.told(seat)
            return
    raise AssertionError("no drawn card did fit")


def test_a_table_without_forced_moves_leaves_all_moves_to_its_players() -> None:
    table = AtTable(forced_moves=False)
    seat = table.until_forced()
    assert table.promised() is None
    assert "your_turn" in table.told(seat)


def test_an_interrupted_move_is_made_by_the_next_attempt(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)

    def fail(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as broken, suppress(ConnectionError):
        broken.setattr(AutomaticMove.objects, "get_or_create", fail)
        automatic_moves.carry_out(table.game, version, seat)
    assert tables.version_of(table.game) == version, "move and cause are one"
    automatic_moves.carry_out(table.game, version, seat)
    assert AutomaticMove.objects.count() == 1


def test_a_move_of_the_player_at_the_same_time_comes_first(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, version = table.until_forced(), tables.version_of(table.game)
    move_for = orders.move_for

    def slow(*args: Any) -> Any:
        monkeypatch.setattr(orders, "move_for", move_for)
        move = move_for(*args)
        table.play(0)
        return move

    monkeypatch.setattr(orders, "move_for", slow)
    automatic_moves.carry_out(table.game, version, seat)
    assert not AutomaticMove.objects.exists()
    assert tables.log_of(table.game)[version].actor == seat
    assert check.check_game(table.game) is None


def test_it_is_made_before_the_time_of_a_bank_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = AtTable(control=clocks.PRESETS["blitz"].control)
    table.until_nearly_late()
    state = tables.state_of(table.game)
    assert state.game.deadline_at is not None
    left = state.game.deadline_at - state.game.updated_at
    assert left.total_seconds() < 30, "of five minutes"
    for number in range(200):
        monkeypatch.setattr(due, "seed_of", lambda _game, number=number: number.to_bytes(32, "big"))
        found = orders.scheduled(state.game, state.table, state.clock)
        assert found is not None
        assert found.at < state.game.deadline_at
