"""Loans at once with other loans, with their end, and with moves: a loan is whole or is not there."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection, transaction

import engine
from games import errors
from games.audit import check
from games.models import Loan, StandingOrders
from games.reads import one_game
from games.services import bots, loans, standing_orders
from games.services.loans import Found
from games.types import Outcome
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)


def offered(game: UUID, lender: UUID, seat: int = 1) -> str:
    made = loans.offer(game_id=game, player=lender, seat=seat, hours=5, wanted="").loan
    assert made is not None
    return made.code


def accept(game: UUID, player: UUID, code: str, seat: int = 1) -> Found:
    return loans.accept(game_id=game, player=player, seat=seat, code=code)


def lent(game: UUID, lender: UUID, seat: int = 1) -> UUID:
    """Lend a seat to somebody new, and return them."""
    friend = tables.person()
    accept(game, friend, offered(game, lender, seat), seat)
    return friend


def count(game: UUID, kind: type[Any]) -> int:
    return sum(isinstance(event, kind) for event in tables.events_of(game))


def seat_of(game: UUID, player: UUID) -> int | None:
    return one_game.find_game(game, player).seat


def killed(call: Callable[[], object]) -> None:
    """Do something in a process that dies before its transaction is committed."""
    with transaction.atomic():
        call()
        transaction.set_rollback(True)
    connection.close()


def test_of_many_friends_one_gets_the_seat() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    code = offered(game, people[1])
    friends = [tables.person() for _ in range(6)]
    answers = together(*[partial(accept, game, friend, code) for friend in friends])
    assert sum(isinstance(answer, Found) for answer in answers) == 1
    refused = {type(answer) for answer in answers if not isinstance(answer, Found)}
    assert refused <= {errors.SeatIsLent, errors.LoanNotFound, errors.StoreBusy}
    assert count(game, engine.SeatLent) == 1
    assert [seat_of(game, friend) for friend in friends].count(1) == 1
    assert check.check_game(game) is None


def test_nobody_borrows_two_seats() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    dan = tables.person()
    codes = {seat: offered(game, people[seat], seat) for seat in (0, 1, 2)}
    answers = together(*[partial(accept, game, dan, code, seat) for seat, code in codes.items()])
    assert sum(isinstance(answer, Found) for answer in answers) == 1
    assert Loan.objects.filter(game_id=game, borrower_id=dan).count() == count(game, engine.SeatLent) == 1


def test_an_offer_that_is_withdrawn_meanwhile_is_accepted_wholly_or_not_at_all() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    for _ in range(6):
        code, friend = offered(game, people[1]), tables.person()
        before = count(game, engine.SeatLent)
        accepted, _ended = together(
            partial(accept, game, friend, code), partial(loans.end, game_id=game, player=people[1], seat=1)
        )
        is_lent = seat_of(game, friend) == 1
        assert isinstance(accepted, Found) or not is_lent
        assert isinstance(accepted, Found | errors.LoanNotFound)
        assert count(game, engine.SeatLent) - before == isinstance(accepted, Found)
        assert is_lent or count(game, engine.SeatLent) == count(game, engine.SeatReturned)
        loans.end(game_id=game, player=people[1], seat=1)
    assert check.check_game(game) is None


def test_an_offer_at_once_with_an_acceptance_leaves_one_of_both() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    for _ in range(6):
        code, friend = offered(game, people[1]), tables.person()
        accepted, again = together(partial(accept, game, friend, code), partial(offered, game, people[1]))
        assert isinstance(accepted, Found) != isinstance(again, str)
        assert Loan.objects.filter(game_id=game, borrower=None).count() == isinstance(again, str)
        loans.end(game_id=game, player=people[1], seat=1)


def test_a_move_of_a_friend_comes_before_the_end_of_the_loan_or_is_refused() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    for _ in range(8):
        seat, command = tables.legal(game)
        friend = lent(game, people[seat], seat)
        before = tables.version_of(game)
        moved, ended = together(
            partial(tables.send, game, friend, command),
            partial(loans.end, game_id=game, player=people[seat], seat=seat),
        )
        assert ended is None
        events = tables.log_of(game)[before:]
        [returned] = [one.seq for one in events if isinstance(one.event, engine.SeatReturned)]
        if isinstance(moved, Outcome):
            assert moved.events[-1].seq < returned
        else:
            assert isinstance(moved, errors.NotSeated)
            assert [one.seq for one in events] == [returned]
        assert seat_of(game, friend) is None
        tables.send(game, people[tables.legal(game)[0]], tables.legal(game)[1])
    assert check.check_game(game) is None


def test_the_friend_and_the_player_move_once() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    for _ in range(5):
        seat, command = tables.legal(game)
        friend = lent(game, people[seat], seat)
        version = tables.version_of(game)
        answers = together(
            *[partial(tables.send, game, one, command, expected_version=version) for one in (friend, people[seat])]
        )
        assert sum(isinstance(answer, Outcome) for answer in answers) == 1
        loans.end(game_id=game, player=friend, seat=seat)


def test_orders_that_are_given_meanwhile_do_not_outlive_the_loan() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people, standing_orders=True)
    for _ in range(6):
        code, friend = offered(game, people[1]), tables.person()
        accepted, _given = together(
            partial(accept, game, friend, code),
            partial(standing_orders.give, game, people[1], engine.Orders(), timedelta(days=1)),
        )
        assert isinstance(accepted, Found)
        assert not StandingOrders.objects.filter(game_id=game, seat=1).exists()
        loans.end(game_id=game, player=people[1], seat=1)


def test_an_acceptance_that_is_killed_before_its_end_leaves_nothing() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    code, friend = offered(game, people[1]), tables.person()
    killed(partial(accept, game, friend, code))
    assert (seat_of(game, friend), count(game, engine.SeatLent)) == (None, 0)
    accept(game, friend, code)
    killed(partial(loans.end, game_id=game, player=friend, seat=1))
    assert (seat_of(game, friend), count(game, engine.SeatReturned)) == (1, 0)


def test_a_match_with_loans_is_played_to_its_end_and_verifies() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people, scoring="single_round")
    friend = lent(game, people[1])
    for _ in range(4):
        seat, command = tables.legal(game)
        tables.send(game, friend if seat == 1 else people[seat], command)
    loans.end(game_id=game, player=people[1], seat=1)
    lent(game, people[2], 2)
    tables.play_well(game, *people)
    assert check.check_game(game) is None
    file = b"".join(one_game.transcript(game, None)[0].chunks())
    findings = list(engine.check_transcript(engine.Case(engine.read_transcript(file))))
    assert [one.check for one in findings if one.verdict == "BAD"] == []
    assert not Loan.objects.filter(game_id=game).exists()


def test_a_seat_that_has_left_the_match_goes_back_and_is_not_lent_again() -> None:
    people = [tables.person() for _ in range(3)]
    dice, bot = engine.Dice(b"loans"), engine.bot("sharp")
    while True:
        game = tables.started(*people, scoring="elimination", target=100)
        friends = {seat: lent(game, people[seat], seat) for seat in range(3)}
        while not (table := tables.table_of(game)).eliminated and not table.is_over:
            if table.turn is None:
                bots.move_bot_seats(game)
                continue
            legal = engine.legal_commands(table, table.turn)
            tables.send(game, friends[table.turn], bot.choose(engine.view(table, table.turn), legal, dice.below))
        if not table.is_over:
            break
    seat = table.eliminated[0]
    loans.end(game_id=game, player=people[seat], seat=seat)
    assert seat_of(game, friends[seat]) is None
    assert count(game, engine.SeatReturned) == 1
    with pytest.raises(engine.NotAPlayer):
        offered(game, people[seat], seat)
