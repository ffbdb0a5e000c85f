"""Loans: the player of a seat lets a friend play it, too, for some hours of a running match.

The player offers the seat by a code, and the friend accepts. From then on both may look and move; everything else that
a seat may do stays its player's. The log says that the seat was lent and returned, and names nobody. What was hidden
before stays hidden from the friend. A loan ends by itself when its time is over, when the match ends, and when the seat
loses its player (`migrations/sql/seats.sql`); no work has to be done for that.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import Q

import engine
from common import clock
from games import errors, hints
from games.models import Loan, Seat, StandingOrders
from games.reads import one_game
from games.services import commands, invitations, substitutes, system, welcome
from games.services.envelope import Decision
from games.services.system import Purpose
from games.store import load, outbox, seats
from games.types import SYSTEM, Game, SeatKind, Status, Work
from players import invitation_codes, selectors
from players.locks import keep_player

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from games.services.envelope import Resolver
    from games.store.load import Loaded
    from games.types import Outcome

OFFERED_FOR: Final = timedelta(hours=24)
"""How long an offer can be accepted."""


@dataclass(frozen=True, slots=True)
class Found:
    """The loan of a seat or its offer, None if there is neither, and whether the asker is the one who lends."""

    loan: Loan | None
    seat: int
    game: Game
    is_lender: bool


def offer(*, game_id: UUID, player: UUID, seat: int, hours: int, wanted: str) -> Found:
    """Offer the player's seat, in place of an earlier offer, to everybody who gets the new code.

    `wanted`: the name or id of the only player who may accept, and who gets a message; empty: anybody may. The same
    offer to the same player again renews the open one, whose message they have.

    Raises GameNotFound, NotSeated, NotYourSeat, GameQuarantined, MatchNotRunning, GameFinished, SeatHasResigned,
    SeatIsLent, TooManyInvitations, `engine.NotAPlayer`.
    """
    game = _lendable(game_id, player, seat)
    with transaction.atomic():
        # Of an offer and an acceptance at once, one comes first.
        if not Seat.objects.select_for_update(no_key=True).filter(game_id=game_id, seat_no=seat, player_id=player):
            raise errors.NotSeated
        if _running(game_id, seat).exists():
            raise errors.SeatIsLent
        now = clock.now()
        times = {"offered_at": now, "lapses_at": now + OFFERED_FOR}
        same = _offers(game_id, seat).filter(lapses_at__gt=now, wanted__iexact=wanted, hours=hours).exclude(wanted="")
        if same.update(**times):
            return Found(_offers(game_id, seat).get(), seat, game, is_lender=True)
        if wanted:
            invitations.count(player)
        _offers(game_id, seat).delete()
        made = Loan.objects.create(
            game_id=game_id,
            seat_no=seat,
            lender_id=player,
            code=invitation_codes.new(),
            wanted=wanted,
            hours=hours,
            **times,
        )
        if wanted:
            outbox.reschedule(game_id, game.version, Work.LOAN_OFFERED, seat, now)
            transaction.on_commit(partial(hints.wake, game_id))
    return Found(made, seat, game, is_lender=True)


def find(*, game_id: UUID, player: UUID | None, seat: int, code: str | None) -> Found:
    """Return the loan of a seat, or its open offer: for both players of the seat, and for those who have the code.

    Only the player of the seat is told that there is neither.

    Raises LoanNotFound, GameNotFound, GameQuarantined.
    """
    offered = None if code is None else _offered(game_id, seat, code, player)
    if offered is not None:
        state = load.load_game(game_id)
        if state is None:
            raise errors.LoanNotFound
        return Found(offered, seat, state.game, is_lender=offered.lender_id == player)
    if code is not None and player is None:
        raise errors.LoanNotFound
    try:
        game = one_game.find_game(game_id, player).game
    except errors.GameNotFound:
        if code is not None:
            raise errors.LoanNotFound from None
        raise
    is_lender = player is not None and game.seat_of(player) == seat
    found = _theirs(game, player, seat)
    if found is None and not is_lender:
        raise errors.LoanNotFound
    return Found(found, seat, game, is_lender=is_lender)


def accept(*, game_id: UUID, player: UUID, seat: int, code: str) -> Found:
    """Let `player` play a seat that is offered to them. Safe to repeat.

    Raises LoanNotFound, AlreadySeated, FormerPlayer, AnotherHandKnown, SeatIsLent, what `welcome.check` raises,
    GameFinished, GameQuarantined, SeatHasResigned, StoreBusy, `engine.RuleViolation`.
    """
    mine = _running(game_id, seat).filter(borrower_id=player).first()
    offered = mine or _offered(game_id, seat, code, player)
    state = None if offered is None else load.load_game(game_id)
    if offered is None or state is None:
        raise errors.LoanNotFound
    if mine is None:
        offered = _accepted(offered, player)
    return Found(offered, seat, state.game, is_lender=False)


def end(*, game_id: UUID, player: UUID, seat: int) -> None:
    """Withdraw the player's offer and end the loan of the seat that they lend or have borrowed. Safe to repeat.

    Raises GameNotFound, NotSeated, NotYourSeat, GameQuarantined, StoreBusy.
    """
    state = one_game.find_game(game_id, player)
    if not Loan.objects.filter(game_id=game_id, seat_no=seat, borrower_id=player).exists():
        _own_seat(state.game, player, seat)
        _offers(game_id, seat).filter(lender_id=player).delete()
    _end(game_id, seat, player)


def end_all(player: UUID) -> None:
    """End all loans of a player who leaves for good, lent or borrowed, and forget their offers. Safe to repeat."""
    Loan.objects.filter(lender_id=player, borrower__isnull=True).delete()
    running = Loan.objects.filter(Q(lender_id=player) | Q(borrower_id=player), until_at__gt=clock.now())
    for game_id, seat in running.order_by("game_id").values_list("game_id", "seat_no"):
        try:
            _end(game_id, seat, player)
        except errors.GameQuarantined:  # the log takes no event now
            running.filter(game_id=game_id, seat_no=seat).update(until_at=clock.now())
            seats.keep_in_step([game_id])


def all_of(player: UUID) -> list[dict[str, Any]]:
    """Return everything that is stored of a player's offers and loans, as their export shows it."""
    found = Loan.objects.filter(Q(lender_id=player) | Q(borrower_id=player)).order_by("offered_at", "id")
    return [
        {
            "game": one.game_id,
            "seat": one.seat_no,
            "role": "lender" if one.lender_id == player else "borrower",
            "hours": one.hours,
            "wanted": one.wanted if one.lender_id == player else "",
            "offered_at": one.offered_at,
            "lent_until": one.until_at,
        }
        for one in found
    ]


