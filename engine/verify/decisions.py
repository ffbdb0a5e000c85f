"""Every command is decided again by the rules, with the chance of the seed, and leads to the same events.

So every deal, draw, reshuffle, press, spin, dealer, pairing and redeal is derived here, and every move is a legal one.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from engine.branch import position_flaw
from engine.catalogue import resolve
from engine.codec import encode_event
from engine.codec.schema import TAGS
from engine.decide import new_match
from engine.errors import EngineError
from engine.events import EVENT_TYPES, ClockSet
from engine.infer_commands import CannotInfer
from engine.redecide import CannotRedecide, events_of, redecide
from engine.replay import replay
from engine.transcript.lines import SYSTEM
from engine.verify.actors import may_send
from engine.verify.decoding import states
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.commands import Command
    from engine.events import Event
    from engine.state import Table
    from engine.transcript import StoredEvent
    from engine.verify.case import Case, Group


def check(case: Case) -> str:
    """Play the match again."""
    case.need_the_seed()
    groups = case.groups()
    table = _opened(case, next(groups))
    count = 0
    for group in groups:
        _compare(group, _decided(case, table, group))
        count += 1
    return f"{count:,} commands were decided anew by the rules: cards, luck and results come out the same to the byte."


def _opened(case: Case, group: Group) -> Table:
    """Return the table that event 1, the clock and the position set up."""
    created = case.created
    clock = next((event for event in group.events if isinstance(event, ClockSet)), None)
    try:
        events = new_match(dict(created.options), seats=created.seats, commitment=created.commitment, clock=clock)
    except EngineError as refusal:
        raise Broken("No match can be set up as event 1 says.", str(refusal), 1) from None
    if case.position is not None:
        wrong = position_flaw(case.position, created.seats, resolve(dict(created.options)).deck)
        if wrong is not None:
            seq = len(events) + 1
            raise Broken(f"Event {seq} sets a position that cannot be.", wrong, seq)
        events.append(case.position)
    _compare(group, events)
    if group.rows[0].actor != SYSTEM:
        raise Broken("A match is set up by the service, not by a seat.", f"actor {group.rows[0].actor}", 1)
    return replay(events)


def _decided(case: Case, table: Table, group: Group) -> Sequence[Event]:
    """Return the events that the commands behind these events lead to; `table` goes on with them."""
    first = group.rows[0]
    try:
        return events_of(redecide(table, first.actor, group.events, case.chance, may_send=may_send))
    except CannotInfer as reason:
        raise Broken(f"No command leads to event {first.seq} at this point.", str(reason), first.seq) from None
    except CannotRedecide as forbidden:
        seat, command = forbidden.seat, _named(forbidden.command)
        if forbidden.refusal is None:
            raise Broken(_somebody_else(first, seat), f"actor {first.actor}, {command}", first.seq) from None
        sentence = f"The rules forbid what was done in event {first.seq}."
        raise Broken(sentence, f"{command} of {_who(seat)} is refused: {forbidden.refusal}", first.seq) from None


def _compare(group: Group, decided: Sequence[Event]) -> None:
    """Raises Broken at the first event that is not the one decided."""
    for row, found, due in zip_longest(*group, decided):
        if row is None or found is None:
            last = group.rows[-1].seq
            detail = f"there should be {_shown(due)}, there is nothing"
            raise Broken(f"After event {last} something is missing that the rules lead to.", detail, last)
        if due is None or not states(row, found, due):
            detail = f"there should be {_shown(due)}, there is {_shown(found)}"
            raise Broken(f"Event {row.seq} is not what the rules and the promised chance lead to.", detail, row.seq)


def _shown(event: Event | None) -> str:
    if event is None:
        return "nothing"
    number, _, public, private = encode_event(event)
    hidden = "" if private is None else f" {private.decode()}"
    return f"{TAGS[EVENT_TYPES[number]]} {public.decode()}{hidden}"


def _named(command: Command) -> str:
    return f"{type(command).__name__}{tuple(command)}"


def _who(seat: int | None) -> str:
    return "the service" if seat is None else f"seat {seat}"


def _somebody_else(row: StoredEvent, seat: int | None) -> str:
    actor = "the service" if row.actor == SYSTEM else f"seat {row.actor}"
    return f"In event {row.seq} {actor} does what is for {_who(seat)} to do."
