"""The short way to the two views that are asked for most: past the search for a route and what is for pages only.

Nothing else differs: the same views at the same addresses, inside the same edge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from common.http.ids import ID
from games.api.views.commands import CommandsView
from games.api.views.games import GameView

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    Answer = Callable[[HttpRequest], HttpResponse]

_GAME: Final = re.compile(rf"/v1/games/({ID})(/commands)?", re.ASCII)
_VIEWS: Final[dict[str | None, Any]] = {None: GameView.as_view(), "/commands": CommandsView.as_view()}


def short_way(answer: Answer) -> Answer:
    """Go straight to the view of a game or of its commands; any other request goes on."""

    def along(request: HttpRequest) -> HttpResponse:
        found = _GAME.fullmatch(request.path_info)
        if found is None:
            return answer(request)
        response: HttpResponse = _VIEWS[found[2]](request, game_id=UUID(found[1]))
        return response

    return along
