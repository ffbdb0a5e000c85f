"""manage.py distribute: divide the games of a migrated database among the nodes of a Citus cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from common.database import queries
from games import distribution
from games.distribution.distribute import SHARDS

if TYPE_CHECKING:
    from argparse import ArgumentParser

LONGEST = 3600
"""Seconds that one step may take."""


class Command(BaseCommand):
    """Run it as the owner of the tables after each `migrate`, while the service is stopped. May be repeated."""

    help = "Distribute a migrated database over the nodes of a Citus cluster. Stop the service first; may be repeated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--shards", type=int, default=SHARDS, help="parts into which games are divided (%(default)s)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with queries.long_statements(LONGEST):
                distribution.distribute(self.stdout.write, options["shards"])
        except distribution.Refused as refusal:
            raise CommandError(str(refusal)) from None
