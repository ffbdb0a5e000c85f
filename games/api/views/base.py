"""What all views of this API share: who asks, what he sent, and how an answer leaves.

No serializer and no `Response` here: this is the hot path.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from uuid import UUID, uuid4

import msgspec
from django.http import HttpResponse
from rest_framework import exceptions as drf
from rest_framework.permissions import SAFE_METHODS
from rest_framework.views import APIView

import engine
from common.http import media_types
from common.http.conditions import tagged
from common.http.errors import BadParameter, MalformedBody, NotAuthenticated
from common.http.etags import demanded, is_there
from common.http.ids import ID
from common.rate_limits.headers import tell
from games import errors
from games.api import refusals
from games.api.authentication import ReadingAlong
from games.api.views.asked import Asked
from games.reads import one_game
from players.api.authentication import InvalidToken
from players.api.permissions import requires
from players.errors import PlayerNotFound
from players.limits import BY_METHOD, class_of, spend
from players.scopes import GAMES_PLAY, GAMES_READ

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest
    from rest_framework.authentication import BaseAuthentication
    from rest_framework.permissions import BasePermission

    from players.limits import RateClass
    from players.selectors import Along

Body = TypeVar("Body", bound=msgspec.Struct)

encode = msgspec.json.Encoder().encode

_KEY = re.compile(rf'(?P<quote>"?)(?P<id>{ID})(?P=quote)', re.ASCII)

PLAIN = frozenset({None, "*/*", media_types.JSON, f"{media_types.JSON}, */*", media_types.PROBLEM})
"""The usual `Accept` headers; JSON suits them, and every view has it."""
PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
SHARED = {"Cache-Control": "public, max-age=300"}
"""What everybody is answered, and any cache may keep for a while."""
"""Headers of every answer that depends on who asks."""


class GamesApiView(APIView):
    """Base of the views: reading needs `games:read` of a token, but no token; acting needs `games:play`."""

    bodies: ClassVar[Mapping[str, msgspec.json.Decoder[Any]]] = {}
    """Decoder of the body by method."""
    authentication_classes: Sequence[type[BaseAuthentication]] = (ReadingAlong,)
    metadata_class = None
    anonymous_may_read: ClassVar[bool] = True
    plain: ClassVar[frozenset[str | None]] = PLAIN
    """`Accept` headers that leave nothing to choose."""
    rate_class: ClassVar[RateClass] = BY_METHOD

    def dispatch(self, request: HttpRequest, *_args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as DRF does, without what no view here has: versions, throttles, formats, answers to render."""
        asked: Any = Asked(request, self.bodies.get(request.method or ""))
        self.request = asked
        try:
            self._let_in()
            word = asked.method.lower()
            act: Any = getattr(self, word, None) if word in self.http_method_names else None
            found: HttpResponse = (act or self.http_method_not_allowed)(asked, **kwargs)
        except Exception as error:  # noqa: BLE001  what is no refusal is raised again
            found = self.handle_exception(error)
        found = tagged(asked.method, asked.META, caller_id(asked), found)
        tell(found.headers, asked.used)
        return found

    def along(self) -> Along | None:
        """Return what to read in the statement that asks whose token it is; what it finds is in `request.row`."""
        return None

    def _let_in(self) -> None:
        """Find out who asks, and count it before anything else is done. Raises what refuses him."""
        asked: Any = self.request
        asked.along = self.along()
        for authenticator in self.get_authenticators():
            who = authenticator.authenticate(asked)
            if who is not None:
                asked.user, asked.auth = who
        spend(asked, class_of(self, asked.method))
        if asked.META.get("HTTP_ACCEPT") not in self.plain:
            renderer, _ = self.get_content_negotiator().select_renderer(asked, self.get_renderers())
            asked.media = renderer.media_type
        for permission in self.get_permissions():
            if not permission.has_permission(asked, self):
                raise drf.NotAuthenticated if asked.auth is None else drf.PermissionDenied

    def get_permissions(self) -> list[BasePermission]:
        """Return the scope that the method demands."""
        if self.request.method in SAFE_METHODS:
            return [requires(GAMES_READ, anonymous=self.anonymous_may_read)()]
        return [requires(GAMES_PLAY)()]

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]  # DRF takes any response
        """Answer a refused command with what is legal instead, and anything else as every view does."""
        asked: Any = self.request
        if isinstance(exc, PlayerNotFound):  # it is the asker who is gone since we found out who asks
            exc = InvalidToken()
        if isinstance(exc, engine.RuleViolation) and "game_id" in self.kwargs:
            return refusals.by_the_rules(exc, self.kwargs["game_id"], caller_id(asked))
        if isinstance(exc, errors.StaleVersion):
            return refusals.stale(exc, by_header=asked.META.get("HTTP_IF_MATCH", "*").strip() != "*")
        refusal: HttpResponse = super().handle_exception(exc)
        if isinstance(exc, drf.MethodNotAllowed):
            refusal["Allow"] = ", ".join(self.allowed_methods)
        return refusal


