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
_WEBSITE = Meta(description="An https address that tells about it.")
_REDIRECTS = Meta(
    description="Where browsers may be sent back to; a request must name one of them to the letter. https; or http on"
    " 127.0.0.1 or [::1], where any port will do; or, without a secret, a scheme of your own such as"
    " `com.example.app:/back`."
)
_SCOPES = Meta(description="What it may ask for at most; a request may ask for less.")


class AppChange(Body, frozen=True, kw_only=True):
    """Changes of an app. Members left out stay as they are."""

    name: Annotated[Name | UnsetType, _NAME] = UNSET
    website: Annotated[Website | UnsetType, _WEBSITE] = UNSET
    redirect_uris: Annotated[Redirects | UnsetType, _REDIRECTS] = UNSET
    scopes: Annotated[Scopes | UnsetType, _SCOPES] = UNSET


class NewApp(Body, frozen=True, kw_only=True):
    """An app to be."""

    name: Annotated[Name, _NAME]
    type: Annotated[
        AppType,
        Meta(
            description="`confidential` if it runs on a server that keeps its secret; `public` if it runs on people's"
            " phones, desks or browsers, where nothing can be kept. It cannot be changed later."
        ),
    ]
    website: Annotated[Website | UnsetType, _WEBSITE] = UNSET
    redirect_uris: Annotated[Redirects, _REDIRECTS]
    scopes: Annotated[Scopes, _SCOPES]


class App(msgspec.Struct, frozen=True, kw_only=True):
    """An app as its author sees it: nothing of its users."""

    id: Annotated[UUID, Meta(description="Its `client_id`.")]
    name: str
    type: AppType
    website: Annotated[str, Meta(description="Empty if you named none.")]
    redirect_uris: list[str]
    scopes: list[Scope]
    created_at: Moment
    banned: Annotated[bool, Meta(description="True if operators have banned it.")]


class AppList(msgspec.Struct, frozen=True, kw_only=True):
    """All apps of the caller."""

    apps: list[App]


class AppWithSecret(msgspec.Struct, frozen=True, kw_only=True):
    """An app just made, with its secret."""

    app: App
    secret: Annotated[
        str | None, Meta(description="Its `client_secret`, shown this once and not kept; null for public apps.")
    ]


class AppSecret(msgspec.Struct, frozen=True, kw_only=True):
    """The new secret of an app."""

    secret: Annotated[str, Meta(description="Shown this once and not kept. The former is void.")]


class AuthorizedApp(msgspec.Struct, frozen=True, kw_only=True):
    """An app that the caller has authorized."""

    app: Annotated[UUID, Meta(description="The id of the app.")]
    name: str
    website: Annotated[str, Meta(description="Empty if it has none.")]
    author: Annotated[str, Meta(description="The public name of its author.")]
    scopes: Annotated[list[Scope], Meta(description="What it may do.")]
    authorized_at: Annotated[Moment, Meta(description="When you first authorized it, of the times that still count.")]
    last_used_on: Annotated[date, Meta(description="The latest day it got a token, UTC.")]


class AuthorizedAppList(msgspec.Struct, frozen=True, kw_only=True):
    """Every app that can act for the caller."""

    authorizations: list[AuthorizedApp]
