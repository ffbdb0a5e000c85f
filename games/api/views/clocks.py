"""Time controls by name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from common.api.view import SHARED, answer
from common.openapi.operation import operation
from games import clock as clocks
from games.wire.games import Preset, Presets, TimeControl
from players.api.view import PublicView

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


@cache
def presets() -> Presets:
    """Return the presets; they never change."""
    return Presets(
        clocks=[
            Preset(name=name, summary=preset.summary, control=TimeControl(**preset.control._asdict()))
            for name, preset in clocks.PRESETS.items()
        ]
    )


class ClocksView(PublicView):
    """The time controls that most tables want."""

    @operation("list_clocks", tag="games", summary="List named time controls", answers={200: Presets})
    def get(self, request: Request) -> HttpResponse:
        """Returns the named time controls. A table may also state its own values, within wider limits."""
        return answer(presets(), headers=SHARED)
