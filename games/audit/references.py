"""References that a log is compared with: the auditor's mark, recorded heads, snapshots."""

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

ANOTHER: Final = "a command up to here is not the one that was there when the auditor last checked it"


class References:
    """The references of one game, read before the log: it only grows, so it must contain them."""

    def __init__(self, game_id: UUID, mark: Mark | None, noted: Iterable[Head]) -> None:
        self.mark = None if mark is None or mark.is_blank else mark
        self.heads = sorted([*noted, *([] if self.mark is None else [_head(self.mark)])])
        self.snapshots: dict[int, Snapshot] = derived.snapshots(game_id)
        self.wrong: list[int] = []
        """Versions of the snapshots that differ from the fold."""
        self.commands: bytes | None = None

    def passing(self, place: Place) -> None:
        """Compare a place on the way."""
        if self.mark is not None and place.version == self.mark.version:
            self.commands = place.commands
        found = self.snapshots.pop(place.version, None)
        if found is not None and found != derived.snapshot(place):
            self.wrong.append(place.version)

    def check_log(self, found: StoredGame) -> None:
        """Raise `Broken` unless the log contains the references."""
        for head in self.heads:
            if len(found.rows) < head.version:
                message = f"the log had {head.version} events {head.when}, and ends here now"
                raise Broken(len(found.rows) + 1, "noted", message)
            if found.rows[head.version - 1].chain != head.chain:
                raise Broken(head.version, "noted", f"the log was another one up to here {head.when}")
        if self.mark is not None and self.commands not in {None, self.mark.commands}:
            raise Broken(self.mark.version, "command", ANOTHER)

    def check_snapshots(self) -> None:
        """Raise `Broken` unless every snapshot is the fold of the log at the end of a command."""
        wrong = [*self.wrong, *self.snapshots]
        if wrong:
            raise Broken(min(wrong), "snapshot", "a snapshot is not the fold of the log")


def _head(mark: Mark) -> Head:
    when = "" if mark.checked_at is None else f", on {mark.checked_at:%Y-%m-%d at %H:%M} UTC"
    return Head(mark.version, mark.chain, f"when the auditor last checked it{when}")
