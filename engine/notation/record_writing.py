"""Writing a record: a header, then a line for every command, with comments that help a reader."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.cards import FACES
from engine.codec import encode_event
from engine.notation import SEATS, print_command
from engine.notation.narration import narrate
from engine.notation.record_form import TITLE, digest
from engine.transcript.writing import uuid_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.notation.game_record import Record
    from engine.redecide import Step

_COLUMN: Final = 32
"""The column in which comments begin, if the move is not longer."""
_WIDTH: Final = 120
_SAID_BY_MOVE: Final = (
    e.CardPlayed, e.CardKept, e.CardGiven, e.ChallengeAccepted, e.ColorNamed, e.HelpDeclined, e.VoteCast,
    e.SeatResigned, e.TimedOut, e.AutopilotReleased, e.UnoCalled, e.RaceWon, e.SeatTaken, e.SeatLeft,
    e.SeatTakenOver, e.SeatLent, e.SeatReturned,
)  # fmt: skip
"""Events whose sentence would say what the move says, when they come first."""
_SAID_WITH_MOVE: Final = (e.TargetChosen, e.UnoCalled)
_APART: Final = (e.DealerDrawn, e.RoundStarted, e.RoundEnded, e.SeatEliminated, e.MatchEnded)
"""Events that get a line of their own."""


def print_record(record: Record) -> str:
    """Return the text of a record; `parse_record` reads it back."""
    return "\n".join([*_header(record), *_moves(record), "", f"end {len(record.events)} {digest(record.events)}", ""])


def _header(record: Record) -> Iterator[str]:
    created = record.opening[0]
    assert isinstance(created, e.MatchCreated)  # noqa: S101  the first event of every match
    yield TITLE
    yield f"game {uuid_text(record.game)}"
    yield f"seats {created.seats}"
    yield f"options {_json(dict(created.options))}"
    yield from (f"clock {_json(event._asdict())}" for event in record.opening if isinstance(event, e.ClockSet))
    yield from (f"position {_json(_stored(event))}" for event in record.opening if isinstance(event, e.PositionSet))
    yield f"seed {record.seed.hex()}"
    yield ""


def _stored(event: e.PositionSet) -> dict[str, object]:
    _, schema, public, private = encode_event(event)
    return {"schema": schema, "public": json.loads(public), "private": json.loads(private or b"{}")}


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _moves(record: Record) -> Iterator[str]:
    for step in record.steps:
        begins = any(isinstance(event, e.RoundStarted) for event in step.events)
        if begins:
            yield ""
        yield from _move(step)
        for event in step.events:
            if isinstance(event, _APART) and (sentence := narrate(event)):
                yield f"# {sentence}"
            elif isinstance(event, e.HandsDealt):
                yield from (
                    f"#   {SEATS[seat]}: {' '.join(FACES[face] for face in hand)}"
                    for seat, hand in enumerate(event.faces)
                    if hand
                )
        if begins:
            yield ""


def _move(step: Step) -> Iterator[str]:
    move = print_command(step.seat, step.command)
    comment = "; ".join(_comments(step))
    if not comment:
        yield move
        return
    column = max(_COLUMN, len(move) + 2)
    first, *more = wrap(comment, _WIDTH - 2 - _COLUMN) if column == _COLUMN else [comment]
    yield f"{move:<{column}}# {first}"
    yield from (f"{'':<{column}}# {line}" for line in more)


def _comments(step: Step) -> Iterator[str]:
    for place, event in enumerate(step.events):
        said = isinstance(event, _SAID_BY_MOVE if place == 0 else _SAID_WITH_MOVE)
        if not said and not isinstance(event, _APART) and (sentence := narrate(event)):
            yield sentence
