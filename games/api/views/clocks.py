"""Time controls by name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from common.http.query import NoQuery, read_query
from common.openapi.operation import operation
from games import clock as clocks
from games.api.views.base import SHARED, GamesApiView, answer
from games.api.wire.games import Preset, Presets, TimeControl
from players.api.permissions import Anyone
from players.limits import PUBLIC

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.permissions import BasePermission

    from games.api.views.asked import Asked


@cache
def presets() -> Presets:
    """Return the presets; they never change."""
    return Presets(
        clocks=[
            Preset(name=name, summary=preset.summary, control=TimeControl(**preset.control._asdict()))
            for name, preset in clocks.PRESETS.items()
        ]
    )


class ClocksView(GamesApiView):
    """What most tables want."""

    authentication_classes = ()
    rate_class = PUBLIC

    def get_permissions(self) -> list[BasePermission]:
        """Return nothing to demand."""
        return [Anyone()]

    @operation("list_clocks", tag="games", summary="Time controls by name", answers={200: Presets})
    def get(self, request: Asked) -> HttpResponse:
        """The time controls that a table can be set up with by name; parts of one's own are within wider limits."""
        read_query(request, NoQuery)
        return answer(presets(), headers=SHARED)
