"""manage.py export_games: the public matches of a month as compressed files of transcripts."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management.base import BaseCommand, CommandError

from common.database import queries
from games.proofs import export

if TYPE_CHECKING:
    from argparse import ArgumentParser

EVERY: Final = 2.0
"""Seconds between two progress messages."""
SECONDS: Final = 60
"""The time limit of one statement. No request waits for it."""
MEBIBYTE: Final = 1024 * 1024


class Command(BaseCommand):
    """Continues an interrupted run: the same folder, the same command."""

    help = (
        "Write the public matches that ended in a month to gzip files of transcripts, with a manifest of checksums. "
        "If it is stopped, start it again: it goes on. See docs/operators/archive.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--month", required=True, metavar="YYYY-MM", help="the month, UTC")
        parser.add_argument("--to", required=True, type=Path, metavar="DIR", help="the folder of the files")
        parser.add_argument("--file-mib", type=int, default=64, metavar="N", help="about so large is a file (64)")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            month = export.Month.of(options["month"])
        except ValueError as error:
            raise CommandError(f"--month: {error}") from None
        self.begun = self.told = time.monotonic()
        if not month.is_settled:
            self.stderr.write(
                f"{month} is not over, or its last day has no anchor yet: matches and anchors may be added to it later"
            )
        try:
            with queries.long_statements(SECONDS):
                done = export.export(month, options["to"], self.tell, options["file_mib"] * MEBIBYTE)
        except export.ExportRefused as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            raise CommandError(f"cannot write: {error}") from None
        seconds = time.monotonic() - self.begun
        self.stdout.write(f"{month}: {done.games} matches, {done.events} events, {seconds:.1f} s")
        if done.left_out:
            raise CommandError(f"{done.left_out} matches were left out, see left_out in the manifest; run verify_log")

    def tell(self, now: export.Progress) -> None:
        """Print the progress, but not more often than `EVERY`."""
        moment = time.monotonic()
        if moment - self.told >= EVERY:
            self.told = moment
            end = "\r" if sys.stderr.isatty() else "\n"
            rate = now.events / (moment - self.begun)
            self.stderr.write(f"{now.games} matches, {now.events} events, {rate:,.0f} a second", ending=end)
