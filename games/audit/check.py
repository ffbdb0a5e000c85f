"""Checks one game: all of its log, or the part that is new since the last check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.audit import derived, marks, replay, stored_game
from games.audit.faults import Broken, Fault, Head
from games.audit.references import References
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from games.audit.marks import Mark
    from games.audit.replay import Place
    from games.audit.stored_game import StoredGame

REWRITTEN: Final = "what the auditor noted of this game was rewritten, or the key it was sealed with is gone"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: the first fault or None, the end of the sound log, the number of events read.

    `place` is None if the log itself is not sound.
    """

    fault: Fault | None
    place: Place | None
    events: int

    @property
    def doubt(self) -> Fault | None:
        """Return the first command that does not follow from the rules, in a log that is sound otherwise."""
        return None if self.place is None else self.place.doubt


def check_game(game_id: UUID, noted: Head | None = None) -> Fault | None:
    """Return the first fault of a game, None if sound. `noted` is a head kept elsewhere that the log must contain."""
    finding = whole(game_id, () if noted is None else (noted,))
    return finding.fault or finding.doubt


def whole(game_id: UUID, noted: Sequence[Head] = ()) -> Finding:
    """Check all of a game's log, and that it still contains what was marked and noted."""
    mark = marks.read(game_id)
    genuine = mark is None or mark.is_genuine(game_id)
    witnesses = References(game_id, mark if genuine else None, noted)
    try:
        found = stored_game.read_game(game_id)
    except Broken as broken:
        return Finding(broken.of(game_id), None, 0)
    if found is None:
        return Finding(_gone(game_id, mark, noted), None, 0)
    place: Place | None = None
    try:
        place = _walked(found, witnesses.passing)
        witnesses.check_log(found)
        derived.check(game_id, found.header, place)
        witnesses.check_snapshots()
    except Broken as broken:
        return Finding(broken.of(game_id), place, len(found.rows))
    return Finding(None if genuine else Fault(game_id, None, "mark", REWRITTEN), place, len(found.rows))


def since(game_id: UUID, mark: Mark) -> Finding | None:
    """Check what is new since `mark`. Returns None if only a full check can tell, without a trusted place."""
    fold = mark.fold() if mark.is_genuine(game_id) and not mark.is_blank else None
    # The marked event is read again, because it must still be there.
    try:
        found = None if fold is None else stored_game.read_game(game_id, mark.version - 1)
    except Broken:
        return None
    if fold is None or found is None or not found.rows or found.rows[0].chain != mark.chain:
        return None
    last = found.rows[0]
    place = replay.Place(mark.version, mark.chain, mark.commands, last.recorded_at, *fold)
    commands = [command for command in found.commands if command.first_seq > mark.version]
    new = stored_game.StoredGame(game_id, mark.version, found.header, found.rows[1:], commands)
    try:
        place = replay.walk(new, place, lambda _place: None)
        derived.check(game_id, found.header, place)
    except Broken as broken:
        return Finding(broken.of(game_id), None, len(new.rows))
    return Finding(None, place, len(new.rows))


def _walked(found: StoredGame, passing: Callable[[Place], None]) -> Place:
    """Return the end of the log if it is sound in itself. Raises `Broken`."""
    if not found.rows:
        raise Broken(None, "log", "the log is empty")
    return replay.walk(found, replay.start(found.game_id), passing)


def _gone(game_id: UUID, mark: Mark | None, noted: Sequence[Head]) -> Fault:
    if reader.read(game_id, 0, 1) or reader.commands(game_id):
        return Fault(game_id, None, "header", "there are events but no header")
    if mark is None and not noted:
        return Fault(game_id, None, "header", "there is no such game")
    events = max([0 if mark is None else mark.version, *(head.version for head in noted)])
    return Fault(game_id, None, "gone", f"the whole game is gone; it had {events} events or more")
