"""The routes of apps: an author's own, and those that a player lets in. No app may use them for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.response import Response

from common.openapi.operation import refuses
from players import errors, secret_tokens
from players.api.app_bodies import (
    AppBody,
    AppChange,
    AppListBody,
    AppSecretBody,
    LetInListBody,
    NewApp,
    NewAppBody,
)
from players.api.authentication import grant_of, player_id
from players.api.serializers import validated
from players.api.view import OwnAccountView
from players.oauth import apps, authorizations

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class AppsView(OwnAccountView):
    """The caller's apps."""

    @extend_schema(
        operation_id="list_apps",
        summary="List your apps",
        description="The programs that you have registered for others to let in.",
        tags=["apps"],
        responses={200: OpenApiResponse(AppListBody, "Your apps.")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        return Response(AppListBody({"apps": apps.of(player_id(request))}).data)

    @refuses(errors.InvalidApp, errors.DeviceTokenRequired, errors.EmailRequired, errors.TooManyApps)
    @extend_schema(
        operation_id="create_app",
        summary="Register an app",
        description="So that players can let it act for them (docs/access.md). Needs an account with an e-mail address "
        "and a device token with `account:write`.",
        tags=["apps"],
        request=NewApp,
        responses={201: OpenApiResponse(NewAppBody, "Registered; keep the secret.")},
        examples=[
            OpenApiExample(
                "an app for phones",
                {
                    "name": "Card Pal",
                    "type": "public",
                    "website": "https://cardpal.example",
                    "redirect_uris": ["com.example.cardpal:/back"],
                    "scopes": ["games:read", "games:play"],
                },
                request_only=True,
            )
        ],
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Register one."""
        body = validated(request, NewApp)
        _by_device(request)
        kind = body.pop("type")
        app, secret = apps.create(player_id=player_id(request), kind=kind, draft=apps.Draft(**body))
        return Response(NewAppBody({"app": app, "secret": secret}).data, status=status.HTTP_201_CREATED)


class AppView(OwnAccountView):
    """One app of the caller's."""

    @refuses(errors.AppNotFound)
    @extend_schema(
        operation_id="read_app",
        summary="See an app of yours",
        description="As you registered it.",
        tags=["apps"],
        responses={200: OpenApiResponse(AppBody, "Your app.")},
    )
    def get(self, request: Request, app_id: UUID) -> Response:
        """Show it."""
        return Response(AppBody(apps.find(player_id=player_id(request), app_id=app_id)).data)

    @refuses(errors.InvalidApp, errors.DeviceTokenRequired, errors.AppNotFound)
    @extend_schema(
        operation_id="change_app",
        summary="Change an app of yours",
        description="Members left out stay as they are. Who has let it in before has agreed to what he saw then. Needs "
        "a device token with `account:write`.",
        tags=["apps"],
        request=AppChange,
        responses={200: OpenApiResponse(AppBody, "Your app.")},
        examples=[OpenApiExample("another name", {"name": "Card Friend"}, request_only=True)],
    )
    def patch(self, request: Request, app_id: UUID) -> Response:
        """Change what the body names."""
        body = validated(request, AppChange)
        _by_device(request)
        changed = apps.change(player_id=player_id(request), app_id=app_id, draft=apps.Draft(**body))
        return Response(AppBody(changed).data)

    @refuses(errors.DeviceTokenRequired, errors.AppNotFound)
    @extend_schema(
        operation_id="delete_app",
        summary="Delete an app of yours",
        description="Every token it has, for whomever, ends at once. Needs a device token with `account:write`.",
        tags=["apps"],
        responses={204: OpenApiResponse(None, "Deleted.")},
    )
    def delete(self, request: Request, app_id: UUID) -> Response:
        """Delete it."""
        _by_device(request)
        apps.remove(player_id=player_id(request), app_id=app_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AppSecretView(OwnAccountView):
    """The secret of an app of the caller's."""

    @refuses(errors.DeviceTokenRequired, errors.InvalidApp, errors.AppNotFound)
    @extend_schema(
        operation_id="renew_app_secret",
        summary="Give an app of yours another secret",
        description="The former is void at once. Needs a device token with `account:write`.",
        tags=["apps"],
        request=None,
        responses={200: OpenApiResponse(AppSecretBody, "Its secret from now on.")},
    )  # fmt: skip
    def post(self, request: Request, app_id: UUID) -> Response:
        """Make a new one."""
        _by_device(request)
        secret = apps.new_secret(player_id=player_id(request), app_id=app_id)
        return Response(AppSecretBody({"secret": secret}).data)


class AuthorizationsView(OwnAccountView):
    """The apps that the caller let in."""

    @extend_schema(
        operation_id="list_authorizations",
        summary="List the apps that you let in",
        description="Every app that can act for you, the latest first.",
        tags=["apps"],
        responses={200: OpenApiResponse(LetInListBody, "Who can act for you.")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        return Response(LetInListBody({"authorizations": authorizations.of(player_id(request))}).data)


class AuthorizationView(OwnAccountView):
    """One of them."""

    @refuses(errors.AuthorizationNotFound)
    @extend_schema(
        operation_id="revoke_authorization",
        summary="Shut an app out",
        description="All its tokens for you end at once, and so do the webhooks it made.",
        tags=["apps"],
        responses={204: OpenApiResponse(None, "It is out.")},
    )
    def delete(self, request: Request, app_id: UUID) -> Response:
        """Shut it out."""
        authorizations.shut_out(player_id=player_id(request), app_id=app_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _by_device(request: Request) -> None:
    """Raise `DeviceTokenRequired` for a personal token: a program that was given one must not make others look safe."""
    if grant_of(request).kind != secret_tokens.DEVICE:
        raise errors.DeviceTokenRequired
