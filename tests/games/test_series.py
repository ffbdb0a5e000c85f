"""Series: the score, the next match by itself, the end, and what survives killed and crowded workers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest import mock
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as e
from games import errors, tasks
from games.audit import check
from games.clock.control import control
from games.models import Game, Rematch, Series
from games.rematches import MatchResult, is_decided, leaders, standings
from games.services import erasure, rematches, series
from games.types import SeatKind
from players import blocks
from players.models import Notification
from tests.games import matches, tables

if TYPE_CHECKING:
    from games.services.series import Score


def begun(*people: UUID, best_of: int = 3, fill: str = "nobody") -> tuple[UUID, UUID]:
    """Return a series to which all have agreed after a match, and its first match."""
    game = matches.won_by(*people)
    for player in people:
        rematches.offer(game_id=game, player=player, best_of=best_of, fill=fill)  # type: ignore[arg-type]
    following = rematches.look(game_id=game, player=people[0]).offer
    assert following is not None
    assert following.next_id is not None
    found = tables.state_of(following.next_id).game.series_id
    assert found is not None
    return found, following.next_id


def seen(series_id: UUID, player: UUID | None = None) -> Score:
    return series.look(series_id=series_id, player=player)


def told(player: UUID) -> list[Notification]:
    return list(Notification.objects.filter(player_id=player, kind="series_over"))


# -- The score ---------------------------------------------------------------------------------------------------------


@st.composite
def _results(draw: st.DrawFn) -> tuple[int, list[MatchResult]]:
    """Return a number of seats, and results with ranks as the engine gives them: equals share the better rank."""
    seats = draw(st.integers(2, 6))
    found = []
    for _ in range(draw(st.integers(0, 7))):
        strength = draw(st.lists(st.integers(0, 3), min_size=seats, max_size=seats))
        ranks = tuple(1 + sum(other > own for other in strength) for own in strength)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        found.append(MatchResult(uuid4(), winners, ranks))
    return seats, found


@given(_results(), st.sampled_from([1, 3, 5, 7]))
def test_the_score_follows_from_the_ranks_alone(played: tuple[int, list[MatchResult]], best_of: int) -> None:
    seats, results = played
    found = standings(results, seats)
    assert sorted(one.seat for one in found) == list(range(seats))
    assert sum(one.wins for one in found) == sum(len(one.winners) for one in results)
    pairs = seats * (seats - 1) // 2
    assert sum(one.points for one in found) <= pairs * len(results)
    for one in results:
        if len(set(one.ranks)) == seats:  # without equals every pair gives one point
            assert sum(each.points for each in standings([one], seats)) == pairs
    # The order of the matches does not matter, and a further win never costs anything.
    assert standings(list(reversed(results)), seats) == found
    ahead = leaders(found)
    assert all((one.wins, one.points) <= (found[0].wins, found[0].points) for one in found)
    if results:
        better = MatchResult(uuid4(), (ahead[0],), tuple(1 if seat == ahead[0] else 2 for seat in range(seats)))
        assert leaders(standings([*results, better], seats)) == [ahead[0]]
    else:
        assert ahead == []
    assert is_decided(results, best_of, seats) == (len(results) >= best_of or 2 * found[0].wins > best_of)


# -- From match to match -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_series_goes_on_by_itself_until_somebody_has_won_more_than_half() -> None:
    ann, bob = tables.person(), tables.person()
    found, game = begun(ann, bob, best_of=5)
    played = [game]
    for winner in (ann, bob, ann):
        matches.end(played[-1], winner)
        assert seen(found).cause == ""
        played.append(matches.carried_on(played[-1]))
    assert [one.wins for one in sorted(seen(found).standings)] == [2, 1]
    assert seen(found).leaders == (0,)
    matches.end(played[-1], ann)
    tasks.sweep()
    score = seen(found)
    assert (score.cause, score.winners, [one.game_id for one in score.results]) == ("decided", (0,), played)
    tables.later(86_400)
    tasks.sweep()
    assert Game.objects.filter(series_id=found).count() == 4
    assert [one.data["winners"] for player in (ann, bob) for one in told(player)] == [[0], [0]]
    for each in played:
        assert check.check_game(each) is None
    dealers = [
        next(event.seat for event in tables.events_of(each) if isinstance(event, e.DealerChosen)) for each in played
    ]
    lasts = [tables.table_of(each).dealer for each in played]
    assert dealers[1:] == [(last + 1) % 2 for last in lasts[:-1]]


@pytest.mark.django_db
def test_each_match_leads_to_the_next_and_back() -> None:
    ann, bob = tables.person(), tables.person()
    found, first = begun(ann, bob)
    matches.end(first, ann)
    second = matches.carried_on(first)
    assert tables.state_of(second).game.rematch_of == first
    assert tables.state_of(second).game.series_id == found
    assert rematches.offer(game_id=first, player=ann).offer.next_id == second  # type: ignore[union-attr]


@pytest.mark.django_db
def test_of_three_players_the_match_points_decide_between_equals() -> None:
    ann, bob, cy = (tables.person() for _ in range(3))
    found, game = begun(ann, bob, cy)
    for winner in (ann, bob):
        matches.end(game, winner)
        game = matches.carried_on(game)
    matches.end(game, cy)
    tasks.sweep()
    score = seen(found)
    assert score.cause == "decided"
    assert {one.wins for one in score.standings} == {1}
    best = max(one.points for one in score.standings)
    assert set(score.winners) == {one.seat for one in score.standings if one.points == best}


@pytest.mark.django_db
def test_the_next_match_waits_for_a_pause_by_the_speed_of_the_table() -> None:
    ann, bob = tables.person(), tables.person()
    origin = tables.timed(control(turn=60), ann, bob)
    matches.end(origin, ann)
    for player in (ann, bob):
        rematches.offer(game_id=origin, player=player, best_of=3)
    row = Series.objects.get()
    matches.end(row.game_id, ann)
    tasks.sweep()
    tables.later(50)
    tasks.sweep()
    assert Series.objects.get().game_id == row.game_id
    with pytest.raises(errors.SeriesRunning):
        rematches.offer(game_id=row.game_id, player=ann)
    tables.later(20)
    tasks.sweep()
    assert Series.objects.get().game_id != row.game_id


@pytest.mark.django_db
def test_after_the_last_match_a_new_rematch_can_be_offered() -> None:
    ann, bob = tables.person(), tables.person()
    _, game = begun(ann, bob)
    matches.end(game, ann)
    last = matches.carried_on(game)
    matches.end(last, ann)
    tasks.sweep()
    rematches.offer(game_id=last, player=bob)
    rematches.offer(game_id=last, player=ann)
    following = Rematch.objects.get(game_id=last).next_id
    assert following is not None
    assert tables.state_of(following).game.series_id is None


# -- The end -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_player_stops_a_series_for_all_and_the_match_goes_on() -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    found, game = begun(ann, bob)
    with pytest.raises(errors.NotSeated):
        series.stop(series_id=found, player=eve)
    assert series.stop(series_id=found, player=bob).cause == "stopped"
    assert series.stop(series_id=found, player=ann).cause == "stopped"
    assert (len(told(ann)), len(told(bob))) == (1, 0)
    matches.end(game, ann)
    tables.later(86_400)
    tasks.sweep()
    assert seen(found).winners == ()
    assert not Rematch.objects.filter(game_id=game).exists()


@pytest.mark.django_db
def test_whoever_stops_a_series_that_is_decided_already_does_not_undo_that() -> None:
    ann, bob = tables.person(), tables.person()
    found, game = begun(ann, bob)
    matches.end(game, ann)
    last = matches.carried_on(game)
    matches.end(last, ann)
    assert series.stop(series_id=found, player=bob).winners == (0,)


@pytest.mark.django_db
def test_a_match_without_a_result_ends_the_series() -> None:
    ann, bob = tables.person(), tables.person()
    found, game = begun(ann, bob)
    matches.abort(game)
    tasks.sweep()
    assert (seen(found).cause, seen(found).results) == ("aborted", ())


@pytest.mark.django_db
def test_a_player_who_leaves_the_service_is_replaced_only_if_that_was_agreed() -> None:
    for fill, cause in (("nobody", "stopped"), ("bots", "")):
        ann, bob, cy = (tables.person() for _ in range(3))
        found, game = begun(ann, bob, cy, fill=fill)
        matches.end(game, ann)
        tasks.sweep()
        erasure.erase(cy)
        tables.later(86_400)
        tasks.sweep()
        assert seen(found).cause == cause
        if not cause:
            assert tables.state_of(Series.objects.get(id=found).game_id).game.seats[2].kind is SeatKind.BOT


@pytest.mark.django_db
def test_whoever_blocks_another_player_leaves_the_series() -> None:
    for fill, cause in (("nobody", "stopped"), ("bots", "")):
        ann, bob, cy = (tables.person() for _ in range(3))
        found, game = begun(ann, bob, cy, fill=fill)
        matches.end(game, ann)
        tasks.sweep()
        blocks.block(player_id=bob, blocked_id=cy)
        tables.later(86_400)
        tasks.sweep()
        assert seen(found).cause == cause
        if not cause:
            seats = tables.state_of(Series.objects.get(id=found).game_id).game.seats
            assert [seat.player for seat in seats] == [ann, None, cy]


@pytest.mark.django_db
def test_a_killed_worker_leaves_a_step_undone_or_done() -> None:
    ann, bob = tables.person(), tables.person()
    found, game = begun(ann, bob)
    matches.end(game, ann)
    tasks.sweep()
    tables.later(86_400)
    games = Game.objects.count()
    with mock.patch.object(Series, "save", side_effect=RuntimeError("killed")):
        tasks.sweep()
    assert Game.objects.count() == games
    assert not Rematch.objects.filter(game_id=game).exists()
    tasks.sweep()
    tasks.sweep()
    assert Game.objects.filter(series_id=found).count() == 2


# -- Who sees it -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_series_is_as_visible_as_its_games() -> None:
    ann, bob, eve = (tables.person() for _ in range(3))
    found, game = begun(ann, bob)
    assert seen(found).id == seen(found, eve).id == found
    Game.objects.filter(id=game).update(private=True)
    assert seen(found, bob).id == found
    for stranger in (None, eve):
        with pytest.raises(errors.SeriesNotFound):
            seen(found, stranger)
    with pytest.raises(errors.SeriesNotFound):
        series.stop(series_id=found, player=eve)
    with pytest.raises(errors.SeriesNotFound):
        seen(uuid4(), ann)
