"""python -m tests.corpus add | check: add the missing matches, or check the existing ones."""

from __future__ import annotations

import platform
import sys
from itertools import product
from typing import TYPE_CHECKING

from tests.corpus.check import complaints
from tests.corpus.manifest import entries, write

if TYPE_CHECKING:
    from tests.corpus.manifest import Entry
    from tests.corpus.plan import Options


def check() -> int:
    """Print a line for each file that has changed; return 0 if none has."""
    bad = 0
    listed = entries()
    for entry in listed:
        for complaint in complaints(entry):
            bad += 1
            print(f"{entry.file}: {complaint}")
    print(f"{len(listed)} transcripts, {bad} complaints, Python {platform.python_version()}")
    return int(bad > 0)


def add() -> int:
    """Play and store the missing matches."""
    # Imported here because playing needs more than the engine: a key to sign with.
    from tests.corpus.matches import Wish, branched, closed, played, store, wish_for  # noqa: PLC0415
    from tests.corpus.plan import missing, unseen  # noqa: PLC0415
    from tests.engine.matches import Style  # noqa: PLC0415

    listed = entries()

    def keep(entry: Entry, data: bytes) -> None:
        store(entry, data)
        listed.append(entry)
        write(listed)
        print(f"{entry.file}: {len(data):,} bytes, {entry.events} events, {len(entry.options)} options")

    for options in list(missing(listed)):
        keep(*played(wish_for(options, 0)))
    for game, seat in BRANCHED if "position_set" in unseen(listed) else ():
        keep(*branched(next(one for one in listed if one.game == game and one.seats <= MOST_BRANCHED), seat))
    for game, taken in CLOSED if "close_table" in unseen(listed) else ():
        keep(*closed(Wish({"game": game, "edition": "base"}, taken, Style.ANY, kept=False)))
    for number, options, style in product(range(MOST_TRIES), RARE, Style):
        if not (left := unseen(listed)):
            break
        wish = Wish(options, number, style, kept=number % 2 == 0, commands=COMMANDS_OF_RARE)
        try:
            entry, data = played(wish)
        except ValueError:  # all people are eliminated, and the bots would play on for long
            continue
        if set(left) & set(entry.holds):
            keep(entry, data)
    print(f"{len(listed)} transcripts; seen nowhere: {', '.join(unseen(listed)) or 'nothing'}")
    return int(bool(unseen(listed)))


RARE: tuple[Options, ...] = (
    {"game": "classic", "edition": "base", "draw_until_playable": True},
    {"game": "flip", "edition": "base", "uno_penalty": 10, "reveal_draw_color": "doubt"},
    {"game": "classic", "edition": "base", "teams": 2, "teammate_gives": True},
    {"game": "flip", "edition": "base", "time_limit": 60, "hand_limit": 10},
    {"game": "spin", "edition": "base"},
    {"game": "attack", "edition": "base", "scoring": "elimination", "target": 60},
)
"""Options of matches in which rare things happen: replayed with other deals until they do."""
BRANCHED = (("flip", None), ("classic", 0), ("attack", 1))
"""Games of the branched matches, and the seats as which they go on."""
CLOSED = (("flip", 0), ("classic", 2))
"""Games of the closed tables, and how many seats were taken."""
MOST_BRANCHED = 5
"""The maximal number of seats of a branched match, since each of them holds secrets."""
MOST_TRIES = 60
COMMANDS_OF_RARE = 110

if __name__ == "__main__":
    sys.exit({"add": add, "check": check}[sys.argv[1]]())
