"""Standing orders: followed at one version, after the delay of any automatic move, and never when they are over."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

import engine
from common import clock
from games import errors, orders, retention
from games.audit import check
from games.models import AutomaticMove, OutboxEntry, StandingOrders
from games.orders import due
from games.orders import standing_orders as stored
from games.services import automatic_moves, erasure, standing_orders, worker
from games.store.load import seed_of
from games.types import Work
from players.models import Notification, Player
from tests.games import tables
from tests.games.concurrency import together
from tests.games.test_automatic_moves import AtTable
from tests.games.test_delays import distance

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

pytestmark = pytest.mark.django_db

FORTNIGHT = timedelta(days=14)


class Ordered(AtTable):
    """A match of two people with standing orders and without forced moves."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"forced_moves": False, "standing_orders": True, **options})

    def give(self, seat: int, orders: engine.Orders | None = None, /, **wanted: Any) -> None:
        standing_orders.give(self.game, self.people[seat], orders or engine.Orders(**wanted), FORTNIGHT)

    def standing(self, seat: int) -> engine.Orders | None:
        found = standing_orders.read(self.game, self.people[seat])
        return None if found is None else found.orders

    def plan(self, seat: int) -> tuple[engine.PlannedPlay, ...]:
        found = self.standing(seat)
        assert found is not None
        return found.plan

    def until_plays(self, least: int = 1) -> tuple[int, list[engine.Play]]:
        """Play until the seat on turn could play some cards; return it and the plays, each card once."""
        for number in range(200):
            seat = tables.table_of(self.game).turn
            plays = [] if seat is None else [one for one in self.legal(seat) if isinstance(one, engine.Play)]
            if seat is not None and tables.table_of(self.game).pending is None:
                cards = {one.card: one for one in plays if one.dump is None}
                if len(cards) >= least:
                    worker.run_outbox(self.game)
                    return seat, list(cards.values())
            self.play(number)
        raise AssertionError("nobody could play")

    def until_next_fits(self) -> tuple[int, int, engine.Command, engine.PlannedPlay]:
        """Play until a command of the seat on turn lets the next seat play a card that it holds now.

        Return both seats, the command and the play.
        """
        seed = seed_of(self.game)
        assert seed is not None
        for number in range(200):
            table = tables.table_of(self.game)
            seat = table.turn
            for command in [] if seat is None or table.pending is not None else self.legal(seat):
                then = table.copy()
                engine.act(then, seat, command, engine.Chance(self.game.bytes, seed))
                other = then.turn
                held = {card.card for card in engine.view(table, 1 - seat).hand or ()}
                if other != 1 - seat or then.pending is not None:
                    continue
                for play in engine.legal_commands(then, other):
                    if isinstance(play, engine.Play) and play.dump is None and play.card in held:
                        return seat, other, command, engine.PlannedPlay(play.card, play.color, play.target)
            self.play(number)
        raise AssertionError("nothing did fit")

    def considered(self) -> None:
        """Let the worker take up new orders."""
        worker.run_outbox(self.game)

    def until(self, moment: datetime) -> None:
        tables.later((moment - clock.now()).total_seconds() + 1)

    def causes(self) -> list[tuple[int, str]]:
        return list(AutomaticMove.objects.filter(game_id=self.game).order_by("seq").values_list("seat", "cause"))


@pytest.fixture
def table() -> Ordered:
    return Ordered()


def planned(*plays: engine.Play) -> tuple[engine.PlannedPlay, ...]:
    return tuple(engine.PlannedPlay(play.card, play.color, play.target) for play in plays)


# -- Following them ----------------------------------------------------------------------------------------------------


def test_orders_given_in_the_own_turn_move_after_a_delay_and_not_at_once(table: Ordered) -> None:
    seat, (play, *_) = table.until_plays()
    version = tables.version_of(table.game)
    table.give(seat, plan=planned(play))
    table.considered()
    worker.sweep()
    assert tables.version_of(table.game) == version
    assert (table.due_at() - clock.now()).total_seconds() > 60
    table.until(table.due_at())
    worker.sweep()
    first = tables.log_of(table.game)[version]
    assert (first.actor, engine.TAGS[type(first.event)]) == (seat, "card_played")
    assert table.causes() == [(seat, "plan")]
    assert check.check_game(table.game) is None


