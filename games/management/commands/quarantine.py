"""manage.py quarantine: list quarantined games and let them continue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.services import unquarantine
from games.services.unquarantine import StillDamaged
from games.store import quarantine

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """No command changes a quarantined game; reads continue, and other games are not affected."""

    help = "List quarantined games, quarantine one, or let one go on once its log is sound; its time is given back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        what.add_parser("list", help="quarantined games, the longest first, and why")
        add = what.add_parser("add", help="quarantine a game")
        add.add_argument("game", type=UUID)
        add.add_argument("reason", nargs="?", default="quarantined by an operator")
        release = what.add_parser("release", help="check all of a game's log, and let it go on if it is sound")
        release.add_argument("game", type=UUID)
        release.add_argument("--force", action="store_true", help="whatever is wrong; it does not ring for it again")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["what"] == "list":
            self._list()
        elif options["what"] == "add":
            if not quarantine.add(options["game"], options["reason"]):
                raise CommandError(f"game {options['game']}: quarantined already, or there is no such game")
            self.stdout.write(f"game {options['game']} is quarantined")
        else:
            self._release(options["game"], force=options["force"])

    def _list(self) -> None:
        for one in quarantine.entries():
            where = f"{one.status.word}, version {one.version}"
            self.stdout.write(f"{one.game_id} since {one.since:%Y-%m-%d %H:%M:%S} UTC ({where}): {one.reason}")

    def _release(self, game_id: UUID, *, force: bool) -> None:
        try:
            released = unquarantine.release(game_id, force=force)
        except StillDamaged as damaged:
            raise CommandError(
                f"{damaged.fault}\nThe game stays quarantined; --force lets it go on nevertheless."
            ) from None
        if released is None:
            raise CommandError(f"game {game_id} is not quarantined")
        if released.fault is not None:
            self.stdout.write(f"accepted: {released.fault}")
        lasted = str(released.lifted.until - released.lifted.since).partition(".")[0]
        given = "which was given back" if released.given_back else "in which nobody's time was running"
        self.stdout.write(f"game {game_id} goes on after {lasted}, {given}")
