"""Spans of work for traces. They cost one comparison unless `config.observability.traces` has switched them on.

Names and texts are the program's own: no parameter of a statement, no path and no body is handed over.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

Kind = Literal["statement", "call", "message", "task"]

_NOTHING: Final = nullcontext()
_begin: Callable[[Kind, str], AbstractContextManager[None]] | None = None


def span(kind: Kind, text: str) -> AbstractContextManager[None]:
    """Return a context for a statement (its SQL), a call (its host), a message (its channel), or a task (its name)."""
    return _NOTHING if _begin is None else _begin(kind, text)


def switch(begin: Callable[[Kind, str], AbstractContextManager[None]] | None) -> None:
    """Have `begin` make the contexts; None: none are made."""
    global _begin  # noqa: PLW0603  one for the process, so that a span costs nothing without it
    _begin = begin
