"""manage.py verify_log: check the log of all games and print the first fault of each. Faults set the exit code."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games.audit import anchored_heads, auditor, catalog, check, fault_log
from games.audit.faults import Fault, Head
from games.proofs import anchors

if TYPE_CHECKING:
    from argparse import ArgumentParser


PROGRESS_SECONDS: Final = 10.0


class Command(BaseCommand):
    """Recomputes chains, gaps, commitments and folds; compares with headers, caches, marks and noted heads."""

    help = (
        "Check the log of all games, or of some: no event missing, chain and folds as recorded. Prints the first fault "
        "of each game, and of the log of anchors; exit code 1 if there is any. Changes nothing, but with --incremental "
        "or --watch it is the auditor: it marks what is sound and quarantines damaged games."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, help="only these games")
        parser.add_argument("--heads", type=Path, help="file of heads noted earlier: each must be found in its log")
        parser.add_argument("--note-heads", type=Path, help="if all logs are sound, write their heads to this file")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--incremental", action="store_true", help="check what has moved since it was checked last")
        how.add_argument("--watch", action="store_true", help="keep watch until told to stop, at AUDIT_SHARE")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["watch"]:
            self._watch()
        elif options["incremental"]:
            self._catch_up()
        else:
            self._check(options["games"], _read(options["heads"]) if options["heads"] else {}, options["note_heads"])

    def _check(self, chosen: list[UUID], noted: dict[UUID, Head], note: Path | None) -> None:
        began = told = time.monotonic()
        checked = events = 0
        faults = []
        for game_id in chosen or catalog.game_ids():
            finding = check.whole(game_id, _heads(game_id, noted))
            checked, events = checked + 1, events + finding.events
            if finding.fault is not None:
                faults.append(finding.fault)
                self.stderr.write(str(finding.fault))
            if time.monotonic() > told + PROGRESS_SECONDS:
                told = time.monotonic()
                self.stderr.write(f"... {checked} games, {events} events, {told - began:.0f} s, at {game_id}")
        if not chosen:
            gone = [Fault(game_id, None, "noted", "the whole game is gone") for game_id in noted]
            self.stderr.writelines(map(str, gone))
            faults += gone
        changed = None if chosen else anchors.wrong()
        if changed is not None:
            self.stderr.write(f"the log of anchors: {changed}")
        _complain(faults, f"{checked} games checked")
        if changed is not None:
            raise CommandError(f"{checked} games checked, all sound; the log of anchors: {changed}")
        if note is not None:
            lines = (f"{game_id} {head.version} {head.chain.hex()}\n" for game_id, head in catalog.heads())
            note.write_text("".join(lines), encoding="ascii")
        self.stdout.write(f"{checked} games checked, all sound")

    def _catch_up(self) -> None:
        auditor.catch_up()
        faults = [fault for _, fault in fault_log.open_faults()]
        for fault in faults:
            self.stderr.write(str(fault))
        _complain(faults, "everything that has moved was checked")
        self.stdout.write("everything that has moved was checked, all sound")

    def _watch(self) -> None:
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        while not stopped.is_set():
            began = time.monotonic()
            auditor.run()
            close_old_connections()
            stopped.wait(max(0.0, began + auditor.PERIOD - time.monotonic()))


def _complain(faults: list[Fault], done: str) -> None:
    if faults:
        raise CommandError(f"{done}, {len(faults)} faulty; the first: {faults[0]}")


def _heads(game_id: UUID, noted: dict[UUID, Head]) -> list[Head]:
    own = [noted.pop(game_id)] if game_id in noted else []
    return own + anchored_heads.anchored(game_id)


def _read(file: Path) -> dict[UUID, Head]:
    try:
        lines = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
        return {UUID(game): Head(int(version), bytes.fromhex(chain)) for game, version, chain in lines}
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: not a file of heads as --note-heads writes it ({error})") from None
