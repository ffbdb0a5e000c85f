"""Unexpected failures: whether they pass by themselves, and how they are logged.

Requests are refused with 503 while a required server is away, and work again when it is back.
"""

from __future__ import annotations

import logging
from smtplib import SMTPException
from socket import gaierror
from typing import Final

import psycopg
from django.db import InterfaceError, OperationalError
from psycopg.errors import ReadOnlySqlTransaction
from redis.exceptions import ConnectionError as CacheAway
from redis.exceptions import ResponseError as CacheRefuses
from redis.exceptions import TimeoutError as CacheSlow

from common.rate_limits import counter
from engine import NewerCode
from games.errors import StoreBusy

logger = logging.getLogger(__name__)

INTERNAL: Final = "internal_errors"
"""The counter of internal errors."""
PASSING: Final = (
    StoreBusy, OperationalError, InterfaceError, ReadOnlySqlTransaction, CacheAway, CacheSlow, CacheRefuses,
    SMTPException, ConnectionError, TimeoutError, gaierror, NewerCode,
)  # fmt: skip
"""The database is away, too busy, full, or a read-only replica; the cache or the mail server is away; or newer code has
moved the game during an upgrade, and will go on with it."""
LOST_NODE: Final = (
    "server closed the connection unexpectedly", "connection not open", "no connection to the server",
    "could not receive data from server", "could not send data to server", "SSL connection has been closed",
    "SSL SYSCALL error", "failure on connection marked as essential",
)  # fmt: skip
"""How the messages begin by which a cluster of databases reports, as an internal error, that it has lost a node."""


def what_is_away(error: BaseException) -> BaseException | None:
    """Return the transient failure among this one and its causes, None without one. A retry works later."""
    at: BaseException | None = error
    while at is not None and not isinstance(at, PASSING) and not _is_lost_node(at):
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return at


def _is_lost_node(error: BaseException) -> bool:
    is_internal = isinstance(error, psycopg.InternalError) and error.sqlstate == "XX000"
    return is_internal and str(error).startswith(LOST_NODE)


def note(error: BaseException) -> None:
    """Log a failure: in one line if it is transient, else with its traceback. Both without the address."""
    away = what_is_away(error)
    if away is None:
        logger.error("a request failed", exc_info=error)
        count()
    elif isinstance(away, NewerCode):
        logger.warning("a game waits for newer code: %s", away)
    else:
        logger.error("away for the moment: %s: %s", type(away).__name__, str(away).partition("\n")[0])


def count() -> None:
    """Count a request that ended in an internal error, for operators (`flipside_internal_errors_total`)."""
    counter.tally(INTERNAL)
