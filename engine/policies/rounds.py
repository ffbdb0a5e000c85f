"""The end of a round: hands are laid open, points written down, the match perhaps decided (SPEC 3.10, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import RoundEnded, SeatEliminated
from engine.policies.endings import end_match, settle_elimination
from engine.policies.scoring import time_winner

if TYPE_CHECKING:
    from engine.ruleset import Draft


def end_round(draft: Draft, winner: int | None) -> None:
    """Close the round; `winner` None means that nobody won it."""
    table, rules = draft.table, draft.rules
    hands = hand_points(draft)
    points = [gained * rules.score_factor for gained in rules.scoring.points(table, hands, winner)]
    totals = [score + gained for score, gained in zip(table.scores, points, strict=True)]
    side = table.side if rules.scored_side is None else rules.scored_side
    standing = rules.scoring.standing(rules, table, hands, totals, winner)
    leaving = rules.scoring.leaving(rules, table, totals)
    draft.emit(
        RoundEnded(winner, side, _shown(draft, side), _shown(draft, 1 - side), tuple(points), tuple(totals)),
    )
    for seat, rank in leaving:
        draft.emit(SeatEliminated(seat, rank))
    if standing is not None:
        end_match(draft, standing, "target" if rules.scoring.by_total else "single_round")
    elif leaving:
        settle_elimination(draft)


def end_without_play(draft: Draft) -> None:
    """Close a round that is blocked or out of time (R-BLOCKED, 8.2)."""
    end_round(draft, time_winner(draft.rules, draft.table, hand_points(draft)))


def hand_points(draft: Draft) -> list[int]:
    """Points of every hand on the scored side, by seat (SPEC 5)."""
    table, rules = draft.table, draft.rules
    faces = table.faces[table.side if rules.scored_side is None else rules.scored_side].__getitem__
    points = rules.points.__getitem__
    return [sum(map(points, map(faces, hand))) for hand in table.hands]


def _shown(draft: Draft, side: int) -> tuple[tuple[int, ...], ...]:
    faces = draft.table.faces[side].__getitem__
    return tuple([tuple(sorted(map(faces, hand))) for hand in draft.table.hands])
