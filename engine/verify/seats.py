"""Bytes of the seats for the shuffles: those of the service follow from the seed, and the header is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import SeatLeft, SeatTaken
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Check every player who sat down, and those who sat there in the end."""
    case.need_the_seed()
    sitting: dict[int, SeatTaken] = {}
    for seq, event in enumerate(case.events, 1):
        if isinstance(event, SeatTaken):
            _check_source(case, seq, event)
            sitting[event.seat] = event
        elif isinstance(event, SeatLeft):
            sitting.pop(event.seat, None)
    listed = {seat.seat: seat.kind for seat in case.transcript.header.seats}
    found = {number: sitting[number].kind if number in sitting else "open" for number in range(case.created.seats)}
    if listed != found:
        sentence = "The seats in the first line are not those that were taken."
        raise Broken(sentence, f"first line: {listed}, events: {found}")
    own = sum(taken.source == "player" for taken in sitting.values())
    return f"{len(found)} seats; {own} brought bytes of their own for the shuffles, the seed gives those of the others."


def _check_source(case: Case, seq: int, taken: SeatTaken) -> None:
    if taken.source == "player":
        return
    due = case.chance.server_entropy(taken.seat).hex() if 0 <= taken.seat < case.created.seats else "none"
    if taken.source != "server" or taken.entropy != due:
        sentence = f"The bytes of seat {taken.seat} were chosen by the service, which may do so to get other cards."
        raise Broken(sentence, f"the seed gives {due}, event {seq} says {taken.entropy} ({taken.source})", seq)
