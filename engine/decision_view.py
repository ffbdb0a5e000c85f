"""The open decision as one viewer may know it: one kind each, with its own members."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import DEMANDS, EXTRA_FOR_INNOCENT, FACES, SYMBOL_OF, WILD_DRAW_COLOR, color_text
from engine.commands import MOST_DISCARDS_LISTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.events import Event
    from engine.state import Table


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionView:
    """What `seat` must decide."""

    kind: str
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ColorDecision(DecisionView):
    """`seat` names a color; `reason` as in `color_asked`."""

    kind: str = "color"
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChallengeDecision(DecisionView):
    """`seat` accepts or challenges the `card` that `by` has played; before it, `color_before` was in force.

    At stake are `total` cards, and if `draws_color`, more until one has the color in force. `by` draws them if the card
    was not allowed, otherwise `seat`, with `extra` more after a challenge.
    """

    kind: str = "challenge"
    by: int
    card: str
    color_before: str | None
    total: int
    draws_color: bool
    extra: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyDecision(DecisionView):
    """`seat` answers the `card` of `by`, or takes `total` cards and, if `draws_color`, more until one has the color.

    `color_before` and `extra` as in a challenge; null and 0 if the card cannot be challenged.
    """

    kind: str = "penalty"
    by: int
    card: str
    total: int
    draws_color: bool
    color_before: str | None = None
    extra: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawnCardDecision(DecisionView):
    """`seat` plays or keeps the card it has drawn; only that seat is told its `handle`."""

    kind: str = "drawn_card"
    handle: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DiscardDecision(DecisionView):
    """`seat` discards `count` cards, and names a color if `names_color`.

    `cut`: `legal_commands` has 500 choices of cards; any other `count` cards of the hand may be discarded as well.
    """

    kind: str = "discard"
    count: int
    names_color: bool
    cut: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveDecision(DecisionView):
    """`seat` gives a card to an opponent."""

    kind: str = "give"


@dataclass(frozen=True, kw_only=True, slots=True)
class HelpDecision(DecisionView):
    """`by` asks its teammates for a card; each of `seats` may answer."""

    kind: str = "help"
    by: int
    seats: list[int]


@dataclass(frozen=True, kw_only=True, slots=True)
class SpinDecision(DecisionView):
    """`seat` spins the wheel."""

    kind: str = "spin"


@dataclass(frozen=True, kw_only=True, slots=True)
class WheelDecision(DecisionView):
    """`seat` chooses what the `sector` of the wheel asks for."""

    kind: str = "wheel"
    sector: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RaceDecision(DecisionView):
    """Each of `seats` may shout; the first one discards a card."""

    kind: str = "race"
    seats: list[int]


DECISIONS: Final[Mapping[str, type[DecisionView]]] = {
    "color": ColorDecision,
    "challenge": ChallengeDecision,
    "penalty": PenaltyDecision,
    "drawn_card": DrawnCardDecision,
    "discard": DiscardDecision,
    "give": GiveDecision,
    "help": HelpDecision,
    "spin": SpinDecision,
    "wheel": WheelDecision,
    "race": RaceDecision,
}
"""The classes of decisions by kind."""


def decision_view(table: Table, viewer: int | None) -> DecisionView | None:
    """Return the open decision as seat `viewer` knows it; None in a turn, and if nothing is to be decided."""
    pending = table.pending
    return None if pending is None else _VIEWS[type(pending)](table, pending, viewer)


def _drawn_card(table: Table, offered: e.DrawnCardOffered, viewer: int | None) -> DecisionView:
    handle = table.hands[offered.seat][offered.card] if offered.seat == viewer else None
    return DrawnCardDecision(seat=offered.seat, handle=handle)


def _penalty(table: Table, stacked: e.PenaltyStacked, _viewer: int | None) -> DecisionView:
    is_challengeable = table.evidence is not None
    return PenaltyDecision(
        seat=stacked.seat,
        by=stacked.by,
        card=FACES[stacked.face],
        total=stacked.total,
        draws_color=table.owes_color,
        color_before=color_text(table.color_before) if is_challengeable else None,
        extra=EXTRA_FOR_INNOCENT if is_challengeable else 0,
    )


def _challenge(table: Table, opened: e.ChallengeOpened, _viewer: int | None) -> DecisionView:
    symbol = SYMBOL_OF[opened.face]
    return ChallengeDecision(
        seat=opened.seat,
        by=opened.by,
        card=FACES[opened.face],
        color_before=color_text(table.color_before),
        total=DEMANDS[symbol],
        draws_color=symbol == WILD_DRAW_COLOR,
        extra=EXTRA_FOR_INNOCENT,
    )


def _discard(table: Table, effect: e.EffectAssigned, _viewer: int | None) -> DecisionView:
    choices = comb(len(table.hands[effect.seat]), effect.number)
    return DiscardDecision(
        seat=effect.seat,
        count=effect.number,
        names_color=effect.names_color,
        cut=choices > MOST_DISCARDS_LISTED,
    )


_VIEWS: Final[Mapping[type[Event], Callable[[Table, Any, int | None], DecisionView]]] = {
    e.ColorAsked: lambda _table, asked, _viewer: ColorDecision(seat=asked.seat, reason=asked.reason),
    e.ChallengeOpened: _challenge,
    e.PenaltyStacked: _penalty,
    e.DrawnCardOffered: _drawn_card,
    e.EffectAssigned: _discard,
    e.GiveAsked: lambda _table, asked, _viewer: GiveDecision(seat=asked.seat),
    e.HelpAsked: lambda _table, asked, _viewer: HelpDecision(seat=asked.seat, by=asked.asker, seats=list(asked.seats)),
    e.SpinAsked: lambda _table, asked, _viewer: SpinDecision(seat=asked.seat),
    e.WheelChoiceAsked: lambda _table, asked, _viewer: WheelDecision(seat=asked.seat, sector=asked.sector),
    e.RaceOpened: lambda table, opened, _viewer: RaceDecision(seat=opened.seat, seats=table.playing_seats()),
}
"""By the event that opened the decision; all but a handle is public."""