def has_borrowed(game_id: UUID, player: UUID, *, but: int) -> bool:
    """Return whether another seat of the match than `but` is lent to the player, or was."""
    return Loan.objects.filter(game_id=game_id, borrower_id=player).exclude(seat_no=but).exists()


def _lendable(game_id: UUID, player: UUID, seat: int) -> Game:
    state = one_game.find_game(game_id, player)
    game, table = state.game, state.table
    _own_seat(game, player, seat)
    if game.is_quarantined:
        raise errors.GameQuarantined
    if game.status is Status.FINISHED:
        raise errors.GameFinished
    if game.status is not Status.RUNNING:
        raise errors.MatchNotRunning
    if seat in table.resigned:
        raise errors.SeatHasResigned
    if seat in table.eliminated:
        raise engine.NotAPlayer
    return game


def _own_seat(game: Game, player: UUID, seat: int) -> None:
    mine = game.seat_of(player)
    if mine is None:
        raise errors.NotSeated
    if mine != seat:
        raise errors.NotYourSeat(seat=mine)


def _offers(game_id: UUID, seat: int) -> QuerySet[Loan]:
    return Loan.objects.filter(game_id=game_id, seat_no=seat, borrower__isnull=True)


def _running(game_id: UUID, seat: int) -> QuerySet[Loan]:
    return Loan.objects.filter(game_id=game_id, seat_no=seat, until_at__gt=clock.now())


