"""The knowledge of a viewer, written by hand from section 4 of the rules and from nothing in the engine's views.

A spectator (None) may know what every seat knows: the backs of a hand only if its holder sees them as well.

`told` says what one event tells a viewer, `open_to` what lies open to them on a table. Two worlds are the same for a
viewer as long as these are equal. A field added to an event is a secret until it is named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e

if TYPE_CHECKING:
    from collections.abc import Callable

    import engine

Viewer = int | None

ALL_PUBLIC: Final = (
    e.MatchCreated, e.SeatTaken, e.SeatLeft, e.DealerChosen, e.TurnStarted, e.ColorAsked, e.ColorNamed, e.CardKept,
    e.SeatSkipped, e.DirectionReversed, e.ChallengeOpened, e.ChallengeAccepted, e.ChallengeDecided, e.UnoCalled,
    e.UnoMissed, e.UnoCaught, e.UnoCleared, e.PileExhausted, e.RoundBlocked, e.TimeExpired, e.RoundEnded,
    e.SeatEliminated, e.MatchEnded, e.TargetChosen, e.PenaltyStacked, e.GiveAsked, e.CardsRevealed, e.DoubtOpened,
    e.Doubted, e.CardMisplayed, e.CatchFailed, e.SeatKnockedOut, e.HelpAsked, e.HelpDeclined, e.EffectAssigned,
    e.DuelFought, e.HandRevealed, e.LauncherPressed, e.SpinAsked, e.WheelSpun, e.WheelChoiceAsked, e.WarFought,
    e.RaceOpened, e.RaceWon, e.ClockSet, e.TimedOut, e.AutopilotEngaged, e.AutopilotReleased, e.SeatResigned,
    e.VoteCast, e.ClockPaused, e.ClockResumed, e.ClockExtended, e.OffsetNoted,
    e.SeatTakenOver, e.SeatLent, e.SeatReturned,
)  # fmt: skip
"""Events without a secret."""


def partners_seen(table: engine.Table, viewer: Viewer) -> frozenset[int]:
    if viewer is None or not dict(table.spec.options).get("team_view"):
        return frozenset()
    return frozenset(seat for seat, team in enumerate(table.teams) if team == table.teams[viewer] and seat != viewer)


def told(
    event: Any, viewer: Viewer, partners: frozenset[int] = frozenset(), *, backs_open: bool = False
) -> tuple[Any, ...]:
    """Return the facts that the event reveals to the viewer, to whom these partners show their cards.

    `backs_open`: every holder sees the backs of their hand, so a spectator may see them.
    """
    kind = type(event)
    if kind in ALL_PUBLIC:
        return (kind.__name__, *event)
    by_partners = _BY_PARTNERS[kind](event, partners) if partners and kind in _BY_PARTNERS else ()
    seen = _TO_SPECTATORS[kind](event) if viewer is None and not backs_open and kind in _TO_SPECTATORS else None
    return (kind.__name__, *(_PARTLY[kind](event, viewer) if seen is None else seen), *by_partners)


def open_to(table: engine.Table, viewer: Viewer) -> tuple[Any, ...]:
    """Return the open facts: the viewer's own fronts, the others' backs, the top back of the pile, the discards.

    The fronts of partners who show them are open, too.
    """
    front, back = table.faces[table.side], table.faces[1 - table.side]
    hands: list[Any] = [
        [front[card] for card in hand] if seat == viewer else sorted(back[card] for card in hand)
        for seat, hand in enumerate(table.hands)
    ]
    if viewer is None and not sees_own_backs(table):
        hands = [len(hand) for hand in table.hands]
    own_backs = [back[card] for card in table.hands[viewer]] if viewer is not None and sees_own_backs(table) else None
    return (
        hands,
        own_backs,
        [sorted(front[card] for card in table.hands[seat]) for seat in sorted(partners_seen(table, viewer))],
        [front[card] for card in table.discard],
        len(table.draw),
        back[table.draw[-1]] if table.draw else None,
        (table.color, table.side, table.direction, table.phase, table.turn, table.scores, table.uno),
    )


def sees_own_backs(table: engine.Table) -> bool:
    """Return whether `own_backs` lets holders look at the backs of their cards at any time."""
    return table.own_backs == "visible"


def _dealt(event: e.HandsDealt, viewer: Viewer) -> tuple[Any, ...]:
    fronts = None if viewer is None else event.faces[viewer]
    backs = [sorted(hand) for seat, hand in enumerate(event.backs) if seat != viewer or event.backs_shown]
    return (event.hand_size, event.top_back, fronts, backs, _own(event, viewer))


def _resumed(event: e.PositionResumed, viewer: Viewer) -> tuple[Any, ...]:
    """As for a deal; before it, while any seat may still be taken, no seat knows a card of a hand."""
    fronts = None if viewer is None else event.faces[viewer]
    backs = [sorted(hand) for seat, hand in enumerate(event.backs) if seat != viewer or event.backs_shown]
    return (event.backs_shown, fronts, backs, _own(event, viewer))


def _flipped(event: e.Flipped, viewer: Viewer) -> tuple[Any, ...]:
    fronts = None if viewer is None else sorted(event.faces[viewer])
    backs = [sorted(hand) for seat, hand in enumerate(event.backs) if seat != viewer]
    return (event.side, event.color, event.top_back, event.discard, fronts, backs, _own(event, viewer))


def _own(event: e.HandsDealt | e.Flipped | e.HandsMoved | e.PositionResumed, viewer: Viewer) -> tuple[int, ...] | None:
    """Return the back behind each front of the viewer's own hand, where the rules let a holder look."""
    return None if viewer is None or not event.own_backs else event.own_backs[viewer]


