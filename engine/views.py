"""view: the table as one viewer may know it (SPEC 4). No state leaves the service by another way (ARCHITECTURE 1.4).

No card id is in a view: own cards carry private handles, opponents' backs are a sorted multiset, of the draw pile only
the number and the open face of its top are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.cards import FACES, SIDES, color_text, face_text
from engine.events import ChallengeOpened, ColorAsked, DrawnCardOffered

if TYPE_CHECKING:
    from engine.state import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """A seat as everybody sees it. `backs`: inactive faces of its hand, sorted; null for the viewer's own hand."""

    seat: int
    kind: str
    cards: int
    backs: list[str] | None
    uno: str
    score: int
    out: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class CardView:
    """A card of the viewer's hand. `handle` tells equal faces apart and is renewed at every flip."""

    card: str
    handle: int
    back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PileView:
    """The draw pile: number of cards and the inactive face of its top, which lies open."""

    count: int
    top_back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionView:
    """What the seat on turn must decide. `by` and `card` belong to a challenge, `handle` to a drawn card."""

    kind: str
    seat: int
    reason: str | None = None
    by: int | None = None
    card: str | None = None
    handle: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundResult:
    """The last round. `winner` null: nobody won it. `hands`, `points` and `totals` by seat."""

    winner: int | None
    side: str
    hands: list[list[str]]
    points: list[int]
    totals: list[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchResult:
    """The match. `ranks` by seat, 1 for the winners; `seed` opens the commitment."""

    winners: list[int]
    ranks: list[int]
    seed: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """The table as the seat `you` knows it (null: a spectator). `discard` is top first."""

    version: int
    phase: str
    you: int | None
    turn: int | None
    round: int
    dealer: int
    side: str
    direction: int
    color: str | None
    discard: list[str]
    draw_pile: PileView
    seats: list[SeatView]
    hand: list[CardView] | None
    decision: DecisionView | None
    last_round: RoundResult | None
    result: MatchResult | None
    commitment: str
    options: dict[str, Any]


def view(table: Table, viewer: int | None) -> View:
    """The table as seat `viewer` knows it; None is a spectator."""
    active = table.faces[table.side]
    return View(
        version=table.version,
        phase=table.phase.value,
        you=viewer,
        turn=table.turn,
        round=table.round,
        dealer=table.dealer,
        side=SIDES[table.side],
        direction=table.direction,
        color=color_text(table.color),
        discard=[FACES[active[card]] for card in reversed(table.discard)],
        draw_pile=PileView(count=len(table.draw), top_back=face_text(table.top_back)),
        seats=[_seat(table, seat, viewer) for seat in range(table.seats)],
        hand=None if viewer is None else _hand(table, viewer),
        decision=_decision(table, viewer),
        last_round=_last_round(table),
        result=_result(table),
        commitment=table.commitment,
        options=dict(table.spec.options),
    )


def _seat(table: Table, seat: int, viewer: int | None) -> SeatView:
    return SeatView(
        seat=seat,
        kind=table.seat_kinds[seat].value,
        cards=len(table.hands[seat]),
        backs=None if seat == viewer else [FACES[face] for face in table.back_faces(seat)],
        uno=table.uno[seat].value,
        score=table.scores[seat],
        out=seat in table.out,
    )


def _hand(table: Table, seat: int) -> list[CardView]:
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    shown = table.own_backs == "visible"
    return [
        CardView(card=FACES[active[card]], handle=handle, back=FACES[inactive[card]] if shown else None)
        for card, handle in table.hands[seat].items()
    ]


def _decision(table: Table, viewer: int | None) -> DecisionView | None:
    pending = table.pending
    if isinstance(pending, ColorAsked):
        return DecisionView(kind="color", seat=pending.seat, reason=pending.reason)
    if isinstance(pending, ChallengeOpened):
        return DecisionView(kind="challenge", seat=pending.seat, by=pending.by, card=FACES[pending.face])
    if isinstance(pending, DrawnCardOffered):
        handle = table.hands[pending.seat][pending.card] if pending.seat == viewer else None
        return DecisionView(kind="drawn_card", seat=pending.seat, handle=handle)
    return None


def _last_round(table: Table) -> RoundResult | None:
    ended = table.last_round
    if ended is None:
        return None
    return RoundResult(
        winner=ended.winner,
        side=SIDES[ended.side],
        hands=[[FACES[face] for face in hand] for hand in ended.hands],
        points=list(ended.points),
        totals=list(ended.totals),
    )


def _result(table: Table) -> MatchResult | None:
    result = table.result
    if result is None:
        return None
    return MatchResult(winners=list(result.winners), ranks=list(result.ranks), seed=result.seed)
