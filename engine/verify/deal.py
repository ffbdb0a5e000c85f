"""T: the deal was bound to the rules, the seed and the bytes of all seats, and to nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import chance
from engine.catalogue import resolve
from engine.errors import RulesetError
from engine.events import SeatTaken
from engine.verify.findings import Absent, Broken, Unchecked

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compute T from the events before the start."""
    if case.never_started:
        raise Absent("Nothing was dealt: the table was closed before its match.")
    created, (seq, started) = case.created, case.started
    if not 0 <= created.seats <= chance.MOST_ENTROPIES:
        raise Broken("Event 1 names more seats than a deal can be bound to.", f"seats: {created.seats}", 1)
    entropies = [bytes(chance.SEED_BYTES)] * created.seats
    for event in case.events[:seq]:
        if isinstance(event, SeatTaken) and 0 <= event.seat < created.seats:
            entropies[event.seat] = _entropy(event.entropy)
    try:
        cards = len(resolve(dict(created.options)).deck.light)
    except RulesetError:
        raise Unchecked("The options in event 1 cannot be played, so there is no deck.") from None
    due = chance.transcript(
        case.transcript.header.game,
        rules_hash=case.transcript.rules_hash,
        deck_hash=chance.deck_hash(range(cards)),
        commitment=_entropy(created.commitment),
        entropies=entropies,
    ).hex()
    if due != started.transcript:
        sentence = "The cards were not bound to what everybody saw: rules, promised seed and the bytes of all seats."
        raise Broken(sentence, f"T should be {due}, event {seq} says {started.transcript}", seq)
    return f"All shuffles are bound to the rules, the promised seed and the bytes of {created.seats} seats."


def _entropy(text: str) -> bytes:
    """Return 32 bytes; zeros if the text is not entropy, which makes T wrong."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    return data if len(data) == chance.SEED_BYTES else bytes(chance.SEED_BYTES)
