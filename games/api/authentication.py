"""Who sends a request to the games, and in the same statement what the view will want to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from players import selectors
from players.api.authentication import TokenAuthentication

if TYPE_CHECKING:
    from games.api.views.asked import Asked


class ReadingAlong(TokenAuthentication):
    """Reads what `request.along` says together with the token, a statement less."""

    def find(self, request: Any, sha256: bytes) -> selectors.Bearer | None:
        """Return who holds the token of this digest; what was found besides is in `request.row`."""
        asked: Asked = request
        if asked.along is None:
            return super().find(request, sha256)
        found = selectors.find_bearer_and(sha256, asked.along)
        if found is None:
            return None
        bearer, asked.row = found
        return bearer
