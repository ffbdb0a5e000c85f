"""The base of the games' views, and what their commands share."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, TypeVar
from uuid import UUID, uuid4

import msgspec

import engine
from common.api.view import PRIVATE, answer, encode
from common.http.errors import BadParameter
from common.http.etags import demanded, is_there
from common.http.ids import ID
from common.http.preferences import MINIMAL, prefers_minimal
from games import errors
from games.api import present, refusals
from games.reads import one_game
from players.api.authentication import InvalidToken, caller_id, player_id
from players.api.view import ScopedView
from players.errors import PlayerNotFound
from players.limits import BY_METHOD
from players.scopes import GAMES_PLAY, GAMES_READ

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from common.rate_limits.classes import RateClass
    from games.types import Outcome

Body = TypeVar("Body", bound=msgspec.Struct)

_KEY = re.compile(rf'(?P<quote>"?)(?P<id>{ID})(?P=quote)', re.ASCII)


class GamesApiView(ScopedView):
    """Base of the views: reading needs `games:read` of a token, but no token; acting needs `games:play`."""

    rate_class: ClassVar[RateClass] = BY_METHOD
    read_scopes: ClassVar[tuple[str, ...]] = (GAMES_READ,)
    write_scopes: ClassVar[tuple[str, ...]] = (GAMES_PLAY,)
    anonymous_may_read = True

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]  # DRF takes any response
        """Answer a refused command with the legal ones, and anything else as every view does."""
        if isinstance(exc, PlayerNotFound):  # the asker has been erased since the token was read
            exc = InvalidToken()
        if isinstance(exc, engine.RuleViolation) and "game_id" in self.kwargs:
            return refusals.by_the_rules(exc, self.kwargs["game_id"], caller_id(self.request))
        if isinstance(exc, errors.StaleVersion):
            return refusals.stale(exc, by_header=self.request.META.get("HTTP_IF_MATCH", "*").strip() != "*")
        refusal: HttpResponse = super().handle_exception(exc)
        return refusal


def accepted(request: Request, outcome: Outcome, command_id: UUID) -> HttpResponse:
    """Return the answer to a command, without the game if the client prefers that."""
    headers = {**PRIVATE, "Vary": "Authorization, Prefer", "ETag": present.tag(outcome, player_id(request))}
    minimal = prefers_minimal(request)
    if minimal:
        headers["Preference-Applied"] = MINIMAL
    return answer(present.accepted(outcome, command_id, minimal=minimal), headers=headers)


def viewer_named(eyes: int | str | None) -> int | None:
    """Return the viewer that `as` of a query names: a seat, `engine.OPEN`, or None where it was left out."""
    return engine.OPEN if isinstance(eyes, str) else eyes


def command_id_of(request: Request, named: str | None) -> UUID:
    """Return the command's id: from the body or the header Idempotency-Key, or a new one."""
    header = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return uuid4() if named is None else UUID(named)
    found = _KEY.fullmatch(header)
    if found is None:
        raise BadParameter("Idempotency-Key is the command's id, a UUID with hyphens.", header="Idempotency-Key")
    command_id = UUID(found["id"])
    if named is not None and UUID(named) != command_id:
        raise BadParameter("Idempotency-Key and `command_id` name different commands.", header="Idempotency-Key")
    return command_id


def expected_version_of(request: Request, game_id: UUID, named: int | None = None) -> int | None:
    """Return the version that the game must have: from the body or the header If-Match, which holds the game's ETag.

    Of several tags the latest counts, for only that one can still be true; tags of a version that a restored backup
    has lost, or got anew, do not count. 0, which no game has, if no tag is left.
    """
    demands = demanded(request.META.get("HTTP_IF_MATCH"), (caller_id(request), game_id))
    if demands is None:
        return named
    tip = one_game.tip_of(game_id) if demands else None
    there = [one.version for one in demands if tip is None or is_there(one, *tip)]
    if there and named is not None and max(there) != named:
        raise BadParameter("If-Match and expected_version name different versions.", header="If-Match")
    return max(there, default=0)


def named(body: Body, command_id: UUID) -> Body:
    """Return `body` with its command's id in it: it is one request, whether body or header says the id."""
    return msgspec.structs.replace(body, command_id=str(command_id))


def request_hash(route: str, *parts: object) -> bytes:
    """Return SHA-256 over the request, so that a command id that comes again with something else is noticed."""
    return sha256(route.encode() + b"\0" + encode(parts)).digest()
