"""The projector: what is shown of a film, and what a line of keys does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.narration import narrate
from engine.notation import SEATS
from engine.picture import picture, picture_of
from engine.recall import Unexplained
from engine.redaction import OPEN
from engine.views import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.stepper.film import Film

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
    """Through whose eyes: a seat's letter, open, or nobody (a spectator). Raises ValueError."""
    if name == "open":
        return OPEN
    if name == _NOBODY:
        return None
    return tuple(SEATS[:seats]).index(name)


class Projector:
    """A film, where it stands, and through whose eyes it is seen: a seat, OPEN, or None for a spectator."""

    def __init__(self, film: Film, viewer: int | None, version: int) -> None:
        self.film = film
        self.viewer = viewer
        self.version = min(max(version, 0), film.last)

    def screen(self) -> str:
        """What there is to see: where we are, the table, and what the move has brought.

        Raises Unexplained where events of unknown origin make a table that cannot be.
        """
        try:
            # Words out of a file may hold what a terminal obeys.
            return _UNPRINTABLE.sub("?", self._drawn())
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise Unexplained(f"the table after event {self.version} cannot be drawn: events do not fit") from error

    def _drawn(self) -> str:
        film, table = self.film, self.film.table(self.version)
        eyes = "open" if self.viewer == OPEN else "nobody" if self.viewer is None else SEATS[self.viewer]
        place = f"event {self.version} of {film.last}, move {film.number_of_move(self.version)} of {len(film.moves)}"
        drawn = picture(table) if self.viewer == OPEN else picture_of(view(table, self.viewer))
        return "\n".join([f"== {place}, round {table.round}, as {eyes} ==", drawn, "", *self._sentences(), ""])

    def _sentences(self) -> Iterator[str]:
        shown = () if self.viewer == OPEN else self.film.table(self.version).hands_shown_to(self.viewer)
        for event in self.film.of_move(self.version):
            if sentence := narrate(event, self.viewer, shown):
                yield sentence

    def press(self, line: str) -> str | None:
        """What is shown after a line of keys; None: that was all."""
        keys = line.strip()
        if keys in {"q", "quit"}:
            return None
        if keys == "?":
            return HELP + "\n"
        if keys.startswith("as "):
            return self._look_as(keys.removeprefix("as ").strip())
        if _VERSION.fullmatch(keys):
            self.version = min(int(keys), self.film.last)
        elif keys in _STEPS:
            self.version = _STEPS[keys](self.film, self.version)
        else:
            return f"{keys[:20]!r} means nothing here.\n{HELP}\n"
        return self.screen()

    def _look_as(self, name: str) -> str:
        seats = self.film.table(self.version).seats
        try:
            self.viewer = viewer_named(name, seats)
        except ValueError:
            return f"There is no {name[:20]!r} to look as: {', '.join(SEATS[:seats])}, open and nobody are.\n"
        return self.screen()


_STEPS: Final[Mapping[str, Callable[[Film, int], int]]] = {
    "": lambda film, version: film.move_after(version),
    "n": lambda film, version: film.move_after(version),
    "b": lambda film, version: film.move_before(version),
    "r": lambda film, version: film.round_after(version),
    "rb": lambda film, version: film.round_before(version),
    "$": lambda film, _version: film.last,
}
"""Where a key leads from a version."""
