"""The players' routes: become a guest, see and change oneself, manage tokens, look people up."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, Final

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, UnsetType

from common.api.view import ApiView, answer, body_of
from common.http.client_address import network_of
from common.http.conditions import unchanged
from common.http.errors import MalformedBody
from common.openapi.headers import IF_MATCH
from common.openapi.operation import operation
from common.sentences import Sentence
from players import errors, secret_tokens, selectors, services
from players.api.authentication import grant_of, player_id, token_id
from players.api.permissions import Anyone
from players.api.types.profiles import Guest, Leaving, NewGuest, OwnProfile, ProfileChange, PublicProfile
from players.api.types.tokens import NewToken, Token, TokenChange, TokenList, TokenWithSecret
from players.api.view import AccountView, OwnAccountView, PublicView
from players.limits import READ, SIGN_UP
from players.locks import lock_player
from players.privacy import leaving

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from rest_framework.request import Request

    from players import models

_MAX_DEVICE_NAME: Final = 64


class GuestsView(PublicView):
    """New guests."""

    rate_class = SIGN_UP
    body_type = NewGuest

    @operation(
        "create_guest",
        tag="players",
        summary="Create a guest",
        body=NewGuest,
        answers={201: Guest},
        refusals=[errors.InvalidName, errors.NameTaken, errors.TooManyGuests],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a player without address or password, and a token for their device.

        The player may add an e-mail address later and keeps their games.
        """
        body = body_of(request, NewGuest)
        services.allow_guest(network=network_of(request.META))
        device = device_name(request, body.device_name)
        player, secret = services.create_guest(name=None if body.name is UNSET else body.name, device=device)
        return answer(Guest(player=own_profile(player.id), token=secret), status=201)


class MeView(AccountView):
    """The caller's profile and account."""

    body_type = ProfileChange

    @operation("read_me", tag="players", summary="Get your profile", answers={200: OwnProfile})
    def get(self, request: Request) -> HttpResponse:
        """Returns your own profile, with what others cannot see."""
        return answer(own_profile(player_id(request)))

    @operation(
        "change_me",
        tag="players",
        summary="Change your profile",
        body=ProfileChange,
        answers={200: OwnProfile},
        refusals=[errors.InvalidName, errors.NameTaken],
        headers=[IF_MATCH],
    )
    def patch(self, request: Request) -> HttpResponse:
        """Changes your public name. Members that are left out keep their values."""
        body = body_of(request, ProfileChange)
        me = player_id(request)
        with unchanged(request, lambda: lock_player(me), lambda: own_profile(me)):
            if body.name is not UNSET:
                services.rename(player_id=me, name=body.name)
        return answer(own_profile(me))

    @operation(
        "delete_account",
        tag="players",
        summary="Delete your account",
        answers={202: Leaving},
        refusals=[errors.DeviceTokenRequired, errors.RecentSignInRequired, errors.OperatorAccount],
    )
    def delete(self, request: Request) -> HttpResponse:
        """Erases your account for good after a cool-off of some days; docs/operators/privacy.md lists what is erased.

        Until then everything works as before, and you may cancel (`cancel_deletion`). Repeating the request changes
        nothing. It needs a device token with `account:write`; if you have an e-mail address, one from a sign-in within
        the last 15 minutes.
        """
        asked = leaving.ask(player_id=player_id(request), token_id=grant_of(request).token_id)
        return answer(Leaving(asked_at=asked.asked_at, leaves_at=asked.due_at), status=202)


