"""Fingerprints: what a ruleset makes of a seed and a number of random commands, as one hash (perft for cards)."""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import TYPE_CHECKING, Final, TypedDict

from engine.chance import MATCH_ID_BYTES, Chance, Dice
from engine.codec import encode_event
from engine.commands import NextRound, Start, TakeSeat
from engine.decide import act, legal_commands, new_match
from engine.replay import replay
from engine.samples import alone, editions, fitting_seats

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.commands import Command
    from engine.samples import Options
    from engine.state import Table

_STEPS: Final = 150
SHOWN: Final = 16
"""Hexadecimal digits of SHA-256 that are kept: enough to detect a change, not an attack."""


class Case(TypedDict):
    """The content of a fingerprint, besides the options."""

    seats: int
    seed: int
    steps: int


def cases() -> Iterator[tuple[Options, Case]]:
    """Yield every edition, as it comes and with each value of each option, with fixed seats, seed and steps."""
    for edition in editions():
        for options in (edition, *alone(edition)):
            text = json.dumps(options, sort_keys=True)
            seed = zlib.crc32(text.encode())
            yield options, Case(seats=fitting_seats(options, seed), seed=seed, steps=_STEPS)


def fingerprint(options: Mapping[str, object], seats: int, seed: int, steps: int) -> str:
    """Return the hash of all stored events of a match after `steps` random legal commands of any seats.

    Raises RulesetError.
    """
    chance = Chance(bytes(MATCH_ID_BYTES), hashlib.sha256(b"cards %d" % seed).digest())
    dice = Dice(b"moves %d" % seed)
    events = new_match(options, seats=seats, commitment=chance.commitment.hex())
    table = replay(events)
    for seat in range(seats):
        events += act(table, seat, TakeSeat("human", hashlib.sha256(b"seat %d" % seat).hexdigest()), chance)
    events += act(table, None, Start(), chance)
    while steps and not table.is_over:
        events += act(table, *_any_command(table, dice), chance)
        steps -= 1
    stored = hashlib.sha256()
    for event in events:
        number, version, public, private = encode_event(event)
        stored.update(b"%d %d %b %b\n" % (number, version, public, private or b""))
    return stored.hexdigest()[:SHOWN]


def _any_command(table: Table, dice: Dice) -> tuple[int | None, Command]:
    if table.turn is None:
        return None, NextRound()
    asides = [
        (seat, command) for seat in range(table.seats) if seat != table.turn for command in legal_commands(table, seat)
    ]
    if asides and not dice.below(4):
        return asides[dice.below(len(asides))]
    legal = legal_commands(table, table.turn)
    return table.turn, legal[dice.below(len(legal))]
