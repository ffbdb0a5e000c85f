"""manage.py replay_erasures: after a restore, repeat the erasures made since the backup."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services import erasure
from players.privacy import erasure_log

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Web, worker and sweeper also do this before they serve, if the ledger is ahead of the database."""

    help = "Erase again every account in the ledger of erasures; see docs/operators/operations.md, Restore."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ledger", type=Path, help="this file instead of ERASURE_LEDGER")
        parser.add_argument("--dry-run", action="store_true", help="only count")
        parser.add_argument("--show-key", action="store_true", help="print the key of the lines, for ERASURE_KEYS")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["show_key"]:
            for key_id, key in settings.ERASURE_KEYS.items():
                self.stdout.write(f"{key_id}:{key.hex()}")
            return
        file = options["ledger"] or (Path(settings.ERASURE_LEDGER) if settings.ERASURE_LEDGER else None)
        if file is None:
            raise CommandError("There is no ERASURE_LEDGER; name a file with --ledger.")
        try:
            entries = list(dict.fromkeys(erasure_log.read(file) or _nothing(file)))
        except erasure_log.UnreadableLedger as error:
            raise CommandError(str(error)) from None
        if options["dry_run"]:
            self.stdout.write(f"{len(entries)} erasures, {len(erasure_log.alive(entries))} to be done anew")
            return
        self.stdout.write(f"{len(entries)} erasures, {erasure.replay(entries)} done anew")


def _nothing(file: Path) -> list[erasure_log.Entry]:
    if not file.exists():
        raise CommandError(f"{file}: there is no such file")
    return []