def caller_id(request: Asked) -> UUID | None:
    """Return the player who asks, None without a token."""
    found: UUID | None = request.user.id if request.auth is not None else None
    return found


def token_of(request: Asked) -> UUID | None:
    """Return the id of the token that is used, None without one."""
    found: UUID | None = None if request.auth is None else request.auth.token_id
    return found


def player_id(request: Asked) -> UUID:
    """Return the player who asks; for routes that need a token."""
    found: UUID | None = request.user.id
    if found is None:
        raise NotAuthenticated
    return found


def viewer_named(eyes: int | str | None) -> int | None:
    """Return the viewer that `as` of a query names: a seat, `engine.OPEN`, or None where it was left out."""
    return engine.OPEN if isinstance(eyes, str) else eyes


def body_of(request: Asked, kind: type[Body]) -> Body:
    """Return the request's body as `kind`; without a body, `kind()` if nothing in it is required."""
    data: object = request.body()
    if isinstance(data, kind):
        return data
    try:
        return kind()
    except TypeError:
        raise MalformedBody("This route needs a body.") from None


def command_id_of(request: Asked, named: str | None) -> UUID:
    """Return the command's id: from the body or the header Idempotency-Key, or a new one."""
    header = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return uuid4() if named is None else UUID(named)
    found = _KEY.fullmatch(header)
    if found is None:
        raise BadParameter("Idempotency-Key is the command's id, a UUID with hyphens.", parameter="Idempotency-Key")
    command_id = UUID(found["id"])
    if named is not None and UUID(named) != command_id:
        raise BadParameter("Idempotency-Key and `command_id` name different commands.", parameter="Idempotency-Key")
    return command_id


def expected_version_of(request: Asked, game_id: UUID, named: int | None = None) -> int | None:
    """Return the version the asker goes by: from the body or the header If-Match, which holds the game's ETag.

    Of several tags the latest counts, for only that can still be true; but none of a version that is gone, which a
    restored backup has not got, or got anew. 0, which no game has, where no tag is left.
    """
    demands = demanded(request.META.get("HTTP_IF_MATCH"), (caller_id(request), game_id))
    if demands is None:
        return named
    tip = one_game.tip_of(game_id) if demands else None
    there = [one.version for one in demands if tip is None or is_there(one, *tip)]
    if there and named is not None and max(there) != named:
        raise BadParameter("If-Match and expected_version name different versions.", parameter="If-Match")
    return max(there, default=0)


def named(body: Body, command_id: UUID) -> Body:
    """Return `body` with its command's id in it: it is one request, whether body or header says the id."""
    return msgspec.structs.replace(body, command_id=str(command_id))


def request_hash(route: str, *parts: object) -> bytes:
    """Return SHA-256 over what is asked, so that a command id is noticed when it comes with something else."""
    return sha256(route.encode() + b"\0" + encode(parts)).digest()


def answer(wire: object, *, status: int = 200, headers: Mapping[str, str] = PRIVATE) -> HttpResponse:
    """Return `wire` as JSON."""
    return HttpResponse(encode(wire), status=status, content_type=media_types.JSON, headers=headers)
