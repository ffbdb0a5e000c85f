"""The games' part of `/v1/`, but for `/v1/me` (config.me_urls).

Ids are UUIDs with hyphens (`common.http.ids`), seats one digit; other spellings are no address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import path, register_converter
from django.urls.converters import IntConverter

from common.http import ids  # noqa: F401  it registers what ids in addresses are
from games.api.views.automatic_moves import AutomaticMovesView
from games.api.views.branches import BranchesView
from games.api.views.catalogue import CatalogueView, DrawingsView
from games.api.views.clocks import ClocksView
from games.api.views.commands import CommandsView
from games.api.views.courtesies import NudgeView
from games.api.views.events import EventsView
from games.api.views.games import GamesView, GameView
from games.api.views.invitations import InvitationsView, InvitationView
from games.api.views.loans import LoanAcceptView, LoanView
from games.api.views.looked import LookedView
from games.api.views.orders import OrdersDryRunView, OrdersView
from games.api.views.own_presets import SharedPresetView
from games.api.views.presets import PresetsView
from games.api.views.proofs import AnchorsView, ConsistencyView, KeysView
from games.api.views.rematches import RematchView
from games.api.views.rules import GameRulesView, RulesView
from games.api.views.rulesets import CheckView, RulesetsView
from games.api.views.sandbox import (
    SandboxAdvanceView,
    SandboxClockView,
    SandboxGamesView,
    SandboxMailsView,
    SandboxPlayersView,
)
from games.api.views.seats import BotsView, SeatsView, SeatView, StartView
from games.api.views.seeks import CrowdsView
from games.api.views.series import SeriesView
from games.api.views.sign_in import SignInConfirmationView, SignInResendView, SignInView
from games.api.views.states import StateView
from games.api.views.streams import GameStreamView
from games.api.views.substitutes import TakeoverView
from games.api.views.transcripts import RecordView, TranscriptView

if TYPE_CHECKING:
    from django.urls import URLPattern


class DigitConverter(IntConverter):
    """A seat number: one ASCII digit, so that every seat has one address."""

    regex = "[0-9]"


class VersionConverter(IntConverter):
    """A version: a number as people write it, so that every state has one address; ten digits hold any there is."""

    regex = "(?:0|[1-9][0-9]{0,9})"


register_converter(DigitConverter, "digit")
register_converter(VersionConverter, "version")

# Routes are tried in order: what is asked for most comes first.
urlpatterns: list[URLPattern] = [
    path("games/<id:game_id>", GameView.as_view(), name="game"),
    path("games/<id:game_id>/commands", CommandsView.as_view(), name="commands"),
    path("rulesets", RulesetsView.as_view(), name="rulesets"),
    path("catalogue", CatalogueView.as_view(), name="catalogue"),
    path("catalogue/faces.svg", DrawingsView.as_view(), name="drawings"),
    path("clocks", ClocksView.as_view(), name="clocks"),
    path("presets", PresetsView.as_view(), name="presets"),
    path("presets/<str:preset_code>", SharedPresetView.as_view(), name="shared-preset"),
    path("seeks", CrowdsView.as_view(), name="seeks"),
    path("rulesets/check", CheckView.as_view(), name="check"),
    path("rulesets/<slug:name>/rules", RulesView.as_view(), name="rules"),
    path("games", GamesView.as_view(), name="games"),
    path("games/<id:game_id>/seats", SeatsView.as_view(), name="seats"),
    path("games/<id:game_id>/seats/<digit:seat>", SeatView.as_view(), name="seat"),
    path("games/<id:game_id>/seats/<digit:seat>/takeover", TakeoverView.as_view(), name="takeover"),
    path("games/<id:game_id>/seats/<digit:seat>/loan", LoanView.as_view(), name="loan"),
    path("games/<id:game_id>/seats/<digit:seat>/loan/accept", LoanAcceptView.as_view(), name="loan-accept"),
    path("games/<id:game_id>/bots", BotsView.as_view(), name="bots"),
    path("games/<id:game_id>/start", StartView.as_view(), name="start"),
    path("games/<id:game_id>/events", EventsView.as_view(), name="events"),
    path("games/<id:game_id>/automatic-moves", AutomaticMovesView.as_view(), name="automatic-moves"),
    path("games/<id:game_id>/orders", OrdersView.as_view(), name="orders"),
    path("games/<id:game_id>/orders/dry-run", OrdersDryRunView.as_view(), name="orders-dry-run"),
    path("games/<id:game_id>/looked", LookedView.as_view(), name="looked"),
    path("games/<id:game_id>/stream", GameStreamView.as_view(), name="game-stream"),
    path("games/<id:game_id>/states/<version:version>", StateView.as_view(), name="state"),
    path("games/<id:game_id>/rematch", RematchView.as_view(), name="rematch"),
    path("series/<id:series_id>", SeriesView.as_view(), name="series"),
    path("games/<id:game_id>/branches", BranchesView.as_view(), name="branches"),
    path("games/<id:game_id>/rules", GameRulesView.as_view(), name="game-rules"),
    path("games/<id:game_id>/transcript", TranscriptView.as_view(), name="transcript"),
    path("games/<id:game_id>/record", RecordView.as_view(), name="record"),
    path("anchors", AnchorsView.as_view(), name="anchors"),
    path("anchors/consistency", ConsistencyView.as_view(), name="consistency"),
    path("keys", KeysView.as_view(), name="keys"),
    path("sign-in", SignInView.as_view(), name="sign-in"),
    path("sign-in/confirm", SignInConfirmationView.as_view(), name="sign-in-confirm"),
    path("sign-in/resend", SignInResendView.as_view(), name="sign-in-resend"),
    path("games/<id:game_id>/nudge", NudgeView.as_view(), name="nudge"),
    path("games/<id:game_id>/invitations", InvitationsView.as_view(), name="invitations"),
    path("invitations/<str:code>", InvitationView.as_view(), name="invitation"),
]
if settings.SANDBOX:
    urlpatterns += [
        path("sandbox/players", SandboxPlayersView.as_view(), name="sandbox-players"),
        path("sandbox/games", SandboxGamesView.as_view(), name="sandbox-games"),
        path("sandbox/mails", SandboxMailsView.as_view(), name="sandbox-mails"),
        path("sandbox/clock", SandboxClockView.as_view(), name="sandbox-clock"),
        path("sandbox/clock/advance", SandboxAdvanceView.as_view(), name="sandbox-advance"),
    ]
