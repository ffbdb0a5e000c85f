"""sharp: weighs every legal command and takes the best. The modules beside it compute the weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.bots.challenges import worth_of_challenge
from engine.bots.colors import worth_of_color, worth_of_scarcity
from engine.bots.discards import worth_of_discard
from engine.bots.gifts import worth_of_gift
from engine.bots.hands import worth_of_hand
from engine.bots.others import worth_of_other
from engine.bots.outlook import Outlook, partners
from engine.bots.penalties import cost_of_taking
from engine.bots.plays import worth_of_play
from engine.bots.sheds import worth_of_shed, worth_of_shout, worth_of_wheel
from engine.bots.spells import worth_of_spell
from engine.bots.teammates import worth_of_help
from engine.commands import (
    Accept,
    Ask,
    CallUno,
    Catch,
    Challenge,
    Discard,
    Doubt,
    Draw,
    Give,
    Jump,
    NameColor,
    Pass,
    Play,
    Press,
    Shout,
    Take,
    Wheel,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.commands import Command
    from engine.view import View

Default = TypeVar("Default")

_DRAW: Final = -8.0
"""Worth of drawing: a turn without a play, although the drawn card may be laid."""
_PASS: Final = -11.0
_FIRED: Final = 1
"""Approximate number of cards that a press fires."""
_ASK: Final = 1.0
"""Worth of asking: a seat that asks in vain still draws."""
_CALL: Final = 0.001
"""Bonus that prefers a play with the call to the same play without it."""
_EXPOSED: Final = "exposed"
_NEVER: Final = float("-inf")


class SharpBot:
    """A bot that plays to win. It uses only the view: no memory and no chance."""

    def choose(self, view: View, legal: Sequence[Command], _pick: Callable[[int], int]) -> Command:
        """Return the command with the highest worth; the first of equal ones."""
        if len(legal) == 1:
            return legal[0]
        urgent = _urgent(view, legal)
        if urgent is not None:
            return urgent
        outlook = Outlook(view)
        best = max(legal, key=lambda command: _worth(outlook, command))
        if isinstance(best, (Play, Jump)) and not best.uno:
            return _first(CallUno, legal, best)
        return best


def _urgent(view: View, legal: Sequence[Command]) -> Command | None:
    """Make up for a missed call or catch one before anything else."""
    if all(seat.uno != _EXPOSED for seat in view.seats):
        return None
    friends = partners(view)
    catch = _first(Catch, [one for one in legal if not (isinstance(one, Catch) and one.seat in friends)], None)
    return _first(CallUno, legal, catch) if view.seats[view.you or 0].uno == _EXPOSED else catch


def _first(kind: type[Command], legal: Sequence[Command], otherwise: Default) -> Command | Default:
    return next((command for command in legal if isinstance(command, kind)), otherwise)


def _worth(outlook: Outlook, command: Command) -> float:
    return _WORTH.get(type(command), worth_of_other)(outlook, command)


def _lay(outlook: Outlook, command: Play) -> float:
    worth = worth_of_shed(outlook, command)
    if worth is None:
        worth = worth_of_spell(outlook, command)
    if worth is None:
        worth = worth_of_play(outlook, command.card, command.color, command.target)
    return worth + _CALL * command.uno + cost_of_taking(outlook)


def _jump(outlook: Outlook, command: Jump) -> float:
    return _lay(outlook, Play(command.card, None, command.uno, None, command.target, command.dump))


def _draw(outlook: Outlook, _command: Draw) -> float:
    return _DRAW + _stay(outlook, outlook.size + 1)


def _press(outlook: Outlook, _command: Press) -> float:
    return _PASS + _stay(outlook, outlook.size + _FIRED)


def _keep(outlook: Outlook, _command: Pass) -> float:
    return _PASS + _stay(outlook, outlook.size)


def _stay(outlook: Outlook, size: int) -> float:
    color = outlook.view.color or ""
    return worth_of_hand(outlook, outlook.counts, size, color) + worth_of_scarcity(outlook, color)


def _gives_away(outlook: Outlook) -> bool:
    """Return whether the card goes to an opponent rather than to a teammate that asks for help."""
    decision = outlook.view.decision
    return decision is not None and decision.kind == "give"


_WORTH: Final[Mapping[type, Callable[[Outlook, Any], float]]] = {
    Play: _lay,
    Jump: _jump,
    Draw: _draw,
    Ask: lambda outlook, _command: _draw(outlook, Draw()) + _ASK,
    Catch: lambda _outlook, _command: _PASS,
    Pass: _keep,
    Discard: worth_of_discard,
    NameColor: lambda outlook, command: worth_of_color(outlook, command.color),
    Challenge: lambda outlook, _command: worth_of_challenge(outlook),
    Accept: lambda _outlook, _command: 0.0,
    Take: lambda _outlook, _command: 0.0,
    Give: lambda outlook, command: (worth_of_gift if _gives_away(outlook) else worth_of_help)(outlook, command),
    Doubt: lambda _outlook, _command: _NEVER,
    Press: _press,
    Shout: lambda outlook, command: worth_of_shout(outlook, command) + _CALL * command.uno,
    Wheel: lambda outlook, command: worth_of_wheel(outlook, command) + _CALL * command.uno,
    CallUno: lambda _outlook, _command: _NEVER,
}