def _offered(game_id: UUID, seat: int, text: str, player: UUID | None) -> Loan | None:
    """Return the open offer of this code, as somebody has typed it, if `player` (None: not known) may accept it."""
    code = invitation_codes.read(text)
    found = None if code is None else _offers(game_id, seat).filter(code=code, lapses_at__gt=clock.now()).first()
    if found is None or not found.wanted or player in {None, found.lender_id}:
        return found
    return found if selectors.find_player(found.wanted) == player else None


def _theirs(game: Game, player: UUID | None, seat: int) -> Loan | None:
    running = _running(game.id, seat).first()
    if player is None or running is None:
        mine = player is not None and game.seat_of(player) == seat
        return _offers(game.id, seat).filter(lapses_at__gt=clock.now()).first() if mine else None
    return running if player in {running.lender_id, running.borrower_id} else None


def _accepted(offered: Loan, player: UUID) -> Loan:
    game_id, seat = offered.game_id, offered.seat_no
    with transaction.atomic():
        keep_player(player)
        outcome = _submitted(game_id, _lending(offered, player))
        list(Seat.objects.select_for_update(no_key=True).filter(game_id=game_id, seat_no=seat))
        now = outcome.now
        still_open = _offers(game_id, seat).filter(id=offered.id, lapses_at__gt=now)
        until = now + timedelta(hours=offered.hours)
        since = outcome.events[0].seq - 1
        if not still_open.update(borrower_id=player, since_version=since, until_at=until):
            raise errors.LoanNotFound
        seats.keep_in_step([game_id])
        StandingOrders.objects.filter(game_id=game_id, seat=seat).delete()
    return Loan.objects.get(game_id=game_id, id=offered.id)


def _lending(offered: Loan, player: UUID) -> Resolver:
    def plan(loaded: Loaded) -> Decision:
        game, seat = loaded.game, offered.seat_no
        if game.status is Status.FINISHED:
            raise errors.GameFinished
        if game.seats[seat].player != offered.lender_id:
            raise errors.LoanNotFound
        mine = game.seat_of(player)
        if mine is not None:
            raise errors.AlreadySeated(seat=mine)
        if substitutes.has_played(game.id, player):
            raise errors.FormerPlayer
        if has_borrowed(game.id, player, but=seat):
            raise errors.AnotherHandKnown
        if game.seats[seat].loan is not None:
            raise errors.SeatIsLent
        if seat in loaded.table.resigned:
            raise errors.SeatHasResigned
        welcome.check(game, player)
        return Decision(SYSTEM, None, engine.Lend(seat, offered.hours))

    return plan


class _OverError(Exception):
    """The loan is over already."""


def _end(game_id: UUID, seat: int, player: UUID) -> None:
    """End the loan that runs, if it is by or to this player."""

    def plan(loaded: Loaded) -> Decision:
        record = loaded.game.seats[seat]
        if record.kind is not SeatKind.HUMAN or record.loan is None or loaded.game.status is Status.FINISHED:
            raise _OverError
        if player not in {record.player, record.loan.borrower}:
            raise _OverError
        return Decision(SYSTEM, None, engine.Return(seat))

    with suppress(_OverError), transaction.atomic():
        outcome = _submitted(game_id, plan)
        Loan.objects.filter(game_id=game_id, seat_no=seat, until_at__gt=outcome.now).update(until_at=outcome.now)
        seats.keep_in_step([game_id])
        StandingOrders.objects.filter(game_id=game_id, seat=seat).delete()


def _submitted(game_id: UUID, plan: Resolver) -> Outcome:
    for _ in range(commands.ATTEMPTS):
        with suppress(errors.StaleVersion):
            return commands.submit(system.envelope(game_id, Purpose.LOAN, None), plan)
    raise errors.StoreBusy
