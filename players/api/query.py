"""Queries of the players' routes: they take none, and what is ignored might have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rest_framework.request import Request


class UnknownParameterError(Exception):
    """There is a query where none is taken."""


def refuse_query(request: Request) -> None:
    """Raise `UnknownParameterError` if the address has a query."""
    if request.META.get("QUERY_STRING"):
        raise UnknownParameterError
