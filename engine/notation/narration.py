"""Events as sentences, one line each, for logs that people read (`python -m engine play`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import FACES, SIDES, WILD_DRAW_COLOR, color_text, face_text
from engine.notation import SEATS
from engine.redaction import OPEN, redact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def narrate(event: e.Event, viewer: int | None = OPEN, shown: Sequence[int] = ()) -> str | None:
    """Return the sentence of an event as the viewer may know it; None for events that have none.

    `viewer` and `shown` as for `redact`. Fields hidden from the viewer are removed first, so the sentence cannot reveal
    them.
    """
    sentence = _SENTENCES.get(type(event))
    if sentence is None:
        return None
    return sentence(event if viewer == OPEN else _without_secrets(event, viewer, shown))


def _without_secrets(event: Any, viewer: int | None, partners: Sequence[int]) -> Any:
    """Return the event with None in every field that the viewer does not see completely."""
    shown, known = redact(event, OPEN), redact(event, viewer, partners)
    return event._replace(**{name: None for name, value in shown.items() if known.get(name) != value})


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(FACES[face] for face in faces)


def _drawn(event: Any) -> str:
    return f"{len(event.backs)}" if event.faces is None else _faces(event.faces)


def _shown(event: Any) -> str:
    return "its hand" if event.faces is None else _faces(event.faces)


def _given(event: Any) -> str:
    return "a card" if event.face is None else FACES[event.face]


def _named(color: int) -> str:
    return f", color {color_text(color)}" if color >= 0 else ""


def _whose(seat: int | None) -> str:
    return "" if seat is None else f" for {SEATS[seat]}"


def _penalty(event: Any) -> str:
    # Without a number of cards there is a Wild Draw Color below the card that was laid last.
    cards = [f"take {event.total}"] if event.total else []
    color = ["draw for the color"] if FACES[event.face] == WILD_DRAW_COLOR or not cards else []
    return " and ".join(cards + color)


_MOTIONS: Final = {"abort": "ending the match", "pause": "a pause"}
_ENDINGS: Final = {
    "resigned": ": the others have resigned",
    "aborted": ": aborted",
    "abandoned": ": abandoned",
    "closed": ": the table was closed before it started",
}
_SENTENCES: Final[Mapping[type[e.Event], Callable[[Any], str]]] = {
    e.SeatTaken: lambda event: f"{SEATS[event.seat]} sits down ({event.kind})",
    e.SeatLeft: lambda event: f"{SEATS[event.seat]} stands up",
    e.DealerDrawn: lambda event: f"{SEATS[event.seat]} draws {FACES[event.face]} for the deal",
    e.RoundStarted: lambda event: f"Round {event.round}, {SEATS[event.dealer]} deals",
    e.StarterTurned: lambda event: f"The starter is {FACES[event.face]}",
    e.StarterReturned: lambda event: f"{FACES[event.face]} goes back into the pile",
    e.ColorAsked: lambda event: f"{SEATS[event.seat]} must name a color",
    e.ColorNamed: lambda event: f"{SEATS[event.seat]} names {color_text(event.color)}",
    e.CardPlayed: lambda event: f"{SEATS[event.seat]} plays {FACES[event.face]}{_named(event.color)}",
    e.CardsDrawn: lambda event: f"{SEATS[event.seat]} draws {_drawn(event)} ({event.reason})",
    e.CardKept: lambda event: f"{SEATS[event.seat]} keeps it",
    e.SeatSkipped: lambda event: f"{SEATS[event.seat]} is skipped",
    e.DirectionReversed: lambda event: f"Play goes {'clockwise' if event.direction == 1 else 'counter-clockwise'}",
    e.Flipped: lambda event: f"Flip! Side {SIDES[event.side]}, {face_text(event.discard[-1])} on top",
    e.ChallengeOpened: lambda event: f"{SEATS[event.seat]} may challenge {SEATS[event.by]}",
    e.ChallengeAccepted: lambda event: f"{SEATS[event.seat]} accepts",
    e.HandShown: lambda event: f"{SEATS[event.seat]} shows {SEATS[event.to]}: {_shown(event)}",
    e.ChallengeDecided: lambda event: f"{SEATS[event.by]} is {'guilty' if event.guilty else 'innocent'}",
    e.UnoCalled: lambda event: f"{SEATS[event.seat]} calls UNO",
    e.UnoMissed: lambda event: f"{SEATS[event.seat]} has not called UNO",
    e.UnoCaught: lambda event: f"{SEATS[event.by]} catches {SEATS[event.seat]}",
    e.PileReshuffled: lambda event: f"The discards are shuffled: {event.size} cards",
    e.PileExhausted: lambda _: "Nothing is left to draw",
    e.RoundBlocked: lambda _: "Nobody can move",
    e.TimeExpired: lambda _: "Time is up",
    e.RoundEnded: lambda event: (
        f"Round to {'nobody' if event.winner is None else SEATS[event.winner]}, totals "
        + " ".join(f"{SEATS[seat]} {total}" for seat, total in enumerate(event.totals))
    ),
    e.SeatEliminated: lambda event: f"{SEATS[event.seat]} leaves the match",
    e.TargetChosen: lambda event: f"{SEATS[event.seat]} aims it at {SEATS[event.target]}",
    e.EffectAssigned: lambda event: f"{SEATS[event.seat]} must discard {event.number}",
    e.CardsDiscarded: lambda event: f"{SEATS[event.seat]} discards {_faces(event.faces)}",
    e.DuelFought: lambda event: (
        f"{SEATS[event.seat]} and {SEATS[event.target]} fight a duel,"
        f" {' against '.join(face_text(face) or 'no number' for face in event.faces)}: {SEATS[event.winner]} wins"
    ),
    e.HandRevealed: lambda event: f"{SEATS[event.seat]} shows everybody: {_faces(event.faces)}",
    e.HandsMoved: lambda event: (
        "Hands move: " + " ".join(f"{SEATS[seat]} has {SEATS[source]}'s" for seat, source in enumerate(event.sources))
        if event.sources
        else "All hands are shuffled and dealt anew"
    ),
    e.GiveAsked: lambda event: f"{SEATS[event.seat]} must give a card away",
    e.CardGiven: lambda event: f"{SEATS[event.seat]} gives {SEATS[event.to]} {_given(event)}",
    e.PenaltyStacked: lambda event: f"{SEATS[event.seat]} must answer or {_penalty(event)}",
    e.HelpAsked: lambda event: f"{SEATS[event.asker]} asks {SEATS[event.seat]} for a card",
    e.HelpDeclined: lambda event: f"{SEATS[event.seat]} gives nothing",
    e.CardsRevealed: lambda event: f"{SEATS[event.seat]} has drawn {_faces(event.faces)}",
    e.Doubted: lambda event: f"{SEATS[event.seat]} doubts {SEATS[event.of]}, wrongly",
    e.CardMisplayed: lambda event: f"{SEATS[event.seat]} takes {FACES[event.face]} back: it does not fit",
    e.CatchFailed: lambda event: f"{SEATS[event.seat]} denounces {SEATS[event.of]}, wrongly",
    e.SeatKnockedOut: lambda event: f"{SEATS[event.seat]} holds too many cards and is out of the round",
    e.LauncherPressed: lambda event: f"{SEATS[event.seat]} presses: {event.fired} cards",
    e.SpinAsked: lambda event: f"{SEATS[event.seat]} must spin",
    e.WheelSpun: lambda event: f"The wheel stops at {event.sector.replace('_', ' ').title()}",
    e.WheelChoiceAsked: lambda event: f"{SEATS[event.seat]} names what it discards",
    e.WarFought: lambda event: f"War: {'undecided' if event.winner is None else SEATS[event.winner] + ' wins'}",
    e.RaceOpened: lambda _: "The first to shout discards a card",
    e.RaceWon: lambda event: f"{SEATS[event.seat]} shouts first",
    e.TimedOut: lambda event: f"The time of {SEATS[event.seat]} has run out",
    e.AutopilotEngaged: lambda event: f"{SEATS[event.seat]} is on autopilot ({event.reason})",
    e.AutopilotReleased: lambda event: f"{SEATS[event.seat]} is back",
    e.SeatResigned: lambda event: f"{SEATS[event.seat]} resigns",
    e.SeatTakenOver: lambda event: f"Another player takes over {SEATS[event.seat]}",
    e.SeatLent: lambda event: f"{SEATS[event.seat]} lends the seat for {event.hours} h",
    e.SeatReturned: lambda event: f"{SEATS[event.seat]} has the seat back",
    e.VoteCast: lambda event: f"{SEATS[event.seat]} is {'for' if event.yes else 'against'} {_MOTIONS[event.motion]}",
    e.ClockPaused: lambda event: "The clock stands still" + _whose(event.seat),
    e.ClockResumed: lambda event: "The clock runs again" + _whose(event.seat),
    e.ClockExtended: lambda _: "The time of an outage is given back",
    e.PositionSet: lambda event: f"A branch of {event.origin} after {event.at} events, cards {event.future}",
    e.PositionResumed: lambda _: "Play goes on from there",
    e.MatchEnded: lambda event: (
        f"Match to {' and '.join(SEATS[seat] for seat in event.winners) or 'nobody'}{_ENDINGS.get(event.cause, '')}"
    ),
}
