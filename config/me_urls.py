"""The routes under `/v1/me`: the caller's account, and their part of the games."""

from django.urls import path

from common.http import ids  # noqa: F401  it registers the form of ids in addresses
from games.api.views.deliveries import DeliveriesView, RedeliverView, TestView
from games.api.views.export import ExportView
from games.api.views.games import MyGamesView
from games.api.views.merges import GuestsOfMineView
from games.api.views.notifications import NotificationsView, ReadView
from games.api.views.own_presets import OwnPresetsView, OwnPresetView
from games.api.views.rematches import OpenOffersView
from games.api.views.seeks import SeekConfirmationView, SeeksView, SeekView
from games.api.views.streams import MyStreamView
from games.api.views.vacations import VacationPreviewView, VacationView
from games.api.views.webhooks import RotateView, WebhooksView, WebhookView
from players.api.app_views import AppSecretView, AppsView, AppView, AuthorizationsView, AuthorizationView
from players.api.block_views import BlocksView, BlockView
from players.api.device_views import DevicesView, DeviceView
from players.api.email_views import EmailConfirmationView, EmailResendView, EmailView
from players.api.preference_views import PreferencesView
from players.api.views import CurrentTokenView, LeavingView, MeView, TokensView, TokenView

urlpatterns = [
    path("me", MeView.as_view(), name="me"),
    path("me/leaving", LeavingView.as_view(), name="leaving"),
    path("me/export", ExportView.as_view(), name="export"),
    path("me/email", EmailView.as_view(), name="email"),
    path("me/email/confirm", EmailConfirmationView.as_view(), name="email-confirm"),
    path("me/email/resend", EmailResendView.as_view(), name="email-resend"),
    path("me/guests", GuestsOfMineView.as_view(), name="guests-of-mine"),
    path("me/preferences", PreferencesView.as_view(), name="preferences"),
    path("me/vacation", VacationView.as_view(), name="vacation"),
    path("me/vacation/preview", VacationPreviewView.as_view(), name="vacation-preview"),
    path("me/games", MyGamesView.as_view(), name="my-games"),
    path("me/stream", MyStreamView.as_view(), name="my-stream"),
    path("me/rematches", OpenOffersView.as_view(), name="my-rematches"),
    path("me/presets", OwnPresetsView.as_view(), name="own-presets"),
    path("me/presets/<id:preset_id>", OwnPresetView.as_view(), name="own-preset"),
    path("me/seeks", SeeksView.as_view(), name="my-seeks"),
    path("me/seeks/<id:seek_id>", SeekView.as_view(), name="my-seek"),
    path("me/seeks/<id:seek_id>/confirm", SeekConfirmationView.as_view(), name="my-seek-confirm"),
    path("me/notifications", NotificationsView.as_view(), name="notifications"),
    path("me/notifications/read", ReadView.as_view(), name="notifications-read"),
    path("me/blocks", BlocksView.as_view(), name="blocks"),
    path("me/blocks/<id:player_id>", BlockView.as_view(), name="block"),
    path("me/devices", DevicesView.as_view(), name="devices"),
    path("me/devices/<id:device_id>", DeviceView.as_view(), name="device"),
    path("me/tokens", TokensView.as_view(), name="tokens"),
    path("me/tokens/current", CurrentTokenView.as_view(), name="current-token"),
    path("me/tokens/<id:token_id>", TokenView.as_view(), name="token"),
    path("me/apps", AppsView.as_view(), name="apps"),
    path("me/apps/<id:app_id>", AppView.as_view(), name="app"),
    path("me/apps/<id:app_id>/secret", AppSecretView.as_view(), name="app-secret"),
    path("me/authorizations", AuthorizationsView.as_view(), name="authorizations"),
    path("me/authorizations/<id:app_id>", AuthorizationView.as_view(), name="authorization"),
    path("me/webhooks", WebhooksView.as_view(), name="webhooks"),
    path("me/webhooks/<id:webhook_id>", WebhookView.as_view(), name="webhook"),
    path("me/webhooks/<id:webhook_id>/rotate", RotateView.as_view(), name="webhook-rotate"),
    path("me/webhooks/<id:webhook_id>/test", TestView.as_view(), name="webhook-test"),
    path("me/webhooks/<id:webhook_id>/deliveries", DeliveriesView.as_view(), name="webhook-deliveries"),
    path(
        "me/webhooks/<id:webhook_id>/deliveries/<id:delivery_id>/redeliver",
        RedeliverView.as_view(),
        name="webhook-redeliver",
    ),
]
