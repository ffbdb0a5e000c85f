"""The route of the caller's preferences."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from common.api.view import answer, body_of
from common.http.conditions import unchanged
from common.openapi.headers import IF_MATCH
from common.openapi.operation import operation
from players import errors, preferences
from players.api.authentication import player_id
from players.api.types.preferences import Preferences, PreferencesChange, QuietHours
from players.api.view import AccountView
from players.locks import lock_player

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

_DEFAULTS: Final = {name: getattr(preferences.Preferences(), name) for name in ("language", "time_zone", "reminders")}
"""The meaning of null, where it is not the value itself."""


class PreferencesView(AccountView):
    """The caller's preferences."""

    body_type = PreferencesChange

    @operation("read_preferences", tag="players", summary="Get your preferences", answers={200: Preferences})
    def get(self, request: Request) -> HttpResponse:
        """Returns your language, time zone and quiet hours, and which messages you get on which channel."""
        return answer(_shown(preferences.of(player_id(request))))

    @operation(
        "change_preferences",
        tag="players",
        summary="Change your preferences",
        body=PreferencesChange,
        answers={200: Preferences},
        refusals=[errors.InvalidPreference],
        headers=[IF_MATCH],
    )
    def patch(self, request: Request) -> HttpResponse:
        """Changes preferences, all of them or none. Members that are left out keep their values."""
        changes = _changes(body_of(request, PreferencesChange))
        me = player_id(request)
        with unchanged(request, lambda: lock_player(me), lambda: _shown(preferences.of(me))):
            return answer(_shown(preferences.change(player_id=me, changes=changes)))


def _changes(body: PreferencesChange) -> dict[str, Any]:
    """Return the body as `preferences.change` takes it."""
    given = {name: getattr(body, name) for name in body.__struct_fields__ if getattr(body, name) is not UNSET}
    changes = {name: _DEFAULTS.get(name) if value is None else value for name, value in given.items()}
    if "quiet_hours" in changes:
        quiet: QuietHours | None = changes.pop("quiet_hours")
        changes["quiet_from"] = None if quiet is None else time.fromisoformat(quiet.start)
        changes["quiet_to"] = None if quiet is None else time.fromisoformat(quiet.end)
    return changes


def _shown(found: preferences.Preferences) -> Preferences:
    quiet = None
    if found.quiet_from is not None and found.quiet_to is not None:
        quiet = QuietHours(start=f"{found.quiet_from:%H:%M}", end=f"{found.quiet_to:%H:%M}")
    return Preferences(
        language=found.language,
        time_zone=found.time_zone,
        quiet_hours=quiet,
        digest_hour=found.digest_hour,
        reminders=list(found.reminders),
        messages=found.matrix(),
        choices=found.choices,
    )
