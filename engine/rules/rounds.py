"""The end of a round: hands are laid open, points written down, the match perhaps decided (SPEC 3.10, 5)."""

from __future__ import annotations

from engine.commands import Expire
from engine.events import RoundEnded, SeatEliminated, TimeExpired
from engine.rules.endings import end_match, settle_elimination
from engine.rules.scoring import time_winner
from engine.ruleset import Handler, Resolution
from engine.state import IN_PLAY, Phase


def end_round(resolution: Resolution, winner: int | None) -> None:
    """Close the round; `winner` None means that no seat won it."""
    table, rules = resolution.table, resolution.rules
    hands = hand_points(resolution)
    points = [gained * rules.score_factor for gained in rules.scoring.points(table, hands, winner)]
    totals = [score + gained for score, gained in zip(table.scores, points, strict=True)]
    side = table.side if rules.scored_side is None else rules.scored_side
    standing = rules.scoring.standing(rules, table, hands, totals, winner)
    leaving = rules.scoring.leaving(rules, table, totals)
    resolution.emit(
        RoundEnded(winner, side, _shown(resolution, side), _shown(resolution, 1 - side), tuple(points), tuple(totals)),
    )
    for seat, rank in leaving:
        resolution.emit(SeatEliminated(seat, rank))
    if standing is not None:
        end_match(resolution, standing, "target" if rules.scoring.by_total else "single_round")
    elif leaving:
        settle_elimination(resolution)


def end_without_play(resolution: Resolution) -> None:
    """Close a round that is blocked or out of time (R-BLOCKED, 8.2)."""
    end_round(resolution, time_winner(resolution.rules, resolution.table, hand_points(resolution)))


def hand_points(resolution: Resolution) -> list[int]:
    """Return the points of every hand on the scored side, by seat (SPEC 5)."""
    table, rules = resolution.table, resolution.rules
    faces = table.faces[table.side if rules.scored_side is None else rules.scored_side].__getitem__
    points = rules.points.__getitem__
    return [sum(map(points, map(faces, hand))) for hand in table.hands]


def _shown(resolution: Resolution, side: int) -> tuple[tuple[int, ...], ...]:
    faces = resolution.table.faces[side].__getitem__
    return tuple([tuple(sorted(map(faces, hand))) for hand in resolution.table.hands])


class ExpireHandler(Handler[Expire, None]):
    """The time of the round is over."""

    phases: tuple[Phase, ...] = IN_PLAY
    by_actor = False

    def perform(self, resolution: Resolution, _command: Expire, _judged: None) -> None:
        resolution.emit(TimeExpired())
        end_without_play(resolution)
