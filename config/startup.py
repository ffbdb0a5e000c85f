"""Checks of a process before it serves.

Wrong settings end it with one line. Erased players stay erased, although an older database may have been restored.
"""

import sys
from types import TracebackType

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from config.checks import close_connections


def say_in_one_line() -> None:
    """Print only the message of an ImproperlyConfigured that ends the process, to standard error.

    One with another error as its cause keeps its traceback, as does every other error.
    """
    usual = sys.excepthook

    def say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, ImproperlyConfigured) and error.__cause__ is None:
            sys.stderr.write(f"flipside: {error}\n")
        else:
            usual(kind, error, trace)

    sys.excepthook = say


def forget_again() -> None:
    """Erase again the players of the erasure ledger, if it is ahead of the database. End the process if that fails.

    Does nothing without ERASURE_LEDGER. Call it before workers are forked: it leaves no connection open.
    """
    if not settings.ERASURE_LEDGER:
        return
    from games.services import erasure  # noqa: PLC0415  applications are not loaded before
    from players.privacy.erasure_log import UnreadableLedger  # noqa: PLC0415  as above

    try:
        erasure.replay_if_behind()
    except (UnreadableLedger, OSError, DatabaseError) as error:
        sys.exit(f"The ledger of erasures cannot be replayed, and so nobody can be served: {error}")
    finally:
        close_connections()
