"""A ruleset in plain values, for rule books and programs: cards, points, commands, limits; and every face."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import COLOR_OF, COLORS, FACES, IS_WILD, NUMBER_OF, SIDE_OF, SIDES, SYMBOL_OF, UNKNOWN
from engine.catalogue import EDITIONS, OPTIONS, chosen, resolve_uncached
from engine.commands import COMMAND_WORDS, COMMANDS
from engine.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.ruleset import Ruleset

_PLAIN_EDITION: Final = "base"
_NAMED: Final = frozenset({"game", "edition"})
"""Options that say which ruleset it is."""


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


class CardInfo(NamedTuple):
    """A face for people and programs.

    `kind`: number, action, wild, or unknown for the plain back. `color`: None for wilds and the plain back. `points`:
    by each ruleset with a deck that has the face.
    """

    card: str
    side: str
    color: str | None
    kind: str
    symbol: str
    points: Mapping[str, int]


def describe_cards() -> list[CardInfo]:
    """Return every face of every deck, whatever the options, in the order of the notation."""
    points: dict[int, dict[str, int]] = {}
    for name, rules in _decks():
        for face in {*rules.deck.light, *rules.deck.dark}:
            points.setdefault(face, {})[name] = rules.points[face]
    return [_card(face, points[face]) for face in sorted(points)]


def _decks() -> Iterator[tuple[str, Ruleset]]:
    """Yield each ruleset with its own options, and with every value of every option that may change its deck."""
    options = [option for option in OPTIONS.values() if option.kind == "option" and option.name not in _NAMED]
    for name, (game, edition) in rulesets().items():
        named: dict[str, object] = {"game": game, "edition": edition}
        yield name, resolve_uncached(named)
        for option in options:
            for value in getattr(option.takes, "values", (True,)):
                with suppress(RulesetError):
                    yield name, resolve_uncached({**named, option.name: value})


def _card(face: int, points: Mapping[str, int]) -> CardInfo:
    if SYMBOL_OF[face] == UNKNOWN:
        return CardInfo(UNKNOWN, SIDES[SIDE_OF[face]], None, "unknown", UNKNOWN, {})
    kind = "wild" if IS_WILD[face] else "number" if NUMBER_OF[face] >= 0 else "action"
    color = None if IS_WILD[face] else COLORS[COLOR_OF[face]]
    return CardInfo(FACES[face], SIDES[SIDE_OF[face]], color, kind, SYMBOL_OF[face], points)
