"""Taking a guest into one's account. The route is here because it is the games that come along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import answer, body_of
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.services import merges
from games.wire.merges import MergeRequest, MergeResult
from players.api.authentication import grant_of, player_id
from players.errors import (
    AboutToLeave,
    DeviceTokenRequired,
    EmailRequired,
    GuestOnVacation,
    InvalidGuestToken,
    NotAGuest,
    OperatorAccount,
    RecentSignInRequired,
)
from players.limits import ACCOUNT, spend_on_guessing
from players.scopes import ACCOUNT_WRITE

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


class GuestsOfMineView(GamesApiView):
    """The guests that the caller has been."""

    rate_class = ACCOUNT
    body_type = MergeRequest
    write_scopes = (ACCOUNT_WRITE,)
    own_token = True

    @operation(
        "merge_guest",
        tag="players",
        summary="Merge a guest into your account",
        body=MergeRequest,
        answers={200: MergeResult},
        refusals=[
            DeviceTokenRequired,
            EmailRequired,
            RecentSignInRequired,
            InvalidGuestToken,
            NotAGuest,
            errors.SeatedTogether,
            GuestOnVacation,
            AboutToLeave,
            OperatorAccount,
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        """Moves a guest's seats to your account in one step.

        Sign in first (`request_sign_in_code`), and send this request with the new device token within 15 minutes. The
        guest's tokens end with it (401 `guest_merged`), and the guest's webhooks, devices and preferences are deleted.
        This cannot be undone. Repeating the request returns the same answer. See docs/clients/access.md.
        """
        body = body_of(request, MergeRequest)
        try:
            done = merges.merge(player=player_id(request), token_id=grant_of(request).token_id, secret=body.token)
        except InvalidGuestToken as error:
            spend_on_guessing(request)
            error.fields["member"] = "token"
            raise
        return answer(MergeResult(guest=str(done.guest), games=done.games, merged_at=done.merged_at))
