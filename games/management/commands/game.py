"""manage.py game: explain what happened in a game, and what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import inspector

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Shows what everybody at the table sees, and the state of messages; no hands, seeds, tokens or addresses."""

    help = "Print the timeline of a game: events, clock, messages, calls, faults. Nothing hidden is in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        explain = what.add_parser("explain", help="the timeline of a game, in UTC")
        explain.add_argument("game", type=UUID)
        explain.add_argument("--json", action="store_true", help="as one JSON object")
        explain.add_argument("--last", type=int, default=inspector.MOST, help="only so many entries, the latest")

    def handle(self, *_args: Any, **options: Any) -> None:
        found = inspector.explain(options["game"], last=options["last"])
        if found is None:
            raise CommandError(f"there is no game {options['game']}")
        if options["json"]:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode())
        else:
            self.stdout.write(inspector.written(found))
