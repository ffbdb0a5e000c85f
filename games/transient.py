"""What becomes of a failure that no view foresaw: whether it passes by itself, and how the log has it.

Requests are refused with 503 while what the service leans on is away, and work again when it is back.
"""

from __future__ import annotations

import logging
from smtplib import SMTPException
from socket import gaierror
from typing import Final

from django.db import InterfaceError, OperationalError
from psycopg.errors import ReadOnlySqlTransaction
from redis.exceptions import ConnectionError as CacheAway
from redis.exceptions import ResponseError as CacheRefuses
from redis.exceptions import TimeoutError as CacheSlow

from common.rate_limits import counter
from games.errors import StoreBusy

logger = logging.getLogger(__name__)

INTERNAL: Final = "internal_errors"
"""What faults of ours are counted as."""
PASSING: Final = (
    StoreBusy, OperationalError, InterfaceError, ReadOnlySqlTransaction, CacheAway, CacheSlow, CacheRefuses,
    SMTPException, ConnectionError, TimeoutError, gaierror,
)  # fmt: skip
"""The database is away, too busy, full, or a stand-in that is only read; or it is the cache or the mail server."""


def what_is_away(error: BaseException) -> BaseException | None:
    """The failure that passes by: this one or one that led to it. Then what was asked for works later, as it is."""
    at: BaseException | None = error
    while at is not None and not isinstance(at, PASSING):
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return at


def note(error: BaseException) -> None:
    """Put a failure into the log: in one line if it passes by, else with its traceback. Neither has the address."""
    away = what_is_away(error)
    if away is None:
        logger.error("a request failed", exc_info=error)
        count()
    else:
        logger.error("away for the moment: %s: %s", type(away).__name__, str(away).partition("\n")[0])


def count() -> None:
    """Count a request that ended in a fault of ours, for operators (`flipside_internal_errors_total`)."""
    counter.tally(INTERNAL)
