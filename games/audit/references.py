"""What says beside the log what the log once was: the mark of the watchman, noted heads, snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.audit import derived
from games.audit.faults import Broken, Head

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from games.audit.derived import Snapshot
    from games.audit.marks import Mark
    from games.audit.replay import Place
    from games.audit.stored_game import StoredGame

ANOTHER: Final = "a command up to here is not the one that was there when the watchman last checked it"


class References:
    """All of them, for one game. Asked before the log is read, which only grows: what they say must be in it."""

    def __init__(self, game_id: UUID, mark: Mark | None, noted: Iterable[Head]) -> None:
        self.mark = None if mark is None or mark.is_blank else mark
        self.heads = sorted([*noted, *([] if self.mark is None else [_head(self.mark)])])
        self.snapshots: dict[int, Snapshot] = derived.snapshots(game_id)
        self.wrong: list[int] = []
        """Versions of the snapshots that are not the fold."""
        self.commands: bytes | None = None

    def passing(self, place: Place) -> None:
        """Take note of a place on the way."""
        if self.mark is not None and place.version == self.mark.version:
            self.commands = place.commands
        found = self.snapshots.pop(place.version, None)
        if found is not None and found != derived.snapshot(place):
            self.wrong.append(place.version)

    def check_log(self, found: StoredGame) -> None:
        """Whether the log still holds what it held. Raises `Broken`."""
        for head in self.heads:
            if len(found.rows) < head.version:
                message = f"the log had {head.version} events {head.when}, and ends here now"
                raise Broken(len(found.rows) + 1, "noted", message)
            if found.rows[head.version - 1].chain != head.chain:
                raise Broken(head.version, "noted", f"the log was another one up to here {head.when}")
        if self.mark is not None and self.commands not in {None, self.mark.commands}:
            raise Broken(self.mark.version, "command", ANOTHER)

    def check_snapshots(self) -> None:
        """Whether every snapshot was the fold of the log; one at no end of a command is none. Raises `Broken`."""
        wrong = [*self.wrong, *self.snapshots]
        if wrong:
            raise Broken(min(wrong), "snapshot", "a snapshot is not the fold of the log")


def _head(mark: Mark) -> Head:
    when = "" if mark.checked_at is None else f", on {mark.checked_at:%Y-%m-%d at %H:%M} UTC"
    return Head(mark.version, mark.chain, f"when the watchman last checked it{when}")
