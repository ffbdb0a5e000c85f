"""manage.py anchor: anchor the heads of all games that have moved, and publish what is not published yet."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games import anchors

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """What the worker does by itself every day. Safe at any time, and as often as one likes."""

    help = "Make the anchor of yesterday, or of another day without one that comes after all others; then publish."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--day", type=date.fromisoformat, metavar="YYYY-MM-DD", help="this day, UTC (yesterday)")
        parser.add_argument(
            "--every-game", action="store_true", help="look at every game there is, not only at those with news"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            made = anchors.make(options["day"], every_game=options["every_game"])
        except anchors.NotYet as refusal:
            raise CommandError(str(refusal)) from None
        if made is None:
            last = anchors.newest()
            self.stdout.write(
                "somebody else is at it" if last is None else f"nothing to do: {last.date} has its anchor"
            )
        else:
            self.stdout.write(f"{made.date}: {made.games} games have moved, {made.size} leaves")
        if published := anchors.publish():
            self.stdout.write(f"{published} anchors published")
