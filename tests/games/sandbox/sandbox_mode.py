"""Makes the test's database a sandbox, and an ordinary one again afterwards."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection
from django.test import override_settings

from common.database import sql_files
from games.sandbox import mode
from players.notifications import channels
from players.notifications.channels.mail import MailChannel

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = ("sandbox_mail", "sandbox_player", "sandbox_clock")


@contextmanager
def sandbox() -> Iterator[None]:
    """Make the database a sandbox inside the block, in a transaction or not."""
    _hang_up()
    mode.on()
    try:
        with override_settings(EMAIL_BACKEND="games.sandbox.mails.Backend"):
            yield
    finally:
        _hang_up()
        with connection.cursor() as cursor:
            (clock,) = sql_files.statements("players", "clock")
            cursor.execute(clock.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
            for table in TABLES:
                cursor.execute(f"DROP TABLE {table}")


def _hang_up() -> None:
    """Close this thread's mail connection, which may lead to another server."""
    mail = channels.channel("email")
    assert isinstance(mail, MailChannel)
    mail.hang_up()
