"""What the description says of an operation because of the view it belongs to; nobody writes it down a second time.

Who may ask (its permissions), which refusals it can answer with (its own, and those of all views like it), which
headers its answers have. Named in the settings as REST framework's `DEFAULT_SCHEMA_CLASS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from drf_spectacular.openapi import AutoSchema

from common.api.problem import STATUS
from common.http import errors as http_errors
from common.http import media_types
from common.http.errors import PreconditionFailed, RateLimited
from common.openapi.components import Wire
from common.rate_limits.classes import class_of
from games.api import schema_types  # noqa: F401 - it names them
from games.errors import StoreBusy
from games.wire.problems import Problem
from players.api import schema as players_schema  # noqa: F401 - it names types
from players.api.permissions import Anyone, OwnToken, ScopePermission
from players.errors import GuestMerged, InsufficientScope, OwnTokenRequired

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Coded = Any
"""A class with a stable `code`."""

PROBLEM: Final = {media_types.PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}

PLACES: Final[Mapping[str, str]] = {
    "game_id": "The id of the game.",
    "seat": "The seat, counted from 0 clockwise.",
    "version": "The number of events after which to show the table.",
    "name": "The name of a ruleset.",
    "player": "The id or the name of the player.",
    "token_id": "The id of the token.",
    "app_id": "The id of the app.",
    "device_id": "The id of the device.",
    "webhook_id": "The id of the webhook.",
    "series_id": "The id of the series.",
    "preset_id": "The id of the preset.",
    "player_id": "The id of the player.",
    "seek_id": "The id of the seek.",
    "preset_code": "The code with which its owner shares it.",
    "code": "The code of an invitation, in any case of letters, with or without its hyphen.",
    "delivery_id": "The id of the call, from the webhook's log.",
}
"""What stands in an address, by its name."""

ANY_REQUEST: Final[Sequence[Coded]] = (
    http_errors.MalformedRequest,
    http_errors.AddressTooLong,
    http_errors.HeadersTooLarge,
    http_errors.InternalError,
    StoreBusy,
    RateLimited,
)
"""Refusals of any operation."""

ANY_VIEW: Final[Sequence[Coded]] = (http_errors.BadParameter, http_errors.NotAcceptable)
"""Refusals of any view of REST framework."""

WITH_BODY: Final[Sequence[Coded]] = (
    http_errors.MalformedBody,
    http_errors.LengthRequired,
    http_errors.BodyTooLarge,
    http_errors.UnsupportedMediaType,
)
"""Refusals of any route that reads a body."""

SHARED: Final[Mapping[str, Sequence[Coded]]] = {
    "ProblemOfEdge": ANY_REQUEST,
    "Problem": (*ANY_REQUEST, *ANY_VIEW),
    "ProblemWithBody": (*ANY_REQUEST, *ANY_VIEW, *WITH_BODY),
}
"""The responses that stand for all refusals of an operation, with the refusals that all such operations share."""


class Described(AutoSchema):
    """An operation as its view is."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with everything that follows from its view, None for views that are left out."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        self.resolve_serializer(Wire(Problem), "response")  # type: ignore[arg-type]  # it stands for one
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter.setdefault("description", PLACES[parameter["name"]])
        responses: dict[str, Any] = operation["responses"]
        shared = "ProblemWithBody" if "requestBody" in operation else "Problem"
        operation["responses"] = {**dict(sorted(responses.items())), "default": any_problem(shared)}
        operation["x-problem-codes"] = codes_by_status(self._refusals(operation))
        operation["x-rate-limit-class"] = class_of(self.view, self.method)
        return operation

    def get_auth(self) -> Any:
        """Return who may ask: with a token of which scope, or without one."""
        permissions: Sequence[Any] = self.view.get_permissions()
        scopes = [each.scope for each in permissions if isinstance(each, ScopePermission)]
        by_apps = bool(scopes) and not self._is_own()
        known = (
            [{"token": scopes}, *([{"oauth2": scopes}] if by_apps else [])] if self.view.get_authenticators() else []
        )
        unknown = all(isinstance(each, Anyone) or getattr(each, "anonymous", False) for each in permissions)
        return [*([{}] if unknown else []), *known]

    def _is_own(self) -> bool:
        """Tell whether no app may do it for a player."""
        return any(isinstance(each, OwnToken) for each in self.view.get_permissions())

    def _refusals(self, operation: Mapping[str, Any]) -> Iterator[Coded]:
        yield from self._refusals_of_tokens(operation["security"])
        if self._is_own():
            yield OwnTokenRequired
        if any(each["name"] == "If-Match" for each in operation.get("parameters", ())):
            yield PreconditionFailed
        if "{" in self.path:
            yield http_errors.RouteNotFound
        yield from getattr(getattr(self.view, self.method.lower()), "refusals", ())

    def _refusals_of_tokens(self, security: Sequence[Mapping[str, Sequence[str]]]) -> Iterator[Coded]:
        if security != [{}]:
            yield http_errors.InvalidToken
            yield GuestMerged
        if {} not in security:
            yield http_errors.NotAuthenticated
        if any(any(way.values()) for way in security):
            yield InsufficientScope


def any_problem(name: str) -> dict[str, str]:
    """Return a reference to one of the `SHARED` responses."""
    return {"$ref": f"#/components/responses/{name}"}


def codes_by_status(refusals: Iterable[Coded]) -> dict[str, list[str]]:
    """Return the codes of these refusals by HTTP status."""
    codes: dict[str, set[str]] = {}
    for refusal in refusals:
        codes.setdefault(str(STATUS[refusal.code]), set()).add(refusal.code)
    return {status: sorted(found) for status, found in sorted(codes.items())}
