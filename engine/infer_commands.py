"""infer_commands: the commands that caused a group of events, derived from the events themselves.

The log stores events, not commands, but the events of a command show what it was. Where several commands lead to the
same events, one stands for them all: with handles only where faces are ambiguous, without a call that changes nothing,
`Take` in a stacked penalty, `Draw` where no teammate could be asked for help. The result is a proposal. Its proof is to
decide the commands again and to compare the events byte by byte.
"""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from engine import commands as c
from engine import events as e
from engine.cards import COLOR_OF, COLORS, FACES, IS_WILD, NO_COLOR, NO_FACE, SYMBOL_OF, WILD_COLOR
from engine.catalogue import rules_of
from engine.codec.schema import TAGS, flaw
from engine.errors import CardNotInHand
from engine.rules.hands import find_cards
from engine.rules.wheel import CHOICES
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.commands import Command
    from engine.ruleset import Ruleset
    from engine.state import Table

    Sent = tuple[int | None, Command]
    """A command and the seat that sent it; None: the service."""


Fact = TypeVar("Fact")


class CannotInfer(Exception):
    """No command could have caused these events; the message says why, in one sentence."""


def infer_commands(table: Table, actor: int, events: Sequence[e.Event], *, trusted: bool = False) -> list[Sent]:
    """Return the commands that lead from `table` to exactly these events, if any do; `table` stays as it is.

    `events` are those recorded under one command id, by `actor`: a seat, or 255 for the service. They may begin with a
    seat that is taken back from the autopilot, or with a new end of a vacation, and end with the offset of a clock;
    between these there is one command. They may be untrusted unless `trusted` says that they are of their types. Raises
    CannotInfer.
    """
    for event in () if trusted else events:
        if (field := flaw(event)) is not None:
            raise CannotInfer(f"the field {field} of {TAGS[type(event)]} holds what it cannot hold")
    sent: list[Sent] = []
    left = list(events)
    if left and isinstance(back := left[0], e.AutopilotReleased):
        sent.append((_seat(table, back.seat), c.TakeBack()))
        del left[0]
    if len(left) > 1 and isinstance(over := left[0], e.ClockResumed) and isinstance(left[1], e.ClockPaused):
        sent.append((None, c.Unpause(_literal(over.reason, "vacation"), over.seat)))
        del left[0]
    noted = left.pop() if left and isinstance(left[-1], e.OffsetNoted) else None
    if left:
        sent.append(_command(table, actor, left))
    if noted is not None:
        sent.append((None, c.NoteOffset(*noted)))
    if not sent:
        raise CannotInfer("nothing happened, but every command makes something happen")
    return sent


def _command(table: Table, actor: int, events: Sequence[e.Event]) -> Sent:
    told = list(dropwhile(lambda event: isinstance(event, e.UnoCleared), events))
    read = _READERS.get(type(told[0])) if told else None
    if read is None:
        raise CannotInfer(f"no command begins with {TAGS[type(told[0] if told else events[0])]}")
    return read(_Group(table, rules_of(table.spec), actor, told), told[0])


class _Group(NamedTuple):
    """The events that one command caused from `table`, without the UNO windows that it closed."""

    table: Table
    rules: Ruleset
    actor: int
    events: Sequence[e.Event]

    def at(self, place: int, kind: type[Fact], seat: int) -> Fact | None:
        """Return the event at this place if it is of this type and about this seat."""
        event = self.events[place] if place < len(self.events) else None
        return event if isinstance(event, kind) and getattr(event, "seat", None) == seat else None

    def after(self, place: int, *kinds: type[e.Event]) -> int:
        """Return the place after an event of one of these types; the same place if there is none."""
        return place + (place < len(self.events) and isinstance(self.events[place], kinds))

    def has_called(self, place: int, seat: int) -> bool:
        return self.at(place, e.UnoCalled, seat) is not None

    def on_turn(self) -> int:
        if self.table.turn is None:
            raise CannotInfer(f"{TAGS[type(self.events[0])]} is a move, but no seat was on turn")
        return self.table.turn


def _seat(table: Table, seat: int) -> int:
    if not 0 <= seat < table.seats:
        raise CannotInfer(f"there is no seat {seat}")
    return seat


def _literal(value: str, *known: str) -> Any:
    if value not in known:
        raise CannotInfer(f"{value[:20]!r} is none of {', '.join(known)}")
    return value


def _color(color: int) -> Any:
    if color == NO_COLOR:
        raise CannotInfer("a color was named, but not which")
    return COLORS[color]


