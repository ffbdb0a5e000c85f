"""Loans: a player lends their seat to a friend for some hours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

import engine
from common.api.view import PRIVATE, answer, body_of
from common.openapi.operation import operation
from games import errors
from games.api import present
from games.api.views.base import GamesApiView
from games.services import loans
from games.wire.loans import Loan, LoanAcceptance, LoanQuery, LoanRequest
from players.api.authentication import caller_id, player_id
from players.limits import spend_on_code

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class LoanView(GamesApiView):
    """The loan of a seat."""

    body_type = LoanRequest
    query_type = LoanQuery

    @operation(
        "read_loan",
        tag="tables",
        summary="Get the loan of a seat",
        query=LoanQuery,
        answers={200: Loan},
        refusals=[errors.LoanNotFound, errors.GameNotFound, errors.GameQuarantined],
    )
    def get(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Returns to whom a seat is lent, or its open offer: for the lender, the borrower, and who has the code.

        With a `code` it needs no token.
        """
        query: LoanQuery = self.query
        if query.code is not None:
            spend_on_code(request)
        found = loans.find(game_id=game_id, player=caller_id(request), seat=seat, code=query.code)
        return answer(present.loan(found), headers=PRIVATE)

    @operation(
        "offer_loan",
        tag="tables",
        summary="Offer your seat to a friend",
        body=LoanRequest,
        answers={200: Loan},
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.NotYourSeat,
            errors.GameQuarantined,
            errors.GameFinished,
            errors.MatchNotRunning,
            errors.SeatHasResigned,
            errors.SeatIsLent,
            errors.TooManyInvitations,
            engine.NotAPlayer,
        ],
    )
    def put(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Offers your seat of a running match, in place of an earlier offer. Send the `link` to your friend.

        Once somebody accepts, both of you play the seat until the time is over or one of you ends the loan. The offer
        ends after 24 hours. A named `player` gets a message.
        """
        body = body_of(request, LoanRequest)
        found = loans.offer(
            game_id=game_id, player=player_id(request), seat=seat, hours=body.hours, wanted=body.player or ""
        )
        return answer(present.loan(found), headers=PRIVATE)

    @operation(
        "end_loan",
        tag="tables",
        summary="Take your seat back, or give it back",
        answers={204: None},
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.NotYourSeat,
            errors.GameQuarantined,
            errors.StoreBusy,
        ],
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Ends the loan of the seat at once, for the lender and the borrower, and withdraws the offer."""
        loans.end(game_id=game_id, player=player_id(request), seat=seat)
        return HttpResponse(status=204, headers=PRIVATE)


class LoanAcceptView(GamesApiView):
    """The acceptance of an offered seat."""

    body_type = LoanAcceptance

    @operation(
        "accept_loan",
        tag="tables",
        summary="Accept a seat on loan",
        body=LoanAcceptance,
        answers={200: Loan},
        refusals=[
            errors.LoanNotFound,
            errors.AlreadySeated,
            errors.FormerPlayer,
            errors.AnotherHandKnown,
            errors.SeatIsLent,
            errors.BlockedPlayerThere,
            errors.NotWelcome,
            errors.TooUnreliable,
            errors.SeatHasResigned,
            engine.NotAPlayer,
            errors.GameFinished,
            errors.GameQuarantined,
            errors.StoreBusy,
        ],
    )
    def post(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Accepts the seat that a friend offers by a code. You see its hand from now on, and move as its player does.

        Resigning, votes and orders stay theirs. Who has or had another seat in the match cannot accept.
        """
        spend_on_code(request)
        body = body_of(request, LoanAcceptance)
        found = loans.accept(game_id=game_id, player=player_id(request), seat=seat, code=body.code)
        return answer(present.loan(found), headers=PRIVATE)