def _drawn(event: e.CardsDrawn, viewer: Viewer) -> tuple[Any, ...]:
    return (event.seat, event.reason, event.backs, event.top_back, event.faces if event.seat == viewer else None)


def _discarded(event: e.CardsDiscarded, viewer: Viewer) -> tuple[Any, ...]:
    """Return the same as for a play."""
    only = event.handles if event.seat == viewer else event.backs
    return (event.seat, event.faces, only)


def _played(event: e.CardPlayed, viewer: Viewer) -> tuple[Any, ...]:
    """The others notice which back has left the hand; only the player knows which of their equal cards it was."""
    only = event.handle if event.seat == viewer else event.back
    return (event.seat, event.face, event.color, only)


def _given(event: e.CardGiven, viewer: Viewer) -> tuple[Any, ...]:
    """All seats notice the back; the two seats know the card, and the giver which of their equal cards it was."""
    face = event.face if viewer in (event.seat, event.to) else None
    return (event.seat, event.to, event.back, face, event.handle if viewer == event.seat else None)


def _moved(event: e.HandsMoved, viewer: Viewer) -> tuple[Any, ...]:
    """All seats see where each hand goes and the backs of all but their own; the new holder sees its fronts."""
    fronts = None if viewer is None else event.faces[viewer]
    backs = [hand for seat, hand in enumerate(event.backs) if seat != viewer]
    return (event.sources, fronts, backs, _own(event, viewer))


_PARTLY: Final[dict[type[Any], Callable[[Any, Viewer], tuple[Any, ...]]]] = {
    e.MatchStarted: lambda event, _: (event.rules_hash, event.transcript, event.own_backs),
    e.DealerDrawn: lambda event, _: (event.seat, event.face),
    e.RoundStarted: lambda event, _: (event.round, event.dealer, event.size),
    e.HandsDealt: _dealt,
    e.StarterTurned: lambda event, _: (event.face, event.color, event.top_back),
    e.StarterReturned: lambda event, _: (event.face, event.depth, event.top_back),
    e.CardPlayed: _played,
    e.CardsDrawn: _drawn,
    e.DrawnCardOffered: lambda event, _: (event.seat,),
    e.Flipped: _flipped,
    e.EvidenceSealed: lambda event, _: (event.seat,),
    e.HandShown: lambda event, viewer: (event.seat, event.to, event.faces if event.to == viewer else None),
    e.PileReshuffled: lambda event, _: (event.size, event.top_back),
    e.CardGiven: _given,
    e.CardsDiscarded: _discarded,
    e.PositionSet: lambda event, _: event[: event._fields.index("dark")],
    e.PositionResumed: _resumed,
    e.HandsMoved: _moved,
}


def _dealt_to_spectators(event: e.HandsDealt | e.PositionResumed) -> tuple[Any, ...]:
    """Return the numbers of cards, and the backs if every holder saw those of their own hand, too."""
    sizes = [len(hand) for hand in event.cards]
    top_back = getattr(event, "top_back", None)
    return (event.backs_shown, sizes, top_back, event.backs if event.backs_shown else None)


_TO_SPECTATORS: Final[dict[type[Any], Callable[[Any], tuple[Any, ...]]]] = {
    e.HandsDealt: _dealt_to_spectators,
    e.PositionResumed: _dealt_to_spectators,
    e.CardPlayed: lambda event: (event.seat, event.face, event.color),
    e.CardsDiscarded: lambda event: (event.seat, event.faces),
    e.Flipped: lambda event: (event.side, event.color, event.top_back, event.discard),
    e.HandsMoved: lambda event: (event.sources,),
}
"""The part of these that a spectator sees where holders do not see the backs of their own hands."""


def _fronts(event: e.HandsDealt | e.Flipped | e.HandsMoved | e.PositionResumed, partners: frozenset[int]) -> Any:
    return [event.faces[seat] for seat in sorted(partners)]


_BY_PARTNERS: Final[dict[type[Any], Callable[[Any, frozenset[int]], Any]]] = {
    e.HandsDealt: _fronts,
    e.PositionResumed: _fronts,
    e.Flipped: _fronts,
    e.HandsMoved: _fronts,
    e.CardsDrawn: lambda event, partners: event.faces if event.seat in partners else (),
    e.CardGiven: lambda event, partners: (event.face,) if partners & {event.seat, event.to} else (),
}
"""The additional facts that a viewer sees in the hands of partners who show them."""
