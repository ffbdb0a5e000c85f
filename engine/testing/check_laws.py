"""A match of random commands in which the laws of SPEC 3.12 are checked at every step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.catalogue import resolve
from engine.codec import decode_event, decode_table, encode_event, encode_table
from engine.commands import Play
from engine.decide import acting_seats, legal_commands
from engine.evolve import evolve
from engine.state import IN_PLAY, Table
from engine.testing.random_match import random_match

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.commands import Command
    from engine.events import Event
    from engine.view import View

_ENCODED: Final = 8
"""One table in this number is encoded and decoded."""


class HastyBot:
    """A bot that sends any legal command, but lays a card seven times of eight if it can: rounds stay short."""

    def choose(self, _view: View, legal: Sequence[Command], pick: Callable[[int], int]) -> Command:
        """Return one of the legal commands."""
        plays = [command for command in legal if isinstance(command, Play)]
        offered = plays if plays and pick(8) else legal
        return offered[pick(len(offered))]


class BrokenLaw(Exception):
    """A law of SPEC 3.12 does not hold; the message says which, and where."""


class Watched(NamedTuple):
    """`laws`: how often one was checked. `finished`: the match came to its end."""

    commands: int
    laws: int
    finished: bool


def watch(options: Mapping[str, object], seats: int, seed: bytes, most: int) -> Watched:
    """Play up to `most` commands of a match and check every law after each. Raises BrokenLaw or RulesetError."""
    cards = Counter(range(len(resolve(options).deck.light)))
    folded = Table()
    commands = laws = 0
    table = folded
    for table, events in random_match([HastyBot()] * seats, options, seed):
        commands += 1
        for event in events:
            _must(_survives(event), "an event survives encoding", options, event)
            evolve(folded, event)
            _must(not folded.round or _cards(folded) == cards, "every card is in one place", options, event)
        _must(folded == table, "the fold of the log is the live table", options, commands)
        _must(_has_a_move(table), "the seat on turn has a legal command", options, commands)
        _must(_acting_seats_can_act(table), "the acting seats are those with a legal command", options, commands)
        laws += 2 * len(events) + 3
        if commands % _ENCODED == 0:
            _must(decode_table(encode_table(table)) == table, "a table survives encoding", options, commands)
            laws += 1
        if commands == most:
            break
    return Watched(commands, laws, table.is_over)


def _must(holds: bool, law: str, options: Mapping[str, object], where: object) -> None:  # noqa: FBT001  the law itself
    if not holds:
        raise BrokenLaw(f"{law}: not so under {dict(options)}, at {where}")


def _survives(event: Event) -> bool:
    return decode_event(*encode_event(event)) == event


def _cards(table: Table) -> Counter[int]:
    return Counter([*table.draw, *table.discard, *(card for hand in table.hands for card in hand)])


def _acting_seats_can_act(table: Table) -> bool:
    return acting_seats(table) == [seat for seat in range(table.seats) if legal_commands(table, seat)]


def _has_a_move(table: Table) -> bool:
    if table.phase not in IN_PLAY:
        return table.turn is None
    return table.turn is not None and table.turn not in table.out and bool(legal_commands(table, table.turn))
