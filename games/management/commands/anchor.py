"""manage.py anchor: anchor the heads of all games that have moved, and publish what is not published yet."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.proofs import anchors

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Does what the worker does every day. Safe to run at any time and repeatedly."""

    help = "Make the anchor of yesterday, or of another day without one that comes after all others; then publish."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--day", type=date.fromisoformat, metavar="YYYY-MM-DD", help="this day, UTC (yesterday)")
        parser.add_argument(
            "--every-game", action="store_true", help="look at every game there is, not only at those with news"
        )
        parser.add_argument("--ledger", type=Path, help="this file instead of ANCHOR_LEDGER, for what follows")
        restored = parser.add_mutually_exclusive_group()
        restored.add_argument(
            "--check", action="store_true", help="only say which anchors of the ledger a restore has lost"
        )
        restored.add_argument(
            "--anew", action="store_true", help="after a restore that has lost some: anchor today, under another name"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check(options["ledger"])
                return
            if options["anew"]:
                made = anchors.make_anew(max((line.date for line in anchors.lines(options["ledger"])), default=None))
            else:
                made = anchors.make(options["day"], every_game=options["every_game"])
            self._say(made)
            published = anchors.publish()
        except (anchors.NotYet, anchors.AnchorsLost, anchors.UnreadableLedger, OSError) as refusal:
            raise CommandError(str(refusal)) from None
        if published:
            self.stdout.write(f"{published} anchors published")

    def _say(self, made: anchors.Made | None) -> None:
        if made is None:
            last = anchors.newest()
            self.stdout.write(
                "somebody else is at it" if last is None else f"nothing to do: {last.date} has its anchor"
            )
        else:
            self.stdout.write(f"{made.date}: {made.games} games have moved, {made.size} leaves")

    def _check(self, ledger: Path | None) -> None:
        made = anchors.lines(ledger)
        lost = anchors.lost(made)
        for line in lost:
            self.stdout.write(f"lost: {line.date}, {line.size} leaves, root {line.root.hex()}")
        if lost:
            raise CommandError(f"{len(lost)} of {len(made)} anchors are not in this database")
        self.stdout.write(f"{len(made)} anchors, all of them here")
