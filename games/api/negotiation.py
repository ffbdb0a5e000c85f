"""Choosing the renderer: there is one, so the usual `Accept` headers need no parsing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.negotiation import DefaultContentNegotiation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rest_framework.renderers import BaseRenderer
    from rest_framework.request import Request

_PLAIN = frozenset({None, "*/*", "application/json", "application/json, */*", "application/problem+json"})


class JSONNegotiation(DefaultContentNegotiation):
    """Takes the short way for clients that take JSON, and DRF's way for all others (406 if they refuse it)."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and its media type; raises DRF's `NotAcceptable`."""
        if request.META.get("HTTP_ACCEPT") in _PLAIN:
            only = next(iter(renderers))
            return only, only.media_type or ""
        found: tuple[BaseRenderer, Any] = super().select_renderer(request, renderers, format_suffix)
        return found
