"""view: the table as one viewer may know it (SPEC 4). No state leaves the service by another way.

No card id is in a view: own cards carry private handles, opponents' backs are a sorted multiset, of the draw pile only
the number and the open face of its top are told.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from engine.cards import FACES, SIDES, color_text, face_text
from engine.decision_view import DecisionView, decision_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.state import Table


OptionValue = bool | int | str | list[int | str] | dict[str, str]
"""The value of an option; `describe` tells the type of each option."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    """A seat as everybody sees it.

    `backs`: the inactive faces of its hand, sorted. Null for the viewer's own hand; for spectators unless every holder
    sees the backs of their own hand; and where cards have one side, so that all backs are alike. `out`: it takes no
    more turns. `team`: null if it plays for itself. `autopilot`: the service moves for it. `resigned`: it has given up
    the match.
    """

    seat: int
    kind: str
    cards: int
    backs: list[str] | None
    uno: str
    score: int
    out: bool
    team: str | None
    autopilot: bool
    resigned: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PartnerView(SeatView):
    """A seat that shows the viewer its cards. `fronts`: active faces of its hand, sorted, without link to `backs`."""

    fronts: list[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class CardView:
    """A card in the viewer's hand. `handle` tells equal faces apart; a flip renews it."""

    card: str
    handle: int
    back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRefusal:
    """Why a card cannot be played now: the code of the refusal, and the paragraph of the rules if one is behind it."""

    code: str
    paragraph: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayableCardView(CardView):
    """A card in the viewer's hand, and whether they may play it now.

    `playable`: whether a command may name it: `play`, `jump`, `discard`, `give` or `shout`, whichever is due.
    """

    playable: bool
    why_not: CardRefusal | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PileView:
    """The draw pile.

    It shows the number of cards, and the inactive face of the top card, which is visible (null if cards have one side).
    """

    count: int
    top_back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundResult:
    """The result of the last round. `winner` is null if nobody won. `hands`, `points` and `totals` are by seat."""

    winner: int | None
    side: str
    hands: list[list[str]]
    points: list[int]
    totals: list[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchResult:
    """The result of the match. `ranks`: by seat, 1 for the winners. `seed` opens the commitment.

    `cause`: target or single_round (it ran its course), resigned, aborted, abandoned, or closed before it started.
    """

    winners: list[int]
    ranks: list[int]
    seed: str | None
    cause: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OriginView:
    """The position from which a branch began: match `game` at `version`. `future`: same, or redealt."""

    game: str
    version: int
    future: str


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """The table as one seat or a spectator knows it. `discard` is top first.

    `votes`: the seats that support each open motion, abort or pause. `paused`: whether all have agreed to stop the
    clock.
    """

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
    votes: dict[str, list[int]]
    paused: bool
    commitment: str
    options: dict[str, OptionValue]
    origin: OriginView | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSummary:
    """A table in short, as everybody at it sees it.

    `top`: the top card of the discard pile. `cards` and `uno` are by seat. `winners`: of the match; empty before it is
    over.
    """

    phase: str
    side: str
    direction: int
    color: str | None
    top: str | None
    cards: list[int]
    uno: list[str]
    decision: DecisionView | None
    paused: bool
    winners: list[int]


def table_summary(table: Table) -> TableSummary:
    """Return the table in short: only what every seat sees, so that one row is right for all of them."""
    return TableSummary(
        phase=table.phase.word,
        side=SIDES[table.side],
        direction=table.direction,
        color=color_text(table.color),
        top=face_text(table.top),
        cards=[len(hand) for hand in table.hands],
        uno=[seat.value for seat in table.uno],
        decision=decision_view(table, None),
        paused=table.paused,
        winners=[] if table.result is None else list(table.result.winners),
    )


def view(table: Table, viewer: int | None, refusals: Sequence[CardRefusal | None] | None = None) -> View:
    """Return the table as seat `viewer` knows it; None is a spectator, who sees what every seat sees.

    `refusals`: by card of the viewer's hand, as `engine.hand_refusals` says; the cards then tell whether they may be
    played. Old tables are shown without today's rules, so nothing is asked for them here.
    """
    active, shown = table.faces[table.side], table.hands_shown_to(viewer)
    return View(
        version=table.version,
        phase=table.phase.word,
        you=viewer,
        turn=table.turn,
        round=table.round,
        dealer=table.dealer,
        side=SIDES[table.side],
        direction=table.direction,
        color=color_text(table.color),
        discard=[FACES[active[card]] for card in reversed(table.discard)],
        draw_pile=PileView(count=len(table.draw), top_back=face_text(table.top_back) if table.has_two_sides else None),
        seats=[_seat(table, seat, viewer, shown) for seat in range(table.seats)],
        hand=None if viewer is None else _hand(table, viewer, refusals),
        decision=decision_view(table, viewer),
        last_round=_last_round(table),
        result=_result(table),
        votes={motion: list(seats) for motion, seats in table.votes},
        paused=table.paused,
        commitment=table.commitment,
        options=dict(table.spec.options),  # type: ignore[arg-type]  # the catalogue has judged them
        origin=_origin(table),
    )


def _seat(table: Table, seat: int, viewer: int | None, shown: tuple[int, ...]) -> SeatView:
    hides_backs = seat == viewer or not table.has_two_sides or (viewer is None and not table.backs_open)
    seen = SeatView(
        seat=seat,
        kind=table.seat_kinds[seat].value,
        cards=len(table.hands[seat]),
        backs=None if hides_backs else [FACES[face] for face in table.back_faces(seat)],
        uno=table.uno[seat].value,
        score=table.scores[seat],
        out=seat in table.out,
        team=table.teams[seat] if table.teams else None,
        autopilot=seat in table.autopilot,
        resigned=seat in table.resigned,
    )
    if seat not in shown:
        return seen
    fronts = [FACES[face] for face in sorted(table.hand_faces(seat))]
    return PartnerView(**{field.name: getattr(seen, field.name) for field in fields(seen)}, fronts=fronts)


def _hand(table: Table, seat: int, refusals: Sequence[CardRefusal | None] | None) -> list[CardView]:
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    shown = table.own_backs == "visible"
    hand = table.hands[seat].items()
    if refusals is None:
        return [
            CardView(card=FACES[active[card]], handle=handle, back=FACES[inactive[card]] if shown else None)
            for card, handle in hand
        ]
    return [
        PlayableCardView(
            card=FACES[active[card]],
            handle=handle,
            back=FACES[inactive[card]] if shown else None,
            playable=refusal is None,
            why_not=refusal,
        )
        for (card, handle), refusal in zip(hand, refusals, strict=True)
    ]


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


def _origin(table: Table) -> OriginView | None:
    if table.origin is None:
        return None
    game, version, future = table.origin
    return OriginView(game=game, version=version, future=future)


def _result(table: Table) -> MatchResult | None:
    result = table.result
    if result is None:
        return None
    return MatchResult(winners=list(result.winners), ranks=list(result.ranks), seed=result.seed, cause=result.cause)


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenCard:
    """A card with both faces. `id` identifies it through the whole match. `back` is null if cards have one side."""

    id: int
    card: str
    back: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenTable:
    """All cards. `hands`: by seat, in the order in which the cards were taken. `draw_pile` and `discard`: top first."""

    hands: list[list[OpenCard]]
    draw_pile: list[OpenCard]
    discard: list[OpenCard]


def open_table(table: Table) -> OpenTable:
    """Return everything on the table. Only for matches that are over: it knows no viewer."""
    active, inactive = table.faces[table.side], table.faces[1 - table.side]

    def cards(ids: Iterable[int]) -> list[OpenCard]:
        return [
            OpenCard(id=card, card=FACES[active[card]], back=FACES[inactive[card]] if table.has_two_sides else None)
            for card in ids
        ]

    return OpenTable(
        hands=[cards(hand) for hand in table.hands],
        draw_pile=cards(reversed(table.draw)),
        discard=cards(reversed(table.discard)),
    )