def test_orders_given_before_the_turn_move_in_it_and_their_player_is_not_called(table: Ordered) -> None:
    seat, other, command, play = table.until_next_fits()
    table.give(other, plan=(play,))
    table.considered()
    assert table.promised() is None
    Notification.objects.all().delete()
    tables.send(table.game, table.people[seat], command)
    worker.run_outbox(table.game)
    assert "your_turn" not in table.told(other)
    assert table.due_at() > clock.now() + timedelta(minutes=1)
    table.until(table.due_at())
    worker.sweep()
    assert table.causes() == [(other, "plan")]
    assert table.plan(other) == ()


def test_orders_that_come_while_the_turn_begins_are_followed(table: Ordered) -> None:
    """The command is told before the orders are committed; the worker finds both."""
    seat, other, command, play = table.until_next_fits()
    table.give(other, plan=(play,))
    row = StandingOrders.objects.filter(game_id=table.game)
    kept = row.get()
    row.delete()
    tables.send(table.game, table.people[seat], command)
    entries = OutboxEntry.objects.filter(game_id=table.game, kind=Work.ORDERS)
    entries.update(available_at=clock.now() + timedelta(hours=1))
    worker.run_outbox(table.game)
    assert table.promised() is None
    kept.save(force_insert=True)
    entries.update(available_at=clock.now() - timedelta(seconds=1))
    worker.run_outbox(table.game)
    assert table.promised() is not None


