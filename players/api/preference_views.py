"""The route of one's preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.response import Response

from common.http.conditions import unchanged
from common.openapi.headers import IF_MATCH
from common.openapi.operation import refuses
from players import errors, preferences
from players.api.authentication import player_id
from players.api.preference_bodies import PreferencesBody, PreferencesChange, changes_in, shown
from players.api.serializers import validated
from players.api.view import AccountView
from players.locks import lock_player

if TYPE_CHECKING:
    from rest_framework.request import Request

    from players.preferences import Preferences


class PreferencesView(AccountView):
    """What the caller wishes of the service."""

    @extend_schema(
        operation_id="read_preferences",
        summary="See your preferences",
        description="Language, times, and what is sent to you where.",
        tags=["players"],
        responses={200: OpenApiResponse(PreferencesBody, "Your preferences.")},
    )
    def get(self, request: Request) -> Response:
        """Show all of them."""
        return Response(_wishes(preferences.of(player_id(request))))

    @refuses(errors.InvalidPreference)
    @extend_schema(
        operation_id="change_preferences",
        summary="Change your preferences",
        description="Members left out stay as they are; all named ones are changed, or none.",
        tags=["players"],
        request=PreferencesChange,
        responses={200: OpenApiResponse(PreferencesBody, "Your preferences.")},
        parameters=[IF_MATCH],
        examples=[
            OpenApiExample(
                "quiet nights",
                {
                    "time_zone": "Europe/Paris",
                    "quiet_hours": {"start": "22:30", "end": "07:00"},
                    "reminders": [86400, 3600],
                },
                request_only=True,
            )
        ],
    )
    def patch(self, request: Request) -> Response:
        """Change what the body names."""
        changes = changes_in(validated(request, PreferencesChange))
        me = player_id(request)
        with unchanged(request, lambda: lock_player(me), lambda: _wishes(preferences.of(me))):
            return Response(_wishes(preferences.change(player_id=me, changes=changes)))


def _wishes(found: Preferences) -> Any:
    return PreferencesBody(shown(found)).data
