"""The player of a recorded match: its screens, and its keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.infer_commands import CannotInfer
from engine.notation import SEATS
from engine.notation.narration import narrate
from engine.redaction import OPEN
from engine.terminal.board import draw_table, draw_view
from engine.view import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.terminal.playback import Playback

HELP: Final = """\
Enter or n  the next move            b     the move before
r           the next round           rb    the round before
120         what it was like after event 120
0           the beginning            $     the end
as B        as seat B knew it        as open, as nobody
?           this                     q     leave"""

_VERSION: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_UNPRINTABLE: Final = re.compile(r"[^ -~\n]")
_NOBODY: Final = "nobody"


def viewer_named(name: str, seats: int) -> int | None:
    """Return the viewer: a seat by its letter, OPEN for `open`, None for `nobody`, a spectator. Raises ValueError."""
    if name == "open":
        return OPEN
    if name == _NOBODY:
        return None
    return tuple(SEATS[:seats]).index(name)


class Player:
    """A playback with its current version and its viewer: a seat, OPEN, or None for a spectator."""

    def __init__(self, playback: Playback, viewer: int | None, version: int) -> None:
        self.playback = playback
        self.viewer = viewer
        self.version = min(max(version, 0), playback.last)

    def screen(self) -> str:
        """Return the screen: the place in the match, the table, and the results of the move.

        Raises CannotInfer where events of unknown origin make a table that cannot be.
        """
        try:
            # Text from a file may hold control codes of a terminal.
            return _UNPRINTABLE.sub("?", self._drawn())
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise CannotInfer(f"the table after event {self.version} cannot be drawn: events do not fit") from error

    def _drawn(self) -> str:
        playback, table = self.playback, self.playback.table(self.version)
        eyes = "open" if self.viewer == OPEN else "nobody" if self.viewer is None else SEATS[self.viewer]
        move = playback.number_of_move(self.version)
        place = f"event {self.version} of {playback.last}, move {move} of {len(playback.moves)}"
        drawn = draw_table(table) if self.viewer == OPEN else draw_view(view(table, self.viewer))
        return "\n".join([f"== {place}, round {table.round}, as {eyes} ==", drawn, "", *self._sentences(), ""])

    def _sentences(self) -> Iterator[str]:
        shown = () if self.viewer == OPEN else self.playback.table(self.version).hands_shown_to(self.viewer)
        for event in self.playback.of_move(self.version):
            if sentence := narrate(event, self.viewer, shown):
                yield sentence

    def press(self, line: str) -> str | None:
        """Return the screen after a line of keys; None if the reader has left."""
        keys = line.strip()
        if keys in {"q", "quit"}:
            return None
        if keys == "?":
            return HELP + "\n"
        if keys.startswith("as "):
            return self._look_as(keys.removeprefix("as ").strip())
        if _VERSION.fullmatch(keys):
            self.version = min(int(keys), self.playback.last)
        elif keys in _STEPS:
            self.version = _STEPS[keys](self.playback, self.version)
        else:
            return f"{keys[:20]!r} means nothing here.\n{HELP}\n"
        return self.screen()

    def _look_as(self, name: str) -> str:
        seats = self.playback.table(self.version).seats
        try:
            self.viewer = viewer_named(name, seats)
        except ValueError:
            return f"There is no {name[:20]!r} to look as: {', '.join(SEATS[:seats])}, open and nobody are.\n"
        return self.screen()


_STEPS: Final[Mapping[str, Callable[[Playback, int], int]]] = {
    "": lambda playback, version: playback.move_after(version),
    "n": lambda playback, version: playback.move_after(version),
    "b": lambda playback, version: playback.move_before(version),
    "r": lambda playback, version: playback.round_after(version),
    "rb": lambda playback, version: playback.round_before(version),
    "$": lambda playback, _version: playback.last,
}
"""The version that a key leads to from another one."""
