"""The worker moves bots and deals rounds, whatever hint or worker is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games import tasks
from games.audit import check
from games.models import OutboxEntry
from games.services import bots, lobby, worker
from games.store import outbox
from games.types import SYSTEM, Work
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db


def waiting_for_bots() -> tuple[UUID, UUID]:
    """Return a game in which a bot must act, and its host."""
    host = tables.person()
    while True:
        game = tables.with_bots(host, 3)
        if tables.table_of(game).turn != 0:
            return game, host


def make_due(game: UUID) -> None:
    """Let the lease expire."""
    tables.raw("UPDATE outbox SET available_at = now() - interval '1 second' WHERE game_id = %s", game)


def test_a_command_that_leaves_a_bot_on_turn_promises_work_in_its_own_transaction() -> None:
    game, _ = waiting_for_bots()
    assert tables.promised(game) == [Work.WAKE_BOTS]


def test_the_worker_moves_the_bots_until_a_person_must_act_and_ticks_the_work_off() -> None:
    game, _ = waiting_for_bots()
    tasks.wake(str(game))
    assert tables.table_of(game).turn == 0
    assert tables.promised(game) == []
    assert check.check_game(game) is None


def test_waking_the_worker_twice_does_nothing_more() -> None:
    game, _ = waiting_for_bots()
    tasks.wake(str(game))
    version = tables.version_of(game)
    tasks.wake(str(game))
    assert not bots.move_bot_seats(game)
    assert tables.version_of(game) == version


def test_the_log_says_which_seat_a_bot_moved() -> None:
    game, _ = waiting_for_bots()
    before = tables.version_of(game)
    tasks.wake(str(game))
    assert {row.actor for row in tables.rows_of(game)[before:]} <= {1, 2, 3}


def test_a_finished_round_is_followed_by_the_next_one() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    while (table := tables.table_of(game)).phase is not engine.Phase.ROUND_OVER:
        options = engine.legal_commands(table, table.turn or 0)
        plays = [command for command in options if isinstance(command, engine.Play)]  # else a round takes thousands
        tables.send(game, (ann, bob)[table.turn or 0], (plays or options)[0])
    assert tables.promised(game) == [Work.DEAL_NEXT_ROUND]
    tasks.wake(str(game))
    assert tables.table_of(game).round == 2
    assert tables.rows_of(game)[-1].actor == SYSTEM
    assert tables.promised(game) == []


def test_a_lost_hint_is_healed_by_the_sweep() -> None:
    game, _ = waiting_for_bots()
    tasks.sweep()
    assert tables.table_of(game).turn == 0


def test_work_of_a_worker_that_died_comes_back() -> None:
    game, _ = waiting_for_bots()
    assert outbox.claim(game)  # the claiming worker never reports back
    version = tables.version_of(game)
    tasks.sweep()
    assert tables.version_of(game) == version
    make_due(game)
    tasks.sweep()
    assert tables.table_of(game).turn == 0


def test_a_lost_promise_is_healed_by_the_sweep_too() -> None:
    game, _ = waiting_for_bots()
    OutboxEntry.objects.all().delete()
    tables.raw("UPDATE game SET updated_at = now() - interval '1 minute' WHERE id = %s", game)
    tasks.sweep()
    assert tables.table_of(game).turn == 0


def test_a_game_that_breaks_the_worker_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = waiting_for_bots()
    fine, _ = waiting_for_bots()
    tables.raw("UPDATE seat SET bot = 'gone' WHERE game_id = %s AND kind = 2", broken)
    tasks.sweep()
    assert tables.table_of(fine).turn == 0
    assert str(broken) in caplog.text
    assert tables.promised(broken) == [Work.WAKE_BOTS]


def test_poisonous_work_is_tried_ever_more_rarely() -> None:
    game, _ = waiting_for_bots()
    waits = []
    for _ in range(4):
        entry = next(entry for entry in outbox.claim(game) if entry.kind == Work.WAKE_BOTS)
        [[wait]] = tables.raw(
            "SELECT extract(epoch FROM available_at - now()) FROM outbox WHERE game_id = %s AND kind = 1", game
        )
        waits.append(round(float(str(wait)) / outbox.LEASE_SECONDS))
        make_due(game)
    assert waits == [1, 2, 4, 8]
    assert entry.attempt == 4


def test_a_long_row_of_bot_moves_is_cut_into_bounded_tasks() -> None:
    host = tables.person()
    game = tables.with_bots(host, 3)
    tables.let_bots_move(game)
    lonely = tables.bots_only(4, target=2_000)  # one round does not end the match
    assert bots.move_bot_seats(lonely, limit=5)
    assert tables.table_of(lonely).turn is not None
    worker.run_outbox(lonely)
    assert tables.promised(lonely) == [Work.WAKE_BOTS]
    assert OutboxEntry.objects.get(game_id=lonely, kind=Work.WAKE_BOTS).attempts == 0


def test_the_same_position_makes_a_bot_choose_the_same() -> None:
    game, host = waiting_for_bots()
    state = tables.state_of(game, host)
    first = bots.due_decision(state.game, state.table)
    assert first is not None
    assert bots.due_decision(state.game, state.table) == first


def test_bots_play_a_match_to_its_end() -> None:
    game = tables.bots_only(3, target=100)
    while bots.move_bot_seats(game):
        pass
    assert tables.table_of(game).is_over
    assert not bots.move_bot_seats(game)
    assert check.check_game(game) is None


def test_work_for_a_game_that_does_not_exist_is_nothing() -> None:
    tasks.wake(str(uuid4()))


def test_every_kind_of_bot_may_sit_down() -> None:
    host = tables.person()
    game = tables.lobby_of(host, seats=1 + len(engine.BOTS)).game.id
    for bot in engine.BOTS:
        outcome = lobby.add_bot(
            game_id=game, player=host, seat=None, bot=bot, command_id=uuid4(), request_hash=tables.ASKED
        )
    assert [seat.bot for seat in outcome.game.seats[1:]] == list(engine.BOTS)