class LeavingView(OwnAccountView):
    """A pending deletion of the caller's account."""

    @operation("cancel_deletion", tag="players", summary="Cancel the deletion of your account", answers={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Cancels a pending account deletion. Safe to repeat."""
        leaving.cancel(player_id=player_id(request))
        return HttpResponse(status=204)


class TokensView(OwnAccountView):
    """The caller's tokens."""

    body_type = NewToken

    @operation("list_tokens", tag="players", summary="List your tokens", answers={200: TokenList})
    def get(self, request: Request) -> HttpResponse:
        """Returns the tokens of every device and program that can act as you, newest first, without the secrets."""
        tokens = selectors.tokens_of(player_id=player_id(request))
        return answer(TokenList(tokens=[_token(token, request) for token in tokens]))

    @operation(
        "create_token",
        tag="players",
        summary="Create a personal token",
        body=NewToken,
        answers={201: TokenWithSecret},
        refusals=[errors.InvalidTokenRequest, errors.DeviceTokenRequired, errors.TooManyTokens],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a token for a program of yours, with only the scopes it needs.

        Only this answer contains the secret. It needs a device token with `account:write`.
        """
        body = body_of(request, NewToken)
        grant = grant_of(request)
        if grant.kind != secret_tokens.DEVICE:
            raise errors.DeviceTokenRequired
        for scope in set(body.scopes) - grant.scopes:
            raise errors.InsufficientScope(required_scope=scope)
        token, secret = services.issue_token(
            player_id=player_id(request),
            kind=secret_tokens.PERSONAL,
            name=body.name,
            scopes=body.scopes,
            expires=_in_utc(body.expires_at or None),
        )
        shown = TokenWithSecret(**msgspec.structs.asdict(_token(token, request)), token=secret)
        return answer(shown, status=201)


class CurrentTokenView(OwnAccountView):
    """The token of the request."""

    @operation("sign_out", tag="players", summary="Sign out this device", answers={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Revokes the token that you send. A guest without an e-mail address cannot come back."""
        services.revoke_token(player_id=player_id(request), token_id=grant_of(request).token_id)
        return HttpResponse(status=204)


class TokenView(OwnAccountView):
    """One token of the caller."""

    body_type = TokenChange

    @operation(
        "rename_token",
        tag="players",
        summary="Rename a token",
        body=TokenChange,
        answers={200: Token},
        refusals=[errors.TokenNotFound],
    )
    def patch(self, request: Request, token_id: UUID) -> HttpResponse:
        """Gives a device or program another name in your list."""
        name = body_of(request, TokenChange).name
        renamed = services.rename_token(player_id=player_id(request), token_id=token_id, name=name)
        return answer(_token(renamed, request))

    @operation(
        "revoke_token",
        tag="players",
        summary="Revoke a token",
        answers={204: None},
        refusals=[errors.TokenNotFound],
    )
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Revokes a token at once, even the one that sends the request."""
        services.revoke_token(player_id=player_id(request), token_id=token_id)
        return HttpResponse(status=204)


class PlayerView(ApiView):
    """A player in public. A token is optional, but a bad one is refused."""

    permission_classes = (Anyone,)
    rate_class = READ

    @operation(
        "read_player",
        tag="players",
        summary="Get a player",
        answers={200: PublicProfile},
        refusals=[errors.PlayerNotFound],
    )
    def get(self, request: Request, player: str) -> HttpResponse:
        """Returns the public profile of a player by id, or by name in any case of letters. No token is needed."""
        found = selectors.public_profile(player)
        return answer(msgspec.convert(found, PublicProfile, from_attributes=True))


def device_name(request: Request, named: str | UnsetType) -> str:
    """Return the name of the device that sends the request."""
    if not isinstance(named, UnsetType):
        return named
    program = request.headers.get("User-Agent", "")
    return "".join(letter for letter in program if letter.isprintable())[:_MAX_DEVICE_NAME]


def own_profile(player: UUID) -> OwnProfile:
    """Return the profile of a player as only they see it."""
    return msgspec.convert(selectors.own_profile(player_id=player), OwnProfile, from_attributes=True)


def _token(token: models.Token, request: Request) -> Token:
    return Token(
        id=token.id,
        kind=token.kind,  # type: ignore[arg-type]  # the database sees to it
        hint=token.hint,
        name=token.name,
        scopes=token.scopes,
        created_at=token.created,
        last_used_on=token.last_used,
        expires_at=token.expires,
        current=token.id == token_id(request),
    )


def _in_utc(time: datetime | None) -> datetime | None:
    try:
        return None if time is None else time.astimezone(UTC)
    except OverflowError:
        raise MalformedBody(
            Sentence("`{name}` is beyond the calendar.", name="expires_at"), member="expires_at"
        ) from None
