"""A ruleset in plain values, for rule books and programs: cards, points, commands, limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import SYMBOL_OF, UNKNOWN
from engine.catalogue import EDITIONS, chosen
from engine.commands import COMMAND_WORDS, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ruleset import Ruleset

_PLAIN_EDITION: Final = "base"


class Summary(NamedTuple):
    """A ruleset in plain values.

    `light`, `dark`: how often each symbol is on that side of the deck, numbers first and wilds last; `dark` is empty
    where the backs are plain. `points` by symbol. `commands`: words of what players may send. `starters`: symbols that
    do something as the starter. `not_last`: symbols that cannot be the last card. `wild_draws`: wilds that make a seat
    draw under the color rule; `challenged`: they can be challenged. `teams`: how many, 0 without.
    """

    name: str
    options: Mapping[str, object]
    least_seats: int
    most_seats: int
    hand_size: int
    cards: int
    light: Mapping[str, int]
    dark: Mapping[str, int]
    points: Mapping[str, int]
    commands: frozenset[str]
    starters: frozenset[str]
    not_last: tuple[str, ...]
    wild_draws: tuple[str, ...]
    challenged: bool
    teams: int


def rulesets() -> dict[str, tuple[str, str]]:
    """Return Game and edition by the name of the ruleset: `flip`, `flip-marvel`, `classic`."""
    return {_name(game, edition): (game, edition) for game, edition in EDITIONS}


def summarize(rules: Ruleset) -> Summary:
    """Return the summary of a ruleset."""
    options = chosen(rules)
    light, dark = _counted(rules.deck.light), _counted(rules.deck.dark)
    faces = sorted({*rules.deck.light, *rules.deck.dark})
    points = {SYMBOL_OF[face]: rules.points[face] for face in faces if SYMBOL_OF[face] != UNKNOWN}
    return Summary(
        name=_name(str(options["game"]), str(options["edition"])),
        options=options,
        least_seats=rules.least_seats,
        most_seats=rules.most_seats,
        hand_size=rules.hand_size,
        cards=len(rules.deck.light),
        light=light,
        dark=dark,
        points=points,
        commands=frozenset(COMMAND_WORDS[kind] for kind in rules.handlers if COMMAND_WORDS[kind] in COMMANDS),
        starters=frozenset(symbol for symbol in light if rules.cards[symbol].starter),
        not_last=tuple(symbol for symbol in points if not rules.cards[symbol].may_finish),
        wild_draws=tuple(symbol for symbol in points if rules.cards[symbol].penalty),
        challenged=rules.enforcement.challenged,
        teams=len(set(rules.teams)),
    )


def _name(game: str, edition: str) -> str:
    return game if edition == _PLAIN_EDITION else f"{game}-{edition}"


def _counted(faces: Sequence[int]) -> dict[str, int]:
    counts = Counter(SYMBOL_OF[face] for face in sorted(faces))
    return {symbol: count for symbol, count in counts.items() if symbol != UNKNOWN}
