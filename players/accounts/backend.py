"""Accounts sign in by code. Only operators have passwords, which Django's own backend checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.auth_backends import AuthenticationBackend

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.http import HttpRequest


class CodesOnly(AuthenticationBackend):  # type: ignore[misc]  # allauth ships no types
    """allauth's backend without sign-in by password: each attempt would cost a second hash."""

    def authenticate(self, request: HttpRequest | None, **credentials: object) -> AbstractBaseUser | None:  # noqa: ARG002
        """Return None."""
        return None
