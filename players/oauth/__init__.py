"""Third-party apps: how authors register them and players authorize them.

OAuth 2 with authorization codes and PKCE (RFC 6749, 7636, 9700), on allauth's identity provider and oauthlib;
docs/clients/access.md is the guide for authors. The result is a `Token` like any other.
"""
