"""A survey of every game: its scenarios, watched random matches under every option alone and under sets of options."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.catalogue import OPTIONS
from engine.chance import Dice
from engine.samples import alone, fitting_seats, is_playable, together
from engine.testing.check_laws import watch
from engine.testing.scenarios import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.samples import Options

_MOST_COMMANDS: Final = 30_000
_MOST_TOGETHER: Final = 12


class Survey(NamedTuple):
    """Counts of an edition; pairs are (done, tried). `rules`: names of the house rules that took part."""

    edition: Options
    scenarios: tuple[int, int]
    matches: tuple[int, int]
    laws: int
    rules: frozenset[str]
    unfinished: tuple[Options, ...]

    @property
    def is_green(self) -> bool:
        """Return whether everything has passed."""
        return self.scenarios[0] == self.scenarios[1] and self.matches[0] == self.matches[1] > 0


def survey(edition: Options, rows: Sequence[dict[str, Any]], sets: int) -> Iterator[Survey]:
    """Yield the counts so far after every match: each option alone, then this number of random sets together.

    Raises BrokenLaw. A match is one round long unless an option says otherwise. One that does not end is played again
    with as few seats as its options allow.
    """
    own = [row for row in rows if _is_of(row.get("options", {}), edition)]
    passed = sum(expected == got for expected, got in map(run, own))
    finished = laws = 0
    rules: frozenset[str] = frozenset()
    unfinished: tuple[Options, ...] = ()
    dice = Dice(_seed(edition, "sets"))
    variants = [edition, *alone(edition), *(together(edition, dice.below, _MOST_TOGETHER) for _ in range(sets))]
    for tried, options in enumerate(variants, start=1):
        seats = fitting_seats(options, tried)
        short = {"target": 1, **options}
        played = short if is_playable(short) else options
        seed = _seed(options, str(tried))
        watched = watch(played, seats, seed, _MOST_COMMANDS)
        if not watched.finished:  # chance alone may never empty a hand where many seats make each other draw
            watched = watch(played, fitting_seats(options, 0), seed, _MOST_COMMANDS)
        finished += watched.finished
        unfinished += () if watched.finished else (options,)
        laws += watched.laws
        rules |= {name for name in options if OPTIONS[name].kind == "house_rule"}
        yield Survey(edition, (passed, len(own)), (finished, tried), laws, rules, unfinished)


def _is_of(options: Options, edition: Options) -> bool:
    return all(options.get(name, OPTIONS[name].default) == value for name, value in edition.items())


def _seed(options: Options, purpose: str) -> bytes:
    return hashlib.sha256(f"{purpose} {sorted(options.items(), key=str)}".encode()).digest()
