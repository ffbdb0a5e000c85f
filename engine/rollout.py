"""A match of random moves at the least cost: for measurements, estimates and long searches.

Every rule applies, and every event is made and folded. What is saved is judging twice: a move is found by asking the
policies that its judge asks, and carried out with what was found. Who brings a command of his own goes to `decide`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import COLORS, COLORS_OF_SIDE, IS_WILD, SYMBOL_OF
from engine.catalogue import rules_of
from engine.commands import Accept, CallUno, Catch, Challenge, Command, Draw, NextRound, Pass, Play, Press
from engine.decide import judge
from engine.events import ChallengeOpened, DrawnCardOffered
from engine.handlers.plays import PLAYS
from engine.legal import legal_commands
from engine.policies.matching import playable_cards
from engine.ruleset import Draft
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


class Rollout(NamedTuple):
    """`events` of all `commands`."""

    commands: int
    events: list[Event]


def roll_out(table: Table, chance: Chance, bits: Bits) -> Rollout:
    """Play a started match on to its end by random moves; the events are folded into `table`.

    `bits(n)` gives n random bits, as `random.Random.getrandbits` does. The seat on turn lays any of its playable
    cards, else it draws; it names any color, calls UNO or not, keeps or plays a drawn card, accepts or challenges.
    While a call is missing, half of the time any seat catches it, or its own seat makes up for it.
    """
    rules = rules_of(table.spec)
    draft = Draft(table, rules, 0, chance)
    afterwards = rules.afterwards
    instead: Command = _DRAW if Draw in rules.handlers else _PRESS
    play, draw = rules.handlers[Play].perform, rules.handlers[type(instead)].perform
    special = rules.special
    opened, events = table.version, draft.events
    commands = 0
    # Turns, nine commands of ten, stand here and not in a function of their own, which spares a tenth of the time.
    while (phase := table.phase) is not _MATCH_OVER:
        commands += 1
        table.version = opened + len(events)
        draft.steps = 1
        draft.halted = False
        if table.exposed and bits(1):
            _answer_missed_call(draft, bits)
        elif phase is TURN:
            seat = table.turn
            assert seat is not None  # noqa: S101  the phase says so
            draft.seat = seat
            if cards := playable_cards(rules, table, seat):
                card = cards[bits(_FINE) * len(cards) >> _FINE]
                face = table.faces[table.side][card]
                if SYMBOL_OF[face] in special:
                    _answer(draft, seat, bits)
                elif IS_WILD[face] or len(table.hands[seat]) == 2:  # noqa: PLR2004  the last but one
                    play(draft, _any_play(table, face, bits), card)
                else:
                    play(draft, _SILENT[face], card)
            else:
                draw(draft, instead, None)
        elif phase is _ROUND_OVER:
            _carry_out(draft, NextRound(), None)
        else:
            _answer(draft, table.turn or 0, bits)
        if afterwards:
            afterwards(draft)
    table.version = opened + len(events)
    return Rollout(commands, events)


def _carry_out(draft: Draft, command: Command, judged: object) -> None:
    draft.rules.handlers[type(command)].perform(draft, command, judged)


def _any_play(table: Table, face: int, bits: Bits) -> Play:
    color = COLORS[COLORS_OF_SIDE[table.side][bits(2)]] if IS_WILD[face] else None
    return PLAYS[face, color, bits(1) == 1]


def _answer_missed_call(draft: Draft, bits: Bits) -> None:
    table = draft.table
    seats = table.playing_seats()
    draft.seat = seats[bits(_FINE) * len(seats) >> _FINE]
    if table.uno[draft.seat] is EXPOSED:
        _carry_out(draft, CallUno(), None)
    else:
        _carry_out(draft, Catch(table.uno.index(EXPOSED)), None)


def _answer(draft: Draft, seat: int, bits: Bits) -> None:
    """Decide what is open besides a turn: a drawn card and a challenge at little cost, the rest as the judges say."""
    table, rules = draft.table, draft.rules
    pending = table.pending
    draft.seat = seat
    if isinstance(pending, DrawnCardOffered) and SYMBOL_OF[table.faces[table.side][pending.card]] not in rules.special:
        if bits(1) and not rules.must_play_drawn:
            _carry_out(draft, Pass(), None)
        else:
            _carry_out(draft, _any_play(table, table.faces[table.side][pending.card], bits), pending.card)
    elif isinstance(pending, ChallengeOpened):
        _carry_out(draft, Accept() if bits(1) else Challenge(), pending)
    else:
        legal = legal_commands(table, seat)
        command = legal[bits(_FINE) * len(legal) >> _FINE]
        handler, judged = judge(rules, table, seat, command)
        handler.perform(draft, command, judged)
