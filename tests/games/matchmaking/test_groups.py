"""The laws of groups: who fits whom, and which group a seeker joins."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import combinations
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

import engine
from games.matchmaking import groups
from games.matchmaking.groups import Group, Settings, Table, Wish

MORNING = datetime(2026, 11, 28, 8, tzinfo=UTC)
PATIENCE = timedelta(minutes=1)
CLASSIC, TEAMS = (
    Settings(json.dumps(dict(engine.resolve_uncached(options).spec.options), sort_keys=True), None)
    for options in ({"game": "classic"}, {"game": "classic", "teams": 2})
)


@st.composite
def wishes(draw: st.DrawFn) -> Wish:
    least = draw(st.integers(2, 6))
    return Wish(
        id=draw(st.uuids()),
        player=UUID(int=draw(st.integers(1, 8))),
        settings=draw(st.sampled_from([CLASSIC, TEAMS])),
        is_open=draw(st.booleans()),
        least=least,
        most=draw(st.integers(least, 6)),
        bots=draw(st.booleans()),
        min_reliability=draw(st.none() | st.integers(1, 100)),
        reliability=draw(st.none() | st.integers(0, 100)),
        since=MORNING + timedelta(seconds=draw(st.integers(0, 200))),
    )


@st.composite
def tables(draw: st.DrawFn) -> Table:
    seats = draw(st.integers(2, 6))
    people = draw(st.lists(st.integers(1, 8), min_size=1, max_size=seats, unique=True))
    return Table(
        game_id=draw(st.uuids()),
        settings=draw(st.sampled_from([CLASSIC, TEAMS])),
        seats=seats,
        free=seats - len(people),
        people=tuple(UUID(int=number) for number in people),
        barred=frozenset(UUID(int=number) for number in draw(st.sets(st.integers(1, 8), max_size=2))),
        bots=draw(st.booleans()),
        min_reliability=draw(st.none() | st.integers(50, 100)),
        reliability=draw(st.none() | st.integers(0, 100)),
        since=MORNING,
    )


pairs = st.tuples(st.integers(1, 8), st.integers(1, 8)).filter(lambda pair: pair[0] != pair[1])
blocks = st.sets(pairs, max_size=5).map(
    lambda found: frozenset(frozenset(UUID(int=number) for number in pair) for pair in found)
)
crowds = st.lists(wishes(), min_size=1, max_size=8, unique_by=lambda wish: wish.id)


def gathered(crowd: list[Wish], places: list[Table], blocked: groups.Blocked) -> list[Group]:
    """Place a crowd one by one, and move those who fit better elsewhere, as the service does."""
    found = [Group((), table) for table in places]
    for wish in crowd:
        best = groups.fullest(found, wish, blocked)
        found = [group for group in found if group != best]
        found.append(Group((wish,)) if best is None else best.joined_by(wish))
    moves = 0
    while (move := groups.move(found, blocked)) is not None:
        wish, left, joined = move
        found = [group for group in found if group not in {left, joined}]
        stay = tuple(one for one in left.wishes if one != wish)
        found += [joined.joined_by(wish), *([Group(stay, left.table)] if stay or left.table else [])]
        moves += 1
        assert moves < 200, "moving has no end"
    return found


@given(wishes(), wishes(), blocks)
def test_two_seekers_fit_both_ways_or_not_at_all(one: Wish, other: Wish, blocked: groups.Blocked) -> None:
    assert groups.fits(one, other, blocked) == groups.fits(other, one, blocked)
    if groups.fits(one, other, blocked):
        assert one.player != other.player
        assert frozenset({one.player, other.player}) not in blocked
        for asks, is_asked in ((one, other), (other, one)):
            if asks.min_reliability is not None and is_asked.reliability is not None:
                assert is_asked.reliability >= asks.min_reliability


@given(wishes(), wishes())
def test_a_newcomer_is_never_turned_away_for_their_reliability(one: Wish, other: Wish) -> None:
    free = {"min_reliability": None}
    newcomers = [_with(wish, reliability=None) for wish in (one, other)]
    assert groups.fits(*newcomers) == groups.fits(*(_with(wish, **free) for wish in newcomers))


@given(crowds, st.lists(tables(), max_size=2, unique_by=lambda table: table.game_id), blocks)
def test_a_group_holds_only_people_who_fit_and_a_number_that_the_rules_allow(
    crowd: list[Wish], places: list[Table], blocked: groups.Blocked
) -> None:
    found = gathered(crowd, places, blocked)
    assert sorted(wish.id for group in found for wish in group.wishes) == sorted(wish.id for wish in crowd)
    for group in found:
        assert all(groups.fits(one, other, blocked) for one, other in combinations(group.wishes, 2))
        for wish in group.wishes:
            assert wish.is_open or wish.settings == group.settings
        table = group.table
        if table is not None:
            assert len(group.wishes) <= table.free
            for wish in group.wishes:
                assert wish.reliability is None or wish.reliability >= (table.min_reliability or 0)
            assert not {wish.player for wish in group.wishes} & {*table.people, *table.barred}
        elif len(group.wishes) > 1:
            assert len(group.wishes) <= max(group.sizes())
            assert set(group.sizes()) <= set(groups.allowed_seats(group.settings))


@given(crowds, st.lists(tables(), max_size=2, unique_by=lambda table: table.game_id), blocks)
def test_nobody_waits_beside_a_fuller_group_that_would_take_them(
    crowd: list[Wish], places: list[Table], blocked: groups.Blocked
) -> None:
    found = gathered(crowd, places, blocked)
    for group in found:
        for wish in group.wishes:
            best = groups.fullest([one for one in found if one != group], wish, blocked)
            if best is not None and groups.can_lose(group, wish, blocked):
                assert (best.table is None, -best.people) >= (group.table is None, -group.people)


@given(crowds, blocks, st.integers(0, 300))
def test_a_match_begins_with_a_number_of_seats_that_suits_everybody(
    crowd: list[Wish], blocked: groups.Blocked, seconds: int
) -> None:
    now = MORNING + timedelta(seconds=seconds)
    for group in gathered(crowd, [], blocked):
        start = groups.start(group, now, PATIENCE)
        if start is None:
            continue
        assert set(start.wishes) <= set(group.wishes)
        assert len(start.wishes) + start.bots == start.seats
        assert all(wish.least <= start.seats <= wish.most for wish in start.wishes)
        assert start.seats in groups.allowed_seats(group.settings)
        assert not start.bots or all(wish.bots for wish in start.wishes)
        if now < group.since + PATIENCE:
            assert start.bots == 0
            assert start.seats == max(group.sizes())


@given(crowds, blocks)
def test_who_has_started_to_wait_first_is_called_first(crowd: list[Wish], blocked: groups.Blocked) -> None:
    for group in gathered(crowd, [], blocked):
        start = groups.start(group, MORNING + timedelta(days=1), PATIENCE)
        if start is not None:
            assert start.wishes == group.wishes[: len(start.wishes)]


def _with(wish: Wish, **changes: object) -> Wish:
    values = {name: getattr(wish, name) for name in Wish.__slots__}
    return Wish(**{**values, **changes})  # type: ignore[arg-type]  # those of a wish
