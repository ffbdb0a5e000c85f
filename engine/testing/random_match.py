"""Whole matches between bots, without a service: for the terminal, for measurements and for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import MATCH_ID_BYTES, Chance, Dice
from engine.commands import NextRound, Start, TakeSeat
from engine.decide import act, legal_commands, new_match
from engine.replay import replay
from engine.view import view

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.bots import Bot
    from engine.events import Event
    from engine.state import Table


def random_match(
    bots: Sequence[Bot], options: Mapping[str, object], seed: bytes
) -> Iterator[tuple[Table, list[Event]]]:
    """Play a match: yield the table after each command with the events of that command.

    `seed`: 32 bytes; the same seed, bots and options give the same match. Raises RulesetError.
    """
    chance = Chance(bytes(MATCH_ID_BYTES), seed)
    dice = Dice(seed)
    opened = new_match(options, seats=len(bots), commitment=chance.commitment.hex())
    table = replay(opened)
    for seat in range(len(bots)):
        opened += act(table, seat, TakeSeat("bot"), chance)
    yield table, opened + act(table, None, Start(), chance)
    while not table.is_over:
        yield table, _move(table, bots, chance, dice)


def _move(table: Table, bots: Sequence[Bot], chance: Chance, dice: Dice) -> list[Event]:
    """Send one command: of a seat that has something to catch, else of the seat on turn."""
    if table.turn is None:
        return act(table, None, NextRound(), chance)
    for seat in range(table.seats):
        # A seat that is not on turn acts half of the time: otherwise every missed call would be caught.
        if seat != table.turn and (legal := legal_commands(table, seat)) and dice.below(2):
            return act(table, seat, bots[seat].choose(view(table, seat), legal, dice.below), chance)
    seat = table.turn
    return act(table, seat, bots[seat].choose(view(table, seat), legal_commands(table, seat), dice.below), chance)
