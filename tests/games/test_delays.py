"""The delays of automatic moves: drawn from the committed chance, whatever the cause and the cards."""

from __future__ import annotations

from datetime import timedelta
from statistics import median, quantiles

import engine
from games.orders.delay import LEAST, MOST, delay

DAY = timedelta(days=1)
MANY = 2_000


def delays(limit: timedelta, *, seat: int = 0) -> list[float]:
    """Return the delays in many matches, in seconds."""
    matches = (engine.Chance(bytes(16), number.to_bytes(32, "big")) for number in range(MANY))
    return [delay(chance, 9, seat, limit).total_seconds() for chance in matches]


def test_delays_are_those_of_people() -> None:
    drawn = delays(DAY)
    assert 40 < median(drawn) / 60 < 80
    assert min(drawn) > 60
    assert max(drawn) <= DAY.total_seconds() * MOST
    low, *_, high = quantiles(drawn, n=10)
    assert high > 5 * low, "an observer cannot know the delay beforehand"


def test_no_move_is_faster_than_people_are() -> None:
    assert min(delays(timedelta(minutes=1))) == LEAST.total_seconds()


def test_no_move_waits_longer_than_the_time_that_is_left() -> None:
    for seconds in (1, 3, 6, 20):
        left = timedelta(seconds=seconds)
        assert max(delays(left)) <= seconds * MOST, "the rest is for the worker to come by"


def test_all_seats_have_the_same_distribution_and_draws_of_their_own() -> None:
    one, other = delays(DAY, seat=0), delays(DAY, seat=3)
    assert one != other
    assert distance(one, other) < 0.06, "the bound of Kolmogorov and Smirnov for 2,000 and one in a thousand is 0.062"


def distance(one: list[float], other: list[float]) -> float:
    """Return the largest distance of the two distributions, as the test of Kolmogorov and Smirnov takes it."""
    cuts = sorted(one + other)
    return max(abs(_share(one, cut) - _share(other, cut)) for cut in cuts[:: len(cuts) // 200])


def _share(values: list[float], cut: float) -> float:
    return sum(value <= cut for value in values) / len(values)