def _face(face: int) -> str:
    if face == NO_FACE:
        raise CannotInfer("a card was laid, but not which")
    return FACES[face]


def _handles(table: Table, seat: int, faces: tuple[str, ...], cards: Sequence[int], handles: Sequence[int]) -> Any:
    """Return the handles of these cards if their faces would mean other cards of the hand; else None."""
    try:
        meant = find_cards(table, seat, faces, None)
    except CardNotInHand:
        meant = []
    return None if meant == list(cards) else tuple(handles)


def _handle(table: Table, seat: int, face: int, card: int, handle: int) -> int | None:
    return handle if _handles(table, seat, (_face(face),), (card,), (handle,)) else None


def _play(group: _Group, laid: e.CardPlayed) -> Sent:
    """Infer a play of the seat on turn, else a jump. Target and call directly follow the card."""
    table, seat = group.table, _seat(group.table, laid.seat)
    # After a draw only the drawn card can be meant, even if another one has its face.
    pending = table.pending
    drawn = isinstance(pending, e.DrawnCardOffered) and pending.card == laid.card
    handle = None if drawn else _handle(table, seat, laid.face, laid.card, laid.handle)
    aimed = group.at(1, e.TargetChosen, seat)
    target = aimed and aimed.target
    uno = group.has_called(group.after(group.after(1, e.TargetChosen), e.EvidenceSealed), seat)
    dump = _dumped(group, laid)
    if seat != table.turn:
        return seat, c.Jump(_face(laid.face), uno, handle, target, dump)
    color = _color(laid.color) if IS_WILD[laid.face] and laid.color != NO_COLOR else None
    return seat, c.Play(_face(laid.face), color, uno, handle, target, dump)


def _dumped(group: _Group, laid: e.CardPlayed) -> Any:
    if group.rules.cards[SYMBOL_OF[laid.face]].drops_color:
        for event in group.events:
            if isinstance(event, e.CardsDiscarded) and event.seat == laid.seat and event.faces:
                return _colored(event.faces[0])
    return None


def _colored(face: int) -> Any:
    color = COLOR_OF[face]
    if color == WILD_COLOR:
        raise CannotInfer("a color was dropped with a card that has none")
    return COLORS[color]


def _misplay(group: _Group, shown: e.CardMisplayed) -> Sent:
    seat = _seat(group.table, shown.seat)
    return seat, (c.Play if seat == group.table.turn else c.Jump)(_face(shown.face))


def _draw(group: _Group, _event: e.Event) -> Sent:
    """Cards, a reshuffle or an exhausted pile: in a turn each means a draw, or a press of the launcher."""
    return group.on_turn(), c.Draw() if c.Draw in group.rules.handlers else c.Press()


def _discard(group: _Group, laid: e.CardsDiscarded) -> Sent:
    table, seat = group.table, _seat(group.table, laid.seat)
    uno = group.has_called(1, seat)
    if isinstance(table.pending, e.WheelChoiceAsked):
        choice = CHOICES[table.pending.sector][laid.faces[0]] if laid.faces else ""
        return seat, c.Wheel(choice, uno)
    named = group.at(group.after(1, e.UnoCalled, e.UnoMissed), e.ColorNamed, seat)
    color = None if named is None else _color(named.color)
    faces = tuple(map(_face, laid.faces))
    return seat, c.Discard(faces, color, uno, _handles(table, seat, faces, laid.cards, laid.handles))


def _name_color(group: _Group, named: e.ColorNamed) -> Sent:
    """Name the color alone, or with a discard of no cards."""
    seat, color = _seat(group.table, named.seat), _color(named.color)
    return seat, c.Discard((), color) if group.table.phase is Phase.EFFECT else c.NameColor(color)


def _accept(group: _Group, accepted: e.ChallengeAccepted) -> Sent:
    return _seat(group.table, accepted.seat), c.Take() if group.table.phase is Phase.PENALTY else c.Accept()


def _give(group: _Group, given: e.CardGiven) -> Sent:
    table, seat = group.table, _seat(group.table, given.seat)
    handle = _handle(table, seat, given.face, given.card, given.handle)
    uno = group.has_called(group.after(1, e.UnoCleared), seat)
    return seat, c.Give(_face(given.face), given.to, uno, handle)


def _shout(group: _Group, won: e.RaceWon) -> Sent:
    table, seat = group.table, _seat(group.table, won.seat)
    place = group.after(1, e.UnoCleared)  # of the seat on turn, which loses it
    laid = group.at(place, e.CardsDiscarded, seat)
    if laid is None or {len(laid.faces), len(laid.cards), len(laid.handles)} != {1}:
        raise CannotInfer("who wins the race discards one card")
    handle = _handle(table, seat, laid.faces[0], laid.cards[0], laid.handles[0])
    return seat, c.Shout(_face(laid.faces[0]), group.has_called(place + 1, seat), handle)


