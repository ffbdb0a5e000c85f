"""The players' part of `/v1/`."""

from django.urls import path

from common.http import ids  # noqa: F401  it registers what ids in addresses are
from players.api import app_views, device_views, preference_views, views

urlpatterns = [
    path("guests", views.GuestsView.as_view(), name="guests"),
    path("me", views.MeView.as_view(), name="me"),
    path("me/leaving", views.LeavingView.as_view(), name="leaving"),
    path("me/preferences", preference_views.PreferencesView.as_view(), name="preferences"),
    path("me/tokens", views.TokensView.as_view(), name="tokens"),
    path("me/tokens/<id:token_id>", views.TokenView.as_view(), name="token"),
    path("me/devices", device_views.DevicesView.as_view(), name="devices"),
    path("me/devices/<id:device_id>", device_views.DeviceView.as_view(), name="device"),
    path("me/apps", app_views.AppsView.as_view(), name="apps"),
    path("me/apps/<id:app_id>", app_views.AppView.as_view(), name="app"),
    path("me/apps/<id:app_id>/secret", app_views.AppSecretView.as_view(), name="app-secret"),
    path("me/authorizations", app_views.AuthorizationsView.as_view(), name="authorizations"),
    path("me/authorizations/<id:app_id>", app_views.AuthorizationView.as_view(), name="authorization"),
    path("push/key", device_views.PushKeyView.as_view(), name="push-key"),
    path("players/<str:name>", views.PlayerView.as_view(), name="player"),
]
