"""The end of a match: by its rules, or before its time (SPEC 3.11, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.events import AutopilotEngaged, ClockPaused, MatchEnded
from engine.rules.scoring import places, standing
from engine.rules.teams import parties

if TYPE_CHECKING:
    from engine.ruleset import Resolution, Standing
    from engine.state import Table

    Cause = Literal["target", "single_round", "resigned", "aborted", "abandoned", "closed"]


def end_match(resolution: Resolution, result: Standing, cause: Cause) -> None:
    """Close the match and open the seed."""
    seed = resolution.chance.seed.hex() if resolution.chance else None
    resolution.emit(MatchEnded(result.winners, result.ranks, seed, cause))


def end_early(resolution: Resolution, cause: Cause) -> None:
    """Close the match as the scores stand; the current round does not count (R-EARLY).

    Only a resignation leaves winners: the best of the seats that have not resigned.
    """
    result = standing(resolution.table, places(resolution.rules, resolution.table))
    end_match(resolution, result if cause == "resigned" else result._replace(winners=()), cause)


def resign(resolution: Resolution, seat: int) -> None:
    """End the match if all sides but one have resigned; else the autopilot plays the seat on."""
    if _is_decided(resolution.table):
        end_early(resolution, "resigned")
        return
    if seat not in resolution.table.autopilot:
        resolution.emit(AutopilotEngaged(seat, "resigned"))
    settle_absence(resolution, "resigned")


def settle_elimination(resolution: Resolution) -> None:
    """End the match or carry out motions if eliminations have left one unresigned side or made all voters agree."""
    if resolution.table.resigned and _is_decided(resolution.table):
        end_early(resolution, "resigned")
    else:
        count_votes(resolution)


def _is_decided(table: Table) -> bool:
    """True if all sides but one have resigned."""
    return len(parties(table, [seat for seat in table.remaining_seats() if seat not in table.resigned])) <= 1


def settle_absence(resolution: Resolution, cause: Cause) -> None:
    """End the match if no player is left, or carry out motions, after a seat has ceased to vote (R-ABSENT)."""
    if resolution.table.voting_seats():
        count_votes(resolution)
    else:
        end_early(resolution, cause)


def count_votes(resolution: Resolution) -> None:
    """Carry out the motions that every voting seat supports; an abort leaves nothing to pause."""
    table = resolution.table
    votes, voters = dict(table.votes), set(table.voting_seats())
    carried = [motion for motion, seats in votes.items() if voters and voters <= set(seats)]
    if "abort" in carried:
        end_early(resolution, "aborted")
    elif carried:
        resolution.emit(ClockPaused("mutual", None, None, None))
