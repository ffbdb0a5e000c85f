"""The end of a match: by its rules, or before its time (SPEC 3.11, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.events import AutopilotEngaged, ClockPaused, MatchEnded
from engine.policies.scoring import places, standing
from engine.policies.teams import parties

if TYPE_CHECKING:
    from engine.ruleset import Draft, Standing
    from engine.state import Table

    Cause = Literal["target", "single_round", "resigned", "aborted", "abandoned"]


def end_match(draft: Draft, result: Standing, cause: Cause) -> None:
    """Close the match and open the seed."""
    seed = draft.chance.seed.hex() if draft.chance else None
    draft.emit(MatchEnded(result.winners, result.ranks, seed, cause))


def end_early(draft: Draft, cause: Cause) -> None:
    """Close the match as the scores stand; the round under way counts for nothing (R-EARLY).

    Only a resignation leaves winners: the best of those that have not resigned.
    """
    result = standing(draft.table, places(draft.rules, draft.table))
    end_match(draft, result if cause == "resigned" else result._replace(winners=()), cause)


def resign(draft: Draft, seat: int) -> None:
    """What follows from a resignation: all but one side have resigned, or the seat is played on by autopilot."""
    if _is_decided(draft.table):
        end_early(draft, "resigned")
        return
    if seat not in draft.table.autopilot:
        draft.emit(AutopilotEngaged(seat, "resigned"))
    settle_absence(draft, "resigned")


def settle_elimination(draft: Draft) -> None:
    """Seats have left the match: perhaps one side is left of those that have not resigned, or all voters agree now."""
    if draft.table.resigned and _is_decided(draft.table):
        end_early(draft, "resigned")
    else:
        count_votes(draft)


def _is_decided(table: Table) -> bool:
    """Have all sides but one resigned."""
    return len(parties(table, [seat for seat in table.remaining_seats() if seat not in table.resigned])) <= 1


def settle_absence(draft: Draft, cause: Cause) -> None:
    """A seat has ceased to vote: nobody is left to play for, or the motions are carried without it (R-ABSENT)."""
    if draft.table.voting_seats():
        count_votes(draft)
    else:
        end_early(draft, cause)


def count_votes(draft: Draft) -> None:
    """Carry out the motions that every voting seat is for; an abort leaves nothing to pause."""
    table = draft.table
    votes, voters = dict(table.votes), set(table.voting_seats())
    carried = [motion for motion, seats in votes.items() if voters and voters <= set(seats)]
    if "abort" in carried:
        end_early(draft, "aborted")
    elif carried:
        draft.emit(ClockPaused("mutual", None, None, None))
