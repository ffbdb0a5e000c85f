"""Classes of requests that are counted together. A view has one in `rate_class`, or one for each method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RateClass = str | Mapping[str, str]


def class_of(view: Any, method: str) -> str:
    """Return the class of `method` at `view` (a class, an instance or a function with `rate_class`).

    A method without a class of its own counts as GET. Raises `AttributeError` for a view without a class.
    """
    named: RateClass = view.rate_class
    if isinstance(named, str):
        return named
    return named.get(method, named["GET"])
