"""Everything about the caller, for the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import StreamingHttpResponse

from common import clock
from common.api.view import PRIVATE
from common.http import media_types
from common.openapi.headers import CONTENT_DISPOSITION
from common.openapi.operation import operation
from games.api import exporting
from games.api.views.base import GamesApiView
from games.wire.export import Export
from players import allowances
from players.api.authentication import player_id
from players.errors import TooManyExports
from players.limits import ACCOUNT
from players.scopes import ACCOUNT_READ, GAMES_READ, WEBHOOKS

if TYPE_CHECKING:
    from rest_framework.request import Request

PER_HOUR: Final = 5
HEADERS: Final = {**PRIVATE, "Content-Disposition": 'attachment; filename="flipside-export.json"'}


class ExportView(GamesApiView):
    """The caller's data."""

    anonymous_may_read = False
    rate_class = ACCOUNT
    read_scopes = (ACCOUNT_READ, GAMES_READ, WEBHOOKS)

    @operation(
        "export_me",
        tag="players",
        summary="Export your data",
        answers={200: Export},
        refusals=[TooManyExports],
        headers=[CONTENT_DISPOSITION],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Returns everything the service stores about you as one JSON document: settings, messages and games.

        Each game has every event as your seat saw it, with your moves and cards and without what others hid. It
        contains no secrets. The document is sent as a stream, at most five times an hour. Scopes: `account:read`,
        `games:read` and `webhooks`.
        """
        player = player_id(request)
        left = allowances.use(player_id=player, what="exports", per_hour=PER_HOUR)
        if left is not None:
            raise TooManyExports(retry_after=left, limit=PER_HOUR)
        return StreamingHttpResponse(
            exporting.pieces(player, clock.now()), content_type=media_types.JSON, headers=HEADERS
        )
