"""How the players' routes and the accounts' doors look in the OpenAPI document.

Nothing that runs per request lives here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from drf_spectacular.extensions import OpenApiSerializerExtension

from players.scopes import SCOPES

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
    from drf_spectacular.utils import Direction

View = TypeVar("View", bound=Callable[..., Any])


SCHEMES: Final[Mapping[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A device token (`ufd_...`, from `POST /v1/guests` or from signing in by e-mail), which has all "
        "scopes, or a personal token (`ufp_...`, from `POST /v1/me/tokens`). Scopes:\n\n"
        + "\n".join(f"- `{scope}`: {meaning}" for scope, meaning in SCOPES.items()),
    },
}
"""How somebody says who he is, by the name that operations refer to."""


class ClosedSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself, untyped
    """Documents that a `StrictSerializer` refuses members it does not know."""

    target_class = "players.api.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """Return the ordinary schema, closed."""
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # type: ignore[no-untyped-call]  # noqa: SLF001 - the documented way
        return {**schema, "additionalProperties": False}
