"""A match of random moves at the least cost: for measurements, estimates and long searches.

Every rule applies, and every event is made and folded. The saving is not to judge twice: a move is found by asking the
policies that its judge asks, and carried out with the result. All other decisions go through `engine.decide`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import COLORS, COLORS_OF_SIDE, IS_WILD, SYMBOL_OF
from engine.catalogue import rules_of
from engine.commands import Accept, CallUno, Catch, Challenge, Command, Draw, NextRound, Pass, Play, Press
from engine.decide import judge, legal_commands
from engine.events import ChallengeOpened, DrawnCardOffered
from engine.rules.matching import playable_cards
from engine.rules.plays import PLAYS
from engine.ruleset import Resolution
from engine.state import EXPOSED, TURN, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.chance import Chance
    from engine.events import Event
    from engine.state import Table

    Bits = Callable[[int], int]

_ROUND_OVER: Final = Phase.ROUND_OVER
_MATCH_OVER: Final = Phase.MATCH_OVER
_DRAW: Final = Draw()
_PRESS: Final = Press()
_SILENT: Final = tuple(PLAYS[face, None, False] for face in range(len(IS_WILD)))
"""The play of a card that needs neither a color nor a call, by face."""
_FINE: Final = 20
"""Bits that pick one of a few: the bias, a hand by a million, is far below what any playout can show."""


class RandomMatch(NamedTuple):
    """`events` of all `commands`."""

    commands: int
    events: list[Event]


def fast_random_match(table: Table, chance: Chance, bits: Bits) -> RandomMatch:
    """Play a started match on to its end by random moves; the events are folded into `table`.

    `bits(n)` gives n random bits, as `random.Random.getrandbits` does. The seat on turn lays any of its playable
    cards, else it draws; it names any color, calls UNO or not, keeps or plays a drawn card, accepts or challenges.
    While a call is missing, half of the time any seat catches it, or its own seat makes up for it.
    """
    rules = rules_of(table.spec)
    resolution = Resolution(table, rules, 0, chance)
    after_command = rules.after_command
    instead: Command = _DRAW if Draw in rules.handlers else _PRESS
    play, draw = rules.handlers[Play].perform, rules.handlers[type(instead)].perform
    special = rules.special
    opened, events = table.version, resolution.events
    commands = 0
    # Turns, nine commands of ten, are handled inline: without a function of their own they take a tenth less time.
    while (phase := table.phase) is not _MATCH_OVER:
        commands += 1
        table.version = opened + len(events)
        resolution.steps = 1
        resolution.halted = False
        if table.exposed and bits(1):
            _answer_missed_call(resolution, bits)
        elif phase is TURN:
            seat = table.turn
            assert seat is not None  # noqa: S101  the phase says so
            resolution.seat = seat
            if cards := playable_cards(rules, table, seat):
                card = cards[bits(_FINE) * len(cards) >> _FINE]
                face = table.faces[table.side][card]
                if SYMBOL_OF[face] in special:
                    _answer(resolution, seat, bits)
                elif IS_WILD[face] or len(table.hands[seat]) == 2:  # noqa: PLR2004  the last but one
                    play(resolution, _any_play(table, face, bits), card)
                else:
                    play(resolution, _SILENT[face], card)
            else:
                draw(resolution, instead, None)
        elif phase is _ROUND_OVER:
            _carry_out(resolution, NextRound(), None)
        else:
            _answer(resolution, table.turn or 0, bits)
        if after_command:
            after_command(resolution)
    table.version = opened + len(events)
    return RandomMatch(commands, events)


def _carry_out(resolution: Resolution, command: Command, judged: object) -> None:
    resolution.rules.handlers[type(command)].perform(resolution, command, judged)


def _any_play(table: Table, face: int, bits: Bits) -> Play:
    color = COLORS[COLORS_OF_SIDE[table.side][bits(2)]] if IS_WILD[face] else None
    return PLAYS[face, color, bits(1) == 1]


def _answer_missed_call(resolution: Resolution, bits: Bits) -> None:
    table = resolution.table
    seats = table.playing_seats()
    resolution.seat = seats[bits(_FINE) * len(seats) >> _FINE]
    if table.uno[resolution.seat] is EXPOSED:
        _carry_out(resolution, CallUno(), None)
    else:
        _carry_out(resolution, Catch(table.uno.index(EXPOSED)), None)


def _answer(resolution: Resolution, seat: int, bits: Bits) -> None:
    """Make an open decision: drawn cards and challenges at little cost, others through the judges."""
    table, rules = resolution.table, resolution.rules
    pending = table.pending
    resolution.seat = seat
    if isinstance(pending, DrawnCardOffered) and SYMBOL_OF[table.faces[table.side][pending.card]] not in rules.special:
        if bits(1) and not rules.must_play_drawn:
            _carry_out(resolution, Pass(), None)
        else:
            _carry_out(resolution, _any_play(table, table.faces[table.side][pending.card], bits), pending.card)
    elif isinstance(pending, ChallengeOpened):
        _carry_out(resolution, Accept() if bits(1) else Challenge(), pending)
    else:
        legal = legal_commands(table, seat)
        command = legal[bits(_FINE) * len(legal) >> _FINE]
        handler, judged = judge(rules, table, seat, command)
        handler.perform(resolution, command, judged)
