"""Automatic moves: the move of a seat that has no choice, or whose player has said beforehand what to do.

A move is derived from what the seat itself may see: its view and its legal commands. So two tables that differ only in
what the seat may not know get the same move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.commands import Accept, Challenge, Discard, Give, Jump, Pass, Play, Shout, Wheel
from engine.decision_view import ChallengeDecision, DrawnCardDecision, PenaltyDecision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.commands import Color, Command
    from engine.view import View

Cause = Literal["forced", "plan", "challenge", "drawn_card"]
"""Why a move was made for a player: there was no choice, or the part of their orders that said so."""

LONGEST_PLAN: Final = 3

_CALLING: Final = (Play, Jump, Discard, Give, Wheel, Shout)
"""The commands that can call UNO."""


class PlannedPlay(NamedTuple):
    """A card to play on the next turn, with the color to name for a wild and the seat to aim at."""

    card: str
    color: Color | None = None
    target: int | None = None


class WakeMe(NamedTuple):
    """When the player wants to decide themselves, although their orders say what to do.

    `one_card`: another seat has a single card. `penalty`: the player is to draw, or may challenge. `flipped`: another
    side is up than when the orders were given. `few_cards`: the player holds at most so many cards; 0 never does.
    """

    one_card: bool = False
    penalty: bool = False
    flipped: bool = False
    few_cards: int = 0


class Orders(NamedTuple):
    """The standing orders of a seat. What they do not speak of is left to the player.

    `challenge`: challenge a wild draw card if its player still holds at least so many cards, otherwise accept; 0
    never challenges. `drawn_card`: play or keep a drawn card that fits. `call_uno`: call UNO with a play that needs
    it. `plan`: cards for the next turns, first to last. `side`: the side that was up when the orders were given.
    """

    challenge: int | None = None
    drawn_card: Literal["play", "keep"] | None = None
    call_uno: bool = False
    plan: tuple[PlannedPlay, ...] = ()
    wake_me: WakeMe = WakeMe()
    side: str | None = None


class AutomaticMove(NamedTuple):
    """A legal command, and why it is made."""

    command: Command
    cause: Cause


NO_ORDERS: Final = Orders()


def automatic_move(
    view: View, legal: Sequence[Command], orders: Orders = NO_ORDERS, *, forced_moves: bool = False
) -> AutomaticMove | None:
    """Return the move to make for the seat on turn whose view this is; None if its player has to decide.

    `legal` are its legal commands, as `engine.legal_commands` returns them. With `forced_moves` a single legal command
    is made without orders.
    """
    if view.you is None or view.turn != view.you:
        return None
    choices = _with_calls(legal) if orders.call_uno else legal
    if forced_moves and len(choices) == 1:
        return AutomaticMove(choices[0], "forced")
    if _wakes(orders, view):
        return None
    return _ordered(view, choices, orders)


def _ordered(view: View, choices: Sequence[Command], orders: Orders) -> AutomaticMove | None:
    match view.decision:
        case None:
            planned = _planned(choices, orders.plan[:1])
            return None if planned is None else AutomaticMove(planned, "plan")
        case ChallengeDecision(by=by) if orders.challenge is not None:
            doubts = 0 < orders.challenge <= view.seats[by].cards
            return _only(choices, Challenge if doubts else Accept, "challenge")
        case DrawnCardDecision() if orders.drawn_card is not None:
            return _only(choices, Play if orders.drawn_card == "play" else Pass, "drawn_card")
        case _:
            return None


def _planned(choices: Sequence[Command], plan: Sequence[PlannedPlay]) -> Command | None:
    plays = [
        one
        for one in choices
        if isinstance(one, Play) and one.dump is None and (one.card, one.color, one.target) in plan
    ]
    # Without the order to call UNO, the play that does not call it.
    return min(plays, key=lambda play: play.uno, default=None)


def _only(choices: Sequence[Command], kind: type[Command], cause: Cause) -> AutomaticMove | None:
    """Return the command of this kind if there is one way to make it."""
    found = [command for command in choices if isinstance(command, kind)]
    return AutomaticMove(found[0], cause) if len(found) == 1 else None


def _with_calls(legal: Sequence[Command]) -> list[Command]:
    """Return the commands without each that another one repeats with a call of UNO."""
    calling = {command for command in legal if getattr(command, "uno", False)}
    return [command for command in legal if command in calling or _with_call(command) not in calling]


def _with_call(command: Command) -> Command:
    return command._replace(uno=True) if isinstance(command, _CALLING) else command


def _wakes(orders: Orders, view: View) -> bool:
    wake = orders.wake_me
    rivals = [seat.cards for seat in view.seats if seat.seat != view.you and not seat.out]
    return (
        (wake.one_card and 1 in rivals)
        or (wake.penalty and isinstance(view.decision, ChallengeDecision | PenaltyDecision))
        or (wake.flipped and orders.side not in {None, view.side})
        or 0 < len(view.hand or ()) <= wake.few_cards
    )
