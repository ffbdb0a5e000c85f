"""Metadata for OAuth libraries: RFC 8414, at `/.well-known/oauth-authorization-server`."""

from __future__ import annotations

from typing import Any

from players.scopes import ALL_SCOPES


def metadata(issuer: str) -> dict[str, Any]:
    """Return the metadata of the authorization server at `issuer`."""
    secrets = ["client_secret_basic", "client_secret_post"]
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/oauth/authorize",
        "token_endpoint": f"{issuer}/oauth/token",
        "token_endpoint_auth_methods_supported": ["none", *secrets],
        "revocation_endpoint": f"{issuer}/oauth/revoke",
        "revocation_endpoint_auth_methods_supported": ["none", *secrets],
        "introspection_endpoint": f"{issuer}/oauth/introspect",
        "introspection_endpoint_auth_methods_supported": secrets,
        "scopes_supported": list(ALL_SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "ui_locales_supported": ["en", "fr", "ru"],
        "service_documentation": f"{issuer}/docs",
    }
