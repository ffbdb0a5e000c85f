"""Many deals from fixed seeds, the places of their cards, and the distance from an honest deck."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import engine
from tests.engine.matches import MATCH_ID, Match

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.chance import Tape

SEATS = 4
SPIN_SEED = 8
"""Seed of a match of Spin in which a seat has to spin soon."""


class Deal(NamedTuple):
    """Chance at the start of a match: `pile` before anything was dealt, `dark` faces behind the cards."""

    pile: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    starter: int
    dealer: int
    dark: tuple[int, ...]
    tape: Tape


class Drift(NamedTuple):
    """Distance of counts from even: chi-square over its degrees of freedom, and in standard deviations."""

    chi_square: float
    freedom: int

    @property
    def deviations(self) -> float:
        """Return the distance in standard deviations, about normal for an honest deck (Wilson and Hilferty)."""
        spread = 2 / (9 * self.freedom)
        return float(((self.chi_square / self.freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def chance_of(number: int) -> engine.Chance:
    return engine.Chance(MATCH_ID, hashlib.sha256(b"fair deal %d" % number).digest())


def deals(count: int) -> Iterator[Deal]:
    """Yield deals of UNO Flip!, made by the engine's own start of a match."""
    lobby = Match({}, SEATS, 0)
    for seat in range(SEATS):
        lobby.send(seat, engine.TakeSeat("human", hashlib.sha256(b"seat %d" % seat).hexdigest()))
    for number in range(count):
        chance = chance_of(number)
        table = lobby.table.copy()
        table.commitment = chance.commitment.hex()
        named = {engine.TAGS[type(event)]: event for event in reversed(engine.act(table, None, engine.Start(), chance))}
        yield Deal(
            named["round_started"].pile,  # type: ignore[attr-defined]  # the event of this name has them
            named["hands_dealt"].cards,  # type: ignore[attr-defined]
            named["starter_turned"].card,  # type: ignore[attr-defined]
            named["dealer_chosen"].seat,  # type: ignore[attr-defined]
            table.faces[1],
            chance.tape(bytes.fromhex(table.transcript)),
        )


def presses(count: int) -> Iterator[int]:
    """Yield the cards that the launcher fires at the same table, seed by seed."""
    match = Match({"game": "attack"}, 3, 0)
    match.start()
    return _results(match, engine.Press(), "launcher_pressed", "fired", count)


def spins(count: int) -> Iterator[str]:
    """Yield the sectors at which the wheel stops at the same table, seed by seed."""
    match = Match({"game": "spin"}, 3, SPIN_SEED)
    match.start()
    while match.table.phase is not engine.Phase.SPIN:
        match.step()
    return _results(match, engine.Spin(), "wheel_spun", "sector", count)


def _results(match: Match, command: engine.Command, name: str, field: str, count: int) -> Iterator[object]:
    for number in range(count):
        table = match.table.copy()
        table.transcript = hashlib.sha256(b"table %d" % number).hexdigest()
        events = engine.act(table, table.turn, command, chance_of(number))
        yield next(getattr(event, field) for event in events if engine.TAGS[type(event)] == name)


def even(counts: Counter[object], weights: dict[object, float]) -> Drift:
    """Return the drift of independent results whose frequencies should follow their weights."""
    whole, total = sum(counts.values()), sum(weights.values())
    expected = {result: whole * weight / total for result, weight in weights.items()}
    assert counts.keys() <= expected.keys()
    return Drift(sum((counts[result] - due) ** 2 / due for result, due in expected.items()), len(weights) - 1)


class Places:
    """Counts of each of `cards` cards in each group of places; a group has the same number of places in every deal.

    In one deal every card has one place and every place one card, so the counts are not independent: their chi-square,
    times (cards - 1) / cards, has (cards - 1) (groups - 1) degrees of freedom.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.cards = sum(sizes)
        self.sizes = sizes
        self.deals = 0
        self.counts = [0] * (self.cards * len(sizes))

    def add(self, groups: Iterable[tuple[int, Iterable[int]]]) -> None:
        self.deals += 1
        counts, wide = self.counts, len(self.sizes)
        for group, cards in groups:
            for card in cards:
                counts[card * wide + group] += 1

    def drift(self) -> Drift:
        due = [self.deals * size / self.cards for size in self.sizes] * self.cards
        raw = sum((count - one) ** 2 / one for count, one in zip(self.counts, due, strict=True))
        return Drift(raw * (self.cards - 1) / self.cards, (self.cards - 1) * (len(self.sizes) - 1))


def neighbors(piles: Iterable[Sequence[int]], cards: int) -> Drift:
    """Count the card on top of each card: every ordered pair is equally likely."""
    counts = [0] * (cards * cards)
    whole = 0
    for pile in piles:
        for below, above in pairwise(pile):
            counts[below * cards + above] += 1
        whole += cards - 1
    due = whole / (cards * (cards - 1))
    raw = sum((count - due) ** 2 / due for place, count in enumerate(counts) if place % (cards + 1))
    return Drift(raw, cards * (cards - 1) - 1)


def positions(piles: Iterable[Sequence[int]], cards: int) -> Drift:
    """Count the cards by their places."""
    places = Places([1] * cards)
    for pile in piles:
        places.add((place, (card,)) for place, card in enumerate(pile))
    return places.drift()


# shuffles with common mistakes, each with a bias that a count must find


def bytes_reduced(cards: int, number: int) -> list[int]:
    """Draw a byte for every number, reduced modulo: small numbers come more often."""
    dice = engine.Dice(b"bytes %d" % number)
    return _fisher_yates(cards, lambda bound: dice.below(256) % bound)


def off_by_one(cards: int, number: int) -> list[int]:
    """Keep no card where it was (Sattolo's algorithm, by mistake)."""
    dice = engine.Dice(b"off by one %d" % number)
    return _fisher_yates(cards, lambda bound: dice.below(bound - 1))


def everywhere(cards: int, number: int) -> list[int]:
    """Swap every place with any other, not with one of those that are left."""
    dice = engine.Dice(b"everywhere %d" % number)
    return _fisher_yates(cards, lambda _: dice.below(cards))


def one_cut(cards: int, number: int) -> list[int]:
    """Keep the order but begin anywhere: every place is equally likely, but each card always lies on the same one."""
    start = engine.Dice(b"cut %d" % number).below(cards)
    return [*range(start, cards), *range(start)]


def _fisher_yates(cards: int, draw: Callable[[int], int]) -> list[int]:
    pile = list(range(cards))
    for last in range(cards - 1, 0, -1):
        other = draw(last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return pile
