"""A viewer cannot distinguish two worlds that differ only in facts hidden from them (SPEC 4).

The same commands are played in two worlds that are equal for a viewer by `knowledge`; all observations must then be
equal byte for byte. Planted leaks check that the tests find leaks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
import pytest

import engine
from engine import events as e
from engine.events import Sees
from tests.engine.matches import Style
from tests.engine.observers import LEAKS, leaking, observed, owner_of, redacted, refusals, seen_with_a_stranger
from tests.engine.worlds import branched_run, new_run, together, twin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.engine.knowledge import Viewer
    from tests.engine.worlds import Moment, Playing, Run

pytestmark = pytest.mark.slow

TWINS = 25
"""Twins of one run, each with its own viewers and moments."""


class Tables(NamedTuple):
    """A kind of table; `reached` must happen in one of fifty pairs of worlds, `seats` are the least and the most."""

    pairs: int
    seats: tuple[int, int]
    length: int
    options: Mapping[str, object]
    reached: tuple[str, ...]
    styles: tuple[Style, ...] = tuple(Style)
    kept: bool = False
    branched: bool = False


_PLAYED = ("CardPlayed", "CardsDrawn", "DrawnCardOffered", "UnoCalled")
LAUNCHER = [0, 2, 1, 0, 3]
WHEEL = ["WAR", "SHOW_HAND", "UNO_SPIN", "TRADE_HANDS", "ALMOST_UNO", "DRAW_RED"]
"""A variety of sectors: the scripted chance would otherwise show the same few results in every world."""
KINDS = {
    "plain": Tables(1_500, (2, 5), 36, {}, (*_PLAYED, "Flipped", "ChallengeDecided", "ChallengeAccepted")),
    "printed cards": Tables(1_200, (2, 5), 30, {"pairing": "physical"}, ("Flipped", "ChallengeDecided", "CardKept")),
    "a full table that empties the pile": Tables(900, (10, 10), 54, {}, ("PileReshuffled",), (Style.HOARD,)),
    "backs seen while dealt": Tables(
        1_000, (2, 4), 24, {"own_backs": "table", "draw_policy": "only_if_unable"}, ("Flipped", "ChallengeDecided")
    ),
    "backs seen always": Tables(
        1_000, (2, 4), 24, {"own_backs": "visible", "wild_draw_enforcement": "strict"}, ("Flipped",)
    ),
    "cards given away": Tables(600, (2, 5), 30, {"skip_effect": "give_card"}, ("CardGiven",)),
    "cards given to partners": Tables(
        500, (4, 4), 30, {"teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"}, ("CardGiven",)
    ),
    "partners who show their cards": Tables(
        500,
        (4, 6),
        30,
        {"teams": 2, "team_view": True, "teammate_gives": True, "draw_policy": "only_if_unable"},
        ("CardGiven", "CardsDrawn", "Flipped"),
    ),
    "partners who show hands that move": Tables(
        400, (4, 4), 24, {"teams": 2, "team_view": True, "seven_o": True, "own_backs": "visible"}, ("HandsMoved",)
    ),
    "branches with partners": Tables(
        300, (4, 4), 16, {"teams": 2, "team_view": True}, ("PositionSet", "PositionResumed"), branched=True
    ),
    "hands that move": Tables(600, (2, 5), 30, {"seven_o": True, "own_backs": "visible"}, ("HandsMoved", "Flipped")),
    "hands that are shuffled": Tables(500, (2, 4), 60, {"game": "classic", "hands_wild": "shuffle"}, ("HandsMoved",)),
    "gifts": Tables(500, (2, 5), 36, {"edition": "marvel"}, ("CardsDiscarded", "EffectAssigned")),
    "duels": Tables(500, (2, 5), 36, {"edition": "transformers"}, ("DuelFought", "HandRevealed")),
    "drawn cards laid open": Tables(500, (2, 5), 36, {"reveal_draw_color": "all"}, ("CardsRevealed",)),
    "a launcher": Tables(
        500, (2, 5), 30, {"game": "attack", "launcher": LAUNCHER}, ("LauncherPressed", "CardsDiscarded", "HandsMoved")
    ),
    "a wheel": Tables(
        600, (2, 5), 60, {"game": "spin", "wheel": WHEEL}, ("WheelSpun", "WarFought", "RaceWon", "HandRevealed")
    ),
    "branches": Tables(900, (2, 5), 20, {}, ("PositionSet", "PositionResumed", "CardPlayed", "Flipped"), branched=True),
    "branches of printed cards": Tables(
        400, (2, 4), 16, {"pairing": "physical"}, ("PositionSet", "PositionResumed"), branched=True
    ),
    "branches with backs seen always": Tables(
        600, (2, 4), 16, {"own_backs": "visible"}, ("PositionSet", "PositionResumed"), branched=True
    ),
    "branches with backs seen while dealt": Tables(
        400, (2, 4), 16, {"own_backs": "table"}, ("PositionSet", "PositionResumed"), branched=True
    ),
    "time that runs out": Tables(600, (2, 5), 36, {}, ("TimedOut", "CardKept", "VoteCast"), kept=True),
}


class Pair(NamedTuple):
    run: Run
    viewer: Viewer
    other: Playing
    last: int


def pairs(kind: Tables, count: int) -> Iterator[Pair]:
    dice = engine.Dice(repr(kind).encode())
    least, most = kind.seats
    while count > 0:
        seats = least + dice.below(most - least + 1)
        seats += seats % 2 if "teams" in kind.options else 0
        style = kind.styles[dice.below(len(kind.styles))]
        seed = dice.below(65536) << 16 | count
        if kind.branched:
            run = branched_run(kind.options, seats, seed, style, kind.length)
        else:
            run = new_run(kind.options, seats, seed, style, kind.length, kept=kind.kept)
        for _ in range(TWINS):
            viewer = [None, *range(seats)][dice.below(seats + 1)]
            last = len(run.steps) - 1
            last -= dice.below(last + 1) * dice.below(2)
            yield Pair(run, viewer, twin(run, viewer, last, dice), last)
            count -= 1


def moments(pair: Pair) -> Iterator[tuple[Moment, Moment]]:
    return together(pair.run, pair.viewer, pair.other, pair.last)


def test_ten_thousand_pairs_of_worlds_are_compared() -> None:
    assert sum(kind.pairs for kind in KINDS.values()) > 10_000


@pytest.mark.rule("4")
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_nobody_can_tell_worlds_apart_that_differ_in_hidden_facts(kind: Tables) -> None:
    compared: Counter[str] = Counter()
    known: dict[tuple[int, Viewer, int], bytes] = {}  # observations of the first worlds, which are few
    for pair in pairs(kind, kind.pairs):
        assert pair.run.world.faces() != pair.other.world.faces()
        happened: set[str] = set()
        for first, second in moments(pair):
            place = (pair.run.seed, pair.viewer, first.step)
            if place not in known:
                known[place] = observed(first)
            assert observed(second) == known[place], (pair.run.steps, owner_of(pair.viewer))
            happened |= {type(event).__name__ for event in second.events}
        compared.update(happened or {"nothing"})
    assert compared["MatchStarted"] > 0.99 * kind.pairs, compared
    # A test that never reaches the dangerous moments proves nothing.
    assert [name for name in kind.reached if compared[name] < kind.pairs / 50] == [], compared


@pytest.mark.rule("4", "R-SPECTATORS")
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_seat_learns_nothing_from_a_stranger_who_looks_on(kind: Tables) -> None:
    compared = 0
    for pair in pairs(kind, kind.pairs // 4):
        if pair.viewer is None:
            continue
        for first, second in moments(pair):
            assert seen_with_a_stranger(second) == seen_with_a_stranger(first), (pair.run.steps, pair.viewer)
            compared += 1
    assert compared > kind.pairs / 4, compared


def within(before: engine.Table, moment: Moment) -> dict[str, list[bytes]]:
    """Return the views between the events of a command, by the event before."""
    table, seen = before.copy(), defaultdict(list)
    for event in moment.events[:-1]:
        engine.replay([event], table)
        seen[type(event).__name__].append(orjson.dumps(engine.view(table, moment.viewer)))
    return seen


def test_between_the_events_of_a_command_the_table_shows_more_than_they_tell() -> None:
    # So the service shows the past of a running match by whole commands only: the pile of a new round is visible before
    # the cards are dealt from it.
    telling: set[str] = set()
    for kind in ("plain", "a full table that empties the pile", "backs seen while dealt"):
        for pair in pairs(KINDS[kind], 100):
            before = (pair.run.lobby, pair.run.lobby)
            for first, second in moments(pair):
                here, there = within(before[0], first), within(before[1], second)
                telling |= {name for name in here if here[name] != there[name]}
                before = (first.table.copy(), second.table.copy())
    assert telling == {"RoundStarted"}


@pytest.mark.rule("4", "R-ILLEGAL")
def test_refusals_tell_nothing_either() -> None:
    tried = 0
    for pair in pairs(KINDS["plain"], 250):
        for number, (first, second) in enumerate(moments(pair)):
            if pair.viewer is not None and number % 4 == 0:
                assert refusals(first) == refusals(second)
                tried += 1
    assert tried > 500


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(leak: Callable[[Moment], Any]) -> None:
    assert is_found(leaking(leak))


USUAL = ("plain", "a full table that empties the pile", "backs seen always")


def is_found(observer: Callable[[Moment], bytes], kinds: Sequence[str] = USUAL) -> bool:
    """Return whether some pair of worlds differs for this observer."""
    return any(
        observer(first) != observer(second)
        for count in (50, 250, 1_000)
        for kind in kinds
        for pair in pairs(KINDS[kind], count)
        for first, second in moments(pair)
    )


def _cards_of_partners_on_both_sides(moment: Moment) -> Any:
    front, back = moment.table.faces[moment.table.side], moment.table.faces[1 - moment.table.side]
    shown = moment.table.hands_shown_to(moment.viewer)
    return [sorted((front[card], back[card]) for card in moment.table.hands[seat]) for seat in shown]


def _events_as_partners_are_told(moment: Moment) -> Any:
    return [
        engine.redact(event, seat) for seat in moment.table.hands_shown_to(moment.viewer) for event in moment.events
    ]


def _cards_of_all_shown(moment: Moment) -> Any:
    return [engine.redact(event, moment.viewer, range(moment.table.seats)) for event in moment.events]


@pytest.mark.rule("4")
@pytest.mark.parametrize("leak", [_cards_of_partners_on_both_sides, _events_as_partners_are_told, _cards_of_all_shown])
def test_more_of_the_cards_of_partners_than_they_show_is_found(leak: Callable[[Moment], Any]) -> None:
    assert is_found(leaking(leak), ["partners who show their cards", "partners who show hands that move"])


KNOWN_ANYWAY = {
    (e.MatchStarted, "light"),  # by card id: the printed deck, the same in every match
    (e.Flipped, "faces"),  # sorted: the others saw them as backs before
    (e.Flipped, "backs"),  # sorted: the holder saw them as fronts before
    (e.HandsMoved, "backs"),  # sorted: the new holder saw them as another's backs before
}
"""Fields that contain only facts that their viewers already know."""
SECRETS = [
    (kind, number)
    for kind, fields in engine.FIELDS.items()
    for number, field in enumerate(fields)
    if field.sees is not Sees.PUBLIC and (kind, field.name) not in KNOWN_ANYWAY
]
"""Every field that is hidden from a viewer."""


@pytest.mark.parametrize(
    ("kind", "number"), SECRETS, ids=[f"{k.__name__}.{engine.FIELDS[k][n].name}" for k, n in SECRETS]
)
def test_a_field_published_by_mistake_is_found(
    kind: type[engine.Event], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = list(engine.FIELDS[kind])
    fields[number] = fields[number]._replace(sees=Sees.PUBLIC)
    monkeypatch.setitem(engine.FIELDS, kind, tuple(fields))
    where = [name for name, tables in KINDS.items() if kind.__name__ in tables.reached] or USUAL
    assert is_found(
        lambda moment: repr([redacted(event, moment.table, moment.viewer) for event in moment.events]).encode(), where
    )
