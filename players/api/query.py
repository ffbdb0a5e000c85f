"""Queries of the players' routes: they take none, and what is ignored might have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

if TYPE_CHECKING:
    from rest_framework.request import Request


class UnknownParameterError(Exception):
    """There is a query where none is taken; `parameter` is the first in it."""

    def __init__(self, parameter: str) -> None:
        super().__init__(parameter)
        self.parameter = parameter


def refuse_query(request: Request) -> None:
    """Raise `UnknownParameterError` if the address has a query."""
    raw: str = request.META.get("QUERY_STRING", "")
    if raw:
        raise UnknownParameterError(unquote_plus(raw.partition("&")[0].partition("=")[0]))
