"""Help of a teammate for a seat that cannot play (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Ask, Decline, Draw, Give, Pass, Press
from engine.errors import MustPlayNotAsk, NotYourTurn
from engine.events import HelpAsked, HelpDeclined
from engine.option import Option
from engine.option_types import Switch
from engine.requirements import no_teams
from engine.rules import drawing, gives
from engine.rules.matching import playable_cards
from engine.rules.teams import allies
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.state import Table


_ASK: Final = Ask()
_DECLINE: Final = Decline()
_LEAST_CARDS: Final = 2
"""Least cards of a giver: no seat gives its last card."""


class AskHandler(Handler[Ask, None]):
    """The teammates are asked for a card."""

    phases: tuple[Phase, ...] = (Phase.TURN,)

    def judge(self, rules: Ruleset, table: Table, seat: int, _command: Ask) -> None:
        if playable_cards(rules, table, seat):
            raise MustPlayNotAsk

    def perform(self, resolution: Resolution, _command: Ask, _judged: None) -> None:
        table, seat = resolution.table, resolution.seat
        able = [
            other for other in allies(table, seat) if other not in table.out and len(table.hands[other]) >= _LEAST_CARDS
        ]
        _go_on(resolution, seat, able)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Ask]:
        return (_ASK,)


class DeclineHandler(Handler[Decline, None]):
    """A teammate gives no card."""

    phases: tuple[Phase, ...] = (Phase.TEAM_AID,)
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: Decline) -> None:
        if seat not in _asked(table).seats:
            raise NotYourTurn

    def perform(self, resolution: Resolution, _command: Decline, _judged: None) -> None:
        asked = _asked(resolution.table)
        resolution.emit(HelpDeclined(resolution.seat))
        _go_on(resolution, asked.asker, [seat for seat in asked.seats if seat != resolution.seat])

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Decline]:
        return (_DECLINE,)

    def time_out(self, _rules: Ruleset, _table: Table, _seat: int) -> Decline:
        return _DECLINE


def _go_on(resolution: Resolution, asker: int, left: Sequence[int]) -> None:
    """Let the remaining teammates answer; without any, the asker draws as if it had not asked."""
    if left:
        resolution.emit(HelpAsked(left[0], asker, tuple(left)))
        return
    resolution.seat = asker
    handlers = resolution.rules.handlers
    command = Draw() if Draw in handlers else Press()
    handlers[type(command)].perform(resolution, command, None)


def _asked(table: Table) -> HelpAsked:
    asked = table.pending
    assert isinstance(asked, HelpAsked)  # noqa: S101  the phase says so
    return asked


def _patch_teammate_gives(rules: Ruleset, _value: object) -> Ruleset:
    return replace(
        rules,
        handlers={
            **rules.handlers,
            Ask: AskHandler(),
            Give: gives.GiveHandler(),
            Decline: DeclineHandler(),
            Pass: drawing.PassHandler(),
        },
    )


TEAMMATE_GIVES: Final[Option] = Option(
    name="teammate_gives",
    summary="Whether a seat that cannot play may ask its teammates for a card; needs teams.",
    source="8.2; S2, S4",
    takes=Switch(),
    default=False,
    patch=_patch_teammate_gives,
    reads=("teams",),
    unavailable_because=no_teams,
    kind="house_rule",
)
