"""Routes that apps call; the consent page belongs to the games (`games.pages.oauth`), because it looks like theirs."""

from __future__ import annotations

from django.urls import path

from players.oauth import endpoints

urlpatterns = [
    path("oauth/token", endpoints.token, name="oauth-token"),
    path("oauth/revoke", endpoints.revoke, name="oauth-revoke"),
    path("oauth/introspect", endpoints.introspect, name="oauth-introspect"),
    path(".well-known/oauth-authorization-server", endpoints.discover, name="oauth-metadata"),
]