def test_a_planned_play_leaves_the_plan_with_its_move(table: Ordered, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, plays = table.until_plays(2)
    table.give(seat, plan=planned(*plays[:2]))
    version = tables.version_of(table.game)
    table.considered()
    table.until(table.due_at())

    def fail(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(stored, "followed", fail)
        with pytest.raises(ConnectionError):
            automatic_moves.carry_out(table.game, version, seat)
    assert tables.version_of(table.game) == version
    assert table.plan(seat) == planned(*plays[:2])
    automatic_moves.carry_out(table.game, version, seat)
    automatic_moves.carry_out(table.game, version, seat)
    assert table.plan(seat) == planned(plays[1])
    assert len(table.causes()) == 1


def test_a_card_that_was_drawn_for_the_player_is_kept_by_order() -> None:
    table = Ordered(forced_moves=True)
    for seat in (0, 1):
        table.give(seat, drawn_card="keep")
    for _ in range(300):
        seat = table.until_forced()
        table.until(table.due_at())
        worker.sweep()
        if tables.table_of(table.game).turn == seat and len(table.legal(seat)) > 1:
            assert "your_turn" not in table.told(seat)
            table.until(table.due_at())
            worker.sweep()
            assert table.causes()[-2:] == [(seat, "forced"), (seat, "drawn_card")]
            assert check.check_game(table.game) is None
            return
    raise AssertionError("no drawn card did fit")


def test_calling_uno_alone_moves_nothing(table: Ordered) -> None:
    seat, _ = table.until_plays()
    table.give(seat, call_uno=True)
    table.considered()
    assert table.promised() is None


# -- When they are over ------------------------------------------------------------------------------------------------


def test_a_move_by_hand_ends_the_plan_and_leaves_the_rest(table: Ordered) -> None:
    seat, plays = table.until_plays(2)
    table.give(seat, plan=planned(*plays[:2]), challenge=4)
    table.considered()
    promised = tables.version_of(table.game)
    tables.send(table.game, table.people[seat], plays[1])
    automatic_moves.carry_out(table.game, promised, seat)
    assert table.causes() == []
    found = table.standing(seat)
    assert found is not None
    assert (found.plan, found.challenge) == ((), 4)


def test_a_vote_is_no_move(table: Ordered) -> None:
    seat, (play, *_) = table.until_plays()
    table.give(seat, plan=planned(play))
    table.considered()
    tables.send(table.game, table.people[seat], engine.Vote("pause", True))  # noqa: FBT003
    table.until(table.due_at())
    worker.sweep()
    assert table.causes() == [(seat, "plan")]


def test_cancelled_orders_move_nothing_and_their_player_is_called(table: Ordered) -> None:
    seat, (play, *_) = table.until_plays()
    table.give(seat, plan=planned(play))
    table.considered()
    version = tables.version_of(table.game)
    standing_orders.cancel(table.game, table.people[seat])
    standing_orders.cancel(table.game, table.people[seat])
    Notification.objects.all().delete()
    table.until(table.due_at())
    worker.sweep()
    assert tables.version_of(table.game) == version
    assert table.told(seat) == ["your_turn"]


def test_changed_orders_wait_anew_and_the_old_ones_move_nothing(table: Ordered) -> None:
    seat, plays = table.until_plays(2)
    table.give(seat, plan=planned(plays[0]))
    table.considered()
    first, version = table.due_at(), tables.version_of(table.game)
    table.until(first)
    table.give(seat, plan=planned(plays[1]))
    automatic_moves.carry_out(table.game, version, seat)
    assert tables.version_of(table.game) == version
    table.considered()
    assert table.due_at() > clock.now() + timedelta(minutes=1)
    table.until(table.due_at())
    worker.sweep()
    assert table.causes() == [(seat, "plan")]
    assert engine.redact(tables.log_of(table.game)[version].event, None)["face"] == plays[1].card


def test_a_play_that_does_not_fit_is_not_made_later_and_the_player_is_called(table: Ordered) -> None:
    seat, plays = table.until_plays()
    held = [card.card for card in engine.view(tables.table_of(table.game), seat).hand or ()]
    fits = {play.card for play in plays}
    card = next(card for card in held if card not in fits and not card.startswith(("W", "w")))
    table.give(seat, plan=(engine.PlannedPlay(card),))
    table.considered()
    assert table.promised() is None
    tables.send(table.game, table.people[seat], plays[0])
    assert table.plan(seat) == ()


def test_the_end_of_a_round_ends_plans() -> None:
    table = Ordered(target=500, scoring="winner_takes")
    seat, plays = table.until_plays()
    table.give(seat, plan=planned(plays[0]))
    row = StandingOrders.objects.get(game_id=table.game)
    for number in range(1000):
        if any(isinstance(event, engine.RoundEnded) for event in tables.events_of(table.game)):
            break
        table.play(number)
    row.plan_version = (
        next(logged.seq for logged in tables.log_of(table.game) if isinstance(logged.event, engine.RoundEnded)) - 1
    )
    row.save()
    assert table.plan(seat) == ()


@pytest.mark.parametrize("is_own_move", [True, False], ids=["their-own-move", "another-move"])
def test_another_hand_ends_a_plan(*, is_own_move: bool) -> None:
    table = Ordered(game="classic", zero_rotation=True)
    for number in range(600):
        state = tables.table_of(table.game)
        seat = state.turn
        legal = [] if seat is None or state.pending is not None else table.legal(seat)
        nought = next((one for one in legal if isinstance(one, engine.Play) and one.card[1:] == "0"), None)
        if seat is not None and nought is not None:
            planner = seat if is_own_move else 1 - seat
            held = [card.card for card in engine.view(state, planner).hand or ()]
            rest = next((card for card in held if card[1:].isdigit() and card != nought.card), None)
            if rest is not None:
                break
        table.play(number)
    else:
        raise AssertionError("nobody could play a nought")
    if is_own_move:
        table.give(seat, plan=(*planned(nought), engine.PlannedPlay(rest)))
        table.considered()
        table.until(table.due_at())
        worker.sweep()
        assert table.causes() == [(seat, "plan")]
    else:
        table.give(planner, plan=(engine.PlannedPlay(rest),))
        assert table.plan(planner) != ()
        tables.send(table.game, table.people[seat], nought)
    assert table.plan(planner) == ()


def test_orders_end_with_their_time_and_with_the_match(table: Ordered) -> None:
    table.give(0, challenge=3)
    tables.later(FORTNIGHT.total_seconds() + 1)
    assert table.standing(0) is None
    table.give(1, challenge=3)
    retention.run()
    assert StandingOrders.objects.count() == 1
    tables.send(table.game, table.people[0], engine.Resign())
    assert table.standing(1) is None
    retention.run()
    assert not StandingOrders.objects.exists()


def test_orders_go_with_their_player(table: Ordered) -> None:
    table.give(0, challenge=3)
    erasure.erase(table.people[0])
    assert not StandingOrders.objects.exists()
    assert not Player.objects.filter(id=table.people[0]).exists()


def test_another_holder_of_the_seat_has_none_of_its_orders(table: Ordered) -> None:
    table.give(0, challenge=3)
    tables.raw("UPDATE seat SET seat_uid = gen_random_uuid() WHERE game_id = %s AND seat_no = 0", table.game)
    assert table.standing(0) is None
    retention.run()
    assert not StandingOrders.objects.exists()


def test_a_player_who_wants_to_decide_is_called_at_once(table: Ordered) -> None:
    seat, other, command, play = table.until_next_fits()
    table.give(other, plan=(play,), wake_me=engine.WakeMe(few_cards=112))
    Notification.objects.all().delete()
    tables.send(table.game, table.people[seat], command)
    worker.run_outbox(table.game)
    assert table.promised() is None
    assert "your_turn" in table.told(other)


def test_orders_stay_with_a_guest_who_signs_in(table: Ordered) -> None:
    table.give(0, challenge=3)
    account = tables.person()
    tables.raw("UPDATE seat SET player_id = %s WHERE game_id = %s AND seat_no = 0", account, table.game)
    found = standing_orders.read(table.game, account)
    assert found is not None
    assert found.orders.challenge == 3


# -- Storing them ------------------------------------------------------------------------------------------------------

PLAYS = st.builds(
    engine.PlannedPlay,
    st.sampled_from(("R5", "W", "pE")),
    st.sampled_from((None, "R", "v")),
    st.sampled_from((None, 0, 9)),
)
ORDERS = st.builds(
    engine.Orders,
    challenge=st.none() | st.integers(0, 112),
    drawn_card=st.sampled_from((None, "play", "keep")),
    call_uno=st.booleans(),
    plan=st.lists(PLAYS, max_size=3).map(tuple),
    wake_me=st.builds(engine.WakeMe, st.booleans(), st.booleans(), st.booleans(), st.integers(0, 112)),
    side=st.sampled_from((None, "L", "D")),
)


@given(ORDERS)
def test_stored_orders_are_those_that_were_given(orders: engine.Orders) -> None:
    assert stored.decoded(json.loads(json.dumps(stored.encoded(orders)))) == orders


# -- Refusals ----------------------------------------------------------------------------------------------------------


def test_orders_need_a_table_that_has_them() -> None:
    table = Ordered(standing_orders=False)
    with pytest.raises(errors.NoStandingOrders):
        table.give(0, challenge=3)


def test_a_plan_names_cards_of_the_hand(table: Ordered) -> None:
    held = [card.card for card in engine.view(tables.table_of(table.game), 0).hand or ()]
    with pytest.raises(errors.PlanNotInHand):
        table.give(0, plan=tuple(engine.PlannedPlay(held[0]) for _ in range(held.count(held[0]) + 1)))


def test_nobody_without_a_seat_has_orders(table: Ordered) -> None:
    with pytest.raises(errors.NotSeated):
        standing_orders.read(table.game, tables.person())


# -- Timing ------------------------------------------------------------------------------------------------------------


def test_the_delay_is_the_same_whatever_the_cause() -> None:
    """The same position by force, by plan, and with other cards behind it: one time."""
    table = Ordered(forced_moves=True)
    seat = table.until_forced()
    state = tables.state_of(table.game)
    forced = orders.scheduled(state.game, state.table, state.clock)
    assert forced is not None
    wait = orders.wait_of(state.game, seat, orders.limit_of(state.table, state.clock))
    assert wait is not None
    assert forced.at == state.game.updated_at + wait

    table = Ordered()
    seat, other, command, play = table.until_next_fits()
    table.give(other, plan=(play,))
    tables.send(table.game, table.people[seat], command)
    state = tables.state_of(table.game)
    by_plan = orders.scheduled(state.game, state.table, state.clock)
    wait = orders.wait_of(state.game, other, orders.limit_of(state.table, state.clock))
    assert by_plan is not None
    assert wait is not None
    assert by_plan.at == state.game.updated_at + wait


def waits(game: UUID, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long the move of the seat on turn waits, in seconds, by many seeds."""
    state = tables.state_of(game)
    found = []
    for number in range(1_000):
        monkeypatch.setattr(due, "seed_of", lambda _game, number=number: number.to_bytes(32, "big"))
        scheduled = orders.scheduled(state.game, state.table, state.clock)
        assert scheduled is not None
        found.append((scheduled.at - state.game.updated_at).total_seconds())
    return found


def test_moves_by_force_and_by_orders_wait_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    by_force = Ordered(forced_moves=True)
    by_force.until_forced()
    by_plan = Ordered()
    seat, other, command, play = by_plan.until_next_fits()
    by_plan.give(other, plan=(play,))
    tables.send(by_plan.game, by_plan.people[seat], command)
    one, two = waits(by_force.game, monkeypatch), waits(by_plan.game, monkeypatch)
    assert one != two
    assert distance(one, two) < 0.087, "the bound of Kolmogorov and Smirnov for 1,000 and one in a thousand"


def test_hidden_cards_and_other_orders_change_no_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds that look alike to the others: one seat has another plan, another hand, and wakes up otherwise."""
    table = Ordered()
    seat, plays = table.until_plays(2)
    table.give(seat, plan=planned(plays[0]))
    StandingOrders.objects.update(not_before=clock.now() - timedelta(days=1))
    here = waits(table.game, monkeypatch)
    wake = engine.WakeMe(few_cards=1, flipped=True, penalty=True)
    table.give(seat, plan=planned(*plays[:2]), challenge=2, drawn_card="keep", call_uno=True, wake_me=wake)
    StandingOrders.objects.update(not_before=clock.now() - timedelta(days=1))
    assert waits(table.game, monkeypatch) == here


def test_orders_given_late_move_before_the_deadline(table: Ordered) -> None:
    seat, (play, *_) = table.until_plays()
    tables.later(86_400 - 120)
    table.give(seat, plan=planned(play))
    table.considered()
    deadline = tables.state_of(table.game).game.deadline_at
    assert deadline is not None
    assert clock.now() + timedelta(seconds=2) < table.due_at() < deadline
    table.until(table.due_at())
    worker.sweep()
    assert table.causes() == [(seat, "plan")]


@pytest.mark.django_db(transaction=True)
def test_of_a_cancellation_and_a_move_at_once_the_cancellation_holds_or_comes_later() -> None:
    for _ in range(5):
        table = Ordered()
        seat, (play, *_) = table.until_plays()
        table.give(seat, plan=planned(play))
        table.considered()
        version = tables.version_of(table.game)
        StandingOrders.objects.update(not_before=clock.now() - timedelta(seconds=1))

        def cancel(game: UUID = table.game, player: UUID = table.people[seat]) -> int:
            standing_orders.cancel(game, player)
            return tables.version_of(game)

        def move(game: UUID = table.game, seat: int = seat, version: int = version) -> int:
            automatic_moves.carry_out(game, version, seat)
            return tables.version_of(game)

        cancelled, _ = together(cancel, move)
        assert cancelled == tables.version_of(table.game), "no move follows a cancellation"
        assert table.standing(seat) is None
    connection.close()
