"""The routes of apps: an author's own, and those that a player has authorized. No app may use them for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.http import HttpResponse
from msgspec import UNSET

from common.api.view import answer, body_of
from common.openapi.operation import operation
from players import errors, secret_tokens
from players.api.authentication import grant_of, player_id
from players.api.types.apps import (
    App,
    AppChange,
    AppList,
    AppSecret,
    AppWithSecret,
    AuthorizedApp,
    AuthorizedAppList,
    NewApp,
)
from players.api.view import OwnAccountView
from players.oauth import apps, authorizations

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class AppsView(OwnAccountView):
    """The caller's apps."""

    body_type = NewApp

    @operation("list_apps", tag="apps", summary="List your apps", answers={200: AppList})
    def get(self, request: Request) -> HttpResponse:
        """Returns the apps that you have registered."""
        return answer(AppList(apps=[_shown(app) for app in apps.of(player_id(request))]))

    @operation(
        "create_app",
        tag="apps",
        summary="Register an app",
        body=NewApp,
        answers={201: AppWithSecret},
        refusals=[errors.InvalidApp, errors.DeviceTokenRequired, errors.EmailRequired, errors.TooManyApps],
    )
    def post(self, request: Request) -> HttpResponse:
        """Registers an app that players may authorize to act for them (docs/clients/access.md).

        It needs an account with an e-mail address, and a device token with `account:write`.
        """
        body = body_of(request, NewApp)
        _by_device(request)
        app, secret = apps.create(player_id=player_id(request), kind=body.type, draft=_draft(body))
        return answer(AppWithSecret(app=_shown(app), secret=secret), status=201)


class AppView(OwnAccountView):
    """One app of the caller."""

    body_type = AppChange

    @operation(
        "read_app",
        tag="apps",
        summary="Get an app",
        answers={200: App},
        refusals=[errors.AppNotFound],
    )
    def get(self, request: Request, app_id: UUID) -> HttpResponse:
        """Returns one of your apps."""
        return answer(_shown(apps.find(player_id=player_id(request), app_id=app_id)))

    @operation(
        "change_app",
        tag="apps",
        summary="Change an app",
        body=AppChange,
        answers={200: App},
        refusals=[errors.InvalidApp, errors.DeviceTokenRequired, errors.AppNotFound],
    )
    def patch(self, request: Request, app_id: UUID) -> HttpResponse:
        """Changes one of your apps.

        Members that are left out keep their values. Players who authorized the app earlier keep the terms they agreed
        to.

        It needs a device token with `account:write`.
        """
        body = body_of(request, AppChange)
        _by_device(request)
        return answer(_shown(apps.change(player_id=player_id(request), app_id=app_id, draft=_draft(body))))

    @operation(
        "delete_app",
        tag="apps",
        summary="Delete an app",
        answers={204: None},
        refusals=[errors.DeviceTokenRequired, errors.AppNotFound],
    )
    def delete(self, request: Request, app_id: UUID) -> HttpResponse:
        """Deletes one of your apps and revokes all its tokens at once. It needs a device token with `account:write`."""
        _by_device(request)
        apps.remove(player_id=player_id(request), app_id=app_id)
        return HttpResponse(status=204)


class AppSecretView(OwnAccountView):
    """The secret of an app of the caller."""

    @operation(
        "rotate_app_secret",
        tag="apps",
        summary="Replace the secret of an app",
        answers={200: AppSecret},
        refusals=[errors.DeviceTokenRequired, errors.InvalidApp, errors.AppNotFound],
    )
    def post(self, request: Request, app_id: UUID) -> HttpResponse:
        """Returns a new secret; the old one stops working at once. It needs a device token with `account:write`."""
        _by_device(request)
        return answer(AppSecret(secret=apps.new_secret(player_id=player_id(request), app_id=app_id)))


class AuthorizationsView(OwnAccountView):
    """The apps that the caller has authorized."""

    @operation(
        "list_authorizations", tag="apps", summary="List the apps you authorized", answers={200: AuthorizedAppList}
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns every app that can act for you, the latest authorization first."""
        found = [
            AuthorizedApp(
                app=one.app_id,
                name=one.name,
                website=one.website,
                author=one.author,
                scopes=one.scopes,
                authorized_at=one.since,
                last_used_on=one.last_used,
            )
            for one in authorizations.of(player_id(request))
        ]
        return answer(AuthorizedAppList(authorizations=found))


class AuthorizationView(OwnAccountView):
    """One of them."""

    @operation(
        "revoke_authorization",
        tag="apps",
        summary="Revoke the authorization of an app",
        answers={204: None},
        refusals=[errors.AuthorizationNotFound],
    )
    def delete(self, request: Request, app_id: UUID) -> HttpResponse:
        """Revokes all tokens of the app for you at once, and deletes the webhooks it created."""
        authorizations.shut_out(player_id=player_id(request), app_id=app_id)
        return HttpResponse(status=204)


def _by_device(request: Request) -> None:
    """Raise `DeviceTokenRequired` for a personal token: a program that has one must not make others look safe."""
    if grant_of(request).kind != secret_tokens.DEVICE:
        raise errors.DeviceTokenRequired


def _draft(body: NewApp | AppChange) -> apps.Draft:
    return apps.Draft(
        name=None if body.name is UNSET else body.name,
        website=None if body.website is UNSET else body.website,
        redirect_uris=None if body.redirect_uris is UNSET else body.redirect_uris,
        scopes=None if body.scopes is UNSET else body.scopes,
    )


def _shown(app: apps.Shown) -> App:
    return msgspec.convert(app._asdict(), App)
