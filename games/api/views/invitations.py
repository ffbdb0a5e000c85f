"""Invitations to a table: made and listed at the table, read and ended by their code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from common.api.view import PRIVATE, answer, body_of
from common.http.errors import MalformedBody
from common.openapi.operation import operation
from games import errors
from games.api import present
from games.api.views.base import GamesApiView
from games.reads import invitations as reads
from games.services import invitations
from games.wire.invitations import Invitation, InvitationRequest, Invitations, InvitedTable
from players.accounts.email_codes import read_address
from players.api.authentication import caller_id, player_id
from players.errors import EmailRequired, InvalidEmail
from players.invitations import Invited, Kind
from players.limits import spend_on_code

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class InvitationsView(GamesApiView):
    """The invitations of a table."""

    body_type = InvitationRequest
    anonymous_may_read = False

    @operation(
        "list_invitations",
        tag="messages",
        summary="List the invitations of a table",
        answers={200: Invitations},
        refusals=[errors.GameNotFound, errors.NotSeated, errors.GameQuarantined],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns all invitations of a table, for the players who sit there."""
        viewer = player_id(request)
        game, found = invitations.of_table(game_id=game_id, player=viewer)
        return answer(Invitations(invitations=[present.invitation(one, game, viewer) for one in found]))

    @operation(
        "invite",
        tag="messages",
        summary="Invite to a table",
        body=InvitationRequest,
        answers={201: Invitation},
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.GameQuarantined,
            errors.TableClosed,
            errors.NoOpenSeat,
            errors.TooManyInvitations,
            EmailRequired,
            InvalidEmail,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Makes an invitation, or returns the open one for the same, and sends it to the player or address.

        The answer is the same whether the player or an account with the address exists or not.
        """
        viewer = player_id(request)
        one = invitations.invite(
            game_id=game_id,
            player=viewer,
            invited=_invited(body_of(request, InvitationRequest)),
            accepted=request.META.get("HTTP_ACCEPT_LANGUAGE"),
        )
        return answer(present.invitation(one, None, viewer), status=201)


class InvitationView(GamesApiView):
    """One invitation, by its code."""

    anonymous_may_change = True

    @operation(
        "read_invitation",
        tag="messages",
        summary="Get an invitation and its table",
        answers={200: InvitedTable},
        refusals=[errors.InvitationNotFound, errors.GameQuarantined],
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """Returns the invitation of a code and its table, private ones too. Needs no token.

        Unknown codes and those of ended invitations get the same refusal.
        """
        spend_on_code(request)
        viewer = caller_id(request)
        return answer(present.invited_table(reads.look(code, viewer), viewer))

    @operation(
        "end_invitation",
        tag="messages",
        summary="Revoke or decline an invitation",
        answers={204: None},
        refusals=[errors.InvitationNotFound, errors.GameQuarantined, errors.NotHost],
    )
    def delete(self, request: Request, code: str) -> HttpResponse:
        """Ends an invitation: the player who made it and the host revoke it, the invited person declines it.

        The code of an invitation of one person is enough to decline it, without a token.
        """
        spend_on_code(request)
        player = caller_id(request)
        if player is None:
            invitations.decline(code=code)
        else:
            invitations.end(code=code, player=player)
        return HttpResponse(status=204, headers=PRIVATE)


def _invited(body: InvitationRequest) -> Invited:
    if body.player is not None and body.email is not None:
        raise MalformedBody("Name a `player` or an `email`, not both.")
    if body.player is not None:
        return Invited(Kind.PLAYER, body.player)
    return Invited() if body.email is None else Invited(Kind.EMAIL, read_address(body.email))
