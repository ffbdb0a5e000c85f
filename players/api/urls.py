"""The players' part of `/v1/`, but for `/v1/me` (config.me_urls)."""

from django.urls import path

from players.api.device_views import PushKeyView
from players.api.views import GuestsView, PlayerView

urlpatterns = [
    path("guests", GuestsView.as_view(), name="guests"),
    path("push/key", PushKeyView.as_view(), name="push-key"),
    path("players/<str:player>", PlayerView.as_view(), name="player"),
]
