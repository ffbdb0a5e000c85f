"""The players' routes: become a guest, see and change oneself, manage tokens, look people up.

A view parses, calls one service or selector, and renders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.response import Response

from common.api.view import ApiView
from common.http.client_address import network_of
from common.http.conditions import unchanged
from common.openapi.headers import IF_MATCH
from common.openapi.operation import refuses
from players import errors, leaving, secret_tokens, selectors, services
from players.api.authentication import grant_of, player_id
from players.api.permissions import Anyone
from players.api.serializers import (
    GuestBody,
    LeavingBody,
    NewGuest,
    NewToken,
    NewTokenBody,
    OwnProfileBody,
    ProfileChange,
    PublicProfileBody,
    TokenListBody,
    validated,
)
from players.api.view import AccountView, OwnAccountView, PublicView
from players.limits import READ, SIGN_UP
from players.locks import lock_player

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class GuestsView(PublicView):
    """Where newcomers begin."""

    rate_class = SIGN_UP

    @refuses(errors.InvalidName, errors.NameTaken, errors.TooManyGuests)
    @extend_schema(
        operation_id="create_guest",
        summary="Become a guest",
        description="Makes a player without address or password and the token of his device. "
        "He may add an e-mail address later and stays the same player, games and all.",
        tags=["players"],
        request=NewGuest,
        responses={201: OpenApiResponse(GuestBody, "You are a guest; keep the token.")},
        examples=[OpenApiExample("with a name", {"name": "Ada"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Make a guest."""
        body = validated(request, NewGuest)
        services.allow_guest(network=network_of(request.META))
        player, secret = services.create_guest(name=body.get("name"))
        profile = selectors.own_profile(player_id=player.id)
        answer = GuestBody({"player": profile, "token": secret}).data
        return Response(answer, status=status.HTTP_201_CREATED)


class MeView(AccountView):
    """The caller himself."""

    @extend_schema(
        operation_id="read_me",
        summary="See yourself",
        description="Your profile as only you see it.",
        tags=["players"],
        responses={200: OpenApiResponse(OwnProfileBody, "You.")},
    )
    def get(self, request: Request) -> Response:
        """Show the caller his profile."""
        return Response(_profile(player_id(request)))

    @refuses(errors.InvalidName, errors.NameTaken)
    @extend_schema(
        operation_id="change_me",
        summary="Change your public name",
        description="Members left out stay as they are.",
        tags=["players"],
        request=ProfileChange,
        responses={200: OpenApiResponse(OwnProfileBody, "You.")},
        parameters=[IF_MATCH],
        examples=[OpenApiExample("another name", {"name": "Ada.L"}, request_only=True)],
    )
    def patch(self, request: Request) -> Response:
        """Change what the body names."""
        body = validated(request, ProfileChange)
        me = player_id(request)
        with unchanged(request, lambda: lock_player(me), lambda: _profile(me)):
            if "name" in body:
                services.rename(player_id=me, name=body["name"])
        return Response(_profile(me))

    @refuses(errors.DeviceTokenRequired, errors.RecentSignInRequired, errors.OperatorAccount)
    @extend_schema(
        operation_id="leave",
        summary="Have your account erased",
        description="After a cool-off of some days everything about you is erased, for good: docs/privacy.md says "
        "what. Until then everything works as before and you may call it off (`stay`). Asking again changes nothing. "
        "Needs a device token with `account:write`; if you have an e-mail address, one that came from signing in with "
        "it within the last 15 minutes.",
        tags=["players"],
        responses={202: OpenApiResponse(LeavingBody, "You will be erased.")},
    )
    def delete(self, request: Request) -> Response:
        """Note that the caller leaves."""
        asked = leaving.ask(player_id=player_id(request), token_id=grant_of(request).token_id)
        return Response(LeavingBody(asked).data, status=status.HTTP_202_ACCEPTED)


class LeavingView(OwnAccountView):
    """What the caller asked for when he wanted to leave."""

    @extend_schema(
        operation_id="stay",
        summary="Keep your account",
        description="Calls off that it is to be erased. May be repeated.",
        tags=["players"],
        responses={204: OpenApiResponse(None, "You stay.")},
    )
    def delete(self, request: Request) -> Response:
        """Call it off."""
        leaving.stay(player_id=player_id(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(OwnAccountView):
    """The caller's tokens."""

    @extend_schema(
        operation_id="list_tokens",
        summary="List your tokens",
        description="Every device and program that can act as you, newest first; never the secrets.",
        tags=["players"],
        responses={200: OpenApiResponse(TokenListBody, "Your tokens.")},
    )
    def get(self, request: Request) -> Response:
        """List the tokens that work."""
        tokens = selectors.tokens_of(player_id=player_id(request))
        return Response(TokenListBody({"tokens": tokens}, context=_context(request)).data)

    @refuses(errors.InvalidTokenRequest, errors.DeviceTokenRequired, errors.TooManyTokens)
    @extend_schema(
        operation_id="create_token",
        summary="Make a personal token",
        description="For a program of yours, with just the scopes it needs. The secret is in "
        "this answer and nowhere else. Needs a device token with `account:write`.",
        tags=["players"],
        request=NewToken,
        responses={201: OpenApiResponse(NewTokenBody, "Made; keep the secret.")},
        examples=[
            OpenApiExample(
                "a bot's token",
                {"name": "my bot", "scopes": ["games:read", "games:play"]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Make a personal token."""
        body = validated(request, NewToken)
        if grant_of(request).kind != secret_tokens.DEVICE:
            raise errors.DeviceTokenRequired
        for scope in set(body["scopes"]) - grant_of(request).scopes:
            raise errors.InsufficientScope(required_scope=scope)
        token, secret = services.issue_token(
            player_id=player_id(request),
            kind=secret_tokens.PERSONAL,
            name=body["name"],
            scopes=body["scopes"],
            expires=body.get("expires"),
        )
        answer = NewTokenBody(token, context={**_context(request), "secret": secret}).data
        return Response(answer, status=status.HTTP_201_CREATED)


class TokenView(OwnAccountView):
    """One token of the caller."""

    @refuses(errors.TokenNotFound)
    @extend_schema(
        operation_id="revoke_token",
        summary="Revoke a token",
        description="It stops working at once, also if it is the one you are using.",
        tags=["players"],
        responses={204: OpenApiResponse(None, "Revoked.")},
    )
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke it."""
        services.revoke_token(player_id=player_id(request), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PlayerView(ApiView):
    """A player in public. A token is optional, but a bad one is refused."""

    permission_classes = (Anyone,)
    rate_class = READ

    @refuses(errors.PlayerNotFound)
    @extend_schema(
        operation_id="read_player",
        summary="Look a player up",
        description="By public name, whatever its case. Open to all.",
        tags=["players"],
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH, description="His name.")],
        responses={200: OpenApiResponse(PublicProfileBody, "The player.")},
    )
    def get(self, request: Request, name: str) -> Response:
        """Show what is public."""
        return Response(PublicProfileBody(selectors.public_profile(name=name)).data)


def _profile(player_id: UUID) -> Any:
    return OwnProfileBody(selectors.own_profile(player_id=player_id)).data


def _context(request: Request) -> dict[str, Any]:
    return {"token_id": grant_of(request).token_id}
