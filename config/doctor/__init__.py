"""The checks of `manage.py doctor`: one file each, with a function `check` that yields findings.

They change nothing, send no message, and name no secret, player or game. Each takes at most some seconds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from config.doctor import backups, broker, clocks, database, disk, mail, proxy, push, roles, schedule, secrets
from config.doctor.finding import Finding, fail

CHECKS: Final[dict[str, Callable[[], Iterable[Finding]]]] = {
    "secrets": secrets.check,
    "database": database.check,
    "roles": roles.check,
    "broker": broker.check,
    "mail": mail.check,
    "push": push.check,
    "proxy": proxy.check,
    "clocks": clocks.check,
    "schedule": schedule.check,
    "disk": disk.check,
    "backups": backups.check,
}


def examine(names: Sequence[str]) -> Iterator[tuple[str, Finding]]:
    """Run these checks, and yield each finding with the name of its check. A check that breaks off has failed."""
    for name in names:
        try:
            for finding in CHECKS[name]():
                yield name, finding
        except DatabaseError as error:
            # The message of a refused statement may repeat values of rows.
            reason = getattr(error.__cause__, "sqlstate", None) or type(error).__name__
            yield name, fail(f"The database refused this check ({reason}).", "See the check `database`.")
        except ImproperlyConfigured as error:
            yield name, fail(str(error), "Correct the setting and start all processes again.")
        except Exception as error:  # noqa: BLE001  a line that hangs up, a file that went: the other checks go on
            # Its message may repeat an address with a password.
            yield name, fail(f"The check broke off ({type(error).__name__}).", "Run it again, alone.")
