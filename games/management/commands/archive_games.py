"""manage.py archive_games: move finished games into the archive, as the worker does every hour."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.store import archiver

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Safe to run at any time and repeatedly, also while the service runs."""

    help = "Move the logs of games that ended some days ago into the archive. Safe at any time; may be stopped at any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--days", type=int, default=settings.ARCHIVE_AFTER_DAYS, help="that ended so long ago (ARCHIVE_AFTER_DAYS)"
        )
        parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long (when all is done)")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["days"] < 0:
            raise CommandError("--days is a number of days")
        done = archiver.run(timedelta(days=options["days"]), options["seconds"])
        self.stdout.write(f"{done.moved} games archived" + ("; there may be more" if done.more else ""))
        if done.failed:
            raise CommandError(f"{done.failed} games could not be archived, `verify_log` may say why")
