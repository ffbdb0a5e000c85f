"""Every command that a table accepts: listed ones in odd spellings, mistakes with a penalty, and groups.

A group is what the service records under one command id: a seat taken back from the autopilot, a command, the offset of
a clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from engine.cards import COLORS as COLOR_TEXTS
from engine.cards import COLORS_OF_SIDE, FACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.matches import Match

SERVICE = 255


class Sent(NamedTuple):
    """A recorded group: the table before it, its actor, its commands and its events."""

    before: engine.Table
    actor: int
    commands: list[tuple[int | None, engine.Command]]
    events: list[engine.Event]


def groups(match: Match, most: int) -> Iterator[Sent]:
    """Play the match from where it stands, its lobby included, and yield at most this number of groups."""
    yield from _lobby(match)
    for _ in range(most):
        if match.table.is_over:
            return
        yield _group(match, *_chosen(match))


def _lobby(match: Match) -> Iterator[Sent]:
    """All players sit down; one stands up again and takes the seat once more."""
    for seat in range(match.table.seats):
        entropy = f"{seat:064x}" if seat % 3 else None
        kind: Any = "bot" if seat % 4 == 1 else "human"
        yield _group(match, seat, engine.TakeSeat(kind, entropy))
        if seat == match.seed % match.table.seats:
            yield _group(match, seat, engine.LeaveSeat())
            yield _group(match, seat, engine.TakeSeat(kind, entropy))
    yield _group(match, 0, engine.Start())


def _chosen(match: Match) -> tuple[int | None, engine.Command]:
    """Return the next command: often a listed one, now and then an odd spelling or a mistake that is accepted."""
    if match.table.turn is not None and match.dice.below(3) == 0:
        for _ in range(4):
            seat, command = _odd(match)
            if _accepted(match, seat, command):
                return seat, command
    return match.choose()


def _odd(match: Match) -> tuple[int, engine.Command]:
    table, below = match.table, match.dice.below
    assert table.turn is not None
    seat = below(table.seats) if below(2) else table.turn
    if below(6) == 0:
        return seat, engine.Catch(below(table.seats))
    hand = list(table.hands[seat].items()) or [(0, 0)]
    card, handle = hand[below(len(hand))]
    face = FACES[table.faces[table.side][card]]
    legal = engine.legal_commands(table, seat)
    command = legal[below(len(legal))] if legal and below(2) else engine.Play(face)
    return seat, _respelt(match, command, handle)


def _respelt(match: Match, command: engine.Command, handle: int) -> engine.Command:
    """Add redundant arguments, or lay another card."""
    below = match.dice.below
    colors: list[Any] = [None, *(COLOR_TEXTS[color] for color in COLORS_OF_SIDE[match.table.side])]
    match command:
        case engine.Play():
            named = below(2)
            color = colors[below(len(colors))] if command.color is None and below(2) else command.color
            said = command._replace(handle=handle if named else None, uno=below(2) == 0, color=color)
            return engine.Jump(said.card, said.uno, said.handle, said.target, said.dump) if below(4) == 0 else said
        case engine.Jump() | engine.Give() | engine.Shout():
            return command._replace(handle=handle, uno=below(2) == 0)
        case engine.Discard():
            hand = list(match.table.hands[match.table.turn or 0].values())
            chosen = tuple(match.dice.shuffle(hand))[: len(command.cards)]
            faces = _faces(match, chosen)
            return command._replace(cards=faces, handles=chosen, uno=below(2) == 0)
        case engine.Wheel():
            return command._replace(uno=below(2) == 0)
        case _:
            return command


def _faces(match: Match, handles: tuple[int, ...]) -> tuple[str, ...]:
    table = match.table
    cards = {handle: card for card, handle in table.hands[table.turn or 0].items()}
    return tuple(FACES[table.faces[table.side][cards[handle]]] for handle in handles)


def _accepted(match: Match, seat: int, command: engine.Command) -> bool:
    try:
        engine.decide(match.table, seat, command, match.chance)
    except engine.RuleViolation:
        return False
    return True


def _group(match: Match, seat: int | None, command: engine.Command) -> Sent:
    """Send the command, perhaps after taking its seat back, perhaps followed by the offset of a player's clock."""
    before, table, sent = match.table.copy(), match.table, len(match.sent)
    events: list[engine.Event] = []
    if seat is not None and seat in table.autopilot and seat not in table.resigned and match.dice.below(2):
        back = engine.TakeBack()
        if not isinstance(command, engine.TakeBack | engine.TimeOut) and seat not in table.eliminated:
            events += match.send(seat, back)
            if not _accepted(match, seat, command):
                return Sent(before, seat, match.sent[sent:], events)
    events += match.send(seat, command)
    other = match.dice.below(table.seats)
    noted = isinstance(command, engine.NoteOffset)
    if table.clock is not None and not table.is_over and not noted and match.dice.below(4) == 0:
        note = engine.NoteOffset(other, 60 * match.dice.below(5))
        if _accepted(match, None, note):  # type: ignore[arg-type]  # the service
            events += match.send(None, note)
    return Sent(before, SERVICE if seat is None else seat, match.sent[sent:], events)
