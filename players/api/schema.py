"""How the players' routes and the accounts' doors look in the OpenAPI document.

Nothing that runs per request lives here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
    from drf_spectacular.utils import Direction

PROBLEM = "application/problem+json"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself through an untyped metaclass
    """Documents `TokenAuthentication` as a bearer token."""

    target_class = "players.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002 - spectacular's signature
        """Return the OpenAPI security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A device token (`ufd_...`, from `POST /v1/guests` or from signing "
            "in by e-mail) or a personal token (`ufp_...`, from `POST /v1/me/tokens`).",
        }


class ClosedSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # as above
    """Documents that a `StrictSerializer` refuses members it does not know."""

    target_class = "players.api.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """Return the ordinary schema, closed."""
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # type: ignore[no-untyped-call]  # noqa: SLF001 - the documented way
        return {**schema, "additionalProperties": False}


def problems(**by_status: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problem responses of a route: `problems(s404="No such player.")`.

    The body is the component `Problem` (RFC 9457), which the service defines once for all
    its applications and which is therefore named here, not repeated.
    """
    reference = {"$ref": "#/components/schemas/Problem"}
    return {
        (int(status.removeprefix("s")), PROBLEM): OpenApiResponse(reference, sentence)
        for status, sentence in by_status.items()
    }


IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` you have: 412 (`precondition_failed`) if it has changed.",
)

UNREADABLE = "The body is not what this route expects (`malformed_body`, `invalid_fields`)."
BAD_NAME = UNREADABLE + " Or the name cannot be one (`invalid_name`)."
BAD_TOKEN = UNREADABLE + " Or it would have expired already (`invalid_token_request`)."
BAD_PREFERENCE = UNREADABLE + " Or a wish cannot be had (`invalid_preference`)."
NAME_TAKEN = "The name is taken (`name_taken`)."
WHO_ASKS = "There is no token, or it is unknown, expired or revoked."
NO_SCOPE = "The token lacks the scope this route demands."

ANY = {"s406": "Only application/json is spoken here."}
"""Refusals of every route."""

WITH_BODY = ANY | {
    "s400": UNREADABLE,
    "s413": "The body is too large.",
    "s415": "The body is not application/json in UTF-8.",
}
"""Refusals of every route that reads a body."""

CHANGED = {"s412": "It has changed since (`precondition_failed`)."}
"""Refusal of every route that knows If-Match."""

TOKEN = {"s401": WHO_ASKS, "s403": NO_SCOPE}
"""Refusals of every route that demands a token."""

OWN_TOKEN = {"s401": WHO_ASKS, "s403": NO_SCOPE + " Or it is the token of an app (`own_token_required`)."}
"""Refusals of every route that no app may use for a player."""
