"""Bots: strategies that see a view and the commands legal for their seat, and nothing else (docs/contributors/bots.md).

A bot has no memory, no clock and no chance of its own: the same view, commands and picks give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from engine.bots.plain import PlainBot
from engine.bots.random import RandomBot
from engine.bots.sharp import SharpBot

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.view import View

Pick = Callable[[int], int]
"""`pick(n)` returns a number below n; all are equally likely."""


class Bot(Protocol):
    """A strategy without memory."""

    def choose(self, view: View, legal: Sequence[Command], pick: Pick) -> Command:
        """Return one of the legal commands (at least one) of the seat whose view it is."""
        ...


BOTS: Final[Mapping[str, Bot]] = {"random": RandomBot(), "plain": PlainBot(), "sharp": SharpBot()}


def bot(name: str) -> Bot:
    """Return the strategy of this name. Raises KeyError."""
    return BOTS[name]
