"""manage.py recount_reliability: count the turns of finished matches anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games import reliability

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Safe to run at any time and repeatedly, also while the service runs: finished logs do not change."""

    help = "Count by the logs how many turns each player was asked for and made in time. Safe at any time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="*", type=UUID, help="finished games (all)")

    def handle(self, *_args: Any, **options: Any) -> None:
        counted = changed = failed = 0
        for game_id in options["game"] or reliability.finished_matches():
            try:
                changed += reliability.recount_match(game_id)
                counted += 1
            except Exception as failure:  # noqa: BLE001 - the others are counted all the same
                failed += 1
                self.stderr.write(f"game {game_id}: {type(failure).__name__}: {failure}")
        self.stdout.write(f"{changed} of {counted} games had other numbers")
        if failed:
            raise CommandError(f"{failed} games could not be counted, `verify_log` may say why")
