"""Before a process serves: nobody who was erased is there again because an older database was restored."""

import sys

from django.conf import settings
from django.db import DatabaseError, connections


def forget_again() -> None:
    """Erase anew whom the ledger of erasures knows, if it is ahead of the database; ends the process if that fails.

    Asks nothing without ERASURE_LEDGER. Call it before workers part: it leaves no connection open.
    """
    if not settings.ERASURE_LEDGER:
        return
    from games.services import leaving  # noqa: PLC0415  applications are not loaded before
    from players.erasure_ledger import UnreadableLedger  # noqa: PLC0415  as above

    try:
        leaving.replay_if_behind()
    except (UnreadableLedger, OSError, DatabaseError) as error:
        sys.exit(f"The ledger of erasures cannot be replayed, and so nobody can be served: {error}")
    finally:
        connections.close_all()
