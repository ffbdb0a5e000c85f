"""manage.py verify_log: check the log of all games, name the first fault of each, and say by the exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games import audit
from games.audit import Head

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Recomputes chains, gaplessness, commitments and folds; compares with headers, caches and noted heads."""

    help = (
        "Check the log of all games, or of some: no event missing, chain and folds as recorded. "
        "Prints the first fault of each game; exit code 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="only these games")
        parser.add_argument("--heads", type=Path, help="file of heads noted earlier: each must be found in its log")
        parser.add_argument("--note-heads", type=Path, help="write the head of every sound game to this file")

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen: list[UUID] = options["games"]
        noted = _read(options["heads"]) if options["heads"] else {}
        checked = 0
        faults = [] if chosen else audit.orphans()
        for game_id in chosen or audit.game_ids():
            fault = audit.check(game_id, noted.pop(game_id, None))
            checked += 1
            if fault is not None:
                faults.append(fault)
        if not chosen:
            faults += [audit.Fault(game_id, None, "noted", "the whole game is gone") for game_id in noted]
        for fault in faults:
            self.stderr.write(str(fault))
        if faults:
            raise CommandError(f"{checked} games checked, {len(faults)} faulty; the first: {faults[0]}")
        if options["note_heads"]:
            lines = (f"{game_id} {head.version} {head.chain.hex()}\n" for game_id, head in audit.heads())
            options["note_heads"].write_text("".join(lines), encoding="ascii")
        self.stdout.write(f"{checked} games checked, all sound")


def _read(file: Path) -> dict[UUID, Head]:
    try:
        lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
        return {UUID(game): Head(int(version), bytes.fromhex(chain)) for game, version, chain in lines}
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: not a file of heads as --note-heads writes it ({error})") from None
