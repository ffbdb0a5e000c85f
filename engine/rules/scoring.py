"""Ways to score and to end a match (SPEC 5): each is one `Scoring` value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.rules.teams import parties, side_by_side, team_sums
from engine.ruleset import Scoring, Standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.ruleset import Ruleset
    from engine.state import Table


def _points_to_winner(table: Table, hands: list[int], winner: int | None) -> list[int]:
    if winner is None:
        return [0] * table.seats
    gained = sum(hands) - team_sums(table, hands)[winner]
    return [gained if side_by_side(table, seat, winner) else 0 for seat in range(table.seats)]


def _points_of_own_hand(table: Table, hands: list[int], _winner: int | None) -> list[int]:
    return team_sums(table, hands)


def _nobody_leaves(_rules: Ruleset, _table: Table, _totals: list[int]) -> list[tuple[int, int]]:
    return []


def _ranks(keys: Sequence[object]) -> tuple[int, ...]:
    """Return the rank by seat, smallest key first; equal keys share a rank: 1, 1, 3 (R-TIE)."""
    order = sorted(keys)  # type: ignore[type-var]  # callers pass one comparable type
    return tuple(order.index(key) + 1 for key in keys)


def _resigned_last(table: Table, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks with all resigned seats behind the others, the first to resign last (R-RESIGN)."""
    if not table.resigned:
        return ranks
    others = [rank for seat, rank in enumerate(ranks) if seat not in table.resigned]
    last = {seat: table.seats - place for place, seat in enumerate(table.resigned)}
    return tuple(last.get(seat) or 1 + sum(other < rank for other in others) for seat, rank in enumerate(ranks))


def standing(table: Table, ranks: tuple[int, ...]) -> Standing:
    """Return the result of these ranks; resigned seats never win."""
    ranks = _resigned_last(table, ranks)
    return Standing(tuple(seat for seat, rank in enumerate(ranks) if rank == 1), ranks)


def places(rules: Ruleset, table: Table) -> tuple[int, ...]:
    """Return the rank by seat as the scores stand now; eliminated seats keep theirs."""
    keys = [-score if rules.scoring.highest_first else score for score in table.scores]
    left = [keys[seat] for seat in table.remaining_seats()]
    gone = dict(zip(table.eliminated, table.out_ranks, strict=True))
    return tuple(gone.get(seat) or 1 + sum(other < key for other in left) for seat, key in enumerate(keys))


def _settle(rules: Ruleset, table: Table, ranks: tuple[int, ...]) -> Standing | None:
    """Return the standing of these ranks; None if a shared first place is to be played on."""
    result = standing(table, ranks)
    return None if rules.extra_round and len(parties(table, result.winners)) > 1 else result


def _highest_total(
    rules: Ruleset, table: Table, _hands: list[int], totals: list[int], _winner: int | None
) -> Standing | None:
    if max(totals) < rules.target:
        return None
    return _settle(rules, table, _ranks([-total for total in totals]))


def _lowest_total(
    rules: Ruleset, table: Table, _hands: list[int], totals: list[int], _winner: int | None
) -> Standing | None:
    if max(totals) < rules.target:
        return None
    return _settle(rules, table, _ranks(totals))


def _all_below_target(
    rules: Ruleset, table: Table, _hands: list[int], totals: list[int], _winner: int | None
) -> Standing | None:
    if max(totals) < rules.target:
        return None
    below = [total < rules.target for total in totals]
    ranks = tuple(1 if wins else sum(below) + 1 for wins in below)
    winners = tuple(seat for seat, wins in enumerate(below) if wins and seat not in table.resigned)
    return Standing(winners, _resigned_last(table, ranks))


def _after_one_round(
    rules: Ruleset, table: Table, hands: list[int], _totals: list[int], winner: int | None
) -> Standing | None:
    points = team_sums(table, hands)
    if winner is None:
        left = parties(table, table.playing_seats())
        out = [left.isdisjoint(parties(table, (seat,))) for seat in range(table.seats)]
        counted = _by_party(table, rules.time_counts(table, hands))
        return _settle(rules, table, _ranks(list(zip(out, counted, strict=True))))
    lost = [not side_by_side(table, seat, winner) for seat in range(table.seats)]
    return _settle(rules, table, _ranks(list(zip(lost, points, strict=True))))


def _those_at_target(rules: Ruleset, table: Table, totals: list[int]) -> list[tuple[int, int]]:
    """Return the seats at the target with their final ranks, the highest total first; the lowest seat always stays."""
    playing = table.remaining_seats()
    lowest = min(totals[seat] for seat in playing)
    leaving = [seat for seat in playing if totals[seat] >= rules.target and totals[seat] > lowest]
    leaving.sort(key=lambda seat: -totals[seat])
    return [(seat, 1 + sum(totals[other] < totals[seat] for other in playing)) for seat in leaving]


def _last_seat_left(
    rules: Ruleset, table: Table, _hands: list[int], totals: list[int], _winner: int | None
) -> Standing | None:
    leaving = dict(_those_at_target(rules, table, totals))
    left = [seat for seat in table.remaining_seats() if seat not in leaving]
    if len(parties(table, left)) > 1 and min(totals[seat] for seat in left) < rules.target:
        return None
    ranks = dict(zip(table.eliminated, table.out_ranks, strict=True)) | leaving
    return _settle(rules, table, tuple(ranks.get(seat, 1) for seat in range(table.seats)))


WINNER_TAKES: Final = Scoring(_points_to_winner, _nobody_leaves, _highest_total, ties=False, highest_first=True)
OWN_LOW: Final = Scoring(_points_of_own_hand, _nobody_leaves, _lowest_total)
LOSER_AT: Final = Scoring(_points_of_own_hand, _nobody_leaves, _all_below_target, ties=False)
SINGLE_ROUND: Final = Scoring(_points_to_winner, _nobody_leaves, _after_one_round, by_total=False, highest_first=True)
ELIMINATION: Final = Scoring(_points_of_own_hand, _those_at_target, _last_seat_left)


def fewest_cards(table: Table, hands: list[int]) -> tuple[list[int], ...]:
    """Return the counts that decide a round without a last card: fewest cards, then fewest points (R-BLOCKED)."""
    return [len(hand) for hand in table.hands], hands


def fewest_points(_table: Table, hands: list[int]) -> tuple[list[int], ...]:
    """Return the counts that decide a round without a last card: fewest points (8.2 `time_winner`)."""
    return (hands,)


def time_winner(rules: Ruleset, table: Table, hands: list[int]) -> int | None:
    """Return the seat with the least, if it is the only one; of a team its best seat (R-TEAMS)."""
    counts = rules.time_counts(table, hands)
    own = list(zip(*counts, strict=True))
    sums = _by_party(table, counts)
    playing = table.playing_seats()
    least = min(sums[seat] for seat in playing)
    winners = [seat for seat in playing if sums[seat] == least]
    return min(winners, key=own.__getitem__) if len(parties(table, winners)) == 1 else None


def _by_party(table: Table, counts: Iterable[list[int]]) -> list[tuple[int, ...]]:
    """Return by seat what the seat or its team has of each count."""
    return list(zip(*[team_sums(table, count) for count in counts], strict=True))
