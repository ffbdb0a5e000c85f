"""Apps: those that an author registers, and those that a player has authorized."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from players.api.types.tokens import Scope
from players.oauth.apps import MAX_NAME, MAX_REDIRECTS, MAX_WEBSITE, MIN_NAME
from players.oauth.redirects import MAX_LENGTH
from players.scopes import ALL_SCOPES

AppType = Literal["public", "confidential"]
Name = Annotated[str, Meta(min_length=1, max_length=4 * MAX_NAME)]
Website = Annotated[str, Meta(max_length=MAX_WEBSITE)]
Redirects = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=MAX_LENGTH)]], Meta(min_length=1, max_length=MAX_REDIRECTS)
]
Scopes = Annotated[list[Scope], Meta(min_length=1, max_length=len(ALL_SCOPES))]

_NAME = Meta(
    description=f"{MIN_NAME} to {MAX_NAME} characters. People see it when they decide whether to authorize the app."
)
_WEBSITE = Meta(description="An https address with information about the app.")
_REDIRECTS = Meta(
    description="The addresses to which browsers may be sent back; a request must name one of them "
    "exactly. Allowed are https, http on 127.0.0.1 or [::1] with any port, and, without a "
    "secret, a scheme of your own such as `com.example.app:/back`."
)
_SCOPES = Meta(description="The scopes it may ask for. A request may ask for fewer.")


class AppChange(Body, frozen=True, kw_only=True):
    """Changes of an app. Members that are left out keep their values."""

    name: Annotated[Name | UnsetType, _NAME] = UNSET
    website: Annotated[Website | UnsetType, _WEBSITE] = UNSET
    redirect_uris: Annotated[Redirects | UnsetType, _REDIRECTS] = UNSET
    scopes: Annotated[Scopes | UnsetType, _SCOPES] = UNSET


class NewApp(Body, frozen=True, kw_only=True):
    """An app to register."""

    name: Annotated[Name, _NAME]
    type: Annotated[
        AppType,
        Meta(
            description="`confidential` if it runs on a server that keeps its secret; `public` if it "
            "runs on phones, computers or browsers of its users, where nothing can be "
            "kept secret. It cannot be changed."
        ),
    ]
    website: Annotated[Website | UnsetType, _WEBSITE] = UNSET
    redirect_uris: Annotated[Redirects, _REDIRECTS]
    scopes: Annotated[Scopes, _SCOPES]


class App(msgspec.Struct, frozen=True, kw_only=True):
    """An app as its author sees it, without its users."""

    id: Annotated[UUID, Meta(description="The `client_id` of the app.")]
    name: str
    type: AppType
    website: Annotated[str, Meta(description="Empty if the app has none.")]
    redirect_uris: list[str]
    scopes: list[Scope]
    created_at: Moment
    banned: Annotated[bool, Meta(description="True if the operators have banned the app.")]


class AppList(msgspec.Struct, frozen=True, kw_only=True):
    """All apps of the caller."""

    apps: list[App]


class AppWithSecret(msgspec.Struct, frozen=True, kw_only=True):
    """A new app with its secret."""

    app: App
    secret: Annotated[
        str | None, Meta(description="The `client_secret`, or null for a public app. Only this answer contains it.")
    ]


class AppSecret(msgspec.Struct, frozen=True, kw_only=True):
    """The new secret of an app."""

    secret: Annotated[str, Meta(description="Only this answer contains the secret. The old one has stopped working.")]


class AuthorizedApp(msgspec.Struct, frozen=True, kw_only=True):
    """An app that the caller has authorized."""

    app: Annotated[UUID, Meta(description="The id of the app.")]
    name: str
    website: Annotated[str, Meta(description="Empty if the app has none.")]
    author: Annotated[str, Meta(description="The public name of its author.")]
    scopes: Annotated[list[Scope], Meta(description="The scopes that you granted.")]
    authorized_at: Annotated[Moment, Meta(description="The time of your earliest authorization that is still valid.")]
    last_used_on: Annotated[date, Meta(description="The last day on which the app got a token, in UTC.")]


class AuthorizedAppList(msgspec.Struct, frozen=True, kw_only=True):
    """All apps that can act for the caller."""

    authorizations: list[AuthorizedApp]
