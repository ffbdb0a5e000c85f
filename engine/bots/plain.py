"""plain: plays the first card that fits, without tactics. It moves for players who are absent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import (
    Accept,
    Ask,
    CallUno,
    Catch,
    Challenge,
    Decline,
    Discard,
    Doubt,
    Draw,
    Give,
    Jump,
    NameColor,
    NextRound,
    Pass,
    Play,
    Press,
    Shout,
    Spin,
    Take,
    Wheel,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.commands import Command
    from engine.view import View

_FIRST_TO_LAST: Final = (
    Play, Discard, Decline, Give, Shout, Wheel, Spin, NameColor, Accept, Take, Draw, Press, Pass,
    Ask, Challenge, Doubt, Jump, Catch, CallUno, NextRound,
)  # fmt: skip
_RANKS: Final[Mapping[type, int]] = {kind: rank for rank, kind in enumerate(_FIRST_TO_LAST)}


class PlainBot:
    """A bot that keeps to the rules and does nothing that they leave to it.

    It plays the first card of its hand that fits, names the first color, accepts and draws. Like the move of
    R-TIMEOUT it never calls UNO; nor does it challenge, catch or jump in while it can do anything else.
    """

    def choose(self, view: View, legal: Sequence[Command], _pick: Callable[[int], int]) -> Command:
        """Return the first of the legal commands in the order above."""
        held = [card.card for card in view.hand or ()]

        def order(command: Command) -> tuple[int, int, bool]:
            card = command.card if isinstance(command, Play | Give | Jump) else None
            place = held.index(card) if card is not None else 0
            return _RANKS[type(command)], place, getattr(command, "uno", False)

        return min(legal, key=order)
