"""Reads from a replica, for rows that never change: each thread's statements go there while `read` asks.

Only `common.database.queries` and `Prepared` look at `alias`. Django's models, and everything that writes, use the
primary. The caller says how to tell that the replica has the wanted rows, so a replica that lags is never believed.
"""

from __future__ import annotations

import logging
import threading
from contextvars import ContextVar
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, Error, connections

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")

ALIAS: Final = "replica"
"""The replica in the setting DATABASES."""
REST_SECONDS: Final = 10.0
"""After a failure the replica is left alone for so long; then one request tries it."""

_alias: Final = ContextVar("alias", default=DEFAULT_DB_ALIAS)


class Health:
    """The state of the replica as this process knows it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        """Forget all failures."""
        self._tried_again_at: float | None = None

    def may_ask(self) -> bool:
        """Tell whether to ask the replica now. While it is away, only one caller gets True after each rest."""
        now = monotonic()
        with self._lock:
            if self._tried_again_at is None:
                return True
            if now < self._tried_again_at:
                return False
            self._tried_again_at = now + REST_SECONDS
            return True

    def answered(self) -> None:
        """Note that the replica answered."""
        if self._tried_again_at is not None:
            self._tried_again_at = None
            logger.warning("the replica answers again")

    def failed(self, error: Exception) -> None:
        """Note that the replica did not answer, or answered with an error."""
        if self._tried_again_at is None:
            logger.warning("the replica is not asked for now: %s", str(error).partition("\n")[0])
        self._tried_again_at = monotonic() + REST_SECONDS


health: Final = Health()


def alias() -> str:
    """Return the database that statements of this thread go to."""
    return _alias.get()


def is_there() -> bool:
    """Tell whether the settings name a replica."""
    return ALIAS in connections.settings


def read(
    ask: Callable[[], Answer], *, has_all: Callable[[], bool], missing: tuple[type[Exception], ...]
) -> Answer | None:
    """Return `ask()`, asked of the replica, or None if the primary must be asked.

    That is so without a replica, while it is away, if `has_all()`, asked first, is false there, and if `ask` raises one
    of `missing`. The answer itself is never None. `ask` must read rows only that never change.
    """
    if not is_there() or connections[DEFAULT_DB_ALIAS].in_atomic_block or not health.may_ask():
        return None
    asking = _alias.set(ALIAS)
    try:
        found = ask() if has_all() else None
    except Error as error:
        health.failed(error)
        connections[ALIAS].close()
        return None
    except missing:
        found = None
    finally:
        _alias.reset(asking)
    health.answered()
    return found
