"""Apps of third parties: how an author registers one, and how a player authorizes it.

OAuth 2 with authorization codes and PKCE (RFC 6749, 7636, 9700), on allauth's identity provider and oauthlib;
docs/clients/access.md tells authors. What ends here is a `Token` like any other.
"""
