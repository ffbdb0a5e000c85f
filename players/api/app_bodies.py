"""What goes in and out of the routes of apps: those that an author makes, and those that a player lets in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from players.api.serializers import StrictCharField, StrictSerializer
from players.oauth.apps import MAX_NAME, MAX_REDIRECTS, MAX_WEBSITE, MIN_NAME, TYPES
from players.oauth.redirects import MAX_LENGTH
from players.scopes import ALL_SCOPES

_NAME = f"{MIN_NAME} to {MAX_NAME} characters. People see it when they decide whether to let the app in."
_WEBSITE = "An https address that tells about it."
_REDIRECTS = (
    "Where browsers may be sent back to; a request must name one of them to the letter. https; or http on 127.0.0.1 or "
    "[::1], where any port will do; or, without a secret, a scheme of your own such as `com.example.app:/back`."
)
_SCOPES = "What it may ask for at most; a request may ask for less."


class AppChange(StrictSerializer):
    """The body of `PATCH /v1/me/apps/{id}`."""

    name = StrictCharField(required=False, max_length=4 * MAX_NAME, help_text=_NAME)
    website = StrictCharField(required=False, max_length=MAX_WEBSITE, allow_blank=True, help_text=_WEBSITE)
    redirect_uris = serializers.ListField(
        child=StrictCharField(max_length=MAX_LENGTH),
        required=False,
        min_length=1,
        max_length=MAX_REDIRECTS,
        help_text=_REDIRECTS,
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ALL_SCOPES),
        required=False,
        allow_empty=False,
        max_length=len(ALL_SCOPES),
        help_text=_SCOPES,
    )


class NewApp(StrictSerializer):
    """The body of `POST /v1/me/apps`."""

    name = StrictCharField(max_length=4 * MAX_NAME, help_text=_NAME)
    type = serializers.ChoiceField(
        choices=TYPES,
        help_text="`confidential` if it runs on a server that keeps its secret; `public` if it runs on people's "
        "phones, desks or browsers, where nothing can be kept. It cannot be changed later.",
    )
    website = StrictCharField(required=False, max_length=MAX_WEBSITE, allow_blank=True, help_text=_WEBSITE)
    redirect_uris = serializers.ListField(
        child=StrictCharField(max_length=MAX_LENGTH), min_length=1, max_length=MAX_REDIRECTS, help_text=_REDIRECTS
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ALL_SCOPES),
        allow_empty=False,
        max_length=len(ALL_SCOPES),
        help_text=_SCOPES,
    )


@extend_schema_serializer(component_name="App")
class AppBody(serializers.Serializer[Any]):
    """An app as its author sees it: nothing of who uses it."""

    id = serializers.UUIDField(help_text="Its `client_id`.")
    name = serializers.CharField()
    type = serializers.ChoiceField(choices=TYPES)
    website = serializers.CharField(help_text="Empty if you named none.")
    redirect_uris = serializers.ListField(child=serializers.CharField())
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=ALL_SCOPES))
    created = serializers.DateTimeField()
    banned = serializers.BooleanField(help_text="Whether operators have shut it out.")


@extend_schema_serializer(component_name="AppList")
class AppListBody(serializers.Serializer[Any]):
    """All apps of the caller."""

    apps = AppBody(many=True)


@extend_schema_serializer(component_name="AppWithSecret")
class NewAppBody(serializers.Serializer[Any]):
    """An app just made, with its secret."""

    app = AppBody()
    secret = serializers.CharField(
        allow_null=True, help_text="Its `client_secret`, shown this once and not kept; null for public apps."
    )


@extend_schema_serializer(component_name="AppSecret")
class AppSecretBody(serializers.Serializer[Any]):
    """The new secret of an app."""

    secret = serializers.CharField(help_text="Shown this once and not kept. The former is void.")


@extend_schema_serializer(component_name="AppLetIn")
class LetInBody(serializers.Serializer[Any]):
    """An app that the caller let in."""

    app = serializers.UUIDField(source="app_id", help_text="The id of the app.")
    name = serializers.CharField()
    website = serializers.CharField(help_text="Empty if it has none.")
    author = serializers.CharField(help_text="The public name of who made it.")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=ALL_SCOPES), help_text="What it may do.")
    since = serializers.DateTimeField(help_text="When you first let it in, of the times that still count.")
    last_used = serializers.DateField(help_text="The latest day it got a token, UTC.")


@extend_schema_serializer(component_name="AppsLetIn")
class LetInListBody(serializers.Serializer[Any]):
    """Every app that can act for the caller."""

    authorizations = LetInBody(many=True)