def _time_out(group: _Group, late: e.TimedOut) -> Sent:
    engaged = group.at(1, e.AutopilotEngaged, late.seat) is not None
    return _seat(group.table, late.seat), c.TimeOut(late.due_at, engaged)


def _take_seat(group: _Group, taken: e.SeatTaken) -> Sent:
    source, kind = _literal(taken.source, "player", "server"), _literal(taken.kind, "human", "bot")
    return _seat(group.table, taken.seat), c.TakeSeat(kind, taken.entropy if source == "player" else None)


def _pause(_group: _Group, paused: e.ClockPaused) -> Sent:
    return None, c.Pause(_literal(paused.reason, "mutual", "vacation"), *paused[1:])


def _resume(group: _Group, resumed: e.ClockResumed) -> Sent:
    """Only the actor tells which seat has ended the pause."""
    if resumed == e.ClockResumed("mutual", None) and 0 <= group.actor < group.table.seats:
        return group.actor, c.Resume()
    return None, c.Unpause(_literal(resumed.reason, "mutual", "vacation"), resumed.seat)


def _extend(_group: _Group, extended: e.ClockExtended) -> Sent:
    return None, c.Extend(_literal(extended.reason, "outage"), *extended[1:])


def _engage(_group: _Group, engaged: e.AutopilotEngaged) -> Sent:
    return None, c.Engage(engaged.seat, _literal(engaged.reason, "timeouts", "left"))


def _close_table(_group: _Group, ended: e.MatchEnded) -> Sent:
    if ended.cause != "closed":
        raise CannotInfer("no command of its own ends a match that has started")
    return None, c.CloseTable()


def _by_service(command: Command) -> Callable[[_Group, Any], Sent]:
    return lambda _group, _event: (None, command)


def _by(name: str, read: Callable[[Any], Command]) -> Callable[[_Group, Any], Sent]:
    return lambda group, event: (_seat(group.table, getattr(event, name)), read(event))


_READERS: Final[Mapping[type[e.Event], Callable[[_Group, Any], Sent]]] = {
    e.SeatTaken: _take_seat,
    e.SeatLeft: _by("seat", lambda _: c.LeaveSeat()),
    e.MatchStarted: _by_service(c.Start()),
    e.MatchEnded: _close_table,
    e.RoundStarted: _by_service(c.NextRound()),
    e.StarterTurned: _by_service(c.TurnStarter()),
    e.TimeExpired: _by_service(c.Expire()),
    e.CardPlayed: _play,
    e.CardMisplayed: _misplay,
    e.CardsDrawn: _draw,
    e.PileReshuffled: _draw,
    e.PileExhausted: _draw,
    e.LauncherPressed: _draw,
    e.CardKept: _by("seat", lambda _: c.Pass()),
    e.ColorNamed: _name_color,
    e.ChallengeAccepted: _accept,
    e.HandShown: _by("to", lambda _: c.Challenge()),
    e.UnoCalled: _by("seat", lambda _: c.CallUno()),
    e.UnoCaught: _by("by", lambda event: c.Catch(event.seat)),
    e.CatchFailed: _by("seat", lambda event: c.Catch(event.of)),
    e.Doubted: _by("seat", lambda _: c.Doubt()),
    e.CardsDiscarded: _discard,
    e.CardGiven: _give,
    e.HelpAsked: _by("asker", lambda _: c.Ask()),
    e.HelpDeclined: _by("seat", lambda _: c.Decline()),
    e.WheelSpun: _by("seat", lambda _: c.Spin()),
    e.RaceWon: _shout,
    e.SeatResigned: _by("seat", lambda _: c.Resign()),
    e.SeatTakenOver: _by("seat", lambda _: c.TakeOver()),
    e.SeatLent: lambda _group, lent: (None, c.Lend(lent.seat, lent.hours)),
    e.SeatReturned: lambda _group, returned: (None, c.Return(returned.seat)),
    e.VoteCast: _by("seat", lambda event: c.Vote(event.motion, event.yes)),
    e.TimedOut: _time_out,
    e.AutopilotEngaged: _engage,
    e.ClockPaused: _pause,
    e.ClockResumed: _resume,
    e.ClockExtended: _extend,
}
"""The function that infers the command, by the first event that it causes."""
