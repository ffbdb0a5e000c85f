"""Authentication that reads the game of the address in the token's statement: one statement less for the hot path.

A view names one of these classes. The row is in `request.game_row`, for the service that would read it next; a request
without a token has none, and the service reads the game itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.reads import one_game
from games.services import commands
from players.api.authentication import TokenAuthentication

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from players.selectors import Bearer

Row = tuple[Any, ...]


class TokenWithGame(TokenAuthentication):
    """Reads the game for `selectors.load_game`."""

    def find_bearer(self, request: Request, sha256: bytes) -> Bearer | None:
        """Return the holder of the token, and keep the game's row."""
        found = self.find_both(sha256, request.parser_context["kwargs"]["game_id"])
        if found is None:
            return None
        bearer, request.game_row = found  # type: ignore[attr-defined]  # requests take attributes
        return bearer

    def find_both(self, sha256: bytes, game_id: UUID) -> tuple[Bearer, Row] | None:
        """Return the holder of the token and the game's row."""
        return one_game.bearer_and_game(sha256, game_id)


class TokenWithGameForCommand(TokenWithGame):
    """Reads the game for `play.submit_command`."""

    def find_both(self, sha256: bytes, game_id: UUID) -> tuple[Bearer, Row] | None:
        """Return the holder of the token and the game's row."""
        return commands.bearer_and_game(sha256, game_id)


def game_row(request: Request) -> Row | None:
    """Return the row that was read with the token, None if there is none."""
    return getattr(request, "game_row", None)
