"""Authentication and named types in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from common.openapi.components import name_types
from players.api.types.apps import AppType
from players.api.types.devices import DeviceKind
from players.api.types.tokens import Scope, TokenKind
from players.scopes import SCOPES

SCHEMES: Final[Mapping[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A device token (`ufd_...`, from `POST /v1/guests` or from signing in by e-mail), which has all "
        "scopes, or a personal token (`ufp_...`, from `POST /v1/me/tokens`). Scopes:\n\n"
        + "\n".join(f"- `{scope}`: {meaning}" for scope, meaning in SCOPES.items()),
    },
}
"""Ways of authentication, by the name that operations refer to."""

name_types({"Scope": Scope, "TokenKind": TokenKind, "AppType": AppType, "DeviceKind": DeviceKind}, {})
