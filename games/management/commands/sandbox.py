"""manage.py sandbox on: turn an empty database into that of a sandbox, for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from games.sandbox import mode

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """A second run does nothing. It cannot be undone: the games were not played by real time."""

    help = "Make this database that of a sandbox (sandbox.md): its clock can be moved from then on, for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=("on",))

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            mode.on()
        except mode.Unfit as refusal:
            raise CommandError(str(refusal)) from None
